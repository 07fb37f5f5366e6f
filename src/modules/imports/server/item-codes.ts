import { proposeItemCode } from '#core/item-code.ts';
import { foldText } from '#core/text.ts';
import type { WireRow } from '#platform/collections/server/store.ts';
import { rowId } from '../kinds.ts';
import type { ParsedRow, PlanJob } from './plan-types.ts';

/**
 * Fills in missing codes if an item file has no code column: a row whose name matches exactly one existing
 * item refers to that item; any other row gets a code derived from its name.
 */
export function addItemCodes({ input, rows }: PlanJob, existing: readonly WireRow[]): readonly ParsedRow[] {
  if (input.columns.includes('itemCode') || 'itemCode' in input.defaults) return rows;
  const itemsByName = Map.groupBy(existing, (item) => foldText(String(item['name'])));
  const takenCodes = new Set(existing.map((item) => String(item['itemCode']).toUpperCase()));
  return rows.map((parsed) => {
    const { values } = parsed;
    const name = String(values['name'] ?? '');
    if (values[rowId] !== undefined || name === '') return parsed;
    const [item, another] = itemsByName.get(foldText(name)) ?? [];
    if (item && !another) return { ...parsed, values: { ...values, [rowId]: item._id } };
    const itemCode = proposeItemCode(name, takenCodes);
    takenCodes.add(itemCode);
    return { ...parsed, values: { ...values, itemCode } };
  });
}
