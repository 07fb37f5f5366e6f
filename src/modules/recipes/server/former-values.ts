import type { ItemConversion } from '#core/conversions.ts';
import { addDays } from '#core/day.ts';
import { isOneOf } from '#platform/server/db/json-sql.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadLatestCommonDay } from '#modules/stock/server/accounting-period.ts';

/** Columns whose former values are stored by database triggers. */
export type TrackedField =
  | 'standardCostMicro'
  | 'yieldPercentMicro'
  | 'preferred'
  | 'isActive'
  | 'priceE4'
  | 'priceIncludesVAT'
  | 'tax'
  | 'outputItem';

/** Tracked fields with text values. */
const textFields: ReadonlySet<string> = new Set<TrackedField>(['tax', 'outputItem']);

/** Field name of a former conversion, stored as one value of the item. */
const conversion = 'conversion';

/** Returns a row with the values of a past day. */
export type RowRestorer = <R extends { _id: string }>(row: R) => R;

/** Values of rows (items, packs, recipes) on a past day, if they have changed since. */
export interface FormerValues {
  /** By row and column. */
  values: ReadonlyMap<string, Readonly<Record<string, string | number>>>;
  /** Changed conversions by item. */
  conversions: ReadonlyMap<string, readonly ItemConversion[]>;
}

const noFormerValues: FormerValues = { values: new Map(), conversions: new Map() };

/** Loads the values that columns and conversions had on a day (YYYY-MM-DD) and no longer have. */
export async function loadFormerValues(
  db: Queryable,
  ids: readonly string[],
  fields: readonly (TrackedField | typeof conversion)[],
  day: string,
): Promise<FormerValues> {
  if (ids.length === 0) return noFormerValues;
  const rows = await db
    .selectFrom('formerValues')
    .select(['rowId', 'field', 'at', 'value'])
    .where(isOneOf(db, 'rowId', ids))
    .where('at', '>=', earliestStartAfter(day))
    .where('field', 'in', fields)
    .orderBy('seq', 'desc')
    .execute();
  if (rows.length === 0) return noFormerValues;
  const getCommonDay = await loadLatestCommonDay(db);
  const values = new Map<string, Record<string, string | number>>();
  const conversions = new Map<string, Map<string, ItemConversion>>();
  // Latest first, so that the first change after the day is applied last: it has the value of the day.
  for (const { rowId, field, at, value } of rows) {
    if (getCommonDay(new Date(at)) <= day) continue;
    if (field === conversion) {
      const formerConversion = readConversion(value);
      conversions.set(
        rowId,
        new Map([...(conversions.get(rowId) ?? []), [unitPairKey(formerConversion), formerConversion]]),
      );
    } else
      values.set(rowId, { ...values.get(rowId), [field]: textFields.has(field) ? value : Number(value) });
  }
  return {
    values,
    conversions: new Map([...conversions].map(([item, pairs]) => [item, [...pairs.values()]])),
  };
}

/** Builds a restorer of past values. */
export const createRowRestorer =
  ({ values }: Pick<FormerValues, 'values'>): RowRestorer =>
  (row) => ({ ...row, ...values.get(row._id) });

/**
 * Loads a restorer for rows and columns on a day (YYYY-MM-DD). Values are numbers except `tax` and
 * `outputItem`.
 */
export const loadRowRestorer = async (
  db: Queryable,
  ids: readonly string[],
  fields: readonly TrackedField[],
  day: string,
): Promise<RowRestorer> => createRowRestorer(await loadFormerValues(db, ids, fields, day));

/** Returns the conversions of an item on a past day. Before a unit pair's first entry, that entry applies. */
export function getFormerConversions(
  { conversions }: FormerValues,
  item: string,
  current: readonly ItemConversion[],
): readonly ItemConversion[] {
  const formerPairs = conversions.get(item);
  if (!formerPairs) return current;
  const changedPairs = new Set(formerPairs.map(unitPairKey));
  return [...current.filter((candidate) => !changedPairs.has(unitPairKey(candidate))), ...formerPairs];
}

/** Returns the same key for both directions of a unit pair. */
const unitPairKey = ({ fromUnit, toUnit }: ItemConversion): string => [fromUnit, toUnit].toSorted().join(' ');

function readConversion(text: string): ItemConversion {
  const [fromUnit = '', toUnit = '', num, den] = text.split(' ');
  return { fromUnit, toUnit, num: Number(num), den: Number(den) };
}

/** Lists the days of a period, except the first, on which a column or conversion changed in any row. */
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
  const getCommonDay = await loadLatestCommonDay(db);
  return [...new Set(rows.map(({ at }) => getCommonDay(new Date(at))))].filter(
    (day) => day > from && day <= to,
  );
}

/** Earliest start of the following day in any timezone, in UTC: 14 hours ahead. */
const earliestStartAfter = (day: string): string => `${day}T10:00:00.000Z`;
