import type { StockAsAt, StockPosition, StockUse } from '#contract/stock.ts';
import { daysOfCoverAt } from '#domain/planning/levels.ts';
import { holdLocation, owningLocation, transitLocation } from '#domain/stock/ledger-locations.ts';
import type { StockSubset } from '#domain/stock/stock-subsets.ts';
import { getStockState, type StockState, stockStates } from '#domain/stock/stock-state.ts';
import { foldText } from '#domain/text.ts';
import type { CompactLevel } from '#src/collections/items/item-levels.ts';
import type { CompactItem } from '#src/collections/items/items.ts';
import type { Unit } from '#src/collections/items/units.ts';
import type { Branch } from '#src/collections/places/branches.ts';
import type { Section } from '#src/collections/places/sections.ts';
import type { CompactStock } from '#src/collections/stock/stock.ts';
import { type CsvCell, toCsv } from '#src/lib/format/csv.ts';
import { type CurrencyCode, moneyCell, moneyColumnTitle } from '#src/lib/format/money.ts';
import { formatQuantity } from '#src/lib/format/format.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { stockMessages } from './messages.ts';

/** How a row stands against its levels; `counting`: the person counts it blind, and is told nothing of it until then. */
export type StockLineState = StockState | 'counting';

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
  /** What suppliers still have to deliver. */
  onOrder: number;
  /** Damaged or disputed, waiting for a decision. */
  onHold: number;
  min: number | null;
  par: number | null;
  max: number | null;
  value: number;
  /** Per base unit; null where nothing is on hand. */
  avgCost: number | null;
  /** What of it is on the way to the place, or held aside there, is worth. */
  valueAway: number;
  state: StockLineState;
  /** What is used on a day, and how many days what is available lasts at that; null where no use is known. */
  use: Pick<StockUse, 'perDay' | 'days' | 'basis'> | null;
  cover: number | null;
  /** Lots by name, the earliest day through which one is good, how many have expired, and how many are on hold. */
  lots: number;
  nextExpiry: string | null;
  expired: number;
  held: number;
  /** Whether anything came or went within four weeks. */
  moved: boolean;
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
    const home = owningLocation(placeId);
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
    const away = [transitLocation(placeId), holdLocation(placeId)].map((at) =>
      balances.get(keyOf(at, itemId)),
    );
    const [inTransit = 0, onHold = 0] = away.map((row) => row?.onHand ?? 0);
    const available = Math.max(0, Math.round((onHand - reserved) * 1e6) / 1e6);
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
      available,
      inTransit,
      ...unknownPosition,
      onHold,
      min,
      par,
      max,
      value: balanceValue(balance),
      avgCost: onHand > 0 ? Math.round((balanceValue(balance) / onHand) * 1e6) / 1e6 : null,
      valueAway: balanceValue(away[0]) + balanceValue(away[1]),
      state: balance?.isUntold ? 'counting' : getStockState({ onHand, min, par, max }),
      searchText: foldText(
        [item?.itemCode, item?.name, item?.nameAlt, placeName, place?.nameAlt].filter(Boolean).join(' '),
      ),
    };
  });
  return lines.toSorted(inWalkOrder);
}

const unknownPosition = {
  use: null,
  cover: null,
  lots: 0,
  nextExpiry: null,
  expired: 0,
  held: 0,
  onOrder: 0,
  moved: false,
} as const;

/** What is known of shelves, by the keys of their rows. */
export type StockPositionsByKey = ReadonlyMap<string, StockPosition>;

export const stockPositionsByKey = (rows: readonly StockPosition[]): StockPositionsByKey =>
  new Map(rows.map((row) => [keyOf(row.placeId, row.itemId), row]));

/** A row with what is known of its shelf. One of which nothing is known stays the very same. */
export function withStockPosition(line: StockLine, known: StockPositionsByKey): StockLine {
  const shelf = known.get(line.key);
  if (!shelf) return line;
  const { perDay, days, basis, lots, nextExpiry, expired, held, moved, onOrder } = shelf;
  return {
    ...line,
    use: perDay !== null && days !== null && basis !== null ? { perDay, days, basis } : null,
    cover: daysOfCoverAt(line.available, perDay),
    lots,
    nextExpiry,
    expired,
    held,
    moved,
    onOrder,
  };
}

const balanceValue = (row: CompactStock | undefined): number =>
  row === undefined ? 0 : (row.value ?? row.onHand * (row.avgCost ?? 0));

/** In whole days, once they are many: nobody plans by tenths of a week. */
export const formatDaysOfCover = (days: number): string =>
  formatQuantity(days < 10 ? days : Math.round(days));

/** What rows are worth together, on their shelves and away from them, without the dust of floating point. */
export function totalStockValue(lines: readonly StockLine[]): { shelves: number; away: number } {
  const e4 = (value: number) => Math.round(value * 1e4);
  const sum = (read: (line: StockLine) => number) =>
    lines.reduce((all, line) => all + e4(read(line)), 0) / 1e4;
  return { shelves: sum(({ value }) => value), away: sum(({ valueAway }) => valueAway) };
}

function inWalkOrder(a: StockLine, b: StockLine): number {
  return (
    a.sectionOrder - b.sectionOrder ||
    compareNames(a.itemName, b.itemName) ||
    compareNames(a.placeName, b.placeName)
  );
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Names as people sort them: case aside, numbers by their value. */
export const compareNames = byName.compare;

function keyOf(placeId: string, itemId: string): string {
  return `${placeId}|${itemId}`;
}

/** Left out: all. */
export interface StockFilter {
  q?: string | undefined;
  place?: string | undefined;
  section?: string | undefined;
  category?: string | undefined;
  state?: StockState | undefined;
  only?: StockSubset | undefined;
}

/**
 * The rows that fit everything but the state, and how many of them stand in each state.
 *
 * @param among the keys of rows that are looked at; left out: all
 */
export function filterStock(
  lines: readonly StockLine[],
  { q = '', place, section, category, state }: StockFilter,
  among?: ReadonlyMap<string, unknown>,
): { shown: StockLine[]; counts: Record<StockLineState, number> } {
  const words = foldText(q).split(' ').filter(Boolean);
  const counts = Object.fromEntries([...stockStates, 'counting'].map((name) => [name, 0])) as Record<
    StockLineState,
    number
  >;
  const shown = lines.filter((line) => {
    if (place && line.placeId !== place) return false;
    if (section && line.section !== section) return false;
    if (category && line.category !== category) return false;
    if (!words.every((word) => line.searchText.includes(word))) return false;
    if (among?.has(line.key) === false) return false;
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
  'onHold',
  'par',
  'expiry',
  'cover',
  'state',
  'avgCost',
  'value',
] as const;
export type SortField = (typeof sortFields)[number];

type Compare = (a: StockLine, b: StockLine) => number;

const number =
  (read: (line: StockLine) => number): Compare =>
  (a, b) =>
    read(a) - read(b);

const comparisons: Record<SortField, Compare> = {
  item: (a, b) => compareNames(a.itemName, b.itemName),
  place: (a, b) => compareNames(a.placeName, b.placeName),
  onHand: number((line) => line.onHand),
  reserved: number((line) => line.reserved),
  available: number((line) => line.available),
  inTransit: number((line) => line.inTransit),
  onHold: number((line) => line.onHold),
  par: number((line) => line.par ?? -1),
  expiry: (a, b) => (expiryKey(a) < expiryKey(b) ? -1 : Number(expiryKey(a) > expiryKey(b))),
  cover: number((line) => line.cover ?? Number.MAX_VALUE),
  state: number(({ state }) => (state === 'counting' ? stockStates.length : stockStates.indexOf(state))),
  avgCost: number((line) => line.avgCost ?? 0),
  value: number((line) => line.value),
};

/** Whether there is anything to say of lots: what nobody named one for may be on hold, too. */
export const hasLots = ({ lots, expired, held }: StockLine): boolean => lots + expired + held > 0;

/** What has expired stands before all that will, and what never does behind it. */
const expiryKey = ({ expired, nextExpiry }: StockLine) => (expired > 0 ? '0' : (nextExpiry ?? '9'));

/** Reads `field` or `-field`; null for the walk order, which is the order without a choice. */
export function parseStockSort(sort: string | undefined): { field: SortField; isDown: boolean } | null {
  const field = sortFields.find((name) => name === sort?.replace(/^-/, ''));
  return field ? { field, isDown: sort?.startsWith('-') ?? false } : null;
}

/** Sorts all rows once; filtering keeps the order, and rows that compare alike keep the one they came in. */
export function sortStock(lines: readonly StockLine[], sort: string | undefined): readonly StockLine[] {
  const chosen = parseStockSort(sort);
  if (!chosen) return lines;
  const compare = comparisons[chosen.field];
  // Without stock there is no average cost: such rows come last in both directions, as from the API.
  const isLast = (line: StockLine) => Number(chosen.field === 'avgCost' && line.avgCost === null);
  return lines.toSorted((a, b) => isLast(a) - isLast(b) || (chosen.isDown ? compare(b, a) : compare(a, b)));
}

/** Columns that a day of the past does not have: nobody remembers what was reserved, or which lots there were. */
const currentOnlyColumns = [
  'reserved',
  'available',
  'min',
  'par',
  'max',
  'state',
  'lots',
  'nextExpiry',
  'expired',
  'held',
  'onOrder',
  'usePerDay',
  'cover',
] as const;

/** What is shown of the past: a day (YYYY-MM-DD) at its end, by when things happened or by the books of that evening. */
export interface PastStockDay {
  day: string;
  by: StockAsAt['by'];
}

interface CsvOptions {
  /** The names of sections and categories. */
  names: ReadonlyMap<string, string>;
  /** Of values; left out for those who do not see costs. */
  currency: CurrencyCode | undefined;
  /** The day of the past that the rows are of, and by what; left out: now. */
  past?: PastStockDay | undefined;
}

/** The rows as CSV, exactly those and in their order. */
export function stockCsv(lines: readonly StockLine[], { names, currency, past }: CsvOptions): string {
  const t = messagesOf(stockMessages);
  const left = new Set<string>([
    ...(past?.by === 'happened' ? [] : ['asAt']),
    ...(past?.by === 'posted' ? [] : ['asPosted']),
    ...(past === undefined ? [] : currentOnlyColumns),
    ...(currency === undefined ? ['avgCost', 'value', 'valueAway'] : []),
  ]);
  const money = (value: number) => (currency === undefined ? null : moneyCell(value, currency));
  const cells = (line: StockLine): Record<keyof typeof t.csvColumns, CsvCell> => ({
    itemCode: line.itemCode,
    itemName: line.itemName,
    place: line.placeName,
    section: names.get(line.section ?? '') ?? '',
    category: names.get(line.category ?? '') ?? '',
    unit: line.unit,
    asAt: past?.day ?? null,
    asPosted: past?.day ?? null,
    ...(line.state === 'counting'
      ? { onHand: null, reserved: null, available: null }
      : { onHand: line.onHand, reserved: line.reserved, available: line.available }),
    inTransit: line.inTransit,
    onOrder: line.onOrder,
    onHold: line.onHold,
    min: line.min,
    par: line.par,
    max: line.max,
    state: t.states[line.state],
    lots: line.lots,
    nextExpiry: line.nextExpiry,
    expired: line.expired,
    held: line.held,
    usePerDay: line.use?.perDay ?? null,
    cover: line.cover,
    avgCost: line.state === 'counting' ? null : line.avgCost,
    value: money(line.value),
    valueAway: money(line.valueAway),
  });
  const heads = Object.entries(t.csvColumns).filter(([key]) => !left.has(key));
  const isMoney = (key: string) => ['avgCost', 'value', 'valueAway'].includes(key);
  return toCsv([
    heads.map(([key, head]) =>
      isMoney(key) && currency !== undefined ? moneyColumnTitle(head, currency) : head,
    ),
    ...lines.map((line) => {
      const row: Record<string, CsvCell> = cells(line);
      return heads.map(([key]) => row[key] ?? null);
    }),
  ]);
}
