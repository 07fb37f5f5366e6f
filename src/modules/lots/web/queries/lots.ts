import type { QueryClient } from '@tanstack/react-query';
import type { HoldLotInput } from '../../input.ts';
import { existingLot, type Lot, lotStock, type LotStock } from '../../shapes.ts';
import { api } from '#platform/web/api/api.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { createReader, readRows } from '#platform/web/queries/read-shape.ts';

/**
 * A lot and its hold. `state` applies to one location; a lot without a version can't be held or released
 * here.
 */
export type HoldableLot = Pick<Lot, 'itemId' | 'lot' | 'expiry'> & {
  hold: Omit<NonNullable<Lot['hold']>, 'by'> | null;
  state?: LotStock['state'];
  version: number | null;
};

/** Queries an item's lots at a location in FEFO order; empty if the item or server has no lots. */
export function locationLotsQuery(itemId: string, placeId: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['lots', itemId, placeId],
    lifetime: 'orders',
    path: 'lots',
    search: { itemId, placeId, limit: 500 },
    read: (reply) => readRows(reply, lotStock),
  });
}

/** Queries an item's lots at all visible locations in FEFO order. */
export function itemLotsQuery(itemId: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['lots', itemId, 'everywhere'],
    lifetime: 'orders',
    path: 'lots',
    search: { itemId, limit: maxLots },
    read: (reply) => readList(reply, createReader(lotStock)),
  });
}
const maxLots = 500;

export interface LotFilter {
  q?: string | undefined;
  itemId?: string | undefined;
  lot?: string | undefined;
  state?: 'held' | undefined;
}

/** Number of lots per page. */
export const lotPageSize = 50;

/** Queries lots by code or item, most recently received first, including used-up lots. */
export function lotSearchQuery(filter: LotFilter, page = 1) {
  return readQuery({
    collection: 'stock_data',
    key: ['lots', 'known', filter, page],
    lifetime: 'orders',
    path: 'lots/known',
    search: { ...filter, page, limit: lotPageSize },
    read: (reply) => readRows(reply, existingLot),
  });
}

/**
 * Puts a lot on hold everywhere, or releases it. Throws `ApiError`; lots are refetched even then, because
 * someone else may have changed the hold.
 */
export async function updateLotHold(
  queryClient: QueryClient,
  input: HoldLotInput,
  version: number | null,
  idempotencyKey: string,
): Promise<void> {
  const refetch = () => queryClient.invalidateQueries({ queryKey: ['stock_data', 'lots'] });
  try {
    await api.send('patch', 'lots', { json: input, ifMatch: version || null, idempotencyKey });
  } catch (error) {
    void refetch();
    throw error;
  }
  await refetch();
}
