import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { computeRowOffsets, getDrawnParts, type RowPart, type RowSpan, spanBetween } from './row-offsets.ts';

/** Rows drawn besides on the side that somebody scrolls to, several at a time; they go when it has been quiet. */
const coming = 12;
const quietMs = 200;

/** Height of the top bar. */
const topBarPx = 56;

const all: RowSpan = { first: 0, end: Number.MAX_SAFE_INTEGER };

interface RowWindowOptions {
  /** Holds the rows: each an element whose `data-row` is its key. */
  list: RefObject<HTMLElement | null>;
  /** What the rows scroll in; left out: the page. */
  box?: RefObject<HTMLElement | null>;
  keys: readonly string[];
  /** Height of a row, until the rows drawn tell better. */
  guessPx: number;
  /** Height of what stands over the top of the box or the page and never scrolls; left out: the page's top bar. */
  coverPx?: number;
  /** Rows that are drawn wherever they stand, by the first one of the window; -1 is none. */
  alsoOf?(first: number): readonly number[];
}

export interface RowWindow {
  parts: readonly RowPart[];
  /** Draws a row wherever it stands and answers it, to be focused or scrolled to. */
  reveal(index: number): HTMLElement | null;
}

/** What is known of heights, in pixels: of rows that were drawn, and of the others. */
interface Heights {
  byKey: ReadonlyMap<string, number>;
  otherPx: number;
}

/**
 * A list of any length of which the rows in sight are drawn, in the same frame as they come into sight, and the one
 * that has the focus with its neighbours: the next key goes there, however fast it comes. Rows stand in the flow, with
 * gaps for those left out, so the browser keeps them in place. All are drawn when the list is printed, and where
 * nothing has a height (tests without layout).
 */
export function useRowWindow({
  list,
  box,
  keys,
  guessPx,
  coverPx = box ? 0 : topBarPx,
  alsoOf,
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
    // Hidden, or gone already.
    if (!element || element.offsetHeight === 0) return;
    const sight = box?.current?.getBoundingClientRect();
    const from = (sight?.top ?? 0) + coverPx;
    const to = sight?.bottom ?? window.innerHeight;
    const { top } = element.getBoundingClientRect();
    const needed = spanBetween(offsets, from - top, to - top, sight ? 1 : 0);
    if (why === 'settled') setSpan(needed);
    else if (drawn.first > needed.first || drawn.end < needed.end)
      setSpan({
        first: Math.max(0, needed.first - (why === 'moved' && needed.first < drawn.first ? coming : 0)),
        end: needed.end + (why === 'moved' && needed.end > drawn.end ? coming : 0),
      });
    // Where nothing is left out, nobody asks how high it is.
    if (why === 'sized' && drawn.end - drawn.first < count) setHeights(measured(element, heights));
  });

  useLayoutEffect(() => {
    // All come after the layout and before the frame is painted.
    const onSize = () => flushSync(() => look('sized'));
    // A page that is scrolled by a script says at every step that the scrolling has ended.
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
    // What stands above a list may grow, too.
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
    parts: getDrawnParts(drawn, [...pinned, ...(alsoOf?.(drawn.first) ?? [])], offsets),
    reveal(index) {
      const find = () => rowsOf(list.current).find((row) => row.dataset['row'] === keys[index]) ?? null;
      if (find() === null) flushSync(() => setFocused(keys[index]));
      return find();
    },
  };
}

/**
 * The least that stands above a list, in pixels: its page's title, filters and head. A row too many costs less than to
 * draw again for one too few, which is done before anything is painted.
 */
const abovePx = 228;
/** Height of the window in pixels. Kept, because to ask for it lays out a page that is being drawn. */
let windowPx: number | null = null;

function firstSpan(guessPx: number): RowSpan {
  if (windowPx === null) {
    const look = () => {
      windowPx = document.documentElement.clientHeight;
    };
    look();
    window.addEventListener('resize', look);
  }
  if (!windowPx) return all;
  return { first: 0, end: Math.ceil(Math.max(0, windowPx - abovePx) / guessPx) };
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return Array.from(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []);
}

/**
 * What is known with the rows that are drawn now; the very same where they add no more than a pixel. The first ones
 * tell of those that were never drawn: what is left out above must not change while somebody reads below.
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
