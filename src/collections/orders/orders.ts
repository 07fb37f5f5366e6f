import type { QueryClient } from '@tanstack/react-query';
import type { Order, OrderFigures } from '#contract/orders.ts';
import { idOf, type JsonRecord, record, text } from '#contract/tolerant.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { lifetimeOf } from '#src/lib/cache/lifetimes.ts';
import { currentUser } from '#src/lib/session/session.ts';
import { askOrders, ordersAhead, statusesOf } from './ask-orders.ts';
import { ownOrders } from './own-orders.ts';
import { quantityOf, readOrder } from './read-order.ts';
import { readOne, readQuery } from '../read-query.ts';
import { withNames } from './with-names.ts';

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
    staleTime: lifetimeOf('orderList'),
    initialData: () => ordersAhead('orders', filters),
    queryFn: (context: Context) =>
      askOrders({ path: 'orders', filters, statuses: statusesOf(filters), ...context }),
  };
}

/** Drafts and orders under review; where the server fails on that call, the same from the whole list. */
export function orderSubmissionQuery(filters: OrderFilters = {}) {
  return {
    queryKey: ['orders_submission_data', 'list', filters] as const,
    staleTime: lifetimeOf('orderSubmission'),
    initialData: () => ordersAhead('orders/submission', filters),
    async queryFn(context: Context) {
      const status = filters.status ?? submissionStatuses.join(',');
      const statuses = statusesOf({ status });
      try {
        return await askOrders({ path: 'orders/submission', filters, statuses, ...context });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status < 500) throw error;
        const all = await askOrders({
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
      const [named] = await withNames([await order.queryFn(context)], context.client);
      if (!named) throw new TypeError('The answer holds no order');
      return named;
    },
  };
}

/** What stands around a line of an order; null where the server does not say. */
export type LineFigures = {
  [Figure in keyof OrderFigures['lines'][number]]: Figure extends 'lineId' ? string : number | null;
};

export interface FiguresOfOrder {
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

function readFigures(row: JsonRecord): FiguresOfOrder {
  const rule = text(row['negativeStock']);
  const lines = rowsIn(row['lines']).flatMap((line) => {
    const lineId = text(line['lineId']);
    const figure = (name: keyof LineFigures) => quantityOf(line[name]);
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
      const _id = idOf(order);
      return _id === null
        ? []
        : [{ _id, orderNo: text(order['orderNo']) ?? _id, status: text(order['status']) ?? '' }];
    }),
    byLine: new Map(lines.map((line) => [line.lineId, line])),
  };
}

const rowsIn = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.map(record) : []);
