import { type DayRange, countDays } from '#core/periods.ts';
import { chunks } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadCountedItems } from './counted-items.ts';
import { type UsageColumns, loadUsageByBranch } from './usage.ts';
import { SharedCosts } from './shared-costs.ts';
import { type SoldLine, loadSales, loadSalesByBranch } from './sales-lines.ts';

/** Loads the figures of branches. */
export interface FoodCostSource {
  /** Costs and recipes shared by all branches. */
  shared: SharedCosts;
  /**
   * Returns sales by product and recipe period. Throws QuantityError if they exceed the safe integer range.
   */
  loadSales(db: Queryable, branch: string, days: DayRange): Promise<readonly SoldLine[]>;
  /** Returns usage by item. Throws QuantityError if it exceeds the safe integer range. */
  loadUsage(db: Queryable, branch: string, days: DayRange): Promise<UsageColumns>;
  /** Returns the items that the branch counted. */
  loadCountedItems(db: Queryable, branch: string, days: DayRange): Promise<ReadonlySet<string>>;
}

const noItems: ReadonlySet<string> = new Set();

/** Source for a single branch. */
export function createSingleBranchSource(): FoodCostSource {
  const shared = new SharedCosts();
  return {
    shared,
    async loadSales(db, branch, days) {
      return loadSales(db, branch, days, await shared.loadRecipeDays(db, days));
    },
    async loadUsage(db, branch, days) {
      return (await loadUsageByBranch(db, [branch], days, shared.items))(branch);
    },
    async loadCountedItems(db, branch, days) {
      return (await loadCountedItems(db, [branch], days)).get(branch) ?? noItems;
    },
  };
}

/**
 * Source for several branches in sequence over one period: the first request loads all of them.
 *
 * @param counted counted items by branch, if already loaded
 */
export function createMultiBranchSource(
  branches: readonly string[],
  counted?: ReadonlyMap<string, ReadonlySet<string>>,
): FoodCostSource {
  const shared = new SharedCosts();
  let countedByBranch = counted && Promise.resolve(counted);
  return {
    shared,
    loadSales: createBatchLoader(branches, async (db, batch, days) =>
      loadSalesByBranch(db, batch, days, await shared.loadRecipeDays(db, days)),
    ),
    loadUsage: createBatchLoader(branches, (db, batch, days) =>
      loadUsageByBranch(db, batch, days, shared.items),
    ),
    async loadCountedItems(db, branch, days) {
      countedByBranch ??= loadCountedItems(db, branches, days);
      return (await countedByBranch).get(branch) ?? noItems;
    },
  };
}

/** Maximum number of branch days in memory at a time. */
const maxBranchDays = 3000;

/** Loads branches in batches as they are requested; if the period is short, all of them at once. */
function createBatchLoader<T>(
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
      const batchSize = Math.max(1, Math.floor(maxBranchDays / Math.max(1, countDays(days))));
      const batch = chunks(branches, batchSize).find((candidates) => candidates.includes(branch)) ?? [branch];
      loaded = { batch, byBranch: read(db, batch, days) };
    }
    return (await loaded.byBranch)(branch);
  };
}
