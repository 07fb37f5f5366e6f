import type { Box } from './free-position.ts';

const margin = 8;

/** The part of the window the monitor may float in. */
export function floatingArea(): Box {
  return {
    left: margin,
    top: margin,
    width: document.documentElement.clientWidth - 2 * margin,
    height: window.innerHeight - 2 * margin,
  };
}

/** Between a place and the left edge that goes with it, either way; the language decides on which side a line starts. */
export function mirrorInline(startOrLeft: number, width: number): number {
  const isRtl = document.documentElement.dir === 'rtl';
  return isRtl ? document.documentElement.clientWidth - startOrLeft - width : startOrLeft;
}

/** What can be pressed or typed into, and what has just been said. */
const actions =
  'a[href], button, input, select, textarea, summary, label, [role="button"], [role="tab"], [contenteditable], [data-sonner-toast]';

/** Everything on screen that the monitor must not lie over. */
export function actionsOnScreen(monitor: Element): Box[] {
  const boxes: Box[] = [];
  for (const element of document.querySelectorAll(actions)) {
    if (monitor.contains(element)) continue;
    const { left, top, width, height } = element.getBoundingClientRect();
    const isInWindow =
      top < window.innerHeight && top + height > 0 && left < window.innerWidth && left + width > 0;
    if (width > 1 && height > 1 && isInWindow) boxes.push({ left, top, width, height });
  }
  return boxes;
}
