import { type CostClass, foodCostClasses, isFoodCost } from '../cost-classes.ts';
import { Coverage, nullUnlessCovered } from '../food-cost-rules.ts';
import { QuantityError } from '#core/quantity.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { readFoodCostCoverage } from '#modules/business/server/business.ts';
import { loadCountedItems } from './counted-items.ts';
import { type FoodCostSource, createMultiBranchSource } from './sources.ts';
import {
  type FoodCostPeriod,
  type SoldProduct,
  type TheoreticalUsage,
  computeTheoreticalUsage,
} from './theoretical-usage.ts';

/** Period and required coverage: figures below `minPercent` are null. */
export type FoodCostRequest = FoodCostPeriod & { minPercent: number };

/** A product whose consumption or cost is unknown. */
export type SoldGap = Pick<SoldProduct, 'kind' | 'id' | 'netE4' | 'gapReason'>;

/** Costs of a cost class; null below the required coverage. */
export interface ClassFigures {
  theoreticalE4: number | null;
  actualE4: number | null;
  /** Percentage of usage that was counted, in millionths of a percent. */
  counts: number | null;
}

/**
 * Figures of a branch: costs of food and drink, and every cost class under `classes`. Figures below the
 * required coverage are null; shares are in millionths of a percent.
 */
export interface FoodCostTotals {
  netE4: number | null;
  theoreticalE4: number | null;
  actualE4: number | null;
  classes: Record<CostClass, ClassFigures>;
  /** Share of sales with a known cost, and share of usage that was counted. */
  coverage: { sales: number | null; counts: number | null };
  /** Uncounted food and drink: number of items, value, and percentage. */
  uncounted: { count: number; valueE4: number; micro: number | null };
  /** Sales without a mapping. */
  unmapped: { netE4: number; tillItems: number; micro: number | null };
  /** Sales whose cost is incomplete, with the largest ones. */
  gaps: { netE4: number; micro: number | null; largest: SoldGap[] };
}

/** Figures of an item with any activity. */
export interface ItemTotals {
  itemNumber: number;
  costClass: CostClass;
  isCounted: boolean;
  theoreticalE4: number;
  actualE4: number;
}

/** Maximum number of gaps listed. */
const maxGaps = 100;

/**
 * Computes the figures of a branch.
 *
 * @param visitItem called with the figures of each item
 * @throws QuantityError if figures exceed the safe integer range
 */
export async function computeTotals(
  db: Queryable,
  request: FoodCostRequest,
  source: FoodCostSource,
  visitItem?: (item: ItemTotals) => void,
): Promise<FoodCostTotals & { theory: TheoreticalUsage }> {
  const { branch, minPercent } = request;
  const actualUsage = await source.loadUsage(db, branch, request);
  const theory = await computeTheoreticalUsage(db, request, source);
  const countedItems = await source.loadCountedItems(db, branch, request);
  const { usage, costs } = theory;
  const { ids } = source.shared.items;
  const [counts, notCounted] = [new Coverage(), new Coverage()];
  const uncounted = { count: 0, valueE4: 0 };
  const getClass = await source.shared.loadClassLookup(db);
  const classTotals = mapClasses(() => new ClassTotals());
  for (let item = 0; item < Math.max(actualUsage.valueE4.length, usage.length); item++) {
    const actualE4 = actualUsage.valueE4.at(item);
    if (actualE4 === 0 && actualUsage.qtyMicro.at(item) === 0 && usage.isZero(item)) continue;
    const cost = costs[item];
    const theoreticalE4 = cost === undefined ? 0 : usage.multiplyRounded(item, cost);
    const isCounted = countedItems.has(ids[item] ?? '');
    const weightE4 = computeItemWeight({ actualE4, theoreticalE4 });
    const costClass = getClass(item);
    classTotals[costClass].add({ actualE4, theoreticalE4, weightE4, isCounted });
    if (isFoodCost(costClass)) {
      counts.add(weightE4, isCounted);
      notCounted.add(weightE4, !isCounted);
      if (!isCounted) {
        uncounted.count += 1;
        uncounted.valueE4 += weightE4;
      }
    }
    visitItem?.({ itemNumber: item, costClass, isCounted, theoreticalE4, actualE4 });
  }
  const sales = computeShareOfSales(theory, (product) => product?.gapReason === null);
  const minMicro = minPercent * 1_000_000;
  const knownSales = theory.isSold ? sales : null;
  return {
    netE4: theory.isSold ? theory.netE4 : null,
    theoreticalE4: nullUnlessCovered(knownSales, minMicro, sumFoodAndDrink(classTotals, 'theoreticalE4')),
    actualE4: nullUnlessCovered(counts.micro, minMicro, sumFoodAndDrink(classTotals, 'actualE4')),
    classes: mapClasses((costClass) => classTotals[costClass].computeFigures(knownSales, minMicro)),
    coverage: { sales, counts: counts.micro },
    uncounted: { ...uncounted, micro: notCounted.micro },
    unmapped: { ...theory.unmapped, micro: computeShareOfSales(theory, (product) => product === null) },
    gaps: presentGaps(theory),
    theory,
  };
}

const mapClasses = <T>(figure: (costClass: CostClass) => T): Record<CostClass, T> => ({
  food: figure('food'),
  drink: figure('drink'),
  packaging: figure('packaging'),
  other: figure('other'),
});

const sumFoodAndDrink = (
  totals: Record<CostClass, ClassTotals>,
  figure: 'theoreticalE4' | 'actualE4',
): number => foodCostClasses.reduce((sum, costClass) => sum + totals[costClass][figure], 0);

/** Totals of one cost class. */
class ClassTotals {
  theoreticalE4 = 0;
  actualE4 = 0;
  readonly #counts = new Coverage();

  add(item: Pick<ItemTotals, 'actualE4' | 'theoreticalE4' | 'isCounted'> & { weightE4: number }): void {
    this.theoreticalE4 += item.theoreticalE4;
    this.actualE4 += item.actualE4;
    this.#counts.add(item.weightE4, item.isCounted);
  }

  /** @param sales share of sales with a known cost, in millionths of a percent */
  computeFigures(sales: number | null, minMicro: number): ClassFigures {
    const counts = this.#counts.micro;
    return {
      theoreticalE4: nullUnlessCovered(sales, minMicro, this.theoreticalE4),
      actualE4: nullUnlessCovered(counts, minMicro, this.actualE4),
      counts,
    };
  }
}

/** Weight of an item in the counted share: the larger of actual and theoretical cost. */
export const computeItemWeight = ({
  actualE4,
  theoreticalE4,
}: Pick<ItemTotals, 'actualE4' | 'theoreticalE4'>): number =>
  Math.max(Math.abs(actualE4), Math.abs(theoreticalE4));

function presentGaps(theory: TheoreticalUsage): FoodCostTotals['gaps'] {
  const incomplete = theory.sold.filter(({ gapReason }) => gapReason !== null);
  return {
    netE4: incomplete.reduce((total, { netE4 }) => total + netE4, 0),
    micro: computeShareOfSales(theory, (product) => product !== null && product.gapReason !== null),
    largest: incomplete
      .toSorted((a, b) => b.netE4 - a.netE4)
      .slice(0, maxGaps)
      .map(({ kind, id, netE4, gapReason }) => ({ kind, id, netE4, gapReason })),
  };
}

/** Returns the share of sales for which `matches` returns true; it receives null for unmapped sales. */
function computeShareOfSales(
  { sold, unmapped }: TheoreticalUsage,
  matches: (product: SoldProduct | null) => boolean,
): number | null {
  const share = new Coverage();
  for (const product of sold) share.add(product.netE4, matches(product));
  share.add(unmapped.netE4, matches(null));
  return share.micro;
}

/** Computes the figures of one of several branches; null if they exceed the safe integer range. */
export async function computeTotalsOrNull(
  ...args: [Queryable, FoodCostRequest, FoodCostSource]
): Promise<FoodCostTotals | null> {
  try {
    const { theory: _, ...sums } = await computeTotals(...args);
    return sums;
  } catch (error) {
    if (error instanceof QuantityError) return null;
    throw error;
  }
}

/**
 * Totals usage and sales of branches for which both are known, in ten-thousandths, for their combined food
 * cost percentage. Branches without counts are skipped without loading anything.
 */
export async function sumUsageAndSales(
  db: Queryable,
  branches: readonly string[],
  period: Omit<FoodCostPeriod, 'branch'>,
): Promise<{ usedE4: bigint; soldE4: bigint }> {
  const [countedItems, minPercent] = await Promise.all([
    loadCountedItems(db, branches, period),
    readFoodCostCoverage(db),
  ]);
  const countedBranches = branches.filter((branch) => countedItems.has(branch));
  const source = createMultiBranchSource(countedBranches, countedItems);
  const sums = { usedE4: 0n, soldE4: 0n };
  for (const branch of countedBranches) {
    const { actualE4 = null, netE4 = null } =
      (await computeTotalsOrNull(db, { ...period, branch, minPercent }, source)) ?? {};
    if (actualE4 === null || netE4 === null) continue;
    sums.usedE4 += BigInt(actualE4);
    sums.soldE4 += BigInt(netE4);
  }
  return sums;
}
