import { holdOf, transitOf } from '#domain/stock/places.ts';
import { stateOf, type StockState, stockStates } from '#domain/stock/standing.ts';
import { foldText } from '#domain/text.ts';
import type { CompactLevel } from '#src/collections/items/item-levels.ts';
import type { CompactItem } from '#src/collections/items/items.ts';
import type { Unit } from '#src/collections/items/units.ts';
import type { Branch } from '#src/collections/places/branches.ts';
import type { Section } from '#src/collections/places/sections.ts';
import type { CompactStock } from '#src/collections/stock/stock.ts';
import { type CsvCell, toCsv } from '#src/lib/format/csv.ts';
import { type CurrencyCode, moneyCell, moneyHead } from '#src/lib/format/money.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { stockMessages } from './messages.ts';

/** One item at one place, with everything that is worked out once and not at every key. In the base unit. */
export interface StockLine {
  key: string;
  itemId: string;
  placeId: string;
  itemCode: string;
  itemName: string;
  placeName: string;
  unit: string;
  category: string | null;
  section: string | null;
  sectionOrder: number;
  onHand: number;
  /** Of an item that is counted in pieces: how many are on hand. */
  pieces?: number | undefined;
  reserved: number;
  available: number;
  /** On the way to the place. */
  inTransit: number;
  /** Damaged or disputed, waiting for a decision. */
  onHold: number;
  min: number | null;
  par: number | null;
  max: number | null;
  value: number;
  state: StockState;
  /** Code, names and place, folded: what the search looks in. */
  searchText: string;
}

interface StockSources {
  stock: readonly CompactStock[];
  items: readonly CompactItem[];
  levels: readonly CompactLevel[];
  branches: readonly Branch[];
  units: readonly Unit[];
  sections: readonly Section[];
  /** Whether the person may see a place: there are no rows of others. */
  seesPlace(placeId: string): boolean;
}

/**
 * Joins balances, levels and items, in walk order: one row for every item at every branch or kitchen that has a balance or a
 * level there. What is in transit or on hold stands in the row of the place it belongs to.
 */
export function buildStock(sources: StockSources): StockLine[] {
  const balances = new Map(sources.stock.map((row) => [keyOf(row.placeId, row.itemId), row]));
  const levels = new Map(sources.levels.map((level) => [keyOf(level.branchId, level.itemId), level]));
  const items = new Map(sources.items.map((item) => [item._id, item]));
  const places = new Map(sources.branches.map((branch) => [branch._id, branch]));
  const symbols = new Map(sources.units.map((unit) => [unit._id, unit.symbol]));
  const walk = new Map(sources.sections.map((section) => [section._id, section.sortOrder]));

  const keys = new Map<string, { placeId: string; itemId: string }>();
  for (const { placeId, itemId } of sources.stock) {
    const home = homeOf(placeId);
    // A kitchen sees what is on the road to a branch, and knows nothing of the branch's shelves.
    if (!sources.seesPlace(home)) continue;
    keys.set(keyOf(home, itemId), { placeId: home, itemId });
  }
  for (const { branchId, itemId } of sources.levels) {
    if (sources.seesPlace(branchId)) keys.set(keyOf(branchId, itemId), { placeId: branchId, itemId });
  }
  const lines = [...keys].map(([key, { placeId, itemId }]): StockLine => {
    const balance = balances.get(key);
    const level = levels.get(key);
    const item = items.get(itemId);
    const place = places.get(placeId);
    const placeName = place?.name ?? placeId;
    const { onHand = 0, reserved = 0 } = balance ?? {};
    const elsewhere = (place: string) => balances.get(keyOf(place, itemId))?.onHand ?? 0;
    const [min, par, max] = [level?.min ?? null, level?.par ?? null, level?.max ?? null];
    return {
      key,
      itemId,
      placeId,
      itemCode: item?.itemCode ?? '',
      itemName: item?.name ?? itemId,
      placeName,
      unit: symbols.get(item?.baseUnit ?? '') ?? '',
      category: item?.category ?? null,
      section: item?.section ?? null,
      sectionOrder: walk.get(item?.section ?? '') ?? Number.MAX_SAFE_INTEGER,
      onHand,
      pieces: balance?.pieces,
      reserved,
      available: Math.max(0, Math.round((onHand - reserved) * 1e6) / 1e6),
      inTransit: elsewhere(transitOf(placeId)),
      onHold: elsewhere(holdOf(placeId)),
      min,
      par,
      max,
      value: onHand * (balance?.avgCost ?? 0),
      state: stateOf({ onHand, min, par, max }),
      searchText: foldText(
        [item?.itemCode, item?.name, item?.nameAlt, placeName, place?.nameAlt].filter(Boolean).join(' '),
      ),
    };
  });
  return lines.toSorted(inWalkOrder);
}

function inWalkOrder(a: StockLine, b: StockLine): number {
  return (
    a.sectionOrder - b.sectionOrder ||
    compareText(a.itemName, b.itemName) ||
    compareText(a.placeName, b.placeName)
  );
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Names as people sort them: case aside, numbers by their value. */
export const compareText = byName.compare;

function keyOf(placeId: string, itemId: string): string {
  return `${placeId}|${itemId}`;
}

/** The branch or kitchen that a hold or transit place belongs to. */
function homeOf(placeId: string): string {
  return placeId.replace(/:(hold|transit)$/, '');
}

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

const sortFields = [
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

/** The rows as CSV, with the names of section and category. `currency`: of values; left out for those who do not see costs. */
export function stockCsv(
  lines: readonly StockLine[],
  names: ReadonlyMap<string, string>,
  currency: CurrencyCode | undefined,
): string {
  const t = messagesOf(stockMessages);
  const { value, ...columns } = t.csvColumns;
  const head = [...Object.values(columns), ...(currency === undefined ? [] : [moneyHead(value, currency)])];
  const rows = lines.map((line): CsvCell[] => [
    line.itemCode,
    line.itemName,
    line.placeName,
    names.get(line.section ?? '') ?? '',
    names.get(line.category ?? '') ?? '',
    line.unit,
    line.onHand,
    line.reserved,
    line.available,
    line.inTransit,
    line.onHold,
    line.min,
    line.par,
    line.max,
    t.states[line.state],
    ...(currency === undefined ? [] : [moneyCell(line.value, currency)]),
  ]);
  return toCsv([head, ...rows]);
}
