import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows drawn beyond either edge of the screen. */
const beyond = 2;

export interface RowWindow {
  first: number;
  /** The row after the last one drawn. */
  end: number;
}

/**
 * Which rows of one height are on screen, while the page scrolls. Rows are drawn in the same frame as they come
 * into sight, so there are no blank ones.
 *
 * @param body holds all rows, those not drawn as empty space
 */
export function useRowWindow(body: RefObject<HTMLElement | null>, count: number, rowPx: number): RowWindow {
  const [range, setRange] = useState<RowWindow>({ first: 0, end: 0 });

  useLayoutEffect(() => {
    const measure = (): RowWindow => {
      const top = body.current?.getBoundingClientRect().top ?? 0;
      const first = Math.max(0, Math.floor(-top / rowPx) - beyond);
      const end = Math.ceil((window.innerHeight - top) / rowPx) + beyond;
      return { first: Math.min(first, Math.max(0, count - 1)), end: Math.max(0, Math.min(count, end)) };
    };
    const update = () => setRange((old) => changed(old, measure()));
    const onScroll = () => flushSync(update);
    update();
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', update);
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', update);
    };
  }, [body, count, rowPx]);

  return range.end > count ? { first: Math.min(range.first, count), end: count } : range;
}

function changed(old: RowWindow, next: RowWindow): RowWindow {
  return old.first === next.first && old.end === next.end ? old : next;
}
