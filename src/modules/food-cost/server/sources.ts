import { type DayRange, daysIn } from '#core/periods.ts';
import { chunks } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { type CountedItems, loadCountedItems } from './counted-items.ts';
import type { Versioned } from './versioned.ts';
import { type UsageColumns, loadUsageByBranch } from './usage.ts';
import { SharedCosts } from './shared-costs.ts';
import { type SoldLine, loadSales, loadSalesByBranch } from './sales-lines.ts';

/** Source of a branch's figures. */
export interface FoodCostSource {
  /** Costs and recipes shared by all branches. */
  shared: SharedCosts;
  /** Sales by product and recipe period; loading may throw QuantityError. */
  sold(db: Queryable, branch: string, days: DayRange): Promise<Versioned<readonly SoldLine[]>>;
  /** Loading throws QuantityError beyond exact numbers. */
  used(db: Queryable, branch: string, days: DayRange): Promise<Versioned<UsageColumns>>;
  counted(db: Queryable, branch: string, days: DayRange): Promise<CountedItems>;
}

const noCounts: CountedItems = { version: '', items: new Set() };

/** Source for a single branch, without caching. */
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
 * Source for several branches in sequence over one period: the first request loads all of them.
 *
 * @param counted counted items by branch, if loaded already
 */
export function multiBranchSource(
  branches: readonly string[],
  shared: SharedCosts,
  counted?: ReadonlyMap<string, CountedItems>,
): FoodCostSource {
  let all = counted && Promise.resolve(counted);
  return {
    shared,
    sold: inBatches(branches, async (db, batch, days) =>
      loadSalesByBranch(db, batch, days, await shared.recipeDays(db, days)),
    ),
    used: inBatches(branches, (db, batch, days) => loadUsageByBranch(db, batch, days, shared.items)),
    async counted(db, branch, days) {
      all ??= loadCountedItems(db, branches, days);
      return (await all).get(branch) ?? noCounts;
    },
  };
}

/** Limit of branch days that are in memory at once. */
const maxBranchDays = 3000;

/** Loads a batch of branches when one of them is requested; all of them when the period is short. */
function inBatches<T>(
  branches: readonly string[],
  read: (db: Queryable, some: readonly string[], days: DayRange) => Promise<(branch: string) => T>,
): (db: Queryable, branch: string, days: DayRange) => Promise<T> {
  let part: { of: readonly string[]; sources: ReturnType<typeof read> } | null = null;
  return async (db, branch, days) => {
    if (!part?.of.includes(branch)) {
      const atOnce = Math.max(1, Math.floor(maxBranchDays / Math.max(1, daysIn(days))));
      const batchOfBranch = chunks(branches, atOnce).find((batch) => batch.includes(branch)) ?? [branch];
      part = { of: batchOfBranch, sources: read(db, batchOfBranch, days) };
    }
    return (await part.sources)(branch);
  };
}
