import type { CommentInput, ResolveDiscrepancyInput } from '../input.ts';
import { type Discrepancy, discrepancy, discrepancyAgeing } from '../shapes.ts';
import { readRecord, type TolerantList } from '#platform/shapes/tolerant.ts';
import type { ListFilters } from '#platform/documents/document-list.ts';
import type { discrepancyList } from '../list.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { invalidateOrders } from '#modules/orders/web/queries/cache.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { createReader, readRows } from '#platform/web/queries/read-shape.ts';
import { discrepancyActionMessages } from './action-messages.ts';
import { documentCalls, pickAllowedPage } from '#platform/documents/web/queries/document-calls.ts';

export type DiscrepancyFilters = ListFilters<typeof discrepancyList>;

const readDiscrepancy = createReader(discrepancy);
const calls = documentCalls<Discrepancy>({
  collection: 'discrepancies',
  read: readDiscrepancy,
  editPath(id) {
    const kitchen = '/central-kitchen/dashboard';
    const page = pickAllowedPage(kitchen, '/branch-order/inventory-control/discrepancies');
    return page === kitchen ? `${page}?stage=reconcile&discrepancy=${id}` : `${page}?discrepancy=${id}`;
  },
});

/** Queries discrepancies, newest first by default. */
export const discrepanciesQuery = (filters: DiscrepancyFilters = {}) =>
  calls.list({ limit: 200, ...filters });

/** Queries one discrepancy, open or resolved. */
export const discrepancyQuery = calls.one;

/** Queries the ageing of open discrepancies; fails if the server doesn't offer it. */
export const discrepancyAgeingQuery = (
  filters: Pick<DiscrepancyFilters, 'type' | 'docType' | 'branch' | 'chargedTo'> = {},
) =>
  readQuery({
    collection: 'discrepancies_data',
    key: ['ageing', filters],
    lifetime: 'orders',
    path: 'discrepancies/ageing',
    search: { ...filters },
    read: (reply) => readRows(reply, discrepancyAgeing),
  });

/** Returns the resolved discrepancy from an error if another user resolved it first; null otherwise. */
export function findEarlierDecision({ details }: Pick<ApiError, 'details'>): Discrepancy | null {
  const row = readDiscrepancy(readRecord(details['current']));
  return row?.status === 'Resolved' ? row : null;
}

/**
 * Resolves a discrepancy and posts its effect on stock. `discrepancyEffects` lists the actions of each type.
 */
export const resolveDiscrepancyAction = calls.change<ResolveDiscrepancyInput>({
  name: 'resolve',
  method: 'patch',
  label: ({ record }) => getMessages(discrepancyActionMessages).resolve(record.itemName, record.orderNo),
  onSent(resolved, queryClient) {
    queryClient.setQueriesData<TolerantList<Discrepancy>>(
      { queryKey: ['discrepancies_data', 'list'] },
      (list) =>
        list && { ...list, rows: list.rows.map((row) => (row._id === resolved._id ? resolved : row)) },
    );
    void queryClient.invalidateQueries({ queryKey: ['orders_data', 'one', resolved.orderId] });
    invalidateOrders(queryClient);
  },
});

/** Adds a comment for both parties, without a decision. */
export const commentOnDiscrepancyAction = calls.change<CommentInput>({
  name: 'comment',
  method: 'patch',
  label: ({ record }) => getMessages(discrepancyActionMessages).comment(record.itemName, record.orderNo),
  // Two comments are two actions, even while offline.
  dedupeKey: ({ comment }) => comment,
});
