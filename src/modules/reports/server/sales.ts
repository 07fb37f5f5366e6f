import { sql } from 'kysely';
import { reportShapes } from '../report-shapes.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import { salesScope } from '#modules/sales/server/rows.ts';
import { sumFromHalves } from './aggregate.ts';
import { reportDays, defineReport } from './define.ts';

const ref = (name: string) => sql.ref(name);

/** Net sales of tills, including items that are not food. Documents are the days of a till. */
export const salesReport = defineReport({
  shape: reportShapes.sales,
  scope: { branch: 'd.branchId' },
  from: sql`${sql.table('saleDays')} as d join ${sql.table('saleSources')} as s on s.${ref('_id')} = d.${ref('sourceId')}`,
  conditions: [sql<boolean>`1 = 1`],
  columns: { day: 'd.day', branch: 'd.branchId', document: 'd._id', number: 's.name' },
  figures: { net: { sum: ref('d.netE4') } },
  reconcilesWith: {
    measure: 'net',
    source: 'net sales of all till rows',
    async sum(db, request) {
      const { from, to } = reportDays(request);
      const { branch } = request.query;
      const { high, low } = sumHighLow(ref('r.netE4'));
      const { rows } = await sql<{ high: unknown; low: unknown }>`select ${high} as high, ${low} as low
        from ${sql.table('saleRows')} as r join ${sql.table('saleDays')} as d on d.${ref('_id')} = r.${ref('dayId')}
        where d.day >= ${from} and d.day <= ${to} and ${salesScope(request.actor)}
          and ${branch === undefined ? sql`1 = 1` : sql`d.${ref('branchId')} = ${branch}`}`.execute(db);
      return sumFromHalves(rows[0]);
    },
  },
});
