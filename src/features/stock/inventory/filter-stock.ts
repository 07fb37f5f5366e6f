import { foldText } from '#domain/text.ts';
import { compareText, type StockLine } from './stock-rows.ts';
import { type StockState, stockStates } from '#domain/stock/standing.ts';

/** Left out: all. */
export interface StockFilter {
  q?: string | undefined;
  place?: string | undefined;
  section?: string | undefined;
  category?: string | undefined;
  state?: StockState | undefined;
}

/** The rows that fit everything but the state, and how many of them stand in each state. */
export function filterStock(
  lines: readonly StockLine[],
  { q = '', place, section, category, state }: StockFilter,
): { shown: StockLine[]; counts: Record<StockState, number> } {
  const words = foldText(q).split(' ').filter(Boolean);
  const counts = Object.fromEntries(stockStates.map((name) => [name, 0])) as Record<StockState, number>;
  const shown = lines.filter((line) => {
    if (place && line.placeId !== place) return false;
    if (section && line.section !== section) return false;
    if (category && line.category !== category) return false;
    if (!words.every((word) => line.searchText.includes(word))) return false;
    counts[line.state] += 1;
    return state === undefined || line.state === state;
  });
  return { shown, counts };
}

export const sortFields = [
  'item',
  'place',
  'onHand',
  'reserved',
  'available',
  'inTransit',
  'par',
  'state',
  'value',
] as const;
export type SortField = (typeof sortFields)[number];

type Compare = (a: StockLine, b: StockLine) => number;

const number =
  (read: (line: StockLine) => number): Compare =>
  (a, b) =>
    read(a) - read(b);

const comparisons: Record<SortField, Compare> = {
  item: (a, b) => compareText(a.itemName, b.itemName),
  place: (a, b) => compareText(a.placeName, b.placeName),
  onHand: number((line) => line.onHand),
  reserved: number((line) => line.reserved),
  available: number((line) => line.available),
  inTransit: number((line) => line.inTransit),
  par: number((line) => line.par ?? -1),
  state: number((line) => stockStates.indexOf(line.state)),
  value: number((line) => line.value),
};

/** Reads `field` or `-field`; null for the walk order, which is the order without a choice. */
export function readSort(sort: string | undefined): { field: SortField; isDown: boolean } | null {
  const field = sortFields.find((name) => name === sort?.replace(/^-/, ''));
  return field ? { field, isDown: sort?.startsWith('-') ?? false } : null;
}

/** Sorts all rows once; filtering keeps the order, and rows that compare alike keep the one they came in. */
export function sortStock(lines: readonly StockLine[], sort: string | undefined): readonly StockLine[] {
  const chosen = readSort(sort);
  if (!chosen) return lines;
  const compare = comparisons[chosen.field];
  return lines.toSorted((a, b) => (chosen.isDown ? compare(b, a) : compare(a, b)));
}
