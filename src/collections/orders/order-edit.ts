import type { EditOrderInput, Order } from '#contract/orders.ts';
import type { JsonRecord } from '#contract/tolerant.ts';
import { isLocalId } from '#src/lib/outbox/entry.ts';
import { getOriginalLine } from './read.ts';

/**
 * An edit as its server takes it. Ours takes the lines that change, and keeps the others. One that keeps no versions is not ours, and
 * may put the list that it gets in the place of the one it has: it gets every line, as it came from there, with what was changed.
 *
 * @param order as it was read; without its lines nothing can be made whole
 */
export function buildOrderEdit(
  order: Pick<Order, '_id' | 'version'> & Partial<Pick<Order, 'items'>>,
  edit: EditOrderInput,
): EditOrderInput {
  if (order.version > 0 || isLocalId(order._id) || !order.items || !edit.items) return edit;
  const changes = new Map(edit.items.map((change) => [change.lineId, change]));
  const there = order.items.flatMap((line): JsonRecord[] => {
    const { remove = false, ...change } = changes.get(line.lineId) ?? {};
    return remove ? [] : [changed(getOriginalLine(line), change)];
  });
  const added = edit.items.filter(({ lineId }) => lineId === undefined);
  return { ...edit, items: [...there, ...added] as NonNullable<EditOrderInput['items']> };
}

/** What is ordered has the name by which it came, too: who else reads that server knows no other. */
function changed(line: JsonRecord, change: { orderQty?: number }): JsonRecord {
  const isNamedOtherwise = change.orderQty !== undefined && 'quantity' in line;
  return { ...line, ...change, ...(isNamedOtherwise && { quantity: change.orderQty }) };
}
