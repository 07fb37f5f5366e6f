import { useQueryClient } from '@tanstack/react-query';
import type { EditOrderInput } from '#modules/orders/input.ts';
import type { Order } from '#modules/orders/shapes.ts';
import type { EditTransferLineInput } from '#modules/transfers/input.ts';
import type { Transfer } from '#modules/transfers/shapes.ts';
import {
  getCurrentTransfer,
  editTransferAction,
  moveTransferAction,
  transferQuery,
} from '#modules/transfers/web/queries/transfers.ts';
import { readOrder } from '#modules/orders/web/queries/read.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { ReceiptForm, type ReceiptTarget } from './receipt-sheet.tsx';

interface TransferReceiptProps extends Pick<ReceiptTarget, 'badges' | 'blockedReason'> {
  transfer: Transfer;
}

/** Receives a transfer or return, with the same form as for orders. */
export function TransferReceipt({ transfer, badges, blockedReason }: TransferReceiptProps) {
  const editing = useOutboxMutation(editTransferAction);
  const moving = useOutboxMutation(moveTransferAction);
  const queryClient = useQueryClient();

  async function send({ version }: Order, edit: EditOrderInput): Promise<unknown> {
    const record = { ...transfer, version };
    const items = (edit.items ?? []).map(toReceivedLineInput);
    const edits = items.length > 0 ? [editing.send({ record, input: { items } })] : [];
    const transition = moving.send({ record, input: { status: 'Received' } });
    // A rejected edit cancels the transition; the caller gets the edit's error.
    transition.catch(() => undefined);
    await Promise.all(edits);
    return transition;
  }

  /**
   * Returns the current transfer if another user saved it concurrently: from the error, otherwise from the
   * server.
   */
  async function readCurrent(refusal: ApiError): Promise<Order | null> {
    if (refusal.status !== 412) return null;
    const currentRecord = getCurrentTransfer(refusal);
    if (currentRecord !== null && currentRecord.items.length > 0) return toOrder(currentRecord);
    const current = await queryClient.query({ ...transferQuery(transfer._id), staleTime: 0 });
    return toOrder(current);
  }

  return (
    <ReceiptForm
      order={toOrder(transfer)}
      target={{
        key: `transfers/${transfer._id}`,
        docType: 'transfers',
        badges,
        blockedReason,
        isPending: editing.isPending || moving.isPending,
        isStoring: editing.isStoring || moving.isStoring,
        error: moving.error ?? editing.error,
        clearError() {
          editing.reset();
          moving.reset();
        },
        send,
        readCurrent,
      }}
    />
  );
}

/** Converts a transfer to an order: the requested quantity becomes the ordered quantity. */
function toOrder({ items, ...header }: Transfer): Order {
  return readOrder({
    _id: header._id,
    orderNo: header.number,
    version: header.version,
    status: header.status === 'Sent' ? 'Shipped' : header.status,
    branch: header.to,
    branchName: header.toName,
    kitchen: header.from,
    kitchenName: header.fromName,
    // Uses only the reason for defects on arrival, not the sender's reason for the return.
    items: items.map(({ qty, ...line }) => ({
      ...line,
      orderQty: qty,
      shippedQty: line.shippedQty ?? qty,
      reason: line.receivedReason,
      reasonCode: line.receivedReasonCode,
      reasonNote: line.receivedReasonNote,
    })),
  });
}

type OrderLineEdit = NonNullable<EditOrderInput['items']>[number];

/** Builds the received quantities of a line. */
function toReceivedLineInput({
  lineId,
  receivedQty,
  damagedQty,
  overQty,
  receivedLots,
  note,
  reason,
}: OrderLineEdit): EditTransferLineInput {
  return {
    ...(lineId !== undefined && { lineId }),
    ...(receivedQty !== undefined && { receivedQty }),
    ...(damagedQty !== undefined && { damagedQty }),
    ...(overQty !== undefined && { overQty }),
    ...(receivedLots !== undefined && { receivedLots }),
    ...(reason !== undefined && { receivedReason: reason }),
    ...(note !== undefined && { note }),
  };
}
