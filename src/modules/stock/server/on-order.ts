import { sql } from 'kysely';
import { toBaseMicro, computeOutstandingMicro } from '#modules/purchase-orders/purchase-status.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';

/** Open lines of sent purchase orders for places. */
const selectOutstandingLines = statement((db, places: readonly string[]) =>
  db
    .selectFrom('purchaseOrders')
    .innerJoin('purchaseLines', 'purchaseLines.orderId', 'purchaseOrders._id')
    .select([
      'place',
      'expectedOn',
      'itemId',
      'qtyMicro',
      'receivedQtyMicro',
      'isClosed',
      'unitNum',
      'unitDen',
    ])
    .where('purchaseOrders.place', 'in', places)
    .where('purchaseOrders.status', '=', 'Sent')
    .where('isClosed', '=', 0)
    .where(sql<boolean>`${sql.ref('qtyMicro')} > ${sql.ref('receivedQtyMicro')}`),
);

const selectDraftLines = statement((db, place: string) =>
  db
    .selectFrom('purchaseOrders')
    .innerJoin('purchaseLines', 'purchaseLines.orderId', 'purchaseOrders._id')
    .select(['purchaseOrders._id', 'number', 'itemId', 'qtyMicro', 'unitNum', 'unitDen'])
    .where('purchaseOrders.place', '=', place)
    .where('purchaseOrders.status', 'in', ['Draft', 'Pending Approval'])
    .orderBy('purchaseOrders._id'),
);

/**
 * Returns outstanding purchase quantities by line in base units: the single source for suggestions, levels
 * and stock screens. Lines closed short are left out until they are reopened.
 */
export async function loadOnOrder(
  db: Queryable,
  places: readonly string[],
): Promise<{ place: string; expectedOn: string | null; itemId: string; baseMicro: number }[]> {
  if (places.length === 0) return [];
  return (await selectOutstandingLines(db, places)).map((line) => ({
    place: line.place,
    expectedOn: line.expectedOn,
    itemId: line.itemId,
    baseMicro: toBaseMicro(computeOutstandingMicro(line), line) ?? 0,
  }));
}

/** Unsent purchase quantities of an item at a place: drafts and orders that await approval. */
export interface DraftedPurchase {
  baseMicro: number;
  /** The orders, oldest first. */
  orders: { _id: string; number: string }[];
}

/**
 * Returns quantities in purchase drafts for a place, by item in base units. They are not on order and no
 * stock figure includes them; only purchase proposals do.
 */
export async function loadDraftedPurchases(
  db: Queryable,
  place: string,
): Promise<Map<string, DraftedPurchase>> {
  const drafts = new Map<string, DraftedPurchase>();
  for (const { _id, number, itemId, ...line } of await selectDraftLines(db, place)) {
    const draftTotals = drafts.get(itemId) ?? { baseMicro: 0, orders: [] };
    drafts.set(itemId, draftTotals);
    draftTotals.baseMicro += toBaseMicro(line.qtyMicro, line) ?? 0;
    if (draftTotals.orders.at(-1)?._id !== _id) draftTotals.orders.push({ _id, number });
  }
  return drafts;
}
