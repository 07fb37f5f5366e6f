import { sql } from 'kysely';
import type { ReceiptPrice } from '../shapes.ts';
import { fromPriceMicro } from '#core/money.ts';
import type { Actor } from '#core/permissions.ts';
import { fromMicro } from '#core/quantity.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { receiptDocument } from './definition.ts';

/** Receipts per item. */
const pricesPerItem = 3;
/** Maximum items per request. */
const maxItems = 200;

/**
 * Loads the last prices paid for items, newest first, from unreversed receipts at locations that the actor
 * sees.
 */
export async function loadLastPrices(
  db: Queryable,
  actor: Actor,
  itemIds: readonly string[],
): Promise<ReceiptPrice[]> {
  const ids = [...new Set(itemIds)].slice(0, maxItems);
  if (ids.length === 0) return [];
  const ref = (name: string) => sql.ref(name);
  const ranked = db
    .selectFrom('goodsReceiptLines as l')
    .innerJoin('goodsReceipts', 'goodsReceipts._id', 'l.receiptId')
    .select([
      'l.itemId',
      'l.lineId',
      'goodsReceipts._id as receiptId',
      'goodsReceipts.number',
      'goodsReceipts.businessDay as day',
      'goodsReceipts.supplier',
      'goodsReceipts.supplierName',
      'goodsReceipts.supplierNameAlt',
      'goodsReceipts.placeName',
      'goodsReceipts.currency',
      'l.qtyMicro',
      'l.unitSymbol',
      'l.unitNum',
      'l.unitDen',
      'l.priceMicro',
      sql<number>`row_number() over (partition by ${ref('l.itemId')}
        order by ${ref('goodsReceipts.businessDay')} desc, ${ref('goodsReceipts.createdAt')} desc, ${ref('l.lineId')} desc)`.as(
        'rank',
      ),
    ])
    .where('l.itemId', 'in', ids)
    .where('l.isReversed', '=', 0)
    .where('l.qtyMicro', '>', 0)
    .where(scopeCondition(actor, receiptDocument.scope));
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('rank', '<=', pricesPerItem)
    .orderBy('itemId')
    .orderBy('rank')
    .execute();
  return rows.map(({ rank, qtyMicro, priceMicro, unitNum, unitDen, ...row }) => ({
    ...row,
    qty: fromMicro(qtyMicro),
    unitNum,
    unitDen,
    price: fromPriceMicro(priceMicro),
  }));
}
