import type { TolerantList } from '#platform/shapes/tolerant.ts';
import { isOrderStatus, orderStatuses, inProgressStatuses } from '../../status.ts';
import { compareCodes } from '#core/text.ts';
import { addDays } from '#core/day.ts';
import type { OrderDay } from '#modules/reports/figures-shapes.ts';
import type { DayBoardFilters } from './day.ts';
import type { OrderCount, OrderFilters } from './queries.ts';
import type { OrderRecord } from './read.ts';

/** A changed order. */
export interface OrderChange {
  id: string;
  /** The order as visible to this user; null if it was deleted or isn't visible. */
  row: OrderRecord | null;
  /** The latest cached version before the change; undefined if there was none. */
  previous: OrderRecord | undefined;
}

/** Cached data after a change, and whether the server would return exactly the same. */
export interface CacheWrite<T> {
  data: T;
  isExact: boolean;
}

const pageSize = 50;

/**
 * Writes a change into an order list. It is inexact if rows outside the page matter: rows that move up from
 * the next page, the total of a long list, later pages.
 */
export function writeToOrderList(
  list: TolerantList<OrderRecord>,
  filters: OrderFilters,
  change: OrderChange,
): CacheWrite<TolerantList<OrderRecord>> {
  const { id, row } = change;
  const listedRow = list.rows.find(({ _id }) => _id === id);
  const unchanged = (isExact: boolean) => ({ data: list, isExact });
  if (listedRow && row && listedRow.version >= row.version) return unchanged(true);
  const others = list.rows.filter((row) => row !== listedRow);
  const withRows = (rows: OrderRecord[], added: number): TolerantList<OrderRecord> => ({
    ...list,
    rows: rows.slice(0, filters.limit ?? pageSize),
    total: list.total === null ? null : list.total + added,
  });
  const isWhole =
    (filters.page ?? 1) === 1 && !list.totalCapped && list.total !== null && list.total <= list.rows.length;

  const isListed = row !== null && matchesFilters(filters, row, listedRow !== undefined);
  if (isListed === null) return unchanged(false);
  if (row === null || !isListed) {
    if (listedRow) return { data: withRows(others, -1), isExact: isWhole };
    return unchanged(row !== null && (isWhole || wasNeverListed(filters, change)));
  }

  if (filters.view === 'full' && !row.items) return unchanged(false);
  const { items, ...summary } = row;
  const shown = filters.view === 'full' ? row : summary;
  const compare = getComparator(filters.sort ?? '-createdAt');
  const inPlace = () =>
    withRows(
      list.rows.map((row) => (row === listedRow ? shown : row)),
      0,
    );
  if (!compare) return listedRow ? { data: inPlace(), isExact: false } : unchanged(false);
  if (listedRow && compare(listedRow, row) === 0) return { data: inPlace(), isExact: true };
  if ((filters.page ?? 1) > 1) return unchanged(false);

  const position = others.findIndex((other) => compare(row, other) < 0);
  if (position === -1 && !isWhole) {
    if (listedRow) return { data: withRows(others, 0), isExact: false };
    return unchanged(wasListedBefore(filters, change));
  }
  const rows = others.toSpliced(position === -1 ? others.length : position, 0, shown);
  const hasMoved = !listedRow && !isWhole && !stableSorts.has(filters.sort ?? '-createdAt');
  return { data: withRows(rows, listedRow ? 0 : 1), isExact: !hasMoved };
}

/** Writes a change into an order count; exact if it is certain whether the order was and is counted. */
export function writeToOrderCount(
  count: OrderCount,
  { isOther, ...filters }: OrderFilters & { isOther?: boolean },
  change: OrderChange,
): CacheWrite<OrderCount> {
  const { row, previous } = change;
  if (isOther) return { data: count, isExact: row === null || isOrderStatus(row.status) };
  if (row && !matchesLocation(filters, row)) return { data: count, isExact: true };
  const isKnown = previous !== undefined && (row === null || previous.version < row.version);
  const isNew = previous === undefined && row?.version === 1;
  if (!isKnown && !isNew) return { data: count, isExact: false };
  const [wasCounted, isCounted] = [previous, row].map((order) =>
    order ? matchesFilters(filters, order, false) : false,
  );
  if (wasCounted === null || isCounted === null) return { data: count, isExact: false };
  const added = Number(isCounted) - Number(wasCounted);
  return added === 0
    ? { data: count, isExact: true }
    : { data: { ...count, count: Math.max(0, count.count + added) }, isExact: false };
}

/** Writes a change into a day's board (`GET /orders/day`), which contains all orders for that day. */
export function writeToDayBoard(
  board: OrderDay,
  { day, kitchen }: DayBoardFilters,
  { id, row }: OrderChange,
): CacheWrite<OrderDay> {
  const others = board.orders.filter(({ _id }) => _id !== id);
  const isExact = !board.isCapped;
  const isShown =
    row !== null &&
    (kitchen === undefined || row.kitchen === kitchen) &&
    (inProgressStatuses.some((status) => status === row.status) ||
      ([day, addDays(day, 1)].includes(row.deliveryDate) &&
        row.status !== 'Rejected' &&
        row.status !== 'Cancelled'));
  if (!isShown) return { data: { ...board, orders: others }, isExact };
  const { _id, orderNo, branch, deliveryDate, status, shippedAt, receivedAt, lineCount, items } = row;
  const isPicked = status === 'Under Process';
  if (isPicked && !items) return { data: board, isExact: false };
  const picked = items?.filter(({ pickedQty, shippedQty }) => pickedQty !== null || shippedQty !== null);
  const shown = { _id, orderNo, branch, kitchen: row.kitchen, deliveryDate, status, shippedAt, receivedAt };
  const order = { ...shown, lines: lineCount, picked: isPicked ? (picked?.length ?? 0) : null };
  const orders = [...others, order].toSorted(
    (a, b) => compareCodes(a.deliveryDate, b.deliveryDate) || compareCodes(a._id, b._id),
  );
  return { data: { ...board, orders }, isExact };
}

/** Filters on immutable fields, and parameters that exclude no order. */
const immutableFilters = new Set(['branch', 'kitchen', 'sort', 'page', 'limit', 'view']);
/** Filters that `matchesFilters` can evaluate. */
const decidableFilters = new Set([
  ...immutableFilters,
  'status',
  'deliveryDate',
  'from',
  'to',
  'sentToKitchen',
  'shippedBefore',
  'q',
]);

const listDefinedFilters = (filters: OrderFilters): string[] =>
  Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));

/**
 * Whether an order matches the filters; null if only the server can determine it. Rows that a search has
 * already found still count as found.
 */
function matchesFilters(filters: OrderFilters, row: OrderRecord, isFound: boolean): boolean | null {
  const { status, deliveryDate, from, to, sentToKitchen, shippedBefore, q } = filters;
  const statuses = (status ?? '').split(',').map((text) => text.trim());
  if (!matchesLocation(filters, row)) return false;
  if (status && !statuses.includes(row.status)) return false;
  if (deliveryDate && row.deliveryDate !== deliveryDate) return false;
  if (from && row.deliveryDate < from) return false;
  if (to && row.deliveryDate > to) return false;
  if (sentToKitchen && row.sentAt === null) return false;
  if (shippedBefore && !(row.shippedAt && row.shippedAt < new Date(shippedBefore).toISOString()))
    return false;
  return (q && !isFound) || listDefinedFilters(filters).some((name) => !decidableFilters.has(name))
    ? null
    : true;
}

const matchesLocation = ({ branch, kitchen }: OrderFilters, row: OrderRecord): boolean =>
  (!branch || row.branch === branch) && (!kitchen || row.kitchen === kitchen);

/** Whether an order that doesn't match the list was certainly not on any other page of it. */
function wasNeverListed(filters: OrderFilters, { row, previous }: OrderChange): boolean {
  if (row && !matchesLocation(filters, row)) return true;
  return isOlder(previous, row) && matchesFilters(filters, previous, false) === false;
}

/** Whether an order beyond the page was already counted, so that the total is unchanged. */
function wasListedBefore(filters: OrderFilters, { row, previous }: OrderChange): boolean {
  if (isOlder(previous, row)) return matchesFilters(filters, previous, false) === true;
  // Kitchens see an order only once it is sent, so it may be new to this list.
  const isNew = row === null || row.version === 1 || row.status === 'Sent to Central Kitchen';
  return !isNew && listDefinedFilters(filters).every((name) => immutableFilters.has(name));
}

const isOlder = (previous: OrderRecord | undefined, row: OrderRecord | null): previous is OrderRecord =>
  previous !== undefined && row !== null && previous.version < row.version;

/** Sorts by immutable fields. */
const stableSorts = new Set(['createdAt', '-createdAt', 'orderNo', '-orderNo']);

const sortKeys: Readonly<Record<string, (row: OrderRecord) => string | number>> = {
  createdAt: (row) => row.createdAt,
  deliveryDate: (row) => row.deliveryDate,
  orderNo: (row) => row.orderNo,
  status: (row) => orderStatuses.findIndex((status) => status === row.status),
  lineCount: (row) => row.lineCount,
  value: (row) => row.value,
};

/** Returns the server's comparison; null for names, which it collates. Every sort ends with the id. */
function getComparator(sort: string): ((a: OrderRecord, b: OrderRecord) => number) | null {
  const key = sortKeys[sort.replace('-', '')];
  if (!key) return null;
  const direction = sort.startsWith('-') ? -1 : 1;
  return (a, b) => {
    const [x, y] = [key(a), key(b)];
    const order = x === y ? compareCodes(a._id, b._id) : x < y ? -1 : 1;
    return order * direction;
  };
}
