import { holdRows } from '../../db/locking.ts';
import type { Tx } from '../../db/types.ts';
import { holdItems, readUnits } from '../orders/catalogue.ts';

/** So much of an item in a unit, and where the row names them: `lines.2`, or nothing for the row itself. */
export interface ItemInUnit {
  itemId: string;
  unit: string;
  at: string;
}

/** What is wrong with items and their units, by field: an item that is not there, a unit that nothing leads to base from. */
export async function unitProblems(tx: Tx, lines: readonly ItemInUnit[]): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  const ids = [...new Set(lines.map(({ itemId }) => itemId))];
  if (ids.length === 0) return fields;
  await holdItems(tx, ids);
  await holdRows(
    tx,
    'units',
    lines.map(({ unit }) => unit),
  );
  const items = await tx
    .selectFrom('items')
    .select(['_id', 'name', 'baseUnit'])
    .where('_id', 'in', ids)
    .execute();
  const itemOf = new Map(items.map((item) => [item._id, item]));
  const units = await readUnits(tx, ids);
  for (const { itemId, unit: unitId, at } of lines) {
    const [item, unit] = [itemOf.get(itemId), units.find(unitId)];
    const under = (name: string) => (at === '' ? name : `${at}.${name}`);
    if (!item) fields[under('itemId')] = 'There is no such item.';
    else if (unit?._id !== unitId) fields[under('unit')] = 'There is no such unit.';
    else if (!units.ratio(item, unit)) {
      const base = units.find(item.baseUnit)?.symbol ?? item.baseUnit;
      fields[under('unit')] =
        `Nothing says how many ${base} of ${item.name} one ${unit.symbol} is: add a conversion to the item.`;
    }
  }
  return fields;
}
