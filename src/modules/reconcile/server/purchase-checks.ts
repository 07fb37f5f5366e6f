import { type RawBuilder, sql } from 'kysely';
import type { Invariant } from './remedies.ts';

const col = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

/**
 * Compares purchase orders and receipts with each other and with the ledger; each row found describes a
 * violation.
 */
export const purchaseChecks: readonly { invariant: Invariant; find: RawBuilder<{ message: string }> }[] = [
  {
    invariant: 'counters',
    find: sql`select 'goods receipt ' || r.${col('number')} || ': header totals differ from its lines' as message
      from ${table('goodsReceipts')} as r join ${table('goodsReceiptLines')} as l on l.${col('receiptId')} = r.${col('_id')}
      group by r.${col('_id')}, r.${col('number')}, r.${col('lineCount')}, r.${col('landedValueE4')}, r.${col('freightE4')},
        r.${col('chargesE4')}, r.${col('status')}
      having count(*) <> r.${col('lineCount')}
        or r.${col('freightE4')} + r.${col('chargesE4')} <> sum(l.${col('chargeE4')})
        or r.${col('landedValueE4')} <> sum(case when l.${col('isReversed')} = 0 then l.${col('landedValueE4')} else 0 end)
        or (r.${col('status')} = 'Reversed') <> (min(l.${col('isReversed')}) = 1)`,
  },
  {
    invariant: 'counters',
    find: sql`select 'goods receipt line ' || l.${col('lineId')} || ': differs from the ledger' as message
      from ${table('goodsReceiptLines')} as l left join ${table('stockMoves')} as m
        on m.${col('docType')} = 'goods_receipt' and m.${col('docId')} = l.${col('receiptId')} and m.${col('docLineId')} = l.${col('lineId')}
          and m.kind in ('receipt', 'receipt_reversal')
      group by l.${col('lineId')}, l.${col('baseQtyMicro')}, l.${col('isReversed')}, l.${col('landedValueE4')}
      having coalesce(sum(case when m.kind = 'receipt' then m.${col('qtyMicro')} else -m.${col('qtyMicro')} end), 0)
          <> case when l.${col('isReversed')} = 1 then 0 else l.${col('baseQtyMicro')} end
        or (l.${col('isReversed')} = 0 and coalesce(sum(m.${col('valueE4')}), 0) <> l.${col('landedValueE4')})`,
  },
];
