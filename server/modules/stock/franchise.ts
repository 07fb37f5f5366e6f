import { statement } from '../../db/statements.ts';
import type { Queryable } from '../../db/types.ts';

const franchiseRule = statement((db, place: string) =>
  db
    .selectFrom('branches as b')
    .innerJoin('transferPrices as p', (join) =>
      join.on((eb) =>
        eb.or([eb('p._id', '=', eb.ref('b._id')), eb('p._id', '=', eb.ref('b.branchCategoryId'))]),
      ),
    )
    .select('p._id')
    .where('b._id', '=', place)
    .where('p.isFranchise', '=', 1)
    .limit(1),
);

/** Whether a place is not ours, by the rule of it or of its category: what goods cost who gives them is not told there. */
export const isFranchise = async (db: Queryable, place: string): Promise<boolean> =>
  (await franchiseRule(db, place)).length > 0;
