import type { QueryClient } from '@tanstack/react-query';
import { type Order, orderFigures, type OrderFigures } from '../../shapes.ts';
import { type TolerantList } from '#platform/shapes/tolerant.ts';
import type { orderListSpec } from '../../list.ts';
import { isOrderStatus, orderStatuses } from '../../status.ts';
import type { ListFilters } from '#platform/documents/document-list.ts';
import { type Actor, getScope } from '#core/permissions.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { api } from '#platform/web/api/api.ts';
import { getLifetimeMs } from '#platform/web/cache/lifetimes.ts';
import { getCurrentUser } from '#platform/web/session/session.ts';
import { readPrefetched, readList, readOne, readQuery } from '#platform/web/queries/read-query.ts';
import { readObject } from '#platform/web/queries/read-shape.ts';
import { hasAllNames, withOrderNames } from './names.ts';
import { type OrderRecord, readOrder, readOrderRow } from './read.ts';

/** Filters of `GET /orders`, named as in the API. If omitted, all match. */
export interface OrderFilters extends ListFilters<typeof orderListSpec> {
  /** Only orders that have reached their kitchen. Servers without this filter return all orders. */
  sentToKitchen?: 'true' | undefined;
  deliveryDate?: string | undefined;
  /** Only orders shipped before this time. */
  shippedBefore?: string | undefined;
  /** `full` includes the lines. */
  view?: 'summary' | 'full' | undefined;
}

/** The statuses that SPEC section 4 calls relevant: drafts and orders under review. */
export const submissionStatuses = ['Draft', 'Under Review'] as const;

interface Context {
  signal: AbortSignal;
  /** Looks up branch and item names if a response has only ids. */
  client?: QueryClient;
}

/** Queries an order list: `rows`, `total` (null if unknown), `skipped`. */
export function ordersQuery(filters: OrderFilters = {}) {
  return {
    queryKey: ['orders_data', 'list', filters] as const,
    staleTime: getLifetimeMs('orderList'),
    initialData: () => readPrefetchedOrders('orders', filters),
    queryFn: (context: Context) =>
      fetchOrders({ path: 'orders', filters, statuses: parseStatuses(filters), ...context }),
  };
}

/** Queries drafts and orders under review; if that request fails, they are selected from the whole list. */
export function orderSubmissionQuery(filters: OrderFilters = {}) {
  return {
    queryKey: ['orders_submission_data', 'list', filters] as const,
    staleTime: getLifetimeMs('orderSubmission'),
    initialData: () => readPrefetchedOrders('orders/submission', filters),
    async queryFn(context: Context) {
      const status = filters.status ?? submissionStatuses.join(',');
      const statuses = parseStatuses({ status });
      try {
        return await fetchOrders({ path: 'orders/submission', filters, statuses, ...context });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status < 500) throw error;
        const allOrders = await fetchOrders({
          path: 'orders',
          filters: { ...filters, status },
          statuses,
          ...context,
        });
        return filterOwnOrders(allOrders, getCurrentUser());
      }
    },
  };
}

/** Queries one order with its lines and history. */
export function orderQuery(id: string) {
  const order = readQuery({
    collection: 'orders_data',
    key: ['one', id],
    lifetime: 'orderOne',
    path: `orders/${encodeURIComponent(id)}`,
    read: (reply) => readOne(reply, readOrder),
  });
  return {
    ...order,
    async queryFn(context: Context): Promise<Order> {
      const [named] = await withOrderNames([await order.queryFn(context)], context.client);
      if (!named) throw new TypeError('The response contains no order');
      return named;
    },
  };
}

/** Number of orders that match the filters; `isCapped`: at least this many. */
export interface OrderCount {
  count: number;
  isCapped: boolean;
}

/** Maximum number of rows to count on the client if the server sends no total. */
const maxCountedRows = 500;

/**
 * Counts orders without loading them. Refreshed like an order list (src/platform/web/cache/background.ts).
 */
export function orderCountQuery(filters: OrderFilters) {
  return {
    queryKey: ['orders_data', 'count', filters] as const,
    staleTime: getLifetimeMs('orderList'),
    refetchOnMount: 'always' as const,
    async queryFn({ signal }: { signal: AbortSignal }): Promise<OrderCount> {
      const fetchRows = async (limit: number) =>
        readList(await api.get('orders', { signal, search: { ...filters, limit } }), readOrderRow);
      const first = await fetchRows(1);
      const statuses = parseStatuses(filters);
      const isRequested = (status: string) => statuses.length === 0 || statuses.includes(status);
      const isFiltered = first.rows.every((row) => isRequested(row.status));
      if (first.total !== null && isFiltered) return { count: first.total, isCapped: first.totalCapped };
      const capped = await fetchRows(maxCountedRows);
      const count = capped.rows.filter((row) => isRequested(row.status)).length;
      return { count, isCapped: capped.rows.length >= maxCountedRows };
    },
  };
}

export type LineFigures = OrderFigures['lines'][number];

export type OrderLineFigures = OrderFigures & { byLine: ReadonlyMap<string, LineFigures> };

/** Queries stock, par and typical quantities of an order's lines; empty if the server has none. */
export function orderFiguresQuery(id: string) {
  return readQuery({
    collection: 'orders_data',
    key: ['figures', id],
    lifetime: 'orderOne',
    path: `orders/${encodeURIComponent(id)}/figures`,
    read: (reply) =>
      readOne(reply, (row): OrderLineFigures => {
        const figures = readObject(orderFigures, row);
        return { ...figures, byLine: new Map(figures.lines.map((line) => [line.lineId, line])) };
      }),
  });
}

/** Queries orders with only the fields that identify them, newest first: the smallest list. */
export function ordersSimpleQuery(limit = 25) {
  return readQuery({
    collection: 'orders_simple_data',
    key: ['list', { limit }],
    lifetime: 'orderSimple',
    path: 'orders/simple',
    search: { limit },
    read: (reply) => readList(reply, readOrderRow),
  });
}

interface OrdersRequest {
  path: 'orders' | 'orders/submission';
  filters: OrderFilters;
  /** The statuses to show; none means all. */
  statuses: readonly string[];
  signal: AbortSignal;
  client?: QueryClient;
}

/**
 * Fetches an order list and filters it by the requested statuses. A server that treats `Draft,Under Review`
 * as one status gets one request per status.
 */
async function fetchOrders(request: OrdersRequest): Promise<TolerantList<OrderRecord>> {
  const { path, filters, statuses, signal, client } = request;
  const reply = await api.get(path, { signal, search: { ...filters } });
  const list = readList(reply, readOrderRow);
  const rows = statuses.length === 0 ? list.rows : list.rows.filter((row) => statuses.includes(row.status));
  const hasOthers = rows.length < list.rows.length;
  const hasSeveralStatuses = (filters.status ?? '').includes(',');
  if (rows.length > 0 || !hasSeveralStatuses || !Array.isArray(reply.data)) {
    return { ...list, rows: await withOrderNames(rows, client), total: hasOthers ? null : list.total };
  }
  const lists = await Promise.all(
    statuses.map((status) =>
      fetchOrders({ ...request, filters: { ...filters, status }, statuses: [status] }),
    ),
  );
  return {
    rows: lists.flatMap((list) => list.rows),
    total: null,
    totalCapped: false,
    skipped: lists.reduce((sum, list) => sum + list.skipped, 0),
  };
}

/** Returns the prefetched list if available, unless its rows need further requests. */
function readPrefetchedOrders(
  path: OrdersRequest['path'],
  filters: OrderFilters,
): TolerantList<OrderRecord> | undefined {
  const list = readPrefetched(path, { ...filters }, (reply) => readList(reply, readOrderRow));
  const statuses = parseStatuses(filters);
  const matchesFilter = list?.rows.every((row) => statuses.length === 0 || statuses.includes(row.status));
  return matchesFilter && list && hasAllNames(list.rows) ? list : undefined;
}

/** Returns the statuses of a filter. */
function parseStatuses({ status }: OrderFilters): string[] {
  return (status ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/**
 * Filters rows to the user's own branches, for requests that a server may not restrict. Keeps all rows if the
 * user's branches or the row's branch are unknown.
 */
function filterOwnOrders(list: TolerantList<OrderRecord>, user: Actor | null): TolerantList<OrderRecord> {
  const scope = user ? getScope(user) : null;
  if (scope?.kind !== 'places' || scope.kitchens.length > 0) return list;
  const rows = list.rows.filter(
    ({ branch, branchName }) =>
      branch === '' || scope.branches.includes(branch) || scope.branches.includes(branchName),
  );
  return rows.length === list.rows.length ? list : { ...list, rows, total: null };
}

/** Orders in a status unknown to this dashboard, which none of our status filters returns. */
interface OtherOrders extends OrderCount {
  /**
   * Their statuses as a filter value. Undefined if they can't be requested by name; the link then opens all
   * orders.
   */
  status: string | undefined;
  /** The loaded orders, newest first. */
  rows: readonly OrderRecord[];
}

/** Number of latest orders loaded first; if there are more, their number is computed from totals. */
const initialLimit = 50;
/** Maximum number of orders searched for unknown status names. */
const maxInspected = 500;

/**
 * Counts orders in statuses unknown to this dashboard, and finds the names of those statuses. The count is
 * all orders less those in known statuses, because unknown statuses can't be requested. `isCapped`: at least
 * this many. Refreshed like an order list (src/platform/web/cache/background.ts).
 *
 * @param filters filters of the orders, without a status
 */
export function otherOrdersQuery(filters: Pick<OrderFilters, 'branch' | 'from' | 'to'> = {}) {
  return {
    queryKey: ['orders_data', 'count', { ...filters, isOther: true }] as const,
    staleTime: getLifetimeMs('orderList'),
    refetchOnMount: 'always' as const,
    async queryFn({ signal }: { signal: AbortSignal }): Promise<OtherOrders> {
      const fetchOrderList = (limit: number) =>
        ordersQuery({ ...filters, sort: '-createdAt', limit }).queryFn({ signal });
      const first = await fetchOrderList(initialLimit);
      const firstPageCount = first.rows.filter(isOther).length;
      const otherCount = isWhole(first, initialLimit)
        ? firstPageCount
        : await countOthers(first, filters, signal);
      const list =
        otherCount === null || otherCount > firstPageCount ? await fetchOrderList(maxInspected) : first;
      const rows = list.rows.filter(isOther);
      const names = [...new Set(rows.map(({ status }) => status))];
      const haveNames = names.length > 0 && names.every((name) => /^[^,]+$/.test(name));
      return {
        count: Math.max(otherCount ?? 0, rows.length),
        isCapped: otherCount === null && !isWhole(list, maxInspected),
        status: haveNames ? names.join(',') : undefined,
        rows,
      };
    },
  };
}

type List = TolerantList<OrderRecord>;

const isOther = ({ status }: OrderRecord): boolean => !isOrderStatus(status);

/**
 * Whether a list contains all rows. Without a total, this is assumed if the number of rows differs from the
 * limit.
 */
function isWhole({ rows, skipped, total }: List, limit: number): boolean {
  const rowCount = rows.length + skipped;
  return total === null ? rowCount !== limit : rowCount >= total;
}

/** Returns the number of all orders less those in known statuses; null if either is unknown. */
async function countOthers(list: List, filters: OrderFilters, signal: AbortSignal): Promise<number | null> {
  if (list.total === null || list.totalCapped) return null;
  const knownRows = list.rows.filter((row) => !isOther(row)).length;
  const status = orderStatuses.join(',');
  const knownOrders = await orderCountQuery({ ...filters, status }).queryFn({ signal });
  // A count lower than the number of loaded rows means that the server treats several statuses as a single
  // name.
  return knownOrders.isCapped || knownOrders.count < knownRows ? null : list.total - knownOrders.count;
}
