/** Side of the anchor: above it, or at its inline end. */
export type TipSide = 'top' | 'end';

const gapPx = 6;
const edgePx = 8;

/** Positions a tooltip at its anchor, on the other side if there is no room, and inside the window. */
export function placeTip(tip: HTMLElement, anchor: HTMLElement, side: TipSide): void {
  const anchorRect = anchor.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  let left = anchorRect.left + (anchorRect.width - width) / 2;
  let top = anchorRect.top - height - gapPx;
  if (side === 'end') {
    const isRtl = getComputedStyle(anchor).direction === 'rtl';
    const before = anchorRect.left - width - gapPx;
    const after = anchorRect.right + gapPx;
    left = isRtl ? before : after;
    if (isRtl && before < edgePx) left = after;
    if (!isRtl && after + width > innerWidth - edgePx) left = before;
    top = anchorRect.top + (anchorRect.height - height) / 2;
  } else if (top < edgePx) top = anchorRect.bottom + gapPx;
  tip.style.left = `${clampToWindow(left, innerWidth - width)}px`;
  tip.style.top = `${clampToWindow(top, innerHeight - height)}px`;
}

function clampToWindow(value: number, max: number): number {
  return Math.round(Math.max(edgePx, Math.min(value, max - edgePx)));
}
