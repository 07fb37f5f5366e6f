import { type DayMark, dayMarks } from '#domain/planning/marked-days.ts';
import type { Queryable } from '../../db/types.ts';

/** A day that somebody marked, of one item or of the whole branch. */
export interface MarkedDayRow {
  itemId: string | null;
  day: string;
  kind: DayMark;
  note: string | null;
  userName: string;
}

/** What was marked at a place from a day on, in an order of its own. */
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
