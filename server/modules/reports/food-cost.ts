import { sql } from 'kysely';
import { reportShapes } from '#domain/reports/shapes.ts';
import { sumInHalves } from '../../db/exact-sums.ts';
import { scopeCondition } from '../../db/scope.ts';
import { foodCostOfEach } from '../food-cost/figures.ts';
import { wholeSum } from './add-up.ts';
import { daysOf, defineRows, type RawRow } from './define.ts';

const ref = (name: string) => sql.ref(name);
const inE4 = (amount: number | null | undefined): number | null =>
  amount === null || amount === undefined ? null : Math.round(amount * 10_000);
const inMicro = (percent: number | null | undefined): number | null =>
  percent === null || percent === undefined ? null : Math.round(percent * 1_000_000);

/** What branches sold, what that should have taken, what was used, and what lies between; nothing where too little is known. */
export const foodCostReport = defineRows({
  shape: reportShapes['food-cost'],
  async read(db, question) {
    const { branch, basis = 'list' } = question.query;
    let branches = db
      .selectFrom('branches')
      .select(['_id', 'name', 'nameAlt'])
      .where('type', '=', 'branch')
      .where('isActive', '=', 1)
      .where(scopeCondition(question.actor, { branch: 'branches._id' }));
    if (branch !== undefined) branches = branches.where('_id', '=', branch);
    const rows: RawRow[] = [];
    const asked = { ...daysOf(question), basis };
    for await (const { of, ...told } of foodCostOfEach(db, await branches.orderBy('_id').execute(), asked))
      rows.push({
        key: of._id,
        branchId: of._id,
        place: (question.leadsWithAlt ? of.nameAlt : null) || of.name,
        net: inE4(told.net),
        theoretical: inE4(told.theoretical?.value),
        theoreticalPercent: inMicro(told.theoretical?.percent),
        actual: inE4(told.actual?.value),
        actualPercent: inMicro(told.actual?.percent),
        variance: inE4(told.variance?.total),
        salesKnown: inMicro(told.coverage.sales),
        itemsCounted: inMicro(told.coverage.counts),
      });
    return { rows };
  },
  reconcilesWith: {
    measure: 'net',
    source: 'the net of the days that were sold',
    async sum(db, question) {
      const { from, to } = daysOf(question);
      const { high, low } = sumInHalves(sql`d.${ref('netE4')}`);
      const { rows } = await sql<{ high: unknown; low: unknown }>`select ${high} as high, ${low} as low
        from ${sql.table('saleDays')} as d where d.day >= ${from} and d.day <= ${to}
          and ${scopeCondition(question.actor, { branch: 'd.branchId' })}`.execute(db);
      return wholeSum(rows[0]);
    },
  },
});
