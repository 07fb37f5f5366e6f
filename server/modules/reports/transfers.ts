import { sql } from 'kysely';
import { reportShapes } from '#domain/reports/shapes.ts';
import { sumInHalves } from '../../db/exact-sums.ts';
import { wholeSum } from './add-up.ts';
import { defineReport } from './define.ts';
import { rowsAskedFor } from './question.ts';

const ref = (name: string) => sql.ref(name);

/** Lines of what was sent, at the place that gave it and, where that is one of the business, at the one that gets it. */
const sides = sql`(${sql.join(
  (['from', 'to'] as const).map(
    (end) => sql`select t.${ref('_id')}, t.number, t.${ref('sentDay')} as day, t.${ref(end)} as place,
      ${sql.lit(end)} as side, l.${ref('itemId')}, l.${ref('unitNum')}, l.${ref('unitDen')},
      coalesce(l.${ref('shippedQtyMicro')}, l.${ref('orderQtyMicro')}) as qty, coalesce(l.${ref('valueE4')}, 0) as worth
    from transfers as t join ${sql.table('transferLines')} as l on l.${ref('transferId')} = t.${ref('_id')}
    where t.status in ('Sent', 'Received')${end === 'to' ? sql` and t.kind <> 'supplier-return'` : sql``}`,
  ),
  sql` union all `,
)})`;

const at = (side: string, column: string) => ({
  sum: sql`(case when s.side = ${sql.lit(side)} then s.${ref(column)} else 0 end)`,
});

const lines = {
  // A place has its own side alone: what others sent one another is nobody else's.
  scope: { branch: 's.place' },
  from: sql`${sides} as s`,
  counts: [sql<boolean>`1 = 1`],
  columns: { day: 's.day', branch: 's.place', item: 's.itemId', document: 's._id', number: 's.number' },
} as const;

/** What places sent one another and sent back, returns to suppliers among them, at what the taker is charged. */
export const transferReport = defineReport({
  shape: reportShapes.transfers,
  ...lines,
  ratio: ['s.unitNum', 's.unitDen'],
  figures: {
    transfers: { count: sql`count(distinct s.${ref('_id')})` },
    sentOut: at('from', 'qty'),
    sentHere: at('to', 'qty'),
    outValue: at('from', 'worth'),
    inValue: at('to', 'worth'),
  },
  reconcilesWith: {
    measure: 'sentOut',
    source: 'what the ledger says left by these transfers, less what was taken back',
    async sum(db, { query: { item, ...query }, ...asked }) {
      const rows = rowsAskedFor(db.dialect, lines, { ...asked, query });
      const isBack = sql`kind like '%_reversal'`;
      const { high, low } = sumInHalves(
        sql`(case when ${isBack} then -${ref('qtyMicro')} else ${ref('qtyMicro')} end)`,
      );
      const { rows: sums } = await sql<{ high: unknown; low: unknown }>`select ${high} as high, ${low} as low
        from ${sql.table('stockMoves')} where ${ref('itemId')} = ${item} and ${ref('docType')} = 'transfer'
          and kind in ('transfer_out', 'transfer_out_reversal', 'return_out', 'return_out_reversal',
            'supplier_return', 'supplier_return_reversal')
          and ${ref('docId')} in (select s.${ref('_id')} from ${rows} and s.side = 'from')`.execute(db);
      return wholeSum(sums[0]);
    },
  },
});
