import { transitLocation } from '#domain/stock/ledger-locations.ts';
import type { Queryable } from '../../db/types.ts';
import { loadOnOrder } from '../stock/on-order.ts';

/** What is on the way to a kitchen. */
export interface IncomingStock {
  itemId: string;
  qtyMicro: number;
  /** When its supplier is to bring it; null for what nobody said a day of, and for what left another place: it may come any day. */
  day: string | null;
}

/** What suppliers and other places have on the way to a kitchen. */
export async function loadIncomingStock(
  db: Queryable,
  kitchen: string,
  itemIds: readonly string[],
): Promise<IncomingStock[]> {
  if (itemIds.length === 0) return [];
  const asked = new Set(itemIds);
  const bought = (await loadOnOrder(db, [kitchen])).flatMap(({ itemId, expectedOn, baseMicro }) =>
    asked.has(itemId) ? [{ itemId, qtyMicro: baseMicro, day: expectedOn }] : [],
  );
  const rows = await db
    .selectFrom('balances')
    .select(['itemId', 'onHandMicro'])
    .where('placeId', '=', transitLocation(kitchen))
    .where('itemId', 'in', itemIds)
    .where('onHandMicro', '>', 0)
    .execute();
  return [
    ...bought,
    ...rows.map(({ itemId, onHandMicro }) => ({ itemId, qtyMicro: Number(onHandMicro), day: null })),
  ];
}
