import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditOrderInput } from '#modules/orders/input.ts';
import type { Order } from '#modules/orders/shapes.ts';
import { readNumberValue, readRecord } from '#platform/shapes/tolerant.ts';
import { readCurrentOrder } from '#modules/orders/web/queries/cache.ts';
import {
  type ConflictRow,
  ConflictTable,
  UnsavableChangesTable,
} from '#platform/web/form/conflict-table.tsx';
import { orderMessages } from '#modules/orders/web/order-messages.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { formatDay, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useReasonText } from '#platform/web/form/reason-choices.ts';
import { saveWithMerge } from '#platform/web/save-with-merge.ts';
import { useEdits } from '#platform/web/drafts/use-edits.ts';
import {
  buildOrderEdit,
  type OrderEditRights,
  editsFromFields,
  getEditsSlot,
  getEditFields,
  editsToFields,
  type OrderEdits,
  isSameOrderField,
} from './order-edits.ts';
import { orderingMessages } from '../messages.ts';
import { orderPanelMessages } from './messages.ts';

/**
 * Manages the user's unsaved edits of an order. They survive a reload; concurrent saves are merged by field,
 * and fields changed by both users require a choice.
 */
export function useOrderEdits(order: Order, rights: OrderEditRights) {
  const queryClient = useQueryClient();
  const edits = useEdits({
    draftKey: getEditsSlot(order._id),
    getFields: (values) => getEditFields(order, values),
    version: order.version,
    isEqual: isSameOrderField,
  });
  /** Version at which a transition was rejected because the order had changed. */
  const [staleVersion, setStaleVersion] = useState<number | null>(null);
  const lockedFields = Object.keys(edits.mine).filter((field) => !canEditField(field, rights));
  const savableFields = Object.fromEntries(
    Object.entries(edits.mine).filter(([field]) => !lockedFields.includes(field)),
  );
  const savableEdits = editsFromFields(savableFields);
  const edit = buildOrderEdit(order, savableEdits);
  const mergeWith = (current: Order) => edits.mergeWith((values) => getEditFields(current, values));

  /**
   * Saves the edits together with `send`. If a concurrent save caused no conflicts, retries with the current
   * version. A transition without edits isn't retried, because the user hasn't seen the current version.
   */
  async function save(send: (base: Order, edit: EditOrderInput) => Promise<unknown>): Promise<boolean> {
    setStaleVersion(null);
    const findConflicts = (current: Order) => mergeWith(current).conflictingFields;
    try {
      const unmergedOrder = await saveWithMerge(order, {
        send: (base) =>
          send(base, base === order ? edit : buildOrderEdit(base, editsFromFields(mergeWith(base).mine))),
        readCurrent: (refusal, base) => readCurrentOrder(refusal, base, queryClient),
        canMerge: (current) =>
          findConflicts(current).length === 0 &&
          current.status === order.status &&
          Object.keys(edit).length > 0,
      });
      if (unmergedOrder === null) edits.discard();
      else if (findConflicts(unmergedOrder).length === 0) setStaleVersion(unmergedOrder.version);
      return unmergedOrder === null;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  return {
    edits: savableEdits,
    edit,
    isEdited: Object.keys(edit).length > 0,
    /** Fields also changed by another user; they can't be saved until the user has made a choice. */
    conflictingFields: edits.conflictingFields.filter((field) => !lockedFields.includes(field)),
    /** Edited fields that the order's current status no longer allows. */
    lockedFields,
    mine: edits.mine,
    restoredAt: edits.restoredAt,
    isOutdated: edits.isOutdated,
    /**
     * Whether the last transition was rejected because of a concurrent change and the order is still at
     * that version.
     */
    isTransitionStale: staleVersion === order.version,
    change: (next: OrderEdits) => edits.setValues(editsToFields(next)),
    choose: edits.choose,
    discard: edits.discard,
    save,
  };
}

export type OrderEditor = ReturnType<typeof useOrderEdits>;

function canEditField(field: string, { order, lines }: OrderEditRights): boolean {
  if (field.startsWith('+')) return lines.has('addLine');
  switch (field.split(' ')[1] ?? field) {
    case 'deliveryDate':
      return order.has('deliveryDate');
    case 'notes':
      return order.has('notes');
    case 'removed':
      return lines.has('removeLine');
    case 'orderQty':
      return lines.has('orderQty');
    default:
      return lines.has('approvedQty');
  }
}

/** Shows conflicting changes side by side, and edits that can no longer be saved. */
export function OrderConflict({ order, editor }: { order: Order; editor: OrderEditor }) {
  const buildRow = useOrderConflictRow(order);
  const { conflictingFields, lockedFields, mine, choose } = editor;
  const theirs = getEditFields(order, mine);
  const rows = (fields: readonly string[]) =>
    fields.map((field): ConflictRow => buildRow(field, theirs[field], mine[field]));
  return (
    <>
      {conflictingFields.length > 0 ? (
        <ConflictTable
          name={order.orderNo}
          changedBy={null}
          rows={rows(conflictingFields)}
          onTakeTheirs={() => choose(conflictingFields, 'theirs')}
          onKeepMine={() => choose(conflictingFields, 'mine')}
          onChoose={(field, choice) => choose([field], choice)}
        />
      ) : null}
      {lockedFields.length > 0 ? (
        <UnsavableChangesTable
          name={order.orderNo}
          rows={rows(lockedFields)}
          onDiscard={() => choose(lockedFields, 'theirs')}
        />
      ) : null}
    </>
  );
}

/** Returns a function that labels a conflicting field and its values. */
function useOrderConflictRow(order: Order): (field: string, theirs: unknown, mine: unknown) => ConflictRow {
  const t = useMessages(orderPanelMessages);
  const { guide } = useMessages(orderingMessages);
  const { columns } = useMessages(orderMessages);
  const formatReason = useReasonText();
  return (key, theirs, mine) => {
    const [lineId, field] = key.split(' ');
    const line = order.items.find((item) => item.lineId === lineId);
    const added = readRecord(key.startsWith('+') ? (mine ?? theirs) : null);
    const unit = line?.unitSymbol ?? String(added['unitSymbol'] ?? '');
    const item = line?.itemName ?? String(added['itemName'] ?? t.removedLine);
    const format = (value: unknown): string => {
      if (value === null || value === undefined) return t.absent;
      if (field === 'removed')
        return value === 'removed' ? t.removed : `${formatQuantity(Number(value), unit)} ${unit}`;
      const qty = typeof value === 'number' ? value : readNumberValue(readRecord(value)['orderQty']);
      if (qty !== null) return `${formatQuantity(qty, unit)} ${unit}`;
      if (field === 'reason') return formatReason(String(value));
      return key === 'deliveryDate' ? formatDay(String(value)) : String(value);
    };
    const column =
      field === 'approvedQty' ? columns.approvedQty : field === 'reason' ? t.reason : columns.orderQty;
    const label =
      key === 'deliveryDate' ? guide.deliveryDate : key === 'notes' ? guide.notes : t.cellLabel(item, column);
    return { key, label, theirs: format(theirs), mine: format(mine) };
  };
}
