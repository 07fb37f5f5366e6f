import { sql } from 'kysely';
import type { FoodCostOfBranch } from '#modules/food-cost/shapes.ts';
import type { CostClass } from '#modules/food-cost/cost-classes.ts';
import { reportShapes } from '../report-shapes.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { foodCostBranches } from '#modules/food-cost/server/branches.ts';
import { computeFoodCostByBranch } from '#modules/food-cost/server/figures.ts';
import { totalUsageAndSales } from '#modules/food-cost/server/totals.ts';
import { sumFromHalves } from './aggregate.ts';
import { reportDays, defineRows, type RawRow, type ReportQuestion } from './define.ts';

const ref = (name: string) => sql.ref(name);
const inE4 = (amount: number | null | undefined): number | null =>
  amount === null || amount === undefined ? null : Math.round(amount * 10_000);
const inMicro = (percent: number | null | undefined): number | null =>
  percent === null || percent === undefined ? null : Math.round(percent * 1_000_000);

const periodOf = (question: ReportQuestion) => ({
  ...reportDays(question),
  basis: question.query.basis ?? ('list' as const),
});

type ClassKey = `${'actual' | 'variance'}${'Food' | 'Drink' | 'Packaging' | 'Other'}`;

/** Actual cost and variance by cost class. */
function classColumns(classes: FoodCostOfBranch['classes']): Record<ClassKey, number | null> {
  const ofClass = (costClass: CostClass) => classes.find((candidate) => candidate.costClass === costClass);
  const [food, drink, packaging, other] = [
    ofClass('food'),
    ofClass('drink'),
    ofClass('packaging'),
    ofClass('other'),
  ];
  return {
    actualFood: inE4(food?.actual?.value),
    actualDrink: inE4(drink?.actual?.value),
    actualPackaging: inE4(packaging?.actual?.value),
    actualOther: inE4(other?.actual?.value),
    varianceFood: inE4(food?.variance),
    varianceDrink: inE4(drink?.variance),
    variancePackaging: inE4(packaging?.variance),
    varianceOther: inE4(other?.variance),
  };
}

/** Requested branches in scope. */
async function branchesOf(db: Queryable, question: ReportQuestion) {
  const { branch } = question.query;
  const branches = foodCostBranches(db, question.actor, reportDays(question)).orderBy('_id');
  return (branch === undefined ? branches : branches.where('_id', '=', branch)).execute();
}

/** Food cost of branches: sales, theoretical, actual and variance; empty below the required coverage. */
export const foodCostReport = defineRows({
  shape: reportShapes['food-cost'],
  async read(db, question) {
    const rows: RawRow[] = [];
    for await (const { of, ...result } of computeFoodCostByBranch(
      db,
      await branchesOf(db, question),
      periodOf(question),
    ))
      rows.push({
        key: of._id,
        branchId: of._id,
        place: (question.leadsWithAlt ? of.nameAlt : null) || of.name,
        net: inE4(result.net),
        theoretical: inE4(result.theoretical?.value),
        theoreticalPercent: inMicro(result.theoretical?.percent),
        actual: inE4(result.actual?.value),
        actualPercent: inMicro(result.actual?.percent),
        variance: inE4(result.variance?.total),
        salesKnown: inMicro(result.coverage.sales),
        itemsCounted: inMicro(result.coverage.counts),
        ...classColumns(result.classes),
      });
    return { rows };
  },
  shares: {
    async actualPercent(db, question) {
      const branches = (await branchesOf(db, question)).map(({ _id }) => _id);
      const { usedE4, soldE4 } = await totalUsageAndSales(db, branches, periodOf(question));
      return { part: usedE4, whole: soldE4 };
    },
  },
  reconcilesWith: {
    measure: 'net',
    source: 'what rows of sales say was sold, but for what is nothing to eat',
    async sum(db, question) {
      const { from, to } = reportDays(question);
      const { high, low } = sumHighLow(sql`r.${ref('netE4')}`);
      const { rows } = await sql<{ high: unknown; low: unknown }>`select ${high} as high, ${low} as low
        from ${sql.table('saleRows')} as r join ${sql.table('saleDays')} as d on d.${ref('_id')} = r.${ref('dayId')}
        left join ${sql.table('saleArticles')} as a on a.${ref('sourceId')} = d.${ref('sourceId')} and a.code = r.code
        where coalesce(a.${ref('isNoFood')}, 0) = 0 and d.day >= ${from} and d.day <= ${to}
          and ${scopeCondition(question.actor, { branch: 'd.branchId' })}`.execute(db);
      return sumFromHalves(rows[0]);
    },
  },
});
