import { type RefObject, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { offsetsOf, partsOf, type RowPart, type RowSpan, rowAt, spanBetween } from './row-offsets.ts';

/** Rows drawn beyond either edge of what is in sight; more are drawn only when these are used up. */
const beyond = 2;

/** Rows drawn besides on the side that somebody scrolls to. */
const coming = 6;

/** Rows drawn before anything is known of where the list stands. */
const firstRows = 10;

interface LongListOptions {
  /** Holds the rows and nothing else: each an element with its index as `data-index`, gaps without. */
  list: RefObject<HTMLElement | null>;
  /** What the rows scroll in; left out: the page. */
  box?: RefObject<HTMLElement | null>;
  count: number;
  /** Height of a row in a list of that width, in pixels, as long as it was not drawn. */
  guessPx(index: number, widthPx: number): number;
  /** For rows that may be higher than the guess: what a row is known by when others come and go. */
  keyOf?(index: number): string;
  /** Rows that are drawn wherever they stand, by the topmost one in sight: the head of its section. */
  alsoOf?(first: number): readonly number[];
}

export interface LongList {
  parts: readonly RowPart[];
  /** Draws a row wherever it stands and answers it, to be focused or scrolled to. */
  reveal(index: number): HTMLElement | null;
}

interface Drawn extends RowSpan {
  /** The topmost row in sight. */
  top: number;
  /** A row drawn out of sight: it has the focus, or is about to. */
  kept: number;
}

/** What is known of heights, for lists of one width. */
interface Heights {
  widthPx: number;
  byKey: ReadonlyMap<string, number>;
}

/**
 * A list of any length of which the rows in sight are drawn, in the same frame as they come into sight, and the one
 * that has the focus. Rows stand in the flow, with gaps for those left out, so the browser keeps them in place.
 * All are drawn where nothing has a height (tests without layout).
 */
export function useLongList({ list, box, count, guessPx, keyOf, alsoOf }: LongListOptions): LongList {
  const [drawn, setDrawn] = useState<Drawn>({ first: 0, end: firstRows, top: 0, kept: -1 });
  const [heights, setHeights] = useState<Heights>({ widthPx: window.innerWidth, byKey: new Map() });
  const offsets = useMemo(() => {
    const { byKey, widthPx } = heights;
    if (!keyOf || byKey.size === 0) return offsetsOf(count, (index) => guessPx(index, widthPx));
    return offsetsOf(count, (index) => byKey.get(keyOf(index)) ?? guessPx(index, widthPx));
  }, [count, guessPx, keyOf, heights]);

  // Before anything is painted: heights are known once rows are drawn, and what is in sight once heights are.
  useLayoutEffect(() => {
    const settle = (element: HTMLElement | null) => {
      if (!element) return;
      setHeights((old) => measured(element, old, guessPx, keyOf));
      setDrawn((old) => looked(element, box?.current ?? null, offsets, old));
    };
    settle(list.current);
  }, [list, box, drawn, heights, offsets, guessPx, keyOf]);

  const onMove = useEffectEvent(() => {
    const element = list.current;
    if (!element) return;
    setHeights((old) => measured(element, old, guessPx, keyOf));
    setDrawn((old) => looked(element, box?.current ?? null, offsets, old));
  });
  useLayoutEffect(() => {
    const scroller = box?.current ?? window;
    const onScroll = () => flushSync(onMove);
    const onResize = () => onMove();
    // What stands above the list may grow.
    const observer = new ResizeObserver(onResize);
    observer.observe(document.body);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', onResize);
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onResize);
    };
  }, [box]);

  return {
    parts: partsOf(
      { first: Math.min(drawn.first, count), end: Math.min(drawn.end, count) },
      [drawn.kept, ...(alsoOf?.(drawn.top) ?? [])],
      offsets,
    ),
    reveal(index) {
      const row = () => list.current?.querySelector<HTMLElement>(`:scope > [data-index="${index}"]`) ?? null;
      if (row() === null) flushSync(() => setDrawn((old) => ({ ...old, kept: index })));
      return row();
    },
  };
}

/** What is to be drawn of a list that stands where it does; what is drawn already, as long as that is enough. */
function looked(list: HTMLElement, box: HTMLElement | null, offsets: Float64Array, old: Drawn): Drawn {
  const { top, height } = list.getBoundingClientRect();
  const sight = box?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight };
  const from = sight.top - top;
  const to = height === 0 ? Number.POSITIVE_INFINITY : sight.bottom - top;
  const needed = spanBetween(offsets, from, to, 1);
  if (
    old.first <= needed.first &&
    old.end >= needed.end &&
    old.end <= Math.max(offsets.length - 1, firstRows)
  )
    return old;
  const span = ahead(spanBetween(offsets, from, to, beyond), needed, old, offsets.length - 1);
  const focused = indexWithin(list, document.activeElement);
  const isOut = focused < span.first || focused >= span.end;
  return { ...span, top: rowAt(offsets, from), kept: isOut ? focused : -1 };
}

/** Somebody who scrolls goes on: the rows to come are drawn several at a time, not one in every frame. */
function ahead(span: RowSpan, needed: RowSpan, old: Drawn, count: number): RowSpan {
  const isOverlapping = needed.first < old.end && needed.end > old.first;
  if (!isOverlapping || old.end <= firstRows) return span;
  if (needed.end > old.end) return { ...span, end: Math.min(count, span.end + coming) };
  if (needed.first < old.first) return { ...span, first: Math.max(0, span.first - coming) };
  return span;
}

/** The index of the row that an element stands in; -1 for none. */
function indexWithin(list: HTMLElement, element: Element | null): number {
  if (!element || !list.contains(element)) return -1;
  return Number(element.closest('[data-index]')?.getAttribute('data-index') ?? -1);
}

/** What is known of heights with what the drawn rows add; the same where they add nothing. */
function measured(
  list: HTMLElement,
  old: Heights,
  guessPx: LongListOptions['guessPx'],
  keyOf: LongListOptions['keyOf'],
): Heights {
  const widthPx = list.clientWidth;
  if (list.clientHeight === 0) return old;
  const known = widthPx === old.widthPx ? old.byKey : new Map<string, number>();
  const rows = keyOf ? Array.from(list.querySelectorAll<HTMLElement>(':scope > [data-index]')) : [];
  const found = rows.flatMap((row) => {
    const index = Number(row.dataset['index']);
    const key = keyOf?.(index) ?? '';
    const { height } = row.getBoundingClientRect();
    return Math.abs(height - (known.get(key) ?? guessPx(index, widthPx))) < 0.5
      ? []
      : [[key, height] as const];
  });
  if (known === old.byKey && found.length === 0) return old;
  return { widthPx, byKey: new Map([...known, ...found]) };
}
