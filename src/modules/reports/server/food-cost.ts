import { sql } from 'kysely';
import type { FoodCostOfBranch } from '#modules/food-cost/shapes.ts';
import type { CostClass } from '#modules/food-cost/cost-classes.ts';
import { reportShapes } from '../report-shapes.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { selectFoodCostBranches } from '#modules/food-cost/server/branches.ts';
import { computeFoodCostByBranch } from '#modules/food-cost/server/figures.ts';
import { sumUsageAndSales } from '#modules/food-cost/server/totals.ts';
import { isMappingOf } from '#modules/sales/server/rows.ts';
import { sumFromHalves } from './aggregate.ts';
import { reportDays, defineRows, type RawRow, type ReportRequest } from './define.ts';

const ref = (name: string) => sql.ref(name);
const toE4OrNull = (amount: number | null | undefined): number | null =>
  amount === null || amount === undefined ? null : Math.round(amount * 10_000);
const toMicroOrNull = (percent: number | null | undefined): number | null =>
  percent === null || percent === undefined ? null : Math.round(percent * 1_000_000);

const toPeriod = (request: ReportRequest) => ({
  ...reportDays(request),
  basis: request.query.basis ?? ('list' as const),
});

type ClassKey = `${'actual' | 'variance'}${'Food' | 'Drink' | 'Packaging' | 'Other'}`;

/** Actual cost and variance by cost class. */
function buildClassColumns(classes: FoodCostOfBranch['classes']): Record<ClassKey, number | null> {
  const findClass = (costClass: CostClass) => classes.find((candidate) => candidate.costClass === costClass);
  const [food, drink, packaging, other] = [
    findClass('food'),
    findClass('drink'),
    findClass('packaging'),
    findClass('other'),
  ];
  return {
    actualFood: toE4OrNull(food?.actual?.value),
    actualDrink: toE4OrNull(drink?.actual?.value),
    actualPackaging: toE4OrNull(packaging?.actual?.value),
    actualOther: toE4OrNull(other?.actual?.value),
    varianceFood: toE4OrNull(food?.variance),
    varianceDrink: toE4OrNull(drink?.variance),
    variancePackaging: toE4OrNull(packaging?.variance),
    varianceOther: toE4OrNull(other?.variance),
  };
}

/** Requested branches in scope. */
async function loadBranches(db: Queryable, request: ReportRequest) {
  const { branch } = request.query;
  const branches = selectFoodCostBranches(db, request.actor, reportDays(request)).orderBy('_id');
  return (branch === undefined ? branches : branches.where('_id', '=', branch)).execute();
}

/** Food cost of branches: sales, theoretical, actual and variance; empty below the required coverage. */
export const foodCostReport = defineRows({
  shape: reportShapes['food-cost'],
  async read(db, request) {
    const rows: RawRow[] = [];
    for await (const { row: branch, ...result } of computeFoodCostByBranch(
      db,
      await loadBranches(db, request),
      toPeriod(request),
    ))
      rows.push({
        key: branch._id,
        branchId: branch._id,
        place: (request.prefersAltName ? branch.nameAlt : null) || branch.name,
        net: toE4OrNull(result.net),
        theoretical: toE4OrNull(result.theoretical?.value),
        theoreticalPercent: toMicroOrNull(result.theoretical?.percent),
        actual: toE4OrNull(result.actual?.value),
        actualPercent: toMicroOrNull(result.actual?.percent),
        variance: toE4OrNull(result.variance?.total),
        salesKnown: toMicroOrNull(result.coverage.sales),
        itemsCounted: toMicroOrNull(result.coverage.counts),
        ...buildClassColumns(result.classes),
      });
    return { rows };
  },
  shares: {
    async actualPercent(db, request) {
      const branches = (await loadBranches(db, request)).map(({ _id }) => _id);
      const { usedE4, soldE4 } = await sumUsageAndSales(db, branches, toPeriod(request));
      return { part: usedE4, whole: soldE4 };
    },
  },
  reconcilesWith: {
    measure: 'net',
    source: 'net sales of all till rows except non-food',
    async sum(db, request) {
      const { from, to } = reportDays(request);
      const { high, low } = sumHighLow(sql`r.${ref('netE4')}`);
      const { rows } = await sql<{ high: unknown; low: unknown }>`select ${high} as high, ${low} as low
        from ${sql.table('saleRows')} as r join ${sql.table('saleDays')} as d on d.${ref('_id')} = r.${ref('dayId')}
        left join ${sql.table('tillItems')} as a on ${isMappingOf('a', 'r')}
        where coalesce(a.${ref('isNonFood')}, 0) = 0 and d.day >= ${from} and d.day <= ${to}
          and ${scopeCondition(request.actor, { branch: 'd.branchId' })}`.execute(db);
      return sumFromHalves(rows[0]);
    },
  },
});
