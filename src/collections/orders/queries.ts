import type { QueryClient } from '@tanstack/react-query';
import { readQuantity } from '#contract/document-fields.ts';
import type { Order, OrderFigures } from '#contract/orders.ts';
import { readId, type JsonRecord, readRecord, readText, type TolerantList } from '#contract/tolerant.ts';
import { isOrderStatus, orderStatuses } from '#domain/orders/status.ts';
import { type Actor, scopeOf } from '#domain/permissions.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { api } from '#src/lib/api/api.ts';
import { getLifetimeMs } from '#src/lib/cache/lifetimes.ts';
import { currentUser } from '#src/lib/session/session.ts';
import { readAhead, readList, readOne, readQuery } from '../read-query.ts';
import { hasAllNames, withOrderNames } from './names.ts';
import { type OrderRow, readOrder, readOrderRow } from './read.ts';

/** Filters of `GET /orders`; the same names as on the wire. Left out: all. */
export interface OrderFilters {
  /** Only what ever reached its kitchen. A server that does not know it answers the others, too. */
  reached?: 'true' | undefined;
  /** One status, or several separated by commas. */
  status?: string | undefined;
  branch?: string | undefined;
  kitchen?: string | undefined;
  deliveryDate?: string | undefined;
  /** Bounds of the delivery date, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** An instant: on the road since before it, or received by now. */
  shippedBefore?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
  /** `full` brings the lines along. */
  view?: 'summary' | 'full' | undefined;
}

/** The statuses SPEC section 4 calls relevant: what a branch has not handed over yet. */
export const submissionStatuses = ['Draft', 'Under Review'] as const;

interface Context {
  signal: AbortSignal;
  /** Knows the names of branches and items where an answer has only ids. */
  client?: QueryClient;
}

/** A list of orders: `rows`, `total` (null where the server does not say), `skipped`. */
export function ordersQuery(filters: OrderFilters = {}) {
  return {
    queryKey: ['orders_data', 'list', filters] as const,
    staleTime: getLifetimeMs('orderList'),
    initialData: () => ordersAhead('orders', filters),
    queryFn: (context: Context) =>
      fetchOrders({ path: 'orders', filters, statuses: statusesOf(filters), ...context }),
  };
}

/** Drafts and orders under review; where the server fails on that call, the same from the whole list. */
export function orderSubmissionQuery(filters: OrderFilters = {}) {
  return {
    queryKey: ['orders_submission_data', 'list', filters] as const,
    staleTime: getLifetimeMs('orderSubmission'),
    initialData: () => ordersAhead('orders/submission', filters),
    async queryFn(context: Context) {
      const status = filters.status ?? submissionStatuses.join(',');
      const statuses = statusesOf({ status });
      try {
        return await fetchOrders({ path: 'orders/submission', filters, statuses, ...context });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status < 500) throw error;
        const all = await fetchOrders({
          path: 'orders',
          filters: { ...filters, status },
          statuses,
          ...context,
        });
        return ownOrders(all, currentUser());
      }
    },
  };
}

/** One order with its lines and history. */
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
      if (!named) throw new TypeError('The answer holds no order');
      return named;
    },
  };
}

/** How many orders a list with these filters has; `isCapped`: at least as many. */
export interface OrderCount {
  count: number;
  isCapped: boolean;
}

/** Rows that are counted one by one where a server does not say how many there are. */
const countedByHand = 500;

/** Counts orders without loading them. Kept up to date like a list of orders (lib/cache/background.ts). */
export function orderCountQuery(filters: OrderFilters) {
  return {
    queryKey: ['orders_data', 'count', filters] as const,
    staleTime: getLifetimeMs('orderList'),
    refetchOnMount: 'always' as const,
    async queryFn({ signal }: { signal: AbortSignal }): Promise<OrderCount> {
      const ask = async (limit: number) =>
        readList(await api.get('orders', { signal, search: { ...filters, limit } }), readOrderRow);
      const first = await ask(1);
      const statuses = statusesOf(filters);
      const fits = (status: string) => statuses.length === 0 || statuses.includes(status);
      const isFiltered = first.rows.every((row) => fits(row.status));
      if (first.total !== null && isFiltered) return { count: first.total, isCapped: first.totalCapped };
      const all = await ask(countedByHand);
      const count = all.rows.filter((row) => fits(row.status)).length;
      return { count, isCapped: all.rows.length >= countedByHand };
    },
  };
}

/** What stands around a line of an order; null where the server does not say. */
export type LineFigures = {
  [Figure in keyof OrderFigures['lines'][number]]: Figure extends 'lineId' ? string : number | null;
};

export interface OrderLineFigures {
  /** Null where the server does not say. */
  negativeStock: 'block' | 'warn' | null;
  sameDay: OrderFigures['sameDay'];
  byLine: ReadonlyMap<string, LineFigures>;
}

/** Stock, par and usual quantities beside the lines of an order. A server may lack them: then there are none. */
export function orderFiguresQuery(id: string) {
  return readQuery({
    collection: 'orders_data',
    key: ['figures', id],
    lifetime: 'orderOne',
    path: `orders/${encodeURIComponent(id)}/figures`,
    read: (reply) => readOne(reply, readFigures),
  });
}

function readFigures(row: JsonRecord): OrderLineFigures {
  const rule = readText(row['negativeStock']);
  const lines = rowsIn(row['lines']).flatMap((line) => {
    const lineId = readText(line['lineId']);
    const figure = (name: keyof LineFigures) => readQuantity(line[name]);
    return lineId === null
      ? []
      : [
          {
            lineId,
            onHand: figure('onHand'),
            inTransit: figure('inTransit'),
            alreadyOrdered: figure('alreadyOrdered'),
            par: figure('par'),
            lastOrderQty: figure('lastOrderQty'),
            averageQty: figure('averageQty'),
            kitchenAvailable: figure('kitchenAvailable'),
          },
        ];
  });
  return {
    negativeStock: rule === 'block' || rule === 'warn' ? rule : null,
    sameDay: rowsIn(row['sameDay']).flatMap((order) => {
      const _id = readId(order);
      return _id === null
        ? []
        : [{ _id, orderNo: readText(order['orderNo']) ?? _id, status: readText(order['status']) ?? '' }];
    }),
    byLine: new Map(lines.map((line) => [line.lineId, line])),
  };
}

const rowsIn = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.map(readRecord) : []);

/** Orders with just enough to recognise them, newest first: the lightest list there is. */
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
 * Asks for a list of orders. Whatever the server makes of the filter, only the statuses asked for are shown; one
 * that takes `Draft,Under Review` for the name of a single status is asked for each by itself.
 */
async function fetchOrders(request: OrdersRequest): Promise<TolerantList<OrderRow>> {
  const { path, filters, statuses, signal, client } = request;
  const reply = await api.get(path, { signal, search: { ...filters } });
  const list = readList(reply, readOrderRow);
  const rows = statuses.length === 0 ? list.rows : list.rows.filter((row) => statuses.includes(row.status));
  const hasOthers = rows.length < list.rows.length;
  const isAskedAsOne = (filters.status ?? '').includes(',');
  if (rows.length > 0 || !isAskedAsOne || !Array.isArray(reply.data)) {
    return { ...list, rows: await withOrderNames(rows, client), total: hasOthers ? null : list.total };
  }
  const lists = await Promise.all(
    statuses.map((status) =>
      fetchOrders({ ...request, filters: { ...filters, status }, statuses: [status] }),
    ),
  );
  return {
    rows: lists.flatMap((each) => each.rows),
    total: null,
    totalCapped: false,
    skipped: lists.reduce((sum, each) => sum + each.skipped, 0),
  };
}

/** The same where it was asked ahead and is there; not where its rows need something else that is asked for. */
function ordersAhead(path: OrdersRequest['path'], filters: OrderFilters): TolerantList<OrderRow> | undefined {
  const list = readAhead(path, { ...filters }, (reply) => readList(reply, readOrderRow));
  const statuses = statusesOf(filters);
  const isAsAsked = list?.rows.every((row) => statuses.length === 0 || statuses.includes(row.status));
  return isAsAsked && list && hasAllNames(list.rows) ? list : undefined;
}

/** The statuses that a filter names. */
function statusesOf({ status }: OrderFilters): string[] {
  return (status ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/**
 * The rows of a list that a branch user may be shown, from a call whose server may not keep to that by itself.
 * Nothing is dropped where the user or the row does not say which branch it belongs to.
 */
function ownOrders(list: TolerantList<OrderRow>, user: Actor | null): TolerantList<OrderRow> {
  const scope = user ? scopeOf(user) : null;
  if (scope?.kind !== 'places' || scope.kitchens.length > 0) return list;
  const rows = list.rows.filter(
    ({ branch, branchName }) =>
      branch === '' || scope.branches.includes(branch) || scope.branches.includes(branchName),
  );
  return rows.length === list.rows.length ? list : { ...list, rows, total: null };
}

/** Orders in a status that only their server knows: no list that asks for statuses of ours has them. */
interface OtherOrders extends OrderCount {
  /** Their statuses, as a filter has them. Undefined where they cannot be asked for by name: then all orders can. */
  status: string | undefined;
  /** The orders of this kind that were loaded, the newest first. */
  rows: readonly OrderRow[];
}

/** The newest orders; how many of all are others is counted where these are not all. */
const newest = 50;
/** How far back it is looked for names where counts tell of others. */
const farBack = 500;

/**
 * Counts the orders that stand in none of our statuses, and finds out what these are called: all of them less those in
 * ours, since nobody can ask for what he does not know. `isCapped`: at least as many. Kept up to date like a list of
 * orders (lib/cache/background.ts).
 *
 * @param filters what narrows the orders; no status
 */
export function otherOrdersQuery(filters: Pick<OrderFilters, 'branch' | 'from' | 'to'> = {}) {
  return {
    queryKey: ['orders_data', 'count', { ...filters, isOther: true }] as const,
    staleTime: getLifetimeMs('orderList'),
    refetchOnMount: 'always' as const,
    async queryFn({ signal }: { signal: AbortSignal }): Promise<OtherOrders> {
      const ask = (limit: number) =>
        ordersQuery({ ...filters, sort: '-createdAt', limit }).queryFn({ signal });
      const first = await ask(newest);
      const inFirst = first.rows.filter(isOther).length;
      const counted = isWhole(first, newest) ? inFirst : await countOthers(first, filters, signal);
      const list = counted === null || counted > inFirst ? await ask(farBack) : first;
      const rows = list.rows.filter(isOther);
      const names = [...new Set(rows.map(({ status }) => status))];
      const haveNames = names.length > 0 && names.every((name) => /^[^,]+$/.test(name));
      return {
        count: Math.max(counted ?? 0, rows.length),
        isCapped: counted === null && !isWhole(list, farBack),
        status: haveNames ? names.join(',') : undefined,
        rows,
      };
    },
  };
}

type List = TolerantList<OrderRow>;

const isOther = ({ status }: OrderRow): boolean => !isOrderStatus(status);

/** A server that does not say how many there are, and answers other than so many, has answered all. */
function isWhole({ rows, skipped, total }: List, limit: number): boolean {
  const answered = rows.length + skipped;
  return total === null ? answered !== limit : answered >= total;
}

/** All orders less those in our statuses; null where one of the two is not known. */
async function countOthers(list: List, filters: OrderFilters, signal: AbortSignal): Promise<number | null> {
  if (list.total === null || list.totalCapped) return null;
  const inHand = list.rows.filter((row) => !isOther(row)).length;
  const status = orderStatuses.join(',');
  const known = await orderCountQuery({ ...filters, status }).queryFn({ signal });
  // Fewer than are at hand: it takes several statuses for the name of one.
  return known.isCapped || known.count < inHand ? null : list.total - known.count;
}
