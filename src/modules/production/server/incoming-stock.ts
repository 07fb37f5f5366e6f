import { transitLocation } from '#modules/stock/ledger-locations.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadOnOrder } from '#modules/stock/server/on-order.ts';

/** Stock on its way to a kitchen. */
export interface IncomingStock {
  itemId: string;
  qtyMicro: number;
  /**
   * Expected delivery day; null if the supplier gave none, and for goods in transit, which may arrive on any
   * day.
   */
  day: string | null;
}

/** Loads open purchase quantities and goods in transit to a kitchen. */
export async function loadIncomingStock(
  db: Queryable,
  kitchen: string,
  itemIds: readonly string[],
): Promise<IncomingStock[]> {
  if (itemIds.length === 0) return [];
  const requested = new Set(itemIds);
  const onOrder = (await loadOnOrder(db, [kitchen])).flatMap(({ itemId, expectedOn, baseMicro }) =>
    requested.has(itemId) ? [{ itemId, qtyMicro: baseMicro, day: expectedOn }] : [],
  );
  const rows = await db
    .selectFrom('balances')
    .select(['itemId', 'onHandMicro'])
    .where('placeId', '=', transitLocation(kitchen))
    .where('itemId', 'in', itemIds)
    .where('onHandMicro', '>', 0)
    .execute();
  return [
    ...onOrder,
    ...rows.map(({ itemId, onHandMicro }) => ({ itemId, qtyMicro: Number(onHandMicro), day: null })),
  ];
}
