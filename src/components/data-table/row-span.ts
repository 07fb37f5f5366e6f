/** Rows in a line, `end` being the one after the last. */
export interface RowSpan {
  first: number;
  end: number;
}

/** A row by its index, or the height in pixels of rows that are not drawn. */
export type RowPart = { index: number } | { from: number; px: number };

/**
 * The rows that show between two heights of a list.
 *
 * @param heightOf height of a row in pixels
 * @param fromPx and `toPx` are counted from the top of the first row
 */
export function spanBetween(
  heightOf: (index: number) => number,
  count: number,
  fromPx: number,
  toPx: number,
): RowSpan {
  let first = 0;
  let top = 0;
  while (first < count - 1 && top + heightOf(first) <= fromPx) top += heightOf(first++);
  let end = first;
  while (end < count && top < toPx) top += heightOf(end++);
  return { first, end };
}

/** The span with some more rows at either end. */
export function widened({ first, end }: RowSpan, by: number, count: number): RowSpan {
  return { first: Math.max(0, first - by), end: Math.min(count, end + by) };
}

export function holds(outer: RowSpan, inner: RowSpan): boolean {
  return outer.first <= inner.first && outer.end >= inner.end;
}

/**
 * A list as it is drawn: the rows of the span and the pinned ones, and gaps as high as the rows left out.
 *
 * @param pinned indexes of rows that are drawn wherever they stand; others than rows of the list are passed over
 */
export function partsOf(
  { first, end }: RowSpan,
  count: number,
  pinned: readonly number[],
  heightOf: (index: number) => number,
): RowPart[] {
  const outside = pinned.filter((index) => index >= 0 && index < count && (index < first || index >= end));
  const inside = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  const drawn = [...new Set([...outside, ...inside])].toSorted((a, b) => a - b);
  const parts: RowPart[] = [];
  let next = 0;
  for (const index of [...drawn, count]) {
    if (index > next) {
      let px = 0;
      for (let left = next; left < index; left += 1) px += heightOf(left);
      parts.push({ from: next, px });
    }
    if (index < count) parts.push({ index });
    next = index + 1;
  }
  return parts;
}
