import { proposeItemCode } from '#core/item-code.ts';
import { foldText } from '#core/text.ts';
import type { WireRow } from '#platform/collections/server/store.ts';
import { rowId } from '../kinds.ts';
import type { ParsedRow, PlanJob } from './plan-types.ts';

/**
 * Completes the rows of an item file without a column for codes: a row with the name of exactly one existing item
 * belongs to that item, any other gets a code derived from its name.
 */
export function addItemCodes({ input, rows }: PlanJob, existing: readonly WireRow[]): readonly ParsedRow[] {
  if (input.columns.includes('itemCode') || 'itemCode' in input.defaults) return rows;
  const itemsByName = Map.groupBy(existing, (item) => foldText(String(item['name'])));
  const taken = new Set(existing.map((item) => String(item['itemCode']).toUpperCase()));
  return rows.map((parsed) => {
    const { values } = parsed;
    const name = String(values['name'] ?? '');
    if (values[rowId] !== undefined || name === '') return parsed;
    const [item, another] = itemsByName.get(foldText(name)) ?? [];
    if (item && !another) return { ...parsed, values: { ...values, [rowId]: item._id } };
    const itemCode = proposeItemCode(name, taken);
    taken.add(itemCode);
    return { ...parsed, values: { ...values, itemCode } };
  });
}
