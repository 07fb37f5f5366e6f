import { sql } from 'kysely';
import { reportShapes } from '../report-shapes.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import { sumFromHalves } from './aggregate.ts';
import { reportDays, defineReport } from './define.ts';

const ref = (name: string) => sql.ref(name);

/** Builds SQL for the count differences of a kind at the counted locations. */
const selectCountMoves = (kind: string, place: string, day: string) => sql`
  select m.${ref('docId')}, m.${ref('docNo')}, m.${ref('docLineId')}, m.${ref('itemId')}, m.kind, m.${ref('qtyMicro')},
    m.${ref('valueE4')}, m.${ref(place)} as place, m.${ref(day)} as day, l.${ref('causeCode')}
  from places cross join ${sql.table('stockMoves')} as m
  left join ${sql.table('stockCountLines')} as l on l.${ref('lineId')} = m.${ref('docLineId')}
  where m.${ref(place)} = places.${ref('placeId')} and m.kind = ${sql.lit(kind)}`;

/** SQL for count gains and losses, with the cause of their line. */
const differences = sql`(${selectCountMoves('count_gain', 'toPlace', 'arrivalDay')}
  union all ${selectCountMoves('count_loss', 'fromPlace', 'businessDay')})`;

const sumOfKind = (kind: string, column: string) => ({
  sum: sql`(case when c.kind = ${sql.lit(kind)} then c.${ref(column)} else 0 end)`,
});

/** Differences between counted and book quantities, in quantity and value, with the cause. */
export const countVariance = defineReport({
  shape: reportShapes['count-variance'],
  scope: { branch: 'c.place' },
  from: sql`${differences} as c`,
  conditions: [sql<boolean>`1 = 1`],
  columns: {
    day: 'c.day',
    branch: 'c.place',
    item: 'c.itemId',
    reason: 'c.causeCode',
    document: 'c.docId',
    number: 'c.docNo',
  },
  figures: {
    differences: { count: sql`count(distinct c.${ref('docLineId')})` },
    found: sumOfKind('count_gain', 'qtyMicro'),
    lost: sumOfKind('count_loss', 'qtyMicro'),
    gainValue: sumOfKind('count_gain', 'valueE4'),
    lossValue: sumOfKind('count_loss', 'valueE4'),
    netValue: {
      sum: sql`(case c.kind when 'count_gain' then c.${ref('valueE4')} else -c.${ref('valueE4')} end)`,
    },
  },
  reconcilesWith: {
    measure: 'netValue',
    source: 'count differences in the daily ledger totals',
    async sum(db, request) {
      const { from, to } = reportDays(request);
      const { high, low } = sumHighLow(sql`d.${ref('valueE4')}`);
      const { rows } = await sql<{ high: unknown; low: unknown }>`select ${high} as high, ${low} as low
        from ${sql.table('stockDaily')} as d where d.kind in ('count_gain', 'count_loss')
          and d.${ref('businessDay')} >= ${from} and d.${ref('businessDay')} <= ${to}
          and ${scopeCondition(request.actor, { branch: 'd.placeId' })}`.execute(db);
      return sumFromHalves(rows[0]);
    },
  },
});
