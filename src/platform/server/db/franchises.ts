import { statement } from './statements.ts';
import type { Queryable } from './types.ts';

const franchiseRules = statement((db, places: readonly string[]) =>
  db
    .selectFrom('branches as b')
    .innerJoin('transferPrices as p', (join) =>
      join.on((eb) =>
        eb.or([eb('p._id', '=', eb.ref('b._id')), eb('p._id', '=', eb.ref('b.branchCategoryId'))]),
      ),
    )
    .select('p._id')
    .where('b._id', 'in', places)
    .where('p.isFranchise', '=', 1)
    .limit(1),
);

/**
 * Returns whether any of these locations is a franchise, by its own price rule or its category's. Internal
 * costs are hidden from franchises.
 */
export const isAnyFranchise = async (db: Queryable, places: readonly string[]): Promise<boolean> =>
  (await franchiseRules(db, places)).length > 0;
