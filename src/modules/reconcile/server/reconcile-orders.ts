import { toStoredTotal } from '#core/exact-totals.ts';
import { sql } from 'kysely';
import { chunks } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadBilledQuantities } from '#modules/supplier-invoices/server/billed-quantities.ts';
import { loadReceived } from '#modules/goods-receipts/server/ordered-quantities.ts';

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

/** Lines checked per query. */
const chunkSize = 500;

/**
 * Purchase lines whose stored quantities differ from the sum over their receipt and invoice lines. Receipt
 * and invoice lines are rounded individually, so only exact totals show whether a purchase line is wrong.
 */
const candidates = sql<{ lineId: string }>`select p.${ref('lineId')} from ${table('purchaseLines')} as p
    left join ${table('goodsReceiptLines')} as l on l.${ref('poLineId')} = p.${ref('lineId')} and l.${ref('isReversed')} = 0
  group by p.${ref('lineId')}, p.${ref('receivedQtyMicro')}, p.${ref('rejectedQtyMicro')}
  having p.${ref('receivedQtyMicro')} <> coalesce(sum(l.${ref('coversQtyMicro')}), 0)
    or p.${ref('rejectedQtyMicro')} <> coalesce(sum(l.${ref('coversRejectedQtyMicro')}), 0)
  union
  select p.${ref('lineId')} from ${table('purchaseLines')} as p where p.${ref('billedQtyMicro')} <> coalesce((
    select sum(case when i.kind = 'credit' then -b.${ref('coversQtyMicro')} else b.${ref('coversQtyMicro')} end)
    from ${table('supplierInvoiceLines')} as b
      join ${table('supplierInvoices')} as i on i.${ref('_id')} = b.${ref('invoiceId')}
    where b.${ref('poLineId')} = p.${ref('lineId')} and i.status = 'Posted' and b.${ref('transferId')} is null
      and (i.kind = 'invoice' or b.${ref('creditOf')} is not null)), 0)`;

/** Finds purchase lines whose stored quantities differ from their receipts and invoices; at most `max`. */
export async function findWrongPurchaseLines(db: Queryable, max: number): Promise<string[]> {
  const { rows } = await candidates.execute(db);
  const found: string[] = [];
  for (const chunk of chunks(rows, chunkSize)) {
    const lines = await db
      .selectFrom('purchaseLines')
      .select([
        'lineId',
        'itemId',
        'unitNum',
        'unitDen',
        'qtyMicro',
        'receivedQtyMicro',
        'rejectedQtyMicro',
        'billedQtyMicro',
      ])
      .where(
        'lineId',
        'in',
        chunk.map(({ lineId }) => lineId),
      )
      .execute();
    const getReceived = await loadReceived(db, lines);
    const getBilledMicro = await loadBilledQuantities(db, lines);
    for (const line of lines) {
      const { received, rejected } = getReceived(line.lineId);
      const report = (difference: string) => found.push(`purchase line ${line.lineId}: ${difference}`);
      if (
        line.receivedQtyMicro !== toStoredTotal(received, line.qtyMicro) ||
        line.rejectedQtyMicro !== toStoredTotal(rejected, line.qtyMicro)
      )
        report('received or rejected quantity differs from its receipts');
      const billedMicro = getBilledMicro(line);
      if (line.billedQtyMicro !== billedMicro)
        report(`billed ${line.billedQtyMicro}, its invoices ${billedMicro}`);
      if (found.length >= max) return found.slice(0, max);
    }
  }
  return found;
}
