import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  computeRowOffsets,
  getRenderedParts,
  type RowPart,
  type RowSpan,
  findVisibleSpan,
} from './row-offsets.ts';

/** Extra rows rendered in the scroll direction, in one step; removed after scrolling ends. */
const rowsAhead = 12;
const scrollEndMs = 200;

/** Height of the top bar. */
const topBarPx = 56;

const allRows: RowSpan = { first: 0, end: Number.MAX_SAFE_INTEGER };

interface RowWindowOptions {
  /** Container of the rows, each an element whose `data-row` is its key. */
  list: RefObject<HTMLElement | null>;
  /** Scroll container; the page if omitted. */
  box?: RefObject<HTMLElement | null>;
  keys: readonly string[];
  /** Assumed row height until rows are measured. */
  estimatedRowPx: number;
  /** Height of fixed content that covers the top of the container; if omitted, the page's top bar. */
  topInsetPx?: number;
  /** Returns the rows that are always rendered, given the first row of the window (-1 if none). */
  getPinned?(first: number): readonly number[];
}

export interface RowWindow {
  parts: readonly RowPart[];
  /** Renders any row and returns its element, for focusing or scrolling. */
  reveal(index: number): HTMLElement | null;
}

/** Row heights in pixels: measured heights by row key, and the estimate for all other rows. */
interface Heights {
  byKey: ReadonlyMap<string, number>;
  estimatedPx: number;
}

/**
 * Renders only the visible rows of a list, in the same frame as they scroll into view, plus the focused row
 * and its neighbours for the next key press. Rows are in normal flow, with gaps for omitted rows. All rows
 * are rendered for printing and in environments without layout (tests).
 */
export function useRowWindow({
  list,
  box,
  keys,
  estimatedRowPx,
  topInsetPx = box ? 0 : topBarPx,
  getPinned,
}: RowWindowOptions): RowWindow {
  const count = keys.length;
  const [span, setSpan] = useState<RowSpan>(() => getInitialSpan(estimatedRowPx));
  const [heights, setHeights] = useState<Heights>({ byKey: new Map(), estimatedPx: estimatedRowPx });
  const [focusedKey, setFocusedKey] = useState<string | undefined>(undefined);
  const renderedSpan = { first: Math.min(span.first, count), end: Math.min(span.end, count) };
  const offsets = computeRowOffsets(
    count,
    (index) => heights.byKey.get(keys[index] ?? '') ?? heights.estimatedPx,
  );

  const updateSpan = useEffectEvent((reason: 'scrolled' | 'resized' | 'settled') => {
    const element = list.current;
    // The list is hidden or unmounted.
    if (!element || element.offsetHeight === 0) return;
    const viewport = box?.current?.getBoundingClientRect();
    const topPx = (viewport?.top ?? 0) + topInsetPx;
    const bottomPx = viewport?.bottom ?? window.innerHeight;
    const { top } = element.getBoundingClientRect();
    const requiredSpan = findVisibleSpan(offsets, topPx - top, bottomPx - top, viewport ? 1 : 0);
    if (reason === 'settled') setSpan(requiredSpan);
    else if (renderedSpan.first > requiredSpan.first || renderedSpan.end < requiredSpan.end)
      setSpan({
        first: Math.max(
          0,
          requiredSpan.first -
            (reason === 'scrolled' && requiredSpan.first < renderedSpan.first ? rowsAhead : 0),
        ),
        end:
          requiredSpan.end + (reason === 'scrolled' && requiredSpan.end > renderedSpan.end ? rowsAhead : 0),
      });
    // Without omitted rows, heights are not needed.
    if (reason === 'resized' && renderedSpan.end - renderedSpan.first < count)
      setHeights(measureHeights(element, heights));
  });

  useLayoutEffect(() => {
    // All of these run after layout and before paint.
    const onSize = () => flushSync(() => updateSpan('resized'));
    // Scrolling by script fires scrollend at every step.
    let settleTimer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      flushSync(() => updateSpan('scrolled'));
      clearTimeout(settleTimer);
      settleTimer = setTimeout(() => updateSpan('settled'), scrollEndMs);
    };
    const onPrint = () => flushSync(() => setSpan(allRows));
    const onPrinted = () => updateSpan('settled');
    const onFocus = ({ target }: FocusEvent) =>
      setFocusedKey(
        target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined,
      );
    const onBlur = () => setFocusedKey(undefined);
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
      clearTimeout(settleTimer);
      sizes.disconnect();
      element?.removeEventListener('focusin', onFocus);
      element?.removeEventListener('focusout', onBlur);
      scroller.removeEventListener('scroll', onScroll);
      window.removeEventListener('beforeprint', onPrint);
      window.removeEventListener('afterprint', onPrinted);
    };
  }, [list, box]);

  const focusedIndex = focusedKey === undefined ? -1 : keys.indexOf(focusedKey);
  const nearFocus = focusedIndex < 0 ? [] : [focusedIndex - 1, focusedIndex, focusedIndex + 1];
  return {
    parts: getRenderedParts(
      renderedSpan,
      [...nearFocus, ...(getPinned?.(renderedSpan.first) ?? [])],
      offsets,
    ),
    reveal(index) {
      const find = () =>
        listRowElements(list.current).find((row) => row.dataset['row'] === keys[index]) ?? null;
      if (find() === null) flushSync(() => setFocusedKey(keys[index]));
      return find();
    },
  };
}

/**
 * Minimum height in pixels of the content above a list: page title, filters and header. Rendering one row too
 * many costs less than a second render before paint because of one too few.
 */
const contentAbovePx = 228;
/** Height of the window in pixels; cached, because reading it forces a layout. */
let windowPx: number | null = null;

function getInitialSpan(estimatedRowPx: number): RowSpan {
  if (windowPx === null) {
    const measureWindow = () => {
      windowPx = document.documentElement.clientHeight;
    };
    measureWindow();
    window.addEventListener('resize', measureWindow);
  }
  if (!windowPx) return allRows;
  return { first: 0, end: Math.ceil(Math.max(0, windowPx - contentAbovePx) / estimatedRowPx) };
}

function listRowElements(list: HTMLElement | null): HTMLElement[] {
  return Array.from(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []);
}

/**
 * Returns the heights including the rendered rows; the same object if nothing changed by more than a pixel.
 * The first rows set the estimate for the others, which must not change while the user reads further down.
 */
function measureHeights(list: HTMLElement, current: Heights): Heights {
  const { byKey, estimatedPx } = current;
  const heights = listRowElements(list).map((row) => [row.dataset['row'] ?? '', row.offsetHeight] as const);
  if (heights.every(([key, px]) => Math.abs(px - (byKey.get(key) ?? estimatedPx)) <= 1)) return current;
  const sum = heights.reduce((total, [, px]) => total + px, 0);
  return {
    byKey: new Map([...byKey, ...heights]),
    estimatedPx: byKey.size === 0 ? sum / heights.length : estimatedPx,
  };
}
