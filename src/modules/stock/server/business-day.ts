import { businessDayOf } from '#core/business-day.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';

const zoneOf = statement((db, branch: string) =>
  db.selectFrom('branches').select('timezone').where('_id', '=', branch),
);

const zoneAt = statement((db, place: string) =>
  db
    .selectFrom('places')
    .innerJoin('branches', 'branches._id', 'places.branchId')
    .select('branches.timezone')
    .where('places.placeId', '=', place),
);

/** Returns the business day (YYYY-MM-DD) of an instant in the current time zone of a branch or kitchen. */
export async function businessDayAt(db: Queryable, branch: string, at: string): Promise<string> {
  const [row] = await zoneOf(db, branch);
  return businessDayOf(at, row?.timezone ?? null);
}

/**
 * Returns the business day (YYYY-MM-DD) of an instant at any place with stock; hold and transit places use
 * the time zone of their branch.
 */
export async function businessDayAtPlace(db: Queryable, place: string, at: string): Promise<string> {
  const [row] = await zoneAt(db, place);
  return businessDayOf(at, row?.timezone ?? null);
}
