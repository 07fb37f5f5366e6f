import { getBusinessDay, utcDays } from '#core/business-day.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';

const selectBranchDays = statement((db, branch: string) =>
  db.selectFrom('branches').select(['timezone', 'dayEnds']).where('_id', '=', branch),
);

const selectPlaceDays = statement((db, place: string) =>
  db
    .selectFrom('places')
    .innerJoin('branches', 'branches._id', 'places.branchId')
    .select(['branches.timezone', 'branches.dayEnds'])
    .where('places.placeId', '=', place),
);

/** Returns the business day (YYYY-MM-DD) of an instant at a branch or kitchen. */
export async function loadBusinessDay(db: Queryable, branch: string, at: string): Promise<string> {
  const [row] = await selectBranchDays(db, branch);
  return getBusinessDay(at, row ?? utcDays);
}

/**
 * Returns the business day (YYYY-MM-DD) of an instant at any place with stock; hold and transit places use
 * the days of their branch.
 */
export async function loadBusinessDayAtLocation(db: Queryable, place: string, at: string): Promise<string> {
  const [row] = await selectPlaceDays(db, place);
  return getBusinessDay(at, row ?? utcDays);
}
