import { businessDayOf } from '#domain/business-day.ts';
import { statement } from '../../db/statements.ts';
import type { Queryable } from '../../db/types.ts';

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

/** The business day (YYYY-MM-DD) of an instant by the clock of a branch or kitchen, as its zone stands now. */
export async function businessDayAt(db: Queryable, branch: string, at: string): Promise<string> {
  const [row] = await zoneOf(db, branch);
  return businessDayOf(at, row?.timezone ?? null);
}

/** The business day by the clock of any place with stock: a branch's hold and transit places go by its clock. */
export async function businessDayAtPlace(db: Queryable, place: string, at: string): Promise<string> {
  const [row] = await zoneAt(db, place);
  return businessDayOf(at, row?.timezone ?? null);
}
