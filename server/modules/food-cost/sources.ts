import { type DayRange, daysIn } from '#domain/analytics/periods.ts';
import { chunks } from '../../db/many-rows.ts';
import type { Queryable } from '../../db/types.ts';
import { type CountedItems, loadCountedItems } from './counted-items.ts';
import type { Versioned } from './versioned.ts';
import { type UsageColumns, loadUsageByBranch } from './usage.ts';
import { SharedCosts } from './shared-costs.ts';
import { type SoldLine, loadSales, loadSalesByBranch } from './sales-lines.ts';

/** Where the figures of a branch are read from. */
export interface FoodCostSource {
  /** What is the same at every branch. */
  shared: SharedCosts;
  /** What it sold, by what it is, and since when recipes are as they were then; made, it may throw QuantityError. */
  sold(db: Queryable, branch: string, days: DayRange): Promise<Versioned<readonly SoldLine[]>>;
  /** Made, it throws QuantityError where something of it is beyond exact numbers. */
  used(db: Queryable, branch: string, days: DayRange): Promise<Versioned<UsageColumns>>;
  counted(db: Queryable, branch: string, days: DayRange): Promise<CountedItems>;
}

const noCounts: CountedItems = { version: '', items: new Set() };

/** Reads what is asked for, each time: of one branch. */
export function singleBranchSource(): FoodCostSource {
  const shared = new SharedCosts();
  return {
    shared,
    async sold(db, branch, days) {
      const make = async () => loadSales(db, branch, days, await shared.recipeDays(db, days));
      return { version: null, load: make };
    },
    async used(db, branch, days) {
      return (await loadUsageByBranch(db, [branch], days, shared.items))(branch);
    },
    async counted(db, branch, days) {
      return (await loadCountedItems(db, [branch], days)).get(branch) ?? noCounts;
    },
  };
}

/**
 * For several branches one after the other, of one period: reads of all of them what one is asked for.
 *
 * @param counted what somebody counted at them, where that is known already
 */
export function multiBranchSource(
  branches: readonly string[],
  shared: SharedCosts,
  counted?: ReadonlyMap<string, CountedItems>,
): FoodCostSource {
  let all = counted && Promise.resolve(counted);
  return {
    shared,
    sold: inBatches(branches, async (db, some, days) =>
      loadSalesByBranch(db, some, days, await shared.recipeDays(db, days)),
    ),
    used: inBatches(branches, (db, some, days) => loadUsageByBranch(db, some, days, shared.items)),
    async counted(db, branch, days) {
      all ??= loadCountedItems(db, branches, days);
      return (await all).get(branch) ?? noCounts;
    },
  };
}

/** So many days of branches are held at once, with all that happened on them. */
const maxBranchDays = 3000;

/** Reads of a part of the branches what one of them is asked for: of all of them, where the days are few. */
function inBatches<T>(
  branches: readonly string[],
  read: (db: Queryable, some: readonly string[], days: DayRange) => Promise<(branch: string) => T>,
): (db: Queryable, branch: string, days: DayRange) => Promise<T> {
  let part: { of: readonly string[]; told: ReturnType<typeof read> } | null = null;
  return async (db, branch, days) => {
    if (!part?.of.includes(branch)) {
      const atOnce = Math.max(1, Math.floor(maxBranchDays / Math.max(1, daysIn(days))));
      const of = chunks(branches, atOnce).find((some) => some.includes(branch)) ?? [branch];
      part = { of, told: read(db, of, days) };
    }
    return (await part.told)(branch);
  };
}
