import type { EditOrderInput, EditOrderLineInput } from '#modules/orders/input.ts';
import type { Order, OrderLine } from '#modules/orders/shapes.ts';
import { type JsonRecord, readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { getEditableFields, type LineField, type OrderField } from '#modules/orders/edits.ts';
import { getOrderParties } from '#modules/orders/parties.ts';
import { isOrderStatus } from '#modules/orders/status.ts';
import { getEnteredReason } from '#core/reasons/uses.ts';
import { type Actor, hasFlag } from '#core/permissions.ts';
import { type FieldValues, isSame } from '#platform/web/drafts/edits.ts';

/** Unsaved changes to one line. */
interface LineEdit {
  orderQty?: number;
  approvedQty?: number;
  reason?: string;
  isRemoved?: boolean;
}

/** Unsaved changes to one order. */
export interface OrderEdits {
  lines: Readonly<Record<string, LineEdit>>;
  deliveryDate?: string;
  notes?: string;
  /** Lines that aren't on the server yet. */
  added?: readonly AddedLine[];
}

interface AddedLine {
  itemId: string;
  itemName: string;
  itemCode: string;
  unit: string;
  unitSymbol: string;
  orderQty: number;
  /** Suggestion at the time when the line was added; absent if the guide had none. */
  suggestedQty?: number;
}

export const noOrderEdits: OrderEdits = { lines: {} };

/** Storage slot for the user's edits of an order on this device. */
export function getEditsSlot(orderId: string): string {
  return `orders.${orderId}`;
}

const removed = 'removed';

/**
 * Returns the editable values of an order by field: `deliveryDate`, `notes`, `<lineId> <field>`, and
 * `+<itemId>` for an added line.
 *
 * @param edited the edited fields; the result is null for fields of lines that were removed or don't exist yet
 */
export function getEditFields(order: Order, edited: FieldValues): FieldValues {
  const lines = order.items.flatMap((line) => [
    [`${line.lineId} orderQty`, line.orderQty],
    [`${line.lineId} approvedQty`, line.approvedQty ?? line.orderQty],
    [`${line.lineId} reason`, getEnteredReason(line) ?? ''],
    [`${line.lineId} ${removed}`, String(line.orderQty)],
  ]);
  const absentFields = Object.keys(edited).flatMap((field) =>
    field.startsWith('+')
      ? [[field, findAddedItem(order, field.slice(1))]]
      : field.endsWith(` ${removed}`)
        ? []
        : [[field, null]],
  );
  const { deliveryDate, notes } = order;
  return {
    ...Object.fromEntries(absentFields),
    deliveryDate,
    notes: notes ?? '',
    ...Object.fromEntries(lines),
  };
}

/** Finds a line with the same item, which another user may have added concurrently. */
function findAddedItem(order: Order, itemId: string): AddedLine | null {
  const line = order.items.find((other) => other.itemId === itemId);
  if (!line) return null;
  const { itemName, itemCode, unit, unitSymbol, orderQty } = line;
  return { itemId, itemName, itemCode, unit, unitSymbol, orderQty };
}

/** Compares two field values: text is trimmed, and added lines are compared by quantity. */
export function isSameOrderField(a: unknown, b: unknown): boolean {
  return isSame(toComparableValue(a), toComparableValue(b));
}

function toComparableValue(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  return readNumberValue(readRecord(value)['orderQty']) ?? value;
}

/** Converts edits to fields. */
export function editsToFields({ lines, added = [], deliveryDate, notes }: OrderEdits): FieldValues {
  const lineFields = Object.entries(lines).flatMap(([lineId, { isRemoved, ...edit }]) =>
    Object.entries({ ...edit, ...(isRemoved ? { [removed]: removed } : {}) }).map(
      ([field, value]) => [`${lineId} ${field}`, value] as const,
    ),
  );
  return {
    ...(deliveryDate === undefined ? {} : { deliveryDate }),
    ...(notes === undefined ? {} : { notes }),
    ...Object.fromEntries(lineFields),
    ...Object.fromEntries(added.map((line) => [`+${line.itemId}`, line])),
  };
}

/** Converts fields to edits, including fields stored on the device. */
export function editsFromFields(fields: FieldValues): OrderEdits {
  const lines: Record<string, LineEdit> = {};
  const added: AddedLine[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const [lineId = '', field] = name.split(' ');
    if (name.startsWith('+')) {
      const line = parseAddedLine(readRecord(value));
      if (line) added.push(line);
    } else if (field !== undefined) lines[lineId] = { ...lines[lineId], ...parseLineField(field, value) };
  }
  const [deliveryDate, notes] = [readText(fields['deliveryDate']), fields['notes']];
  return {
    lines,
    ...(added.length > 0 ? { added } : {}),
    ...(deliveryDate === null ? {} : { deliveryDate }),
    ...(typeof notes === 'string' ? { notes } : {}),
  };
}

function parseLineField(field: string, value: unknown): LineEdit {
  if (field === removed) return { isRemoved: true };
  if (field === 'reason') return typeof value === 'string' ? { reason: value } : {};
  const qty = readNumberValue(value);
  return qty === null ? {} : field === 'orderQty' ? { orderQty: qty } : { approvedQty: qty };
}

function parseAddedLine(row: JsonRecord): AddedLine | null {
  const [itemId, unit, orderQty] = [
    readText(row['itemId']),
    readText(row['unit']),
    readNumberValue(row['orderQty']),
  ];
  if (itemId === null || unit === null || orderQty === null) return null;
  const [itemName, itemCode] = [readText(row['itemName']) ?? itemId, readText(row['itemCode']) ?? ''];
  const [unitSymbol, suggestedQty] = [
    readText(row['unitSymbol']) ?? '',
    readNumberValue(row['suggestedQty']),
  ];
  return {
    itemId,
    itemName,
    itemCode,
    unit,
    unitSymbol,
    orderQty,
    ...(suggestedQty === null ? {} : { suggestedQty }),
  };
}

export function withLineEdit(edits: OrderEdits, lineId: string, change: LineEdit): OrderEdits {
  return { ...edits, lines: { ...edits.lines, [lineId]: { ...edits.lines[lineId], ...change } } };
}

/** Adds an item or changes the quantity of an added one; null removes it. */
export function withAddedLine(edits: OrderEdits, line: AddedLine, orderQty: number | null): OrderEdits {
  const otherLines = (edits.added ?? []).filter((other) => other.itemId !== line.itemId);
  return { ...edits, added: orderQty === null ? otherLines : [...otherLines, { ...line, orderQty }] };
}

/** Builds the request body with the fields that differ from the saved order; empty if none do. */
export function buildOrderEdit(order: Order, edits: OrderEdits): EditOrderInput {
  const items = [
    ...order.items.flatMap((line) => buildLineEdit(line, edits.lines[line.lineId])),
    ...(edits.added ?? []).map(({ itemId, orderQty, unit, suggestedQty }): EditOrderLineInput => {
      const existing = order.items.find((line) => line.itemId === itemId);
      if (existing) return { lineId: existing.lineId, orderQty };
      return { itemId, orderQty, unit, ...(suggestedQty === undefined ? {} : { suggestedQty }) };
    }),
  ];
  const { deliveryDate, notes } = edits;
  return {
    ...(deliveryDate && deliveryDate !== order.deliveryDate ? { deliveryDate } : {}),
    ...(notes !== undefined && notes.trim() !== (order.notes ?? '') ? { notes: notes.trim() || null } : {}),
    ...(items.length > 0 ? { items } : {}),
  };
}

/** Returns the ids of lines whose approved quantity would differ from the ordered one without a reason. */
export function findLinesWithoutReason(order: Order, edits: OrderEdits): string[] {
  return order.items
    .filter(
      (line) =>
        hasChangedApprovedQty(line, edits.lines[line.lineId]) &&
        getReason(line, edits.lines[line.lineId]) === '',
    )
    .map((line) => line.lineId);
}

/** Returns the approved quantity of a line, including unsaved changes. */
export function getApprovedQty(line: OrderLine, edit: LineEdit | undefined): number {
  return edit?.approvedQty ?? line.approvedQty ?? line.orderQty;
}

/** Returns whether the approved quantity differs from the ordered one. */
export function hasChangedApprovedQty(line: OrderLine, edit: LineEdit | undefined): boolean {
  return getApprovedQty(line, edit) !== line.orderQty;
}

export function getReason(line: OrderLine, edit: LineEdit | undefined): string {
  return (edit?.reason ?? getEnteredReason(line) ?? '').trim();
}

function buildLineEdit(line: OrderLine, edit: LineEdit | undefined): EditOrderLineInput[] {
  if (!edit) return [];
  const { lineId } = line;
  if (edit.isRemoved) return [{ lineId, remove: true }];
  const { orderQty, approvedQty } = edit;
  const change = {
    ...(orderQty !== undefined && orderQty !== line.orderQty ? { orderQty } : {}),
    ...(approvedQty !== undefined && approvedQty !== (line.approvedQty ?? line.orderQty)
      ? { approvedQty }
      : {}),
    ...(edit.reason !== undefined && getReason(line, edit) !== (getEnteredReason(line) ?? '')
      ? { reason: getReason(line, edit) || null }
      : {}),
  };
  return Object.keys(change).length > 0 ? [{ lineId, ...change }] : [];
}

/** Fields of an order that the user can currently change; the server has the final decision. */
export interface OrderEditRights {
  order: ReadonlySet<OrderField>;
  lines: ReadonlySet<LineField>;
}

const noRights: OrderEditRights = { order: new Set(), lines: new Set() };

export function getEditRights(order: Order, actor: Actor): OrderEditRights {
  if (!isOrderStatus(order.status)) return noRights;
  const mayWrite = hasFlag(actor, 'canEdit') || (order.status === 'Draft' && hasFlag(actor, 'canCreate'));
  return mayWrite ? getEditableFields(order.status, getOrderParties(actor, order)) : noRights;
}
