import { addDays } from '#domain/planning/cutoff.ts';
import { isOneOf } from '../../db/json-sql.ts';
import type { Queryable } from '../../db/types.ts';
import { daysBegun } from '../stock/closed-books.ts';

/** Columns of which the database keeps what they said before. */
export type KeptField =
  | 'standardCostE4'
  | 'yieldPercentMicro'
  | 'preferred'
  | 'isActive'
  | 'priceE4'
  | 'priceIncludesVAT'
  | 'tax';

/** A row as it was on a day: gives what a column said then, where it has said something else since. */
export type AsItWas = <R extends { _id: string }>(row: R) => R;

/** Rows (items, packs, recipes) as they were on a day (YYYY-MM-DD), of these columns, which are numbers but for `tax`. */
export async function asOn(
  db: Queryable,
  ids: readonly string[],
  fields: readonly KeptField[],
  day: string,
): Promise<AsItWas> {
  if (ids.length === 0) return (row) => row;
  const rows = await db
    .selectFrom('formerValues')
    .select(['ofRow', 'field', 'at', 'was'])
    .where(isOneOf(db, 'ofRow', ids))
    .where('at', '>=', earliestAfter(day))
    .where('field', 'in', fields)
    .orderBy('seq', 'desc')
    .execute();
  if (rows.length === 0) return (row) => row;
  const dayOf = await daysBegun(db);
  const former = new Map<string, Record<string, string | number>>();
  // The latest first: what was changed first after the day is what it said on it.
  for (const { ofRow, field, at, was } of rows)
    if (dayOf(new Date(at)) > day)
      former.set(ofRow, { ...former.get(ofRow), [field]: field === 'tax' ? was : Number(was) });
  return (row) => ({ ...row, ...former.get(row._id) });
}

/** The days within a period, but its first, on which a column of any row began to say something else. */
export async function daysChanged(
  db: Queryable,
  field: KeptField,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('formerValues')
    .select('at')
    .distinct()
    .where('field', '=', field)
    .where('at', '>=', earliestAfter(from))
    .where('at', '<', addDays(to, 2))
    .execute();
  if (rows.length === 0) return [];
  const dayOf = await daysBegun(db);
  return [...new Set(rows.map(({ at }) => dayOf(new Date(at))))].filter((day) => day > from && day <= to);
}

/** When the day after this one begins anywhere, in UTC: 14 hours before it does there. */
const earliestAfter = (day: string): string => `${day}T10:00:00.000Z`;
