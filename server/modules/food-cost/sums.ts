import { type CostClass, foodCostClasses, isFoodCost } from '#domain/food-cost/cost-classes.ts';
import { Coverage, figureIfCovered } from '#domain/food-cost/food-cost.ts';
import { QuantityError } from '#domain/quantity.ts';
import { VersionedCache } from '../../db/versioned-cache.ts';
import type { Queryable } from '../../db/types.ts';
import { foodCostCoverageOf } from '../settings/business.ts';
import { itemsCounted } from './counted.ts';
import { type Reading, readOnce } from './reading.ts';
import { sharedCosts } from './shared-costs.ts';
import { type Period, type SoldThing, type Theory, theoryOf } from './theory.ts';

/** What a branch is asked for: below `leastPercent` of what a figure stands on there is none. */
export type Asked = Period & { leastPercent: number };

/** What was sold of which something is missing. */
export type SoldGap = Pick<SoldThing, 'kind' | 'id' | 'netE4' | 'why'>;

/** The costs of one class; a figure is null where too little of it is known. */
export interface ClassSums {
  theoreticalE4: number | null;
  actualE4: number | null;
  /** How much of what was used was counted, in millionths of a percent. */
  counts: number | null;
}

/**
 * The figures of a branch in a period: costs are those of food and drink, `classes` has every class. A figure is null where too
 * little of what it is computed from is known. Shares are in millionths of a percent.
 */
export interface Sums {
  netE4: number | null;
  theoreticalE4: number | null;
  actualE4: number | null;
  classes: Record<CostClass, ClassSums>;
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
export interface ItemSum {
  /** Its number. */
  at: number;
  costClass: CostClass;
  isCounted: boolean;
  theoreticalE4: number;
  actualE4: number;
}

/** The most gaps that are told one by one. */
const mostGaps = 100;

/**
 * @param tell is told what items come to, one by one
 * @throws QuantityError where something of it is beyond exact numbers.
 */
export async function sumsOf(
  db: Queryable,
  asked: Asked,
  reading: Reading,
  tell?: (item: ItemSum) => void,
): Promise<Sums & { theory: Theory }> {
  const { branch, leastPercent } = asked;
  const used = await (await reading.used(db, branch, asked)).make();
  const theory = await theoryOf(db, asked, reading);
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
    const weightE4 = weightOf({ actualE4, theoreticalE4 });
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
    gaps: gapsOf(theory),
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

  add(item: Pick<ItemSum, 'actualE4' | 'theoreticalE4' | 'isCounted'> & { weightE4: number }): void {
    this.theoreticalE4 += item.theoreticalE4;
    this.actualE4 += item.actualE4;
    this.#counts.add(item.weightE4, item.isCounted);
  }

  /** @param sales how much of the sales is known, in millionths of a percent */
  figures(sales: number | null, leastMicro: number): ClassSums {
    const counts = this.#counts.micro;
    return {
      theoreticalE4: figureIfCovered(sales, leastMicro, this.theoreticalE4),
      actualE4: figureIfCovered(counts, leastMicro, this.actualE4),
      counts,
    };
  }
}

/** What an item weighs among those of which it is asked whether, and when, somebody counted them. */
export const weightOf = ({ actualE4, theoreticalE4 }: Pick<ItemSum, 'actualE4' | 'theoreticalE4'>): number =>
  Math.max(Math.abs(actualE4), Math.abs(theoreticalE4));

function gapsOf(theory: Theory): Sums['gaps'] {
  const open = theory.sold.filter(({ why }) => why !== null);
  return {
    netE4: open.reduce((total, { netE4 }) => total + netE4, 0),
    micro: shareOfSales(theory, (one) => one !== null && one.why !== null),
    largest: open
      .toSorted((a, b) => b.netE4 - a.netE4)
      .slice(0, mostGaps)
      .map(({ kind, id, netE4, why }) => ({ kind, id, netE4, why })),
  };
}

/** How much of its sales is what is asked for; null stands for all that nobody has said of what it is. */
function shareOfSales({ sold, unmapped }: Theory, isIt: (one: SoldThing | null) => boolean): number | null {
  const share = new Coverage();
  for (const one of sold) share.add(one.netE4, isIt(one));
  share.add(unmapped.netE4, isIt(null));
  return share.micro;
}

/** So many characters of marks are kept at hand with what belongs to them: 40 MB. */
const mostKept = 40_000_000;
/** What sums take beside their mark, in such characters. */
const sizeOfSums = 1000;

/** What branches come to by what is the same for all of them, as long as the marks of what they used, sold and counted are the same. */
const keptSums = new VersionedCache<Sums | null>(mostKept);

/** The sums of one branch among others; null where something of it is beyond exact numbers. */
export async function sumsAmongOthers(db: Queryable, asked: Asked, reading: Reading): Promise<Sums | null> {
  const { branch, from, to, basis, leastPercent } = asked;
  const key = [branch, from, to, basis, leastPercent].join(' ');
  const [used, sold, counted] = [
    await reading.used(db, branch, asked),
    await reading.sold(db, branch, asked),
    await reading.counted(db, branch, asked),
  ];
  const mark =
    used.mark === null || sold.mark === null ? null : [used.mark, sold.mark, counted.mark].join('\n');
  const kept = mark === null ? undefined : keptSums.get(reading.shared, key, mark);
  if (kept !== undefined) return kept;
  const value = await sumsOrNone(db, asked, reading);
  if (mark !== null)
    keptSums.set(reading.shared, key, { version: mark, value, size: sizeOfSums + mark.length });
  return value;
}

async function sumsOrNone(...asked: [Queryable, Asked, Reading]): Promise<Sums | null> {
  try {
    const { theory: _, ...sums } = await sumsOf(...asked);
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
export async function usedAndSold(
  db: Queryable,
  branches: readonly string[],
  period: Omit<Period, 'branch'>,
): Promise<{ usedE4: bigint; soldE4: bigint }> {
  const [shared, counted, leastPercent] = await Promise.all([
    sharedCosts(db, period.basis),
    itemsCounted(db, branches, period),
    foodCostCoverageOf(db),
  ]);
  const some = branches.filter((branch) => counted.has(branch));
  const reading = readOnce(some, shared, counted);
  const sums = { usedE4: 0n, soldE4: 0n };
  for (const branch of some) {
    const { actualE4 = null, netE4 = null } =
      (await sumsAmongOthers(db, { ...period, branch, leastPercent }, reading)) ?? {};
    if (actualE4 === null || netE4 === null) continue;
    sums.usedE4 += BigInt(actualE4);
    sums.soldE4 += BigInt(netE4);
  }
  return sums;
}
