import { type CostClass, foodCostClasses, isFoodCost } from '#domain/food-cost/cost-classes.ts';
import { Coverage, figureIfCovered } from '#domain/food-cost/food-cost.ts';
import { QuantityError } from '#domain/quantity.ts';
import { VersionedCache } from '../../db/versioned-cache.ts';
import type { Queryable } from '../../db/types.ts';
import { foodCostCoverageOf } from '../settings/business.ts';
import { loadCountedItems } from './counted-items.ts';
import { type FoodCostSource, multiBranchSource } from './sources.ts';
import { loadSharedCosts } from './shared-costs.ts';
import {
  type FoodCostPeriod,
  type SoldProduct,
  type TheoreticalUsage,
  computeTheoreticalUsage,
} from './theoretical-usage.ts';

/** What a branch is asked for: below `leastPercent` of what a figure stands on there is none. */
export type FoodCostRequest = FoodCostPeriod & { leastPercent: number };

/** What was sold of which something is missing. */
export type SoldGap = Pick<SoldProduct, 'kind' | 'id' | 'netE4' | 'why'>;

/** The costs of one class; a figure is null where too little of it is known. */
export interface ClassFigures {
  theoreticalE4: number | null;
  actualE4: number | null;
  /** How much of what was used was counted, in millionths of a percent. */
  counts: number | null;
}

/**
 * The figures of a branch in a period: costs are those of food and drink, `classes` has every class. A figure is null where too
 * little of what it is computed from is known. Shares are in millionths of a percent.
 */
export interface FoodCostTotals {
  netE4: number | null;
  theoreticalE4: number | null;
  actualE4: number | null;
  classes: Record<CostClass, ClassFigures>;
  /** How much of the sales, and of what was used, is known. */
  known: { sales: number | null; counts: number | null };
  /** Food and drink that nobody counted, what they weigh, and how much of all that is. */
  uncounted: { count: number; valueE4: number; micro: number | null };
  /** What was sold of which nobody said what it is. */
  unmapped: { netE4: number; articles: number; micro: number | null };
  /** What was sold of which something is missing, and the most of it, the largest first. */
  gaps: { netE4: number; micro: number | null; largest: SoldGap[] };
}

/** What an item of which anything happened comes to. */
export interface ItemFigures {
  /** Its number. */
  at: number;
  costClass: CostClass;
  isCounted: boolean;
  theoreticalE4: number;
  actualE4: number;
}

/** The most gaps that are told one by one. */
const maxGaps = 100;

/**
 * @param tell is told what items come to, one by one
 * @throws QuantityError where something of it is beyond exact numbers.
 */
export async function computeTotals(
  db: Queryable,
  asked: FoodCostRequest,
  reading: FoodCostSource,
  tell?: (item: ItemFigures) => void,
): Promise<FoodCostTotals & { theory: TheoreticalUsage }> {
  const { branch, leastPercent } = asked;
  const used = await (await reading.used(db, branch, asked)).load();
  const theory = await computeTheoreticalUsage(db, asked, reading);
  const counted = await reading.counted(db, branch, asked);
  const { taken, costs } = theory;
  const { ids } = reading.shared.items;
  const [counts, notCounted] = [new Coverage(), new Coverage()];
  const uncounted = { count: 0, valueE4: 0 };
  const classOf = await reading.shared.classOf(db);
  const ofClass = byClass(() => new ClassTotals());
  for (let at = 0; at < Math.max(used.valueE4.length, taken.length); at++) {
    const actualE4 = used.valueE4.at(at);
    if (actualE4 === 0 && used.qtyMicro.at(at) === 0 && taken.isZero(at)) continue;
    const cost = costs[at];
    const theoreticalE4 = cost === undefined ? 0 : taken.wholeTimes(at, cost);
    const isCounted = counted.items.has(ids[at] ?? '');
    const weightE4 = itemWeight({ actualE4, theoreticalE4 });
    const costClass = classOf(at);
    ofClass[costClass].add({ actualE4, theoreticalE4, weightE4, isCounted });
    if (isFoodCost(costClass)) {
      counts.add(weightE4, isCounted);
      notCounted.add(weightE4, !isCounted);
      if (!isCounted) {
        uncounted.count += 1;
        uncounted.valueE4 += weightE4;
      }
    }
    tell?.({ at, costClass, isCounted, theoreticalE4, actualE4 });
  }
  const sales = shareOfSales(theory, (one) => one?.why === null);
  const leastMicro = leastPercent * 1_000_000;
  const known = theory.isSold ? sales : null;
  return {
    netE4: theory.isSold ? theory.netE4 : null,
    theoreticalE4: figureIfCovered(known, leastMicro, foodAndDrink(ofClass, 'theoreticalE4')),
    actualE4: figureIfCovered(counts.micro, leastMicro, foodAndDrink(ofClass, 'actualE4')),
    classes: byClass((costClass) => ofClass[costClass].figures(known, leastMicro)),
    known: { sales, counts: counts.micro },
    uncounted: { ...uncounted, micro: notCounted.micro },
    unmapped: { ...theory.unmapped, micro: shareOfSales(theory, (one) => one === null) },
    gaps: presentGaps(theory),
    theory,
  };
}

const byClass = <T>(figure: (costClass: CostClass) => T): Record<CostClass, T> => ({
  food: figure('food'),
  drink: figure('drink'),
  packaging: figure('packaging'),
  other: figure('other'),
});

const foodAndDrink = (totals: Record<CostClass, ClassTotals>, figure: 'theoreticalE4' | 'actualE4'): number =>
  foodCostClasses.reduce((sum, costClass) => sum + totals[costClass][figure], 0);

/** Adds up the items of one class. */
class ClassTotals {
  theoreticalE4 = 0;
  actualE4 = 0;
  readonly #counts = new Coverage();

  add(item: Pick<ItemFigures, 'actualE4' | 'theoreticalE4' | 'isCounted'> & { weightE4: number }): void {
    this.theoreticalE4 += item.theoreticalE4;
    this.actualE4 += item.actualE4;
    this.#counts.add(item.weightE4, item.isCounted);
  }

  /** @param sales how much of the sales is known, in millionths of a percent */
  figures(sales: number | null, leastMicro: number): ClassFigures {
    const counts = this.#counts.micro;
    return {
      theoreticalE4: figureIfCovered(sales, leastMicro, this.theoreticalE4),
      actualE4: figureIfCovered(counts, leastMicro, this.actualE4),
      counts,
    };
  }
}

/** What an item weighs among those of which it is asked whether, and when, somebody counted them. */
export const itemWeight = ({
  actualE4,
  theoreticalE4,
}: Pick<ItemFigures, 'actualE4' | 'theoreticalE4'>): number =>
  Math.max(Math.abs(actualE4), Math.abs(theoreticalE4));

function presentGaps(theory: TheoreticalUsage): FoodCostTotals['gaps'] {
  const open = theory.sold.filter(({ why }) => why !== null);
  return {
    netE4: open.reduce((total, { netE4 }) => total + netE4, 0),
    micro: shareOfSales(theory, (one) => one !== null && one.why !== null),
    largest: open
      .toSorted((a, b) => b.netE4 - a.netE4)
      .slice(0, maxGaps)
      .map(({ kind, id, netE4, why }) => ({ kind, id, netE4, why })),
  };
}

/** How much of its sales is what is asked for; null stands for all that nobody has said of what it is. */
function shareOfSales(
  { sold, unmapped }: TheoreticalUsage,
  isIt: (one: SoldProduct | null) => boolean,
): number | null {
  const share = new Coverage();
  for (const one of sold) share.add(one.netE4, isIt(one));
  share.add(unmapped.netE4, isIt(null));
  return share.micro;
}

/** So many characters of marks are kept at hand with what belongs to them: 40 MB. */
const maxCacheCharacters = 40_000_000;
/** What sums take beside their mark, in such characters. */
const baseEntrySize = 1000;

/** What branches come to by what is the same for all of them, as long as the marks of what they used, sold and counted are the same. */
const totalsCache = new VersionedCache<FoodCostTotals | null>(maxCacheCharacters);

/** The sums of one branch among others; null where something of it is beyond exact numbers. */
export async function getCachedTotals(
  db: Queryable,
  asked: FoodCostRequest,
  reading: FoodCostSource,
): Promise<FoodCostTotals | null> {
  const { branch, from, to, basis, leastPercent } = asked;
  const key = [branch, from, to, basis, leastPercent].join(' ');
  const [used, sold, counted] = [
    await reading.used(db, branch, asked),
    await reading.sold(db, branch, asked),
    await reading.counted(db, branch, asked),
  ];
  const mark =
    used.version === null || sold.version === null
      ? null
      : [used.version, sold.version, counted.version].join('\n');
  const kept = mark === null ? undefined : totalsCache.get(reading.shared, key, mark);
  if (kept !== undefined) return kept;
  const value = await totalsOrNull(db, asked, reading);
  if (mark !== null)
    totalsCache.set(reading.shared, key, { version: mark, value, size: baseEntrySize + mark.length });
  return value;
}

async function totalsOrNull(
  ...asked: [Queryable, FoodCostRequest, FoodCostSource]
): Promise<FoodCostTotals | null> {
  try {
    const { theory: _, ...sums } = await computeTotals(...asked);
    return sums;
  } catch (error) {
    if (error instanceof QuantityError) return null;
    throw error;
  }
}

/**
 * What branches used and what they sold in a period, in ten-thousandths, of those of which both are known: the parts of the food cost of all
 * of them. Where nobody counted anything, nothing is known of what was used, and nothing is read.
 */
export async function totalUsageAndSales(
  db: Queryable,
  branches: readonly string[],
  period: Omit<FoodCostPeriod, 'branch'>,
): Promise<{ usedE4: bigint; soldE4: bigint }> {
  const [shared, counted, leastPercent] = await Promise.all([
    loadSharedCosts(db, period.basis),
    loadCountedItems(db, branches, period),
    foodCostCoverageOf(db),
  ]);
  const some = branches.filter((branch) => counted.has(branch));
  const reading = multiBranchSource(some, shared, counted);
  const sums = { usedE4: 0n, soldE4: 0n };
  for (const branch of some) {
    const { actualE4 = null, netE4 = null } =
      (await getCachedTotals(db, { ...period, branch, leastPercent }, reading)) ?? {};
    if (actualE4 === null || netE4 === null) continue;
    sums.usedE4 += BigInt(actualE4);
    sums.soldE4 += BigInt(netE4);
  }
  return sums;
}
