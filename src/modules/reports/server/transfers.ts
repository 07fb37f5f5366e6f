import { sql } from 'kysely';
import { reportShapes } from '../report-shapes.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import { sumFromHalves } from './aggregate.ts';
import { reportDays, defineReport } from './define.ts';

const ref = (name: string) => sql.ref(name);

/** SQL for sent lines at the sending or receiving location; suppliers aren't included as receivers. */
const sentLines = (end: 'from' | 'to') => sql`
  select t.${ref('_id')}, t.number, t.${ref('sentDay')} as day, t.${ref(end)} as place, ${sql.lit(end)} as side, 1 as sign,
    l.${ref('itemId')}, l.${ref('unitNum')}, l.${ref('unitDen')},
    coalesce(l.${ref('shippedQtyMicro')}, l.${ref('orderQtyMicro')}) as qty, coalesce(l.${ref('valueE4')}, 0) as worth
  from transfers as t join ${sql.table('transferLines')} as l on l.${ref('transferId')} = t.${ref('_id')}
  where t.status in ('Sent', 'Received')${end === 'to' ? sql` and t.kind <> 'supplier-return'` : sql``}`;

/** SQL for reversal moves `b` on a later day than the reversed move `o`. */
const reversalMoves = sql`${sql.table('stockMoves')} as b join ${sql.table('stockMoves')} as o on o.seq = b.${ref('reversesSeq')}
  where b.${ref('docType')} = 'transfer' and b.${ref('reversesSeq')} is not null
    and b.kind in ('transfer_out_reversal', 'return_out_reversal', 'supplier_return_reversal')
    and b.${ref('arrivalDay')} > o.${ref('businessDay')}`;

/**
 * SQL for transfers reversed on a later day: included on the day they were sent and subtracted on the day of
 * the reversal, as in the ledger, so that closed days don't change.
 */
const reversedLines = (end: 'from' | 'to', sign: 1 | -1) => sql`
  select u.${ref('docId')} as ${ref('_id')}, u.${ref('docNo')} as number, u.day, p.${ref('branchId')} as place, ${sql.lit(end)} as side,
    ${sql.lit(sign)} as sign, u.${ref('itemId')}, 1 as ${ref('unitNum')}, 1 as ${ref('unitDen')},
    ${sql.lit(sign)} * u.${ref('qtyMicro')} as qty, ${sql.lit(sign)} * u.${ref('valueE4')} as worth
  from (select o.*, ${sign === 1 ? sql`o.${ref('businessDay')}` : sql`b.${ref('arrivalDay')}`} as day from ${reversalMoves}) as u
  join places as p on p.${ref('placeId')} = u.${ref(`${end}Place`)}`;

const sides = sql`(${sql.join(
  (['from', 'to'] as const).flatMap((end) => [sentLines(end), reversedLines(end, 1), reversedLines(end, -1)]),
  sql` union all `,
)})`;

const sumAtSide = (side: string, column: string) => ({
  sum: sql`(case when s.side = ${sql.lit(side)} then s.${ref(column)} else 0 end)`,
});

const lines = {
  // A location sees only its own side.
  scope: { branch: 's.place' },
  from: sql`${sides} as s`,
  conditions: [sql<boolean>`1 = 1`],
  columns: { day: 's.day', branch: 's.place', item: 's.itemId', document: 's._id', number: 's.number' },
} as const;

/** Transfers and returns between locations and to suppliers, at the price charged to the receiver. */
export const transferReport = defineReport({
  shape: reportShapes.transfers,
  ...lines,
  ratio: ['s.unitNum', 's.unitDen'],
  figures: {
    transfers: { count: sql`count(distinct case when s.sign = 1 then s.${ref('_id')} end)` },
    transferredOut: sumAtSide('from', 'qty'),
    transferredIn: sumAtSide('to', 'qty'),
    outValue: sumAtSide('from', 'worth'),
    inValue: sumAtSide('to', 'worth'),
  },
  reconcilesWith: {
    measure: 'transferredOut',
    source: 'transfers sent on these days in the ledger, less reversals',
    async sum(db, { query: { item, branch, ...query }, actor, now }) {
      const { from, to } = reportDays({ query, actor, now, prefersAltName: false });
      const isReversal = sql`m.${ref('reversesSeq')} is not null`;
      const endColumn = (reversalColumn: string, column: string) =>
        sql`(case when ${isReversal} then m.${ref(reversalColumn)} else m.${ref(column)} end)`;
      const { high, low } = sumHighLow(
        sql`(case when ${isReversal} then -m.${ref('qtyMicro')} else m.${ref('qtyMicro')} end)`,
      );
      const { rows: sums } = await sql<{ high: unknown; low: unknown }>`select ${high} as high, ${low} as low
        from ${sql.table('stockMoves')} as m join places as p on p.${ref('placeId')} = ${endColumn('toPlace', 'fromPlace')}
        where m.${ref('itemId')} = ${item} and m.${ref('docType')} = 'transfer'
          and m.kind in ('transfer_out', 'transfer_out_reversal', 'return_out', 'return_out_reversal',
            'supplier_return', 'supplier_return_reversal')
          and ${endColumn('arrivalDay', 'businessDay')} >= ${from} and ${endColumn('arrivalDay', 'businessDay')} <= ${to}
          and ${scopeCondition(actor, { branch: 'p.branchId' })}
          and ${branch === undefined ? sql`1 = 1` : sql`p.${ref('branchId')} = ${branch}`}`.execute(db);
      return sumFromHalves(sums[0]);
    },
  },
});
