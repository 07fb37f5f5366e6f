import type { StockAsAt, StockPosition, StockUse } from '../../shapes.ts';
import { computeRoundedDaysOfCover } from '#modules/demand/levels.ts';
import { holdLocation, owningLocation, transitLocation } from '../../ledger-locations.ts';
import type { StockSubset } from '../../stock-subsets.ts';
import { getStockState, type StockState, stockStates } from '../../stock-state.ts';
import { foldText } from '#core/text.ts';
import type { CompactLevel } from '#modules/item-levels/shapes.ts';
import type { CompactItem } from '#modules/items/web/queries/items.ts';
import type { Unit } from '#modules/units/web/queries/units.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import type { Section } from '#modules/sections/web/queries.ts';
import type { CompactStock } from '../queries/stock.ts';
import { type CsvCell, toCsv } from '#core/csv.ts';
import { type CurrencyCode, toMoneyCell, formatMoneyHeader } from '#platform/web/format/money.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { stockMessages } from './messages.ts';

/**
 * State of a row relative to its levels; `counting`: the user is counting the item blind, so its figures are
 * hidden.
 */
export type StockLineState = StockState | 'counting';

/**
 * One item at one location, with derived values that are computed once rather than on every keystroke.
 * Quantities in the base unit.
 */
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
  /** Pieces on hand, for an item counted in pieces. */
  pieces?: number | undefined;
  reserved: number;
  available: number;
  /** In transit to the location. */
  inTransit: number;
  /** Outstanding quantity from suppliers. */
  onOrder: number;
  /** Damaged or disputed, awaiting a decision. */
  onHold: number;
  min: number | null;
  par: number | null;
  max: number | null;
  value: number;
  /** Per base unit; null when nothing is on hand. */
  avgCost: number | null;
  /** Value of the quantities in transit to the location and on hold there. */
  valueInTransitOrOnHold: number;
  state: StockLineState;
  /** Daily usage and the number of days that the available quantity will last; null if usage is unknown. */
  use: Pick<StockUse, 'perDay' | 'days' | 'basis'> | null;
  cover: number | null;
  /** Number of lots, the earliest expiry, and the number of expired lots and lots on hold. */
  lots: number;
  nextExpiry: string | null;
  expiredLots: number;
  onHoldLots: number;
  /** Whether there was a movement within four weeks. */
  hasRecentMovements: boolean;
  /** Code, names and location, case-folded for searching. */
  searchText: string;
}

interface StockSources {
  stock: readonly CompactStock[];
  items: readonly CompactItem[];
  levels: readonly CompactLevel[];
  branches: readonly Branch[];
  units: readonly Unit[];
  sections: readonly Section[];
  /** Whether the user may see a location; other locations have no rows. */
  canSeePlace(placeId: string): boolean;
}

/**
 * Joins balances, levels and items in section order: one row per item and location with a balance or a level.
 * Quantities in transit and on hold are added to the row of their branch or kitchen.
 */
export function buildStock(sources: StockSources): StockLine[] {
  const balances = new Map(sources.stock.map((row) => [getKey(row.placeId, row.itemId), row]));
  const levels = new Map(sources.levels.map((level) => [getKey(level.branchId, level.itemId), level]));
  const items = new Map(sources.items.map((item) => [item._id, item]));
  const places = new Map(sources.branches.map((branch) => [branch._id, branch]));
  const symbols = new Map(sources.units.map((unit) => [unit._id, unit.symbol]));
  const sectionOrders = new Map(sources.sections.map((section) => [section._id, section.sortOrder]));

  const keys = new Map<string, { placeId: string; itemId: string }>();
  for (const { placeId, itemId } of sources.stock) {
    const ownerId = owningLocation(placeId);
    // A kitchen can see goods in transit to a branch, but not the branch's stock.
    if (!sources.canSeePlace(ownerId)) continue;
    keys.set(getKey(ownerId, itemId), { placeId: ownerId, itemId });
  }
  for (const { branchId, itemId } of sources.levels) {
    if (sources.canSeePlace(branchId)) keys.set(getKey(branchId, itemId), { placeId: branchId, itemId });
  }
  const lines = [...keys].map(([key, { placeId, itemId }]): StockLine => {
    const balance = balances.get(key);
    const level = levels.get(key);
    const item = items.get(itemId);
    const place = places.get(placeId);
    const placeName = place?.name ?? placeId;
    const { onHand = 0, reserved = 0 } = balance ?? {};
    const otherBalances = [transitLocation(placeId), holdLocation(placeId)].map((id) =>
      balances.get(getKey(id, itemId)),
    );
    const [inTransit = 0, onHold = 0] = otherBalances.map((row) => row?.onHand ?? 0);
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
      sectionOrder: sectionOrders.get(item?.section ?? '') ?? Number.MAX_SAFE_INTEGER,
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
      value: getBalanceValue(balance),
      avgCost: onHand > 0 ? Math.round((getBalanceValue(balance) / onHand) * 1e6) / 1e6 : null,
      valueInTransitOrOnHold: getBalanceValue(otherBalances[0]) + getBalanceValue(otherBalances[1]),
      state: balance?.isHidden ? 'counting' : getStockState({ onHand, min, par, max }),
      searchText: foldText(
        [item?.itemCode, item?.name, item?.nameAlt, placeName, place?.nameAlt].filter(Boolean).join(' '),
      ),
    };
  });
  return lines.toSorted(compareBySection);
}

const unknownPosition = {
  use: null,
  cover: null,
  lots: 0,
  nextExpiry: null,
  expiredLots: 0,
  onHoldLots: 0,
  onOrder: 0,
  hasRecentMovements: false,
} as const;

/** Stock positions by the key of their row. */
export type StockPositionsByKey = ReadonlyMap<string, StockPosition>;

export const indexStockPositions = (rows: readonly StockPosition[]): StockPositionsByKey =>
  new Map(rows.map((row) => [getKey(row.placeId, row.itemId), row]));

/** Returns a row with its stock position; a row without one is returned unchanged (same reference). */
export function withStockPosition(line: StockLine, positions: StockPositionsByKey): StockLine {
  const position = positions.get(line.key);
  if (!position) return line;
  const { perDay, days, basis, lots, nextExpiry, expiredLots, onHoldLots, hasRecentMovements, onOrder } =
    position;
  return {
    ...line,
    use: perDay !== null && days !== null && basis !== null ? { perDay, days, basis } : null,
    cover: computeRoundedDaysOfCover(line.available, perDay),
    lots,
    nextExpiry,
    expiredLots,
    onHoldLots,
    hasRecentMovements,
    onOrder,
  };
}

const getBalanceValue = (row: CompactStock | undefined): number =>
  row === undefined ? 0 : (row.value ?? row.onHand * (row.avgCost ?? 0));

/** Formats days of cover; ten or more are rounded to whole days. */
export const formatDaysOfCover = (days: number): string =>
  formatQuantity(days < 10 ? days : Math.round(days));

/** Totals the values of rows, on hand, and in transit or on hold, exact to four decimals. */
export function totalStockValue(lines: readonly StockLine[]): { onHand: number; inTransitOrOnHold: number } {
  const e4 = (value: number) => Math.round(value * 1e4);
  const sum = (read: (line: StockLine) => number) =>
    lines.reduce((all, line) => all + e4(read(line)), 0) / 1e4;
  return {
    onHand: sum(({ value }) => value),
    inTransitOrOnHold: sum(({ valueInTransitOrOnHold }) => valueInTransitOrOnHold),
  };
}

function compareBySection(a: StockLine, b: StockLine): number {
  return (
    a.sectionOrder - b.sectionOrder ||
    compareNames(a.itemName, b.itemName) ||
    compareNames(a.placeName, b.placeName)
  );
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Compares names in natural order: ignoring case, numbers by value. */
export const compareNames = byName.compare;

function getKey(placeId: string, itemId: string): string {
  return `${placeId}|${itemId}`;
}

/** Absent fields match every row. */
export interface StockFilter {
  q?: string | undefined;
  place?: string | undefined;
  section?: string | undefined;
  category?: string | undefined;
  state?: StockState | undefined;
  subset?: StockSubset | undefined;
}

/**
 * Returns the rows that match everything but the state, and their number by state.
 *
 * @param includedKeys keys of the rows to consider; all if absent
 */
export function filterStock(
  lines: readonly StockLine[],
  { q = '', place, section, category, state }: StockFilter,
  includedKeys?: ReadonlyMap<string, unknown>,
): { filteredLines: StockLine[]; counts: Record<StockLineState, number> } {
  const words = foldText(q).split(' ').filter(Boolean);
  const counts = Object.fromEntries([...stockStates, 'counting'].map((name) => [name, 0])) as Record<
    StockLineState,
    number
  >;
  const filteredLines = lines.filter((line) => {
    if (place && line.placeId !== place) return false;
    if (section && line.section !== section) return false;
    if (category && line.category !== category) return false;
    if (!words.every((word) => line.searchText.includes(word))) return false;
    if (includedKeys?.has(line.key) === false) return false;
    counts[line.state] += 1;
    return state === undefined || line.state === state;
  });
  return { filteredLines, counts };
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

const compareNumbers =
  (read: (line: StockLine) => number): Compare =>
  (a, b) =>
    read(a) - read(b);

const comparisons: Record<SortField, Compare> = {
  item: (a, b) => compareNames(a.itemName, b.itemName),
  place: (a, b) => compareNames(a.placeName, b.placeName),
  onHand: compareNumbers((line) => line.onHand),
  reserved: compareNumbers((line) => line.reserved),
  available: compareNumbers((line) => line.available),
  inTransit: compareNumbers((line) => line.inTransit),
  onHold: compareNumbers((line) => line.onHold),
  par: compareNumbers((line) => line.par ?? -1),
  expiry: (a, b) => (getExpiryKey(a) < getExpiryKey(b) ? -1 : Number(getExpiryKey(a) > getExpiryKey(b))),
  cover: compareNumbers((line) => line.cover ?? Number.MAX_VALUE),
  state: compareNumbers(({ state }) =>
    state === 'counting' ? stockStates.length : stockStates.indexOf(state),
  ),
  avgCost: compareNumbers((line) => line.avgCost ?? 0),
  value: compareNumbers((line) => line.value),
};

/** Returns whether there are lots to show; stock without a lot may also be on hold. */
export const hasLots = ({ lots, expiredLots, onHoldLots }: StockLine): boolean =>
  lots + expiredLots + onHoldLots > 0;

/** Returns the sort key by expiry: expired first, no expiry last. */
const getExpiryKey = ({ expiredLots, nextExpiry }: StockLine) =>
  expiredLots > 0 ? '0' : (nextExpiry ?? '9');

/** Parses `field` or `-field`; null for the default section order. */
export function parseStockSort(sort: string | undefined): { field: SortField; isDescending: boolean } | null {
  const field = sortFields.find((name) => name === sort?.replace(/^-/, ''));
  return field ? { field, isDescending: sort?.startsWith('-') ?? false } : null;
}

/** Sorts all rows once. Filtering keeps the order, and the sort is stable. */
export function sortStock(lines: readonly StockLine[], sort: string | undefined): readonly StockLine[] {
  const parsedSort = parseStockSort(sort);
  if (!parsedSort) return lines;
  const compare = comparisons[parsedSort.field];
  // Rows without stock have no average cost and come last in both directions, as in the API.
  const isLast = (line: StockLine) => Number(parsedSort.field === 'avgCost' && line.avgCost === null);
  return lines.toSorted(
    (a, b) => isLast(a) - isLast(b) || (parsedSort.isDescending ? compare(b, a) : compare(a, b)),
  );
}

/** Columns without a history: reservations, lots and usage are available only for today. */
const currentOnlyColumns = [
  'reserved',
  'available',
  'min',
  'par',
  'max',
  'state',
  'lots',
  'nextExpiry',
  'expiredLots',
  'onHoldLots',
  'onOrder',
  'usagePerDay',
  'cover',
] as const;

/** Past day shown (ISO date) and its basis: by effective time or by posting time. */
export interface PastStockDay {
  day: string;
  by: StockAsAt['by'];
}

interface CsvOptions {
  /** Names of sections and categories by id. */
  names: ReadonlyMap<string, string>;
  /** Currency of values; absent for users who can't see costs. */
  currency: CurrencyCode | undefined;
  /** The past day of the rows and its basis; absent for current stock. */
  past?: PastStockDay | undefined;
}

/** Returns exactly these rows as CSV, in their order. */
export function buildStockCsv(lines: readonly StockLine[], { names, currency, past }: CsvOptions): string {
  const t = getMessages(stockMessages);
  const omitted = new Set<string>([
    ...(past?.by === 'effective' ? [] : ['asAt']),
    ...(past?.by === 'posted' ? [] : ['asPosted']),
    ...(past === undefined ? [] : currentOnlyColumns),
    ...(currency === undefined ? ['avgCost', 'value', 'valueInTransitOrOnHold'] : []),
  ]);
  const money = (value: number) => (currency === undefined ? null : toMoneyCell(value, currency));
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
    expiredLots: line.expiredLots,
    onHoldLots: line.onHoldLots,
    usagePerDay: line.use?.perDay ?? null,
    cover: line.cover,
    avgCost: line.state === 'counting' ? null : line.avgCost,
    value: money(line.value),
    valueInTransitOrOnHold: money(line.valueInTransitOrOnHold),
  });
  const headers = Object.entries(t.csvColumns).filter(([key]) => !omitted.has(key));
  const isMoney = (key: string) => ['avgCost', 'value', 'valueInTransitOrOnHold'].includes(key);
  return toCsv([
    headers.map(([key, header]) =>
      isMoney(key) && currency !== undefined ? formatMoneyHeader(header, currency) : header,
    ),
    ...lines.map((line) => {
      const row: Record<string, CsvCell> = cells(line);
      return headers.map(([key]) => row[key] ?? null);
    }),
  ]);
}
