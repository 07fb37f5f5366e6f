/** Share of the visible picture inside the aiming frame. */
const aimShare = { width: 0.9, height: 0.6 };

const formatMargin = (share: number) => `${((1 - share) / 2) * 100}%`;

/** Margins of the aiming frame on the picture, as CSS. */
export const aimMargins = `${formatMargin(aimShare.height)} ${formatMargin(aimShare.width)}`;

interface Size {
  width: number;
  height: number;
}

/**
 * Returns the part of a camera picture inside the aiming frame, in pixels of the picture. The picture covers
 * the box on screen, so its edges may be cut off.
 */
export function getAimRegion(picture: Size, box: Size): Size & { x: number; y: number } {
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  const width = Math.round((box.width / scale) * aimShare.width);
  const height = Math.round((box.height / scale) * aimShare.height);
  return {
    x: Math.round((picture.width - width) / 2),
    y: Math.round((picture.height - height) / 2),
    width,
    height,
  };
}

/** Returns the code nearest to the middle of the picture; null if there is none. */
export function findNearestCode<Code extends { boundingBox: Required<DOMRectInit> }>(
  codes: readonly Code[],
  { width, height }: Size,
): Code | null {
  const distance = ({ boundingBox: { x, y, ...size } }: Code) =>
    Math.hypot(x + size.width / 2 - width / 2, y + size.height / 2 - height / 2);
  return codes.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}
