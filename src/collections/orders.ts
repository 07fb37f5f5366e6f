import { ApiError } from '#src/lib/api/api-error.ts';
import { readOrder, readOrderRow } from './read-order.ts';
import { readList, readOne, readQuery } from './read-query.ts';

/** Filters of `GET /orders`; the same names as on the wire. Left out: all. */
export interface OrderFilters {
  /** One status, or several separated by commas. */
  status?: string | undefined;
  branch?: string | undefined;
  kitchen?: string | undefined;
  deliveryDate?: string | undefined;
  /** Bounds of the delivery date, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
  /** `full` brings the lines along. */
  view?: 'summary' | 'full' | undefined;
}

/** The statuses SPEC section 4 calls relevant: what a branch has not handed over yet. */
export const submissionStatuses = ['Draft', 'Under Review'] as const;

/** A list of orders: `rows`, `total` (null where the server does not say), `skipped`. */
export function ordersQuery(filters: OrderFilters = {}) {
  return readQuery({
    collection: 'orders_data',
    key: ['list', filters],
    lifetime: 'orderList',
    path: 'orders',
    search: { ...filters },
    read: (reply) => readList(reply, readOrderRow),
  });
}

/** Drafts and orders under review; where the server fails on that call, the same from the whole list. */
export function orderSubmissionQuery(filters: OrderFilters = {}) {
  const submission = readQuery({
    collection: 'orders_submission_data',
    key: ['list', filters],
    lifetime: 'orderSubmission',
    path: 'orders/submission',
    search: { ...filters },
    read: (reply) => readList(reply, readOrderRow),
  });
  return {
    ...submission,
    async queryFn(context: { signal: AbortSignal }) {
      try {
        return await submission.queryFn(context);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status < 500) throw error;
        return ordersQuery({ ...filters, status: filters.status ?? submissionStatuses.join(',') }).queryFn(
          context,
        );
      }
    },
  };
}

/** One order with its lines and history. */
export function orderQuery(id: string) {
  return readQuery({
    collection: 'orders_data',
    key: ['one', id],
    lifetime: 'orderOne',
    path: `orders/${encodeURIComponent(id)}`,
    read: (reply) => readOne(reply, readOrder),
  });
}
