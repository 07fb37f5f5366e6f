/** Above the anchor, or at its end side. */
export type TipSide = 'top' | 'end';

const gapPx = 6;
const edgePx = 8;

/** Positions a tooltip at its anchor, on the other side if there is no room, and inside the window. */
export function placeTip(tip: HTMLElement, anchor: HTMLElement, side: TipSide): void {
  const at = anchor.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  let left = at.left + (at.width - width) / 2;
  let top = at.top - height - gapPx;
  if (side === 'end') {
    const isRtl = getComputedStyle(anchor).direction === 'rtl';
    const before = at.left - width - gapPx;
    const after = at.right + gapPx;
    left = isRtl ? before : after;
    if (isRtl && before < edgePx) left = after;
    if (!isRtl && after + width > innerWidth - edgePx) left = before;
    top = at.top + (at.height - height) / 2;
  } else if (top < edgePx) top = at.bottom + gapPx;
  tip.style.left = `${within(left, innerWidth - width)}px`;
  tip.style.top = `${within(top, innerHeight - height)}px`;
}

function within(value: number, furthest: number): number {
  return Math.round(Math.max(edgePx, Math.min(value, furthest - edgePx)));
}
