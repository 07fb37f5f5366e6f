import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  offsetsOf,
  partsOf,
  type RowPart,
  type RowSpan,
  spanBetween,
} from '#src/components/long-list/row-offsets.ts';

/** Rows drawn beyond either edge of what is in sight; more are drawn only when these are used up. */
const beyond = 2;
const all: RowSpan = { first: 0, end: Number.MAX_SAFE_INTEGER };

interface RowWindowOptions {
  /** Holds the rows: each an element whose `data-row` is its key. */
  body: RefObject<HTMLElement | null>;
  /** What the rows scroll in; left out: the page. */
  box?: RefObject<HTMLElement | null>;
  keys: readonly string[];
  /** Height of a row, until the rows drawn tell better. */
  guessPx: number;
  /** The row whose panel is open: it has the focus again when that closes. */
  openKey: string | undefined;
}

/** What is known of heights, in pixels: of rows that were drawn, and of the others. */
interface Heights {
  byKey: ReadonlyMap<string, number>;
  otherPx: number;
}

/**
 * A list of which the rows in sight are drawn, in the same frame as they come into sight, and those that have the
 * focus, will have it next, or again. All are when it is printed, and where nothing has a height (tests without layout).
 * For pages of at most a hundred rows; lists of any length are `useLongList`.
 */
export function useRowWindow({ body, box, keys, guessPx, openKey }: RowWindowOptions): readonly RowPart[] {
  const count = keys.length;
  const [span, setSpan] = useState<RowSpan>(() => firstSpan(guessPx));
  const [heights, setHeights] = useState<Heights>({ byKey: new Map(), otherPx: guessPx });
  const [focused, setFocused] = useState<string | undefined>(undefined);
  const drawn = { first: Math.min(span.first, count), end: Math.min(span.end, count) };
  const offsets = offsetsOf(count, (index) => heights.byKey.get(keys[index] ?? '') ?? heights.otherPx);

  const look = useEffectEvent(() => {
    const list = body.current;
    // Hidden, or gone already.
    if (!list || list.offsetHeight === 0) return;
    const sight = box?.current?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight };
    const { top } = list.getBoundingClientRect();
    const shown = (more: number) => spanBetween(offsets, sight.top - top, sight.bottom - top, more);
    const needed = shown(1);
    if (drawn.first > needed.first || drawn.end < needed.end) setSpan(shown(beyond));
    // Where nothing is left out, nobody asks how high it is.
    if (drawn.end - drawn.first < count) setHeights(measured(list, heights));
  });

  useLayoutEffect(() => {
    // Both come after the layout and before the frame is painted.
    const follow = () => flushSync(look);
    const onPrint = () => flushSync(() => setSpan(all));
    const onPrinted = () => setSpan(firstSpan(guessPx));
    const onFocus = ({ target }: FocusEvent) =>
      setFocused(
        target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined,
      );
    const onBlur = () => setFocused(undefined);
    const list = body.current;
    const scroller = box?.current ?? window;
    const sizes = new ResizeObserver(follow);
    if (list) sizes.observe(list);
    if (box?.current) sizes.observe(box.current);
    list?.addEventListener('focusin', onFocus);
    list?.addEventListener('focusout', onBlur);
    scroller.addEventListener('scroll', follow, { passive: true });
    window.addEventListener('beforeprint', onPrint);
    window.addEventListener('afterprint', onPrinted);
    return () => {
      sizes.disconnect();
      list?.removeEventListener('focusin', onFocus);
      list?.removeEventListener('focusout', onBlur);
      scroller.removeEventListener('scroll', follow);
      window.removeEventListener('beforeprint', onPrint);
      window.removeEventListener('afterprint', onPrinted);
    };
  }, [body, box, guessPx]);

  // Its neighbours, too: the next key goes there, however fast it comes.
  const at = focused === undefined ? -1 : keys.indexOf(focused);
  const pinned = at < 0 ? [] : [at - 1, at, at + 1];
  return partsOf(drawn, [keys.indexOf(openKey ?? ''), ...pinned], offsets);
}

/** What stands above a list, in pixels: enough for a first guess, which is mended before anything is painted. */
const abovePx = 324;
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
  return { first: 0, end: Math.ceil(Math.max(0, windowPx - abovePx) / guessPx) + beyond };
}

/** What is known with the rows that are drawn now; the very same where they add no more than a pixel. */
function measured(list: HTMLElement, known: Heights): Heights {
  const { byKey, otherPx } = known;
  const rows = Array.from(list.querySelectorAll<HTMLElement>('[data-row]'));
  const heights = rows.map((row) => [row.dataset['row'] ?? '', row.offsetHeight] as const);
  if (heights.every(([key, px]) => Math.abs(px - (byKey.get(key) ?? otherPx)) <= 1)) return known;
  const next = new Map([...byKey, ...heights]);
  const sum = [...next.values()].reduce((total, px) => total + px, 0);
  return { byKey: next, otherPx: sum / next.size };
}
