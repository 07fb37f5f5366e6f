import type { Branch } from '#src/collections/branches.ts';
import type { CompactLevel } from '#src/collections/item-levels.ts';
import type { CompactItem } from '#src/collections/items.ts';
import type { Unit } from '#src/collections/units.ts';

/** What a branch wants to have of an item, with everything by its name. In the item's base unit. */
export interface LevelRow {
  key: string;
  itemId: string;
  branchId: string;
  item: string;
  code: string;
  branch: string;
  unit: string;
  min: number | null;
  par: number | null;
  max: number | null;
}

/** Joins levels with the names of items, branches and units; a level of an item that is gone is left out. */
export function levelRows(
  levels: readonly CompactLevel[],
  items: readonly CompactItem[],
  branches: readonly Branch[],
  units: readonly Unit[],
): LevelRow[] {
  const itemOf = new Map(items.map((item) => [item._id, item]));
  const branchOf = new Map(branches.map(({ _id, name }) => [_id, name]));
  const symbolOf = new Map(units.map(({ _id, symbol }) => [_id, symbol]));
  return levels.flatMap(({ itemId, branchId, min, par, max }) => {
    const item = itemOf.get(itemId);
    if (!item) return [];
    return {
      key: `${branchId}|${itemId}`,
      itemId,
      branchId,
      item: item.name,
      code: item.itemCode,
      branch: branchOf.get(branchId) ?? branchId,
      unit: symbolOf.get(item.baseUnit) ?? '',
      min,
      par,
      max,
    };
  });
}
