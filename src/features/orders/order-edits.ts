import type { EditOrderInput, EditOrderLineInput, Order, OrderLine } from '#contract/orders.ts';
import { createStore, type Store } from '#src/lib/store.ts';

/** What has been changed on a line and not saved yet. */
export interface LineEdit {
  orderQty?: number;
  approvedQty?: number;
  reason?: string;
  isRemoved?: boolean;
}

/** Unsaved changes of one order. */
export interface OrderEdits {
  lines: Readonly<Record<string, LineEdit>>;
  deliveryDate?: string;
  notes?: string;
}

export const noEdits: OrderEdits = { lines: {} };

const opened = new Map<string, Store<OrderEdits>>();

/** The unsaved changes of one person to one order; closing the panel does not lose them. */
export function openEdits(userId: string, orderId: string): Store<OrderEdits> {
  const key = `${userId} ${orderId}`;
  const store = opened.get(key) ?? createStore(noEdits);
  opened.set(key, store);
  return store;
}

export function withLineEdit(edits: OrderEdits, lineId: string, change: LineEdit): OrderEdits {
  return { ...edits, lines: { ...edits.lines, [lineId]: { ...edits.lines[lineId], ...change } } };
}

/** The edit as it is sent: only what differs from what is saved. No keys at all where nothing does. */
export function editOf(order: Order, edits: OrderEdits): EditOrderInput {
  const items = order.items.flatMap((line) => lineEditOf(line, edits.lines[line.lineId]));
  const { deliveryDate, notes } = edits;
  return {
    ...(deliveryDate && deliveryDate !== order.deliveryDate ? { deliveryDate } : {}),
    ...(notes !== undefined && notes.trim() !== (order.notes ?? '') ? { notes: notes.trim() || null } : {}),
    ...(items.length > 0 ? { items } : {}),
  };
}

/** The lines whose approved quantity differs from the ordered one without a reason, as they would be saved. */
export function linesWithoutReason(order: Order, edits: OrderEdits): string[] {
  return order.items
    .filter(
      (line) => differs(line, edits.lines[line.lineId]) && reasonOf(line, edits.lines[line.lineId]) === '',
    )
    .map((line) => line.lineId);
}

/** What would be approved of a line, unsaved changes included. */
export function approvedOf(line: OrderLine, edit: LineEdit | undefined): number {
  return edit?.approvedQty ?? line.approvedQty ?? line.orderQty;
}

/** True where another quantity is approved than was ordered. */
export function differs(line: OrderLine, edit: LineEdit | undefined): boolean {
  return approvedOf(line, edit) !== line.orderQty;
}

export function reasonOf(line: OrderLine, edit: LineEdit | undefined): string {
  return (edit?.reason ?? line.reason ?? '').trim();
}

function lineEditOf(line: OrderLine, edit: LineEdit | undefined): EditOrderLineInput[] {
  if (!edit) return [];
  const { lineId } = line;
  if (edit.isRemoved) return [{ lineId, remove: true }];
  const { orderQty, approvedQty } = edit;
  const change = {
    ...(orderQty !== undefined && orderQty !== line.orderQty ? { orderQty } : {}),
    ...(approvedQty !== undefined && approvedQty !== (line.approvedQty ?? line.orderQty)
      ? { approvedQty }
      : {}),
    ...(edit.reason !== undefined && reasonOf(line, edit) !== (line.reason ?? '')
      ? { reason: reasonOf(line, edit) || null }
      : {}),
  };
  return Object.keys(change).length > 0 ? [{ lineId, ...change }] : [];
}
