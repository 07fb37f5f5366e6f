import { typicalQuantity } from '../../typical-quantities-shape.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readRows } from '#platform/web/queries/read-shape.ts';

const typicalQuantitiesQuery = (
  collection: 'purchase-orders_data' | 'transfers_data' | 'production-batches_data',
  path: string,
  search: Record<string, string | undefined>,
) =>
  readQuery({
    collection,
    key: ['typical-quantities', search],
    lifetime: 'orders',
    path,
    search,
    read: (reply) => readRows(reply, typicalQuantity),
  });

/**
 * Queries each item's highest recent purchase quantity at a location, per pack or unit, from one supplier or
 * any.
 */
export const typicalPurchasesQuery = (place: string, supplier: string | null) =>
  typicalQuantitiesQuery('purchase-orders_data', 'purchase-orders/typical-quantities', {
    place,
    supplier: supplier ?? undefined,
  });

/** Queries typical transfer quantities between two locations, by unit. */
export const typicalTransfersQuery = (from: string, to: string) =>
  typicalQuantitiesQuery('transfers_data', 'transfers/typical-quantities', { from, to });

/** Queries typical production quantities of a kitchen, in base units. */
export const typicalBatchesQuery = (kitchen: string) =>
  typicalQuantitiesQuery('production-batches_data', 'production/typical-quantities', { kitchen });
