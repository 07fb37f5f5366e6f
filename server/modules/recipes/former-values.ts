import type { ItemConversion } from '#domain/conversions.ts';
import { addDays } from '#domain/planning/cutoff.ts';
import { isOneOf } from '../../db/json-sql.ts';
import type { Queryable } from '../../db/types.ts';
import { loadLatestCommonDay } from '../stock/accounting-period.ts';

/** Columns of which the database keeps what they said before. */
export type TrackedField =
  | 'standardCostMicro'
  | 'yieldPercentMicro'
  | 'preferred'
  | 'isActive'
  | 'priceE4'
  | 'priceIncludesVAT'
  | 'tax'
  | 'outputItem';

/** Those of which it keeps text. */
const textFields: ReadonlySet<string> = new Set<TrackedField>(['tax', 'outputItem']);

/** What one conversion of an item said is kept as one value of the item. */
const conversion = 'conversion';

/** A row as it was on a day: gives what a column said then, where it has said something else since. */
export type RowRestorer = <R extends { _id: string }>(row: R) => R;

/** What rows (items, packs, recipes) said on a day, where they have said something else since. */
export interface FormerValues {
  /** By row and column. */
  values: ReadonlyMap<string, Readonly<Record<string, string | number>>>;
  /** By item, those of its conversions that were others. */
  conversions: ReadonlyMap<string, readonly ItemConversion[]>;
}

const noFormerValues: FormerValues = { values: new Map(), conversions: new Map() };

/** What these columns of rows, and conversions of items, said on a day (YYYY-MM-DD) that they say no more. */
export async function loadFormerValues(
  db: Queryable,
  ids: readonly string[],
  fields: readonly (TrackedField | typeof conversion)[],
  day: string,
): Promise<FormerValues> {
  if (ids.length === 0) return noFormerValues;
  const rows = await db
    .selectFrom('formerValues')
    .select(['ofRow', 'field', 'at', 'was'])
    .where(isOneOf(db, 'ofRow', ids))
    .where('at', '>=', earliestStartAfter(day))
    .where('field', 'in', fields)
    .orderBy('seq', 'desc')
    .execute();
  if (rows.length === 0) return noFormerValues;
  const dayOf = await loadLatestCommonDay(db);
  const values = new Map<string, Record<string, string | number>>();
  const conversions = new Map<string, Map<string, ItemConversion>>();
  // The latest first: what was changed first after the day is what it said on it.
  for (const { ofRow, field, at, was } of rows) {
    if (dayOf(new Date(at)) <= day) continue;
    if (field === conversion) {
      const said = readConversion(was);
      conversions.set(ofRow, new Map([...(conversions.get(ofRow) ?? []), [unitPairKey(said), said]]));
    } else values.set(ofRow, { ...values.get(ofRow), [field]: textFields.has(field) ? was : Number(was) });
  }
  return {
    values,
    conversions: new Map([...conversions].map(([item, own]) => [item, [...own.values()]])),
  };
}

/** Gives a row as it was. */
export const rowRestorer =
  ({ values }: Pick<FormerValues, 'values'>): RowRestorer =>
  (row) => ({ ...row, ...values.get(row._id) });

/** Rows as they were on a day (YYYY-MM-DD), of these columns, which are numbers but for `tax` and `outputItem`. */
export const loadRowRestorer = async (
  db: Queryable,
  ids: readonly string[],
  fields: readonly TrackedField[],
  day: string,
): Promise<RowRestorer> => rowRestorer(await loadFormerValues(db, ids, fields, day));

/**
 * The conversions of an item as they were: of two units what was said of them then. A pair that nobody had said anything of counts as
 * it was said first, for all days before.
 */
export function formerConversions(
  { conversions }: FormerValues,
  item: string,
  now: readonly ItemConversion[],
): readonly ItemConversion[] {
  const then = conversions.get(item);
  if (!then) return now;
  const others = new Set(then.map(unitPairKey));
  return [...now.filter((each) => !others.has(unitPairKey(each))), ...then];
}

/** The same whichever of two units is said first. */
const unitPairKey = ({ fromUnit, toUnit }: ItemConversion): string => [fromUnit, toUnit].toSorted().join(' ');

function readConversion(text: string): ItemConversion {
  const [fromUnit = '', toUnit = '', num, den] = text.split(' ');
  return { fromUnit, toUnit, num: Number(num), den: Number(den) };
}

/** The days within a period, but its first, on which one of these columns, or a conversion, began to say something else in any row. */
export async function listChangeDays(
  db: Queryable,
  fields: readonly (TrackedField | typeof conversion)[],
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('formerValues')
    .select('at')
    .distinct()
    .where('field', 'in', fields)
    .where('at', '>=', earliestStartAfter(from))
    .where('at', '<', addDays(to, 2))
    .execute();
  if (rows.length === 0) return [];
  const dayOf = await loadLatestCommonDay(db);
  return [...new Set(rows.map(({ at }) => dayOf(new Date(at))))].filter((day) => day > from && day <= to);
}

/** When the day after this one begins anywhere, in UTC: 14 hours before it does there. */
const earliestStartAfter = (day: string): string => `${day}T10:00:00.000Z`;
