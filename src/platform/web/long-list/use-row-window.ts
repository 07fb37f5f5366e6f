import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { computeRowOffsets, getDrawnParts, type RowPart, type RowSpan, spanBetween } from './row-offsets.ts';

/** Extra rows rendered in the scroll direction, in one step; removed after scrolling ends. */
const rowsAhead = 12;
const quietMs = 200;

/** Height of the top bar. */
const topBarPx = 56;

const all: RowSpan = { first: 0, end: Number.MAX_SAFE_INTEGER };

interface RowWindowOptions {
  /** Container of the rows, each an element whose `data-row` is its key. */
  list: RefObject<HTMLElement | null>;
  /** Scroll container; the page if omitted. */
  box?: RefObject<HTMLElement | null>;
  keys: readonly string[];
  /** Assumed row height until rows are measured. */
  guessPx: number;
  /** Height of fixed content over the top of the container; the page's top bar if omitted. */
  coverPx?: number;
  /** Rows that are always rendered, by the first row of the window; -1 is none. */
  getPinned?(first: number): readonly number[];
}

export interface RowWindow {
  parts: readonly RowPart[];
  /** Renders a row anywhere and returns its element, for focusing or scrolling. */
  reveal(index: number): HTMLElement | null;
}

/** Row heights in pixels: measured ones, and the estimate for others. */
interface Heights {
  byKey: ReadonlyMap<string, number>;
  otherPx: number;
}

/**
 * Renders only the visible rows of a list, in the same frame as they scroll into view, and the focused one
 * with its neighbours for the next key press. Rows are in normal flow with gaps for omitted ones. All are
 * rendered for printing, and without layout (tests).
 */
export function useRowWindow({
  list,
  box,
  keys,
  guessPx,
  coverPx = box ? 0 : topBarPx,
  getPinned,
}: RowWindowOptions): RowWindow {
  const count = keys.length;
  const [span, setSpan] = useState<RowSpan>(() => firstSpan(guessPx));
  const [heights, setHeights] = useState<Heights>({ byKey: new Map(), otherPx: guessPx });
  const [focused, setFocused] = useState<string | undefined>(undefined);
  const drawn = { first: Math.min(span.first, count), end: Math.min(span.end, count) };
  const offsets = computeRowOffsets(
    count,
    (index) => heights.byKey.get(keys[index] ?? '') ?? heights.otherPx,
  );

  const look = useEffectEvent((why: 'moved' | 'sized' | 'settled') => {
    const element = list.current;
    // The list is hidden or unmounted.
    if (!element || element.offsetHeight === 0) return;
    const sight = box?.current?.getBoundingClientRect();
    const from = (sight?.top ?? 0) + coverPx;
    const to = sight?.bottom ?? window.innerHeight;
    const { top } = element.getBoundingClientRect();
    const needed = spanBetween(offsets, from - top, to - top, sight ? 1 : 0);
    if (why === 'settled') setSpan(needed);
    else if (drawn.first > needed.first || drawn.end < needed.end)
      setSpan({
        first: Math.max(0, needed.first - (why === 'moved' && needed.first < drawn.first ? rowsAhead : 0)),
        end: needed.end + (why === 'moved' && needed.end > drawn.end ? rowsAhead : 0),
      });
    // Without omitted rows, heights are not needed.
    if (why === 'sized' && drawn.end - drawn.first < count) setHeights(measured(element, heights));
  });

  useLayoutEffect(() => {
    // All of these run after layout and before paint.
    const onSize = () => flushSync(() => look('sized'));
    // Scrolling by script fires scrollend at every step.
    let settling: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      flushSync(() => look('moved'));
      clearTimeout(settling);
      settling = setTimeout(() => look('settled'), quietMs);
    };
    const onPrint = () => flushSync(() => setSpan(all));
    const onPrinted = () => look('settled');
    const onFocus = ({ target }: FocusEvent) =>
      setFocused(
        target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined,
      );
    const onBlur = () => setFocused(undefined);
    const element = list.current;
    const scroller = box?.current ?? window;
    const sizes = new ResizeObserver(onSize);
    if (element) sizes.observe(element);
    // Content above a list may grow too.
    sizes.observe(box?.current ?? document.body);
    element?.addEventListener('focusin', onFocus);
    element?.addEventListener('focusout', onBlur);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('beforeprint', onPrint);
    window.addEventListener('afterprint', onPrinted);
    return () => {
      clearTimeout(settling);
      sizes.disconnect();
      element?.removeEventListener('focusin', onFocus);
      element?.removeEventListener('focusout', onBlur);
      scroller.removeEventListener('scroll', onScroll);
      window.removeEventListener('beforeprint', onPrint);
      window.removeEventListener('afterprint', onPrinted);
    };
  }, [list, box]);

  const at = focused === undefined ? -1 : keys.indexOf(focused);
  const pinned = at < 0 ? [] : [at - 1, at, at + 1];
  return {
    parts: getDrawnParts(drawn, [...pinned, ...(getPinned?.(drawn.first) ?? [])], offsets),
    reveal(index) {
      const find = () => rowsOf(list.current).find((row) => row.dataset['row'] === keys[index]) ?? null;
      if (find() === null) flushSync(() => setFocused(keys[index]));
      return find();
    },
  };
}

/**
 * Minimum height of the content above a list in pixels: page title, filters and header. One row too many
 * costs less than a second render for one too few before paint.
 */
const abovePx = 228;
/** Height of the window in pixels; cached, because reading it forces a layout. */
let windowPx: number | null = null;

function firstSpan(guessPx: number): RowSpan {
  if (windowPx === null) {
    const scheduleMeasure = () => {
      windowPx = document.documentElement.clientHeight;
    };
    scheduleMeasure();
    window.addEventListener('resize', scheduleMeasure);
  }
  if (!windowPx) return all;
  return { first: 0, end: Math.ceil(Math.max(0, windowPx - abovePx) / guessPx) };
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return Array.from(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []);
}

/**
 * Returns the heights including the rendered rows; the same object if nothing changed by more than a pixel.
 * The first rows set the estimate for the others, which must not change while the user reads below.
 */
function measured(list: HTMLElement, known: Heights): Heights {
  const { byKey, otherPx } = known;
  const heights = rowsOf(list).map((row) => [row.dataset['row'] ?? '', row.offsetHeight] as const);
  if (heights.every(([key, px]) => Math.abs(px - (byKey.get(key) ?? otherPx)) <= 1)) return known;
  const sum = heights.reduce((total, [, px]) => total + px, 0);
  return {
    byKey: new Map([...byKey, ...heights]),
    otherPx: byKey.size === 0 ? sum / heights.length : otherPx,
  };
}
