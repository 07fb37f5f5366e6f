import type { Box } from './free-position.ts';

const margin = 8;

/** Returns the part of the window in which the monitor may float. */
export function floatingArea(): Box {
  return {
    left: margin,
    top: margin,
    width: document.documentElement.clientWidth - 2 * margin,
    height: window.innerHeight - 2 * margin,
  };
}

/** Converts between an inline-start offset and the left edge, in either reading direction. */
export function mirrorInline(startOrLeft: number, width: number): number {
  const isRtl = document.documentElement.dir === 'rtl';
  return isRtl ? document.documentElement.clientWidth - startOrLeft - width : startOrLeft;
}

/** Interactive elements and current toasts. */
const interactiveSelector =
  'a[href], button, input, select, textarea, summary, label, [role="button"], [role="tab"], [contenteditable], [data-sonner-toast]';

/** Returns the boxes of all elements on screen that the monitor must not cover. */
export function actionsOnScreen(monitor: Element): Box[] {
  const boxes: Box[] = [];
  for (const element of document.querySelectorAll(interactiveSelector)) {
    if (monitor.contains(element)) continue;
    const { left, top, width, height } = element.getBoundingClientRect();
    const isInWindow =
      top < window.innerHeight && top + height > 0 && left < window.innerWidth && left + width > 0;
    if (width > 1 && height > 1 && isInWindow) boxes.push({ left, top, width, height });
  }
  return boxes;
}
