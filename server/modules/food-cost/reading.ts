import { type DayRange, daysIn } from '#domain/analytics/periods.ts';
import { chunks } from '../../db/many-rows.ts';
import type { Queryable } from '../../db/types.ts';
import { type Counted, itemsCounted } from './counted.ts';
import type { Marked } from './marked.ts';
import { type UseInAll, usedInAll } from './moved.ts';
import { SharedCosts } from './shared-costs.ts';
import { type SoldLine, soldAt, soldBy } from './sold.ts';

/** Where the figures of a branch are read from. */
export interface Reading {
  /** What is the same at every branch. */
  shared: SharedCosts;
  /** What it sold, by what it is, and since when recipes are as they were then; made, it may throw QuantityError. */
  sold(db: Queryable, branch: string, days: DayRange): Promise<Marked<readonly SoldLine[]>>;
  /** Made, it throws QuantityError where something of it is beyond exact numbers. */
  used(db: Queryable, branch: string, days: DayRange): Promise<Marked<UseInAll>>;
  counted(db: Queryable, branch: string, days: DayRange): Promise<Counted>;
}

const nothingCounted: Counted = { mark: '', items: new Set() };

/** Reads what is asked for, each time: of one branch. */
export function readEachTime(): Reading {
  const shared = new SharedCosts();
  return {
    shared,
    async sold(db, branch, days) {
      const make = async () => soldAt(db, branch, days, await shared.recipeDays(db, days));
      return { mark: null, make };
    },
    async used(db, branch, days) {
      return (await usedInAll(db, [branch], days, shared.items))(branch);
    },
    async counted(db, branch, days) {
      return (await itemsCounted(db, [branch], days)).get(branch) ?? nothingCounted;
    },
  };
}

/**
 * For several branches one after the other, of one period: reads of all of them what one is asked for.
 *
 * @param counted what somebody counted at them, where that is known already
 */
export function readOnce(
  branches: readonly string[],
  shared: SharedCosts,
  counted?: ReadonlyMap<string, Counted>,
): Reading {
  let all = counted && Promise.resolve(counted);
  return {
    shared,
    sold: inParts(branches, async (db, some, days) =>
      soldBy(db, some, days, await shared.recipeDays(db, days)),
    ),
    used: inParts(branches, (db, some, days) => usedInAll(db, some, days, shared.items)),
    async counted(db, branch, days) {
      all ??= itemsCounted(db, branches, days);
      return (await all).get(branch) ?? nothingCounted;
    },
  };
}

/** So many days of branches are held at once, with all that happened on them. */
const mostBranchDays = 3000;

/** Reads of a part of the branches what one of them is asked for: of all of them, where the days are few. */
function inParts<T>(
  branches: readonly string[],
  read: (db: Queryable, some: readonly string[], days: DayRange) => Promise<(branch: string) => T>,
): (db: Queryable, branch: string, days: DayRange) => Promise<T> {
  let part: { of: readonly string[]; told: ReturnType<typeof read> } | null = null;
  return async (db, branch, days) => {
    if (!part?.of.includes(branch)) {
      const atOnce = Math.max(1, Math.floor(mostBranchDays / Math.max(1, daysIn(days))));
      const of = chunks(branches, atOnce).find((some) => some.includes(branch)) ?? [branch];
      part = { of, told: read(db, of, days) };
    }
    return (await part.told)(branch);
  };
}
