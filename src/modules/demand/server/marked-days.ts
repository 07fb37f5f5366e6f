import { type DayMark, dayMarks } from '../marked-days.ts';
import type { Queryable } from '#platform/server/db/types.ts';

/** A day marked by a user, for one item or the whole branch. */
export interface MarkedDayRow {
  itemId: string | null;
  day: string;
  kind: DayMark;
  note: string | null;
  userName: string;
}

/** Lists the marks of a location from a day on, in a stable order. */
export async function listMarkedDays(db: Queryable, placeId: string, from: string): Promise<MarkedDayRow[]> {
  const rows = await db
    .selectFrom('demandDays')
    .select(['itemId', 'day', 'kind', 'note', 'userName'])
    .where('branchId', '=', placeId)
    .where('day', '>=', from)
    .orderBy('day')
    .orderBy('_id')
    .execute();
  return rows.filter(({ kind }) => dayMarks.includes(kind));
}
