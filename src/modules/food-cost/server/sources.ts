import { type DayRange, daysIn } from '#core/periods.ts';
import { chunks } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadCountedItems } from './counted-items.ts';
import { type UsageColumns, loadUsageByBranch } from './usage.ts';
import { SharedCosts } from './shared-costs.ts';
import { type SoldLine, loadSales, loadSalesByBranch } from './sales-lines.ts';

/** Source of a branch's figures. */
export interface FoodCostSource {
  /** Costs and recipes shared by all branches. */
  shared: SharedCosts;
  /** Returns sales by product and recipe period. Throws QuantityError if they exceed exact numbers. */
  sold(db: Queryable, branch: string, days: DayRange): Promise<readonly SoldLine[]>;
  /** Returns usage by item. Throws QuantityError if it exceeds exact numbers. */
  used(db: Queryable, branch: string, days: DayRange): Promise<UsageColumns>;
  /** Items that the branch counted. */
  counted(db: Queryable, branch: string, days: DayRange): Promise<ReadonlySet<string>>;
}

const noItems: ReadonlySet<string> = new Set();

/** Source for a single branch. */
export function singleBranchSource(): FoodCostSource {
  const shared = new SharedCosts();
  return {
    shared,
    async sold(db, branch, days) {
      return loadSales(db, branch, days, await shared.recipeDays(db, days));
    },
    async used(db, branch, days) {
      return (await loadUsageByBranch(db, [branch], days, shared.items))(branch);
    },
    async counted(db, branch, days) {
      return (await loadCountedItems(db, [branch], days)).get(branch) ?? noItems;
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
  counted?: ReadonlyMap<string, ReadonlySet<string>>,
): FoodCostSource {
  const shared = new SharedCosts();
  let all = counted && Promise.resolve(counted);
  return {
    shared,
    sold: inBatches(branches, async (db, batch, days) =>
      loadSalesByBranch(db, batch, days, await shared.recipeDays(db, days)),
    ),
    used: inBatches(branches, (db, batch, days) => loadUsageByBranch(db, batch, days, shared.items)),
    async counted(db, branch, days) {
      all ??= loadCountedItems(db, branches, days);
      return (await all).get(branch) ?? noItems;
    },
  };
}

/** Maximum number of branch days in memory at a time. */
const maxBranchDays = 3000;

/** Loads branches in batches as they are requested; if the period is short, all of them at once. */
function inBatches<T>(
  branches: readonly string[],
  read: (
    db: Queryable,
    batch: readonly string[],
    days: DayRange,
  ) => Promise<(branch: string) => T | Promise<T>>,
): (db: Queryable, branch: string, days: DayRange) => Promise<T> {
  let loaded: { batch: readonly string[]; byBranch: ReturnType<typeof read> } | null = null;
  return async (db, branch, days) => {
    if (!loaded?.batch.includes(branch)) {
      const batchSize = Math.max(1, Math.floor(maxBranchDays / Math.max(1, daysIn(days))));
      const batch = chunks(branches, batchSize).find((candidates) => candidates.includes(branch)) ?? [branch];
      loaded = { batch, byBranch: read(db, batch, days) };
    }
    return (await loaded.byBranch)(branch);
  };
}
