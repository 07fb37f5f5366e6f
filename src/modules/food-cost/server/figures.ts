import type { FoodCost, FoodCostItem, FoodCostOfBranch } from '../shapes.ts';
import { costClasses, isFoodCost } from '../cost-classes.ts';
import {
  computeItemVariance,
  type ItemVariance,
  computeCostPercent,
  sumVarianceParts,
  varianceParts,
} from '../food-cost-rules.ts';
import { fromE4 } from '#core/money.ts';
import { amountE4 } from '#modules/recipes/recipe-cost.ts';
import { toNearestMicro } from '#core/exact.ts';
import { fromMicro, QuantityError } from '#core/quantity.ts';
import { addDays } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { readFoodCostCoverage } from '#modules/business/server/business.ts';
import { type CountDays, loadCountDays } from './counted-items.ts';
import type { ItemNumbers } from './item-numbers.ts';
import {
  loadStockFlow,
  noUsage,
  sumIssuedQuantity,
  type ItemUsage,
  loadUsage,
  UsageColumns,
} from './usage.ts';
import { createSingleBranchSource, type FoodCostSource, createMultiBranchSource } from './sources.ts';
import {
  type FoodCostRequest,
  type ItemTotals,
  type FoodCostTotals,
  computeTotals,
  computeTotalsOrNull,
  computeItemWeight,
} from './totals.ts';
import type { FoodCostPeriod, TheoreticalUsage } from './theoretical-usage.ts';

const toPercent = (coverage: number | null): number | null =>
  coverage === null ? null : Math.floor(coverage / 10_000) / 100;

type BranchRequest = FoodCostRequest & { branchName: string };

/**
 * Computes a branch's food cost in a period: theoretical, actual, and the variance in parts. Figures below
 * the required coverage are null, with the reasons in `missing`. If a figure exceeds the safe integer range,
 * all figures of the branch are null.
 */
export async function computeBranchFoodCost(
  db: Queryable,
  request: Omit<BranchRequest, 'minPercent'>,
): Promise<FoodCost> {
  const period = { ...request, minPercent: await readFoodCostCoverage(db) };
  try {
    const usageByItem = await loadUsage(db, period.branch, period);
    const singleSource = createSingleBranchSource();
    const { items } = singleSource.shared;
    const source: FoodCostSource = {
      ...singleSource,
      loadUsage: async () => sumUsage(usageByItem, items),
    };
    const rows: ItemRow[] = [];
    const sums = await computeTotals(db, period, source, ({ itemNumber, ...row }) => {
      const itemId = items.ids[itemNumber] ?? '';
      rows.push({ ...row, itemNumber, itemId, used: usageByItem.get(itemId) ?? noUsage });
    });
    const names = await loadNames(
      db,
      rows.map(({ itemId }) => itemId),
      sums,
    );
    const result = presentFoodCost(period, sums, names);
    const { actualE4, theory } = sums;
    const stockFlow =
      actualE4 === null ? null : await loadStockFlow(db, period.branch, { ...period, actualE4 });
    const variances = rows
      .filter(({ costClass }) => isFoodCost(costClass))
      .map((row) => computeRowVariance(row, theory));
    return {
      ...result,
      actual: result.actual &&
        stockFlow && {
          ...result.actual,
          opening: fromE4(stockFlow.openingE4),
          in: fromE4(stockFlow.inE4),
          out: fromE4(stockFlow.outE4),
          closing: fromE4(stockFlow.closingE4),
        },
      variance: result.variance && {
        ...result.variance,
        parts: convertPartsToMoney(sumVarianceParts(variances)),
      },
      countedDays: findCountedPeriod(rows, await loadCountDays(db, period.branch, period)),
      items: presentItems(rows, theory, names),
    };
  } catch (error) {
    if (error instanceof QuantityError) return { ...createEmptyRow(period), countedDays: null, items: [] };
    throw error;
  }
}

function createEmptyRow({ branch, branchName, from, to, basis, minPercent }: BranchRequest) {
  return {
    branch,
    branchName,
    from,
    to,
    basis,
    net: null,
    theoretical: null,
    actual: null,
    variance: null,
    classes: costClasses.map((costClass) => ({
      costClass,
      theoretical: null,
      actual: null,
      variance: null,
      counted: null,
    })),
    coverage: { sales: null, counts: null, minPercent },
    missing: {
      unmapped: { net: 0, tillItems: 0, percent: null },
      recipes: { net: 0, percent: null, rows: [] },
      items: { value: 0, percent: null, count: 0 },
    },
  };
}

/** Computes the food cost of several branches in sequence; data that they share is loaded once. */
export async function* computeFoodCostByBranch<B extends { _id: string; name: string }>(
  db: Queryable,
  branches: readonly B[],
  period: Omit<FoodCostPeriod, 'branch'>,
): AsyncGenerator<FoodCostOfBranch & { row: B }> {
  const minPercent = await readFoodCostCoverage(db);
  const source = createMultiBranchSource(branches.map(({ _id }) => _id));
  for (const branch of branches) {
    const request = { ...period, branch: branch._id, branchName: branch.name, minPercent };
    const sums = await computeTotalsOrNull(db, request, source);
    yield {
      ...(sums ? presentFoodCost(request, sums, await loadNames(db, [], sums)) : createEmptyRow(request)),
      row: branch,
    };
  }
}

/** Returns the period between counts that covers the largest value of counted items. */
function findCountedPeriod(
  rows: readonly ItemRow[],
  countDays: ReadonlyMap<string, CountDays>,
): FoodCost['countedDays'] {
  const weights = new Map<string, { days: CountDays; weightE4: number }>();
  for (const row of rows) {
    if (!isFoodCost(row.costClass)) continue;
    const days = row.isCounted && countDays.get(row.itemId);
    if (!days) continue;
    const key = `${days.before} ${days.last}`;
    const { weightE4 } = weights.get(key) ?? { weightE4: 0 };
    weights.set(key, { days, weightE4: weightE4 + computeItemWeight(row) });
  }
  const [heaviest] = [...weights.values()].toSorted((a, b) => b.weightE4 - a.weightE4);
  if (!heaviest) return null;
  const { before, last } = heaviest.days;
  return { from: before === null ? null : addDays(before, 1), to: last };
}

/** Totals usage that was loaded by role. */
function sumUsage(usageByItem: ReadonlyMap<string, ItemUsage>, items: ItemNumbers): UsageColumns {
  const sums = new UsageColumns();
  for (const [itemId, usage] of usageByItem)
    sums.add(items.getNumber(itemId), sumIssuedQuantity(usage), usage.actualE4);
  return sums;
}

/** Converts the totals of a branch to the response. */
function presentFoodCost(period: BranchRequest, sums: FoodCostTotals, names: Names): FoodCostOfBranch {
  const { branch, branchName, from, to, basis, minPercent } = period;
  const { netE4, theoreticalE4, actualE4, coverage } = sums;
  const toFigure = (costE4: number | null) =>
    costE4 === null
      ? null
      : { value: fromE4(costE4), percent: netE4 === null ? null : computeCostPercent(costE4, netE4) };
  const getDifference = (costs: Pick<FoodCostTotals, 'theoreticalE4' | 'actualE4'>) =>
    costs.theoreticalE4 === null || costs.actualE4 === null
      ? null
      : fromE4(costs.actualE4 - costs.theoreticalE4);
  const variance = getDifference(sums);
  return {
    branch,
    branchName,
    from,
    to,
    basis,
    net: netE4 === null ? null : fromE4(netE4),
    theoretical: toFigure(theoreticalE4),
    actual: toFigure(actualE4),
    variance: variance === null ? null : { total: variance },
    classes: costClasses.map((costClass) => {
      const classTotals = sums.classes[costClass];
      return {
        costClass,
        theoretical: toFigure(classTotals.theoreticalE4),
        actual: toFigure(classTotals.actualE4),
        variance: getDifference(classTotals),
        counted: toPercent(classTotals.counts),
      };
    }),
    coverage: { sales: toPercent(coverage.sales), counts: toPercent(coverage.counts), minPercent },
    missing: presentMissing(sums, names),
  };
}

/** Converts the items to the response, largest difference first. */
function presentItems(rows: readonly ItemRow[], theory: TheoreticalUsage, names: Names): FoodCostItem[] {
  const getDifference = (row: ItemRow) => Math.abs(row.actualE4 - row.theoreticalE4);
  return rows
    .toSorted((a, b) => getDifference(b) - getDifference(a))
    .map((row): FoodCostItem => {
      const { itemNumber, itemId, costClass, isCounted, theoreticalE4, actualE4, used } = row;
      const unitCost = amountE4(theory.costs[itemNumber]?.exact ?? null);
      return {
        itemId,
        costClass,
        isCounted,
        theoreticalQty: toNearestMicro(theory.usage.getValue(itemNumber)),
        actualQty: fromMicro(sumIssuedQuantity(used)),
        cost: unitCost === null ? null : fromE4(unitCost),
        name: names.get(itemId)?.name ?? '',
        unit: names.get(itemId)?.symbol ?? '',
        theoretical: fromE4(theoreticalE4),
        actual: fromE4(actualE4),
        parts: convertPartsToMoney(computeRowVariance(row, theory).parts),
      };
    });
}

const convertPartsToMoney = (parts: ItemVariance['parts']) =>
  Object.fromEntries(varianceParts.map((part) => [part, fromE4(parts[part])])) as ItemVariance['parts'];

/** An item with its usage by role. */
interface ItemRow extends ItemTotals {
  itemId: string;
  used: ItemUsage;
}

const computeRowVariance = (
  { itemNumber, itemId, used, isCounted }: ItemRow,
  { usage, costs }: TheoreticalUsage,
): ItemVariance =>
  computeItemVariance({
    ...used,
    itemId,
    theory: usage.getValue(itemNumber),
    cost: costs[itemNumber]?.exact ?? null,
    isCounted,
  });

type Names = Map<string, { name: string; symbol: string | null }>;

/** Presents unmapped sales, incomplete recipes and uncounted items, with their shares. */
const presentMissing = (
  { unmapped, gaps, uncounted }: FoodCostTotals,
  names: Names,
): FoodCost['missing'] => ({
  unmapped: {
    net: fromE4(unmapped.netE4),
    tillItems: unmapped.tillItems,
    percent: toPercent(unmapped.micro),
  },
  recipes: {
    net: fromE4(gaps.netE4),
    percent: toPercent(gaps.micro),
    rows: gaps.largest.map(({ id, netE4, gapReason }) => ({
      recipeId: id,
      name: names.get(id)?.name ?? '',
      net: fromE4(netE4),
      reason: gapReason ?? 'cost',
    })),
  },
  items: {
    value: fromE4(uncounted.valueE4),
    percent: toPercent(uncounted.micro),
    count: uncounted.count,
  },
});

/** Loads the names of items and of incompletely costed products. */
async function loadNames(
  db: Queryable,
  itemIds: readonly string[],
  { gaps: { largest: sold } }: FoodCostTotals,
): Promise<Names> {
  const names: Names = new Map();
  const items = [...itemIds, ...sold.flatMap(({ kind, id }) => (kind === 'item' ? [id] : []))];
  if (items.length > 0)
    for (const { _id, name, symbol } of await db
      .selectFrom('items')
      .leftJoin('units', 'units._id', 'items.baseUnit')
      .select(['items._id', 'items.name', 'units.symbol'])
      .where('items._id', 'in', items)
      .execute())
      names.set(_id, { name, symbol });
  const recipes = sold.flatMap(({ kind, id }) => (kind === 'recipe' ? [id] : []));
  if (recipes.length > 0)
    for (const { _id, name } of await db
      .selectFrom('recipes')
      .select(['_id', 'name'])
      .where('_id', 'in', recipes)
      .execute())
      names.set(_id, { name, symbol: null });
  return names;
}
