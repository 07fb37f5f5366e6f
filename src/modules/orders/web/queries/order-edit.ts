import type { EditOrderInput } from '../../input.ts';
import type { Order } from '../../shapes.ts';
import type { JsonRecord } from '#platform/shapes/tolerant.ts';
import { isLocalId } from '#platform/web/outbox/entry.ts';
import { getOriginalLine } from './read.ts';

/**
 * Builds an edit for the order's server. Our server accepts only changed lines. A server without versions may
 * replace the whole list, so it gets every line as it was received, with the changes.
 *
 * @param order the loaded order; without its lines the edit is returned unchanged
 */
export function buildOrderEdit(
  order: Pick<Order, '_id' | 'version'> & Partial<Pick<Order, 'items'>>,
  edit: EditOrderInput,
): EditOrderInput {
  if (order.version > 0 || isLocalId(order._id) || !order.items || !edit.items) return edit;
  const changes = new Map(edit.items.map((change) => [change.lineId, change]));
  const lines = order.items.flatMap((line): JsonRecord[] => {
    const { remove = false, ...change } = changes.get(line.lineId) ?? {};
    return remove ? [] : [applyChange(getOriginalLine(line), change)];
  });
  const added = edit.items.filter(({ lineId }) => lineId === undefined);
  return { ...edit, items: [...lines, ...added] as NonNullable<EditOrderInput['items']> };
}

/** Also sets the ordered quantity under the name it was received with, for the server's other clients. */
function applyChange(line: JsonRecord, change: { orderQty?: number }): JsonRecord {
  const isNamedQuantity = change.orderQty !== undefined && 'quantity' in line;
  return { ...line, ...change, ...(isNamedQuantity && { quantity: change.orderQty }) };
}
