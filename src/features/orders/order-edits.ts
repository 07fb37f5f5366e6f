import type { EditOrderInput, EditOrderLineInput, Order, OrderLine } from '#contract/orders.ts';
import { personalStores } from '#src/lib/personal-stores.ts';
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
  /** Lines that are not on the server yet. */
  added?: readonly AddedLine[];
}

export interface AddedLine {
  itemId: string;
  itemName: string;
  itemCode: string;
  unit: string;
  unitSymbol: string;
  orderQty: number;
}

export const noEdits: OrderEdits = { lines: {} };

const editsOf = personalStores(() => createStore(noEdits));

/** The unsaved changes of one person to one order; closing the panel does not lose them. */
export function openEdits(userId: string, orderId: string): Store<OrderEdits> {
  return editsOf(`${userId} ${orderId}`);
}

export function withLineEdit(edits: OrderEdits, lineId: string, change: LineEdit): OrderEdits {
  return { ...edits, lines: { ...edits.lines, [lineId]: { ...edits.lines[lineId], ...change } } };
}

/** The changes with one more item, or with another quantity of one that was added before; null takes it out. */
export function withAdded(edits: OrderEdits, line: AddedLine, orderQty: number | null): OrderEdits {
  const others = (edits.added ?? []).filter((other) => other.itemId !== line.itemId);
  return { ...edits, added: orderQty === null ? others : [...others, { ...line, orderQty }] };
}

/** The edit as it is sent: only what differs from what is saved. No keys at all where nothing does. */
export function editOf(order: Order, edits: OrderEdits): EditOrderInput {
  const items = [
    ...order.items.flatMap((line) => lineEditOf(line, edits.lines[line.lineId])),
    ...(edits.added ?? []).map(({ itemId, orderQty, unit }) => ({ itemId, orderQty, unit })),
  ];
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
