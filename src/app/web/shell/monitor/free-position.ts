/** Rectangle in the window, in px from its left and top. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const stepPx = 16;

/** Returns whether a box is inside the area and overlaps no obstacle. */
export function isFree(box: Box, obstacles: readonly Box[], area: Box): boolean {
  const isInside =
    box.left >= area.left &&
    box.top >= area.top &&
    box.left + box.width <= area.left + area.width &&
    box.top + box.height <= area.top + area.height;
  return isInside && !obstacles.some((obstacle) => overlaps(box, obstacle));
}

/** Returns the free position nearest to the requested one; null when there is none. */
export function findNearestFreePosition(requested: Box, obstacles: readonly Box[], area: Box): Box | null {
  const clamped = { ...requested, ...clamp(requested, area) };
  if (isFree(clamped, obstacles, area)) return clamped;
  let nearest: Box | null = null;
  let minSquaredDistance = Number.POSITIVE_INFINITY;
  for (let top = area.top; top + requested.height <= area.top + area.height; top += stepPx) {
    for (let left = area.left; left + requested.width <= area.left + area.width; left += stepPx) {
      const squaredDistance = (left - clamped.left) ** 2 + (top - clamped.top) ** 2;
      const box = { ...requested, left, top };
      if (squaredDistance >= minSquaredDistance || !isFree(box, obstacles, area)) continue;
      nearest = box;
      minSquaredDistance = squaredDistance;
    }
  }
  return nearest;
}

/**
 * Returns the next free position in a direction (dx, dy of -1, 0, 1), skipping obstacles; null when there is
 * none.
 */
export function findNextFreePosition(
  from: Box,
  [dx, dy]: readonly [number, number],
  obstacles: readonly Box[],
  area: Box,
): Box | null {
  const start = { ...from, ...clamp(from, area) };
  const steps = Math.ceil(Math.max(area.width, area.height) / stepPx);
  for (let n = 1; n <= steps; n++) {
    const box = { ...start, left: start.left + dx * n * stepPx, top: start.top + dy * n * stepPx };
    if (isFree(box, obstacles, area)) return box;
  }
  return null;
}

function clamp(box: Box, area: Box): Pick<Box, 'left' | 'top'> {
  return {
    left: Math.max(area.left, Math.min(box.left, area.left + area.width - box.width)),
    top: Math.max(area.top, Math.min(box.top, area.top + area.height - box.height)),
  };
}

function overlaps(a: Box, b: Box): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + b.height &&
    b.top < a.top + a.height
  );
}
