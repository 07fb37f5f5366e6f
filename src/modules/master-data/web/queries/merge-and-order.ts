import type { QueryClient } from '@tanstack/react-query';
import type { ItemBulkChange, ItemGrouping } from '#platform/shapes/bulk-changes.ts';
import type { MergeResult } from '#platform/shapes/bulk-changes-shape.ts';
import { mergeResult, itemCount, openOrders } from '#platform/shapes/bulk-changes-shape.ts';
import { sections } from '#modules/sections/collection.ts';
import { readRecord, readText } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readResponse, readRows } from '#platform/web/queries/read-shape.ts';
import { invalidateResource, getRowPath, readRowVersion } from './resource-writes.ts';
import { type ResourceRow, type ResourceSource, allResourceQuery } from './resources.ts';

/** Number of active items per referenced row; the key `null` is for items without a reference. */
export type ItemCounts = ReadonlyMap<string | null, number>;

/** Queries active item counts by referenced row. */
export function itemCountsQuery(by: ItemGrouping) {
  return readQuery({
    collection: 'items_data',
    key: ['counts', by],
    lifetime: 'items',
    path: 'items/counts',
    search: { by },
    read: (reply): ItemCounts => new Map(readRows(reply, itemCount).map(({ _id, count }) => [_id, count])),
  });
}

/** Queries the number of open orders by branch id and by kitchen id. */
export function openOrdersQuery() {
  return readQuery({
    collection: 'branches_data',
    key: ['open-orders'],
    lifetime: 'orders',
    path: 'orders/open',
    read: (reply) => {
      const counts = new Map<string, number>();
      for (const { branch, kitchen, count } of readRows(reply, openOrders))
        for (const id of [branch, kitchen]) counts.set(id, (counts.get(id) ?? 0) + count);
      return counts;
    },
  });
}

/**
 * Saves the order of the active sections, based on their displayed versions. Throws `ApiError`: 412 if one
 * has changed.
 */
export async function sendSectionOrder(
  queryClient: QueryClient,
  rows: readonly ResourceRow[],
): Promise<void> {
  const order = rows.map((row) => ({ _id: row._id, version: readRowVersion(row) ?? 1 }));
  try {
    await api.send('put', 'sections/order', { json: { sections: order }, idempotencyKey: newUuid() });
  } finally {
    invalidateResource(queryClient, sections);
    // Waits for the refetch, so that the requested order stays visible until then.
    await queryClient.refetchQueries({ queryKey: sectionsInOrderQuery().queryKey }).catch(() => null);
  }
}

/** Queries all active sections in walking order. */
export function sectionsInOrderQuery() {
  return allResourceQuery(sections, { active: true, sort: 'sortOrder' });
}

/** Queries the number of rows that a merge would change. */
export function mergePreviewQuery(source: ResourceSource, id: string, into: string) {
  return readQuery({
    collection: 'items_data',
    key: [source.collection, 'merge', id, into],
    lifetime: 'orders',
    path: `${getRowPath(source, id)}/merge`,
    search: { into },
    read: (reply) => readResponse(reply, mergeResult),
  });
}

/** Moves all references from a row to a different one and archives it. Throws `ApiError`. */
export async function sendMerge(
  queryClient: QueryClient,
  source: ResourceSource,
  row: ResourceRow,
  into: string,
): Promise<MergeResult> {
  const reply = await api.send('post', `${getRowPath(source, row._id)}/merge`, {
    json: { into },
    ifMatch: readRowVersion(row),
    idempotencyKey: newUuid(),
  });
  invalidateCatalogue(queryClient);
  return readResponse(reply, mergeResult);
}

/**
 * Makes the same change to several items, all or nothing. Throws `ApiError`: 412 if one of them has changed.
 */
export async function sendItemChanges(
  queryClient: QueryClient,
  rows: readonly ResourceRow[],
  set: ItemBulkChange['set'],
): Promise<void> {
  const items = rows.map((row) => ({ _id: row._id, version: readRowVersion(row) ?? 1 }));
  try {
    await api.send('post', 'items/bulk', { json: { items, set }, idempotencyKey: newUuid() });
  } finally {
    invalidateCatalogue(queryClient);
  }
}

/** Returns the name of the item with a version conflict; null for any other failure. */
export function readConflictingItem(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null;
  return readText(readRecord(error.details['current'])['name']);
}

function invalidateCatalogue(queryClient: QueryClient): void {
  for (const key of ['items_data', 'categories_data']) {
    void queryClient.invalidateQueries({ queryKey: [key] });
  }
}
