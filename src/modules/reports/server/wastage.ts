import { sql } from 'kysely';
import { reportShapes } from '../report-shapes.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import { wastageDocument } from '#modules/wastage/server/definition.ts';
import { sumFromHalves } from './aggregate.ts';
import { reportDays, defineReport } from './define.ts';

/** Posted wastage records, without drafts and reversed ones. */
export const wastageReport = defineReport({
  shape: reportShapes.wastage,
  scope: wastageDocument.scope,
  from: sql`wastage`,
  conditions: [sql`wastage.status = 'Posted'`],
  columns: {
    day: 'wastage.businessDay',
    branch: 'wastage.branch',
    item: 'wastage.item',
    reason: 'wastage.reason',
    document: 'wastage._id',
    number: 'wastage.number',
  },
  ratio: ['wastage.unitNum', 'wastage.unitDen'],
  figures: {
    records: { count: sql`count(*)` },
    wasted: { sum: sql.ref('wastage.qtyMicro') },
    cost: { sum: sql.ref('wastage.costE4') },
  },
  reconcilesWith: {
    measure: 'cost',
    source: 'waste in the daily ledger totals, less reversals',
    async sum(db, request) {
      const { actor, query } = request;
      const { from, to } = reportDays(request);
      const { high, low } = sumHighLow(sql`-${sql.ref('d.valueE4')}`);
      const matchesFilter = (column: string, value: string | undefined) =>
        value === undefined ? sql`1 = 1` : sql`${sql.ref(column)} = ${value}`;
      const { rows } = await sql<{ high: unknown; low: unknown }>`
        select ${high} as high, ${low} as low from ${sql.table('stockDaily')} as d
        where d.kind in ('waste', 'waste_reversal') and ${scopeCondition(actor, { branch: 'd.placeId' })}
          and ${sql.ref('d.businessDay')} >= ${from} and ${sql.ref('d.businessDay')} <= ${to}
          and ${matchesFilter('d.placeId', query.branch)} and ${matchesFilter('d.itemId', query.item)}`.execute(
        db,
      );
      return sumFromHalves(rows[0]);
    },
  },
});
