import { sql } from 'kysely';
import { reportShapes } from '#domain/reports/shapes.ts';
import { sumInHalves } from '../../db/exact-sums.ts';
import { scopeCondition } from '../../db/scope.ts';
import type { Queryable } from '../../db/types.ts';
import { foodCostOfEach, usedAndSold } from '../food-cost/figures.ts';
import { wholeSum } from './add-up.ts';
import { daysOf, defineRows, type RawRow, type ReportQuestion } from './define.ts';

const ref = (name: string) => sql.ref(name);
const inE4 = (amount: number | null | undefined): number | null =>
  amount === null || amount === undefined ? null : Math.round(amount * 10_000);
const inMicro = (percent: number | null | undefined): number | null =>
  percent === null || percent === undefined ? null : Math.round(percent * 1_000_000);

const periodOf = (question: ReportQuestion) => ({
  ...daysOf(question),
  basis: question.query.basis ?? ('list' as const),
});

/** The branches that are asked for and seen. */
async function branchesOf(db: Queryable, { actor, query: { branch } }: ReportQuestion) {
  const branches = db
    .selectFrom('branches')
    .select(['_id', 'name', 'nameAlt'])
    .where('type', '=', 'branch')
    .where('isActive', '=', 1)
    .where(scopeCondition(actor, { branch: 'branches._id' }))
    .orderBy('_id');
  return (branch === undefined ? branches : branches.where('_id', '=', branch)).execute();
}

/** What branches sold, what that should have taken, what was used, and what lies between; nothing where too little is known. */
export const foodCostReport = defineRows({
  shape: reportShapes['food-cost'],
  async read(db, question) {
    const rows: RawRow[] = [];
    for await (const { of, ...told } of foodCostOfEach(
      db,
      await branchesOf(db, question),
      periodOf(question),
    ))
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
  shares: {
    async actualPercent(db, question) {
      const branches = (await branchesOf(db, question)).map(({ _id }) => _id);
      const { usedE4, soldE4 } = await usedAndSold(db, branches, periodOf(question));
      return { part: usedE4, whole: soldE4 };
    },
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
