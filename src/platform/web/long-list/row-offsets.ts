/** A range of rows; `end` is exclusive. */
export interface RowSpan {
  first: number;
  end: number;
}

/** A row by its index, or the height in pixels of omitted rows. */
export type RowPart = { index: number } | { from: number; px: number };

/**
 * Computes the offset of each row in pixels from the top of the first; the last entry is the end of the list.
 *
 * @param getHeight height of a row in pixels
 */
export function computeRowOffsets(count: number, getHeight: (index: number) => number): Float64Array {
  const offsets = new Float64Array(count + 1);
  let px = 0;
  for (let index = 0; index < count; index += 1) {
    px += getHeight(index);
    offsets[index + 1] = px;
  }
  return offsets;
}

/** Returns the row at an offset: the first one above the list, the last one below it; 0 for an empty list. */
export function findRowAt(offsets: Float64Array, px: number): number {
  let [low, high] = [0, Math.max(0, offsets.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= px) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the rows visible between two offsets of a list, with extra rows at either end. */
export function findVisibleSpan(
  offsets: Float64Array,
  fromPx: number,
  toPx: number,
  extraRows: number,
): RowSpan {
  const count = offsets.length - 1;
  const end = toPx <= 0 ? 0 : Math.min(count, findRowAt(offsets, toPx - 1) + 1);
  return {
    first: Math.max(0, findRowAt(offsets, fromPx) - extraRows),
    end: Math.min(count, end + extraRows),
  };
}

/**
 * Returns the rendered parts of a list: the rows of the span, the pinned rows, and gaps for the omitted rows.
 *
 * @param pinned indexes of rows that are always rendered; those beyond the list are ignored
 */
export function getRenderedParts(
  { first, end }: RowSpan,
  pinned: readonly number[],
  offsets: Float64Array,
): RowPart[] {
  const count = offsets.length - 1;
  const pinnedOutside = pinned.filter(
    (index) => index >= 0 && index < count && (index < first || index >= end),
  );
  const spanRows = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  const indexes =
    pinnedOutside.length === 0
      ? spanRows
      : [...new Set([...pinnedOutside, ...spanRows])].toSorted((a, b) => a - b);
  const parts: RowPart[] = [];
  let next = 0;
  for (const index of [...indexes, count]) {
    if (index > next) parts.push({ from: next, px: (offsets[index] ?? 0) - (offsets[next] ?? 0) });
    if (index < count) parts.push({ index });
    next = index + 1;
  }
  return parts;
}
