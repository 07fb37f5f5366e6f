import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil, Printer, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { decideReceiptEdit } from '../edits.ts';
import { receiptStatuses } from '../receipt-lines.ts';
import type { GoodsReceipt, GoodsReceiptLine } from '../shapes.ts';
import { canAttachToWastage } from '#modules/documents/attachable.ts';
import { canOpenPage, canWrite, canActAtLocation } from '#core/permissions.ts';
import { receiptQuery, reverseReceiptAction } from './queries.ts';
import { purchasePages } from '#modules/purchase-orders/web/queries.ts';
import { invoicePage, canBill } from '#modules/supplier-invoices/web/queries.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { LazyAttachments } from '#modules/attachments/web/lazy-attachments.tsx';
import type { OfferedTransition } from '#platform/documents/web/document-kind.ts';
import type { Fact } from '#platform/documents/web/document-fields.ts';
import { DocumentHistory } from '#platform/documents/web/document-history.tsx';
import { DocumentFacts, DocumentPanel, DocumentSheet } from '#platform/documents/web/document-panel.tsx';
import {
  TransitionButtons,
  TransitionConfirmation,
  TransitionRefusal,
} from '#platform/documents/web/transitions.tsx';
import { usePrintout } from '#platform/documents/web/printout.tsx';
import { useTransitions } from '#platform/documents/web/use-transitions.ts';
import { ReceiptStatusPill } from './receipt-status.tsx';
import { getCurrencyCode } from '#modules/master-data/web/references/row-currency.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getMoneyFormat } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { toast } from '#platform/web/toast.ts';
import { EditDetails } from './edit-details.tsx';
import { receiptMessages } from './messages.ts';
import { receiptKind } from './receipt-kind.ts';
import { ReceiptLines } from './receipt-lines.tsx';
import { ReceiptPrint } from './receipt-print.tsx';
import { useReceiptFields } from './use-receipt-fields.ts';

interface ReceiptPanelProps {
  id: string;
  onClose(): void;
}

/** Side panel of a goods receipt: lines, landed cost and reversal. */
export function ReceiptPanel({ id, onClose }: ReceiptPanelProps) {
  const t = useMessages(receiptMessages).panel;
  const query = useQuery(receiptQuery(id));
  return (
    <DocumentPanel query={query} texts={t} onClose={onClose}>
      {(data) => <Sheet receipt={data} onRefetch={() => void query.refetch()} />}
    </DocumentPanel>
  );
}

const reverseLineTransition: OfferedTransition = { verb: 'reverse line', to: 'Posted', reason: true };

function Sheet({ receipt, onRefetch }: { receipt: GoodsReceipt; onRefetch(): void }) {
  const messages = useMessages(receiptMessages);
  const t = messages.panel;
  const user = useUser();
  const names = useNames(['currencies']);
  const base = useBaseCurrency();
  const money = getMoneyFormat(getCurrencyCode(names, receipt.currency, base));
  const reversing = useOutboxMutation(reverseReceiptAction);
  const [reversedLine, setReversedLine] = useState<GoodsReceiptLine | null>(null);
  const [isEditing, setEditing] = useState(false);
  const status = receiptStatuses.find((candidate) => candidate === receipt.status);
  const isEditAllowed = (edit: Parameters<typeof decideReceiptEdit>[2]) =>
    status !== undefined && decideReceiptEdit({ status, place: receipt.place }, user, edit).ok;
  const print = usePrintout(<ReceiptPrint receipt={receipt} money={money} />);
  const reverse = (reason: string | null, lines?: string[]) =>
    reversing.send({
      record: receipt,
      input: { status: 'Reversed', transitionReason: reason, ...(lines && { lines }) },
    });
  const moves = useTransitions(receiptKind, receipt, {
    send: (_move, reason) => reverse(reason),
    isPending: reversing.isPending,
    error: reversing.error,
    refetch: onRefetch,
  });
  const openLines = receipt.items.filter(({ isReversed }) => !isReversed);
  const canReverseLines = moves.offered.length > 0 && !moves.isBusy && openLines.length > 1;

  async function reverseLine({ lineId, itemName }: GoodsReceiptLine, reason: string | null): Promise<void> {
    try {
      await reverse(reason, [lineId]);
      toast(t.lineReversed(itemName));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onRefetch();
    }
  }

  return (
    <DocumentSheet
      className="max-w-[820px]"
      number={receipt.number}
      badges={
        <>
          <ReceiptStatusPill status={receipt.status} />
          <bdi>{t.route(receipt.supplierName, receipt.placeName)}</bdi>
        </>
      }
      outboxKey={receiptKind.getKey(receipt)}
      footer={
        <>
          <Button onClick={print}>
            <Printer aria-hidden="true" />
            {t.print}
          </Button>
          {isEditAllowed({ notes: '' }) ? (
            <Button onClick={() => setEditing(true)}>
              <Pencil aria-hidden="true" />
              {t.edit}
            </Button>
          ) : null}
          {openLines.some(({ qty, billedQty }) => billedQty < qty) &&
          canBill(user) &&
          canActAtLocation(user, receipt.place) ? (
            <Button asChild>
              <Link to={invoicePage} search={{ new: 'invoice', source: `receipts/${receipt._id}` }}>
                <ReceiptText aria-hidden="true" />
                {t.bill}
              </Link>
            </Button>
          ) : null}
          <TransitionButtons
            transitions={moves}
            onMove={(move, reason) =>
              void moves
                .make(move, reason)
                .then((isDone) => isDone && toast(t.receiptReversed(receipt.number)))
            }
          />
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <TransitionRefusal error={moves.error} />
        <ReceiptDetails receipt={receipt} />
        <ReceiptLines
          receipt={receipt}
          money={money}
          baseMoney={getMoneyFormat(base)}
          onReverseLine={canReverseLines ? setReversedLine : null}
        />
        <LazyAttachments
          document={{ docType: 'goods-receipts', docId: receipt._id, number: receipt.number }}
          lines={receipt.items}
          canAdd={canWrite(user, 'goods-receipts', 'canCreate') && canAttachToWastage(receipt, user)}
          hasTitle
        />
        <DocumentHistory entries={receipt.statusHistory} statuses={messages.statuses} />
      </div>
      {isEditing ? (
        <EditDetails
          receipt={receipt}
          canEditRef={isEditAllowed({ supplierRef: '' })}
          onFailed={onRefetch}
          onClose={() => setEditing(false)}
        />
      ) : null}
      {reversedLine === null ? null : (
        <TransitionConfirmation
          kind={receiptKind}
          move={reverseLineTransition}
          subject={reversedLine.itemName}
          question={undefined}
          onConfirm={(reason) => void reverseLine(reversedLine, reason)}
          onClose={() => setReversedLine(null)}
        />
      )}
    </DocumentSheet>
  );
}

function ReceiptDetails({ receipt }: { receipt: GoodsReceipt }) {
  const { fields, panel: t } = useMessages(receiptMessages);
  const user = useUser();
  const { fact } = useReceiptFields();
  const ordersPage = purchasePages.find((page) => canOpenPage(user, page));
  const notes = fact(receipt, 'notes');
  const facts: Fact[] = [
    fact(receipt, 'supplierName'),
    fact(receipt, 'placeName'),
    fact(receipt, 'supplierRef'),
    fact(receipt, 'receivedAt'),
    fact(receipt, 'createdAt', (at) => t.by(at, receipt.userName)),
    fact(receipt, 'reversedAt', (at) => t.by(at, receipt.reversedByName ?? '')),
    fact(receipt, 'goodsValue'),
    fact(receipt, 'freight'),
    fact(receipt, 'charges'),
    fact(receipt, 'landedValue'),
    fact(receipt, 'expectedCredit'),
    notes,
  ];
  return (
    <div className="flex flex-col gap-3">
      <DocumentFacts facts={facts} fullWidthLabel={notes[0]} />
      {receipt.purchaseOrder === null ? null : (
        <p className="text-sm">
          <span className="text-muted-foreground">{fields.purchaseOrderNo}</span>{' '}
          {ordersPage === undefined ? (
            <bdi>{receipt.purchaseOrderNo}</bdi>
          ) : (
            <Link
              className="font-medium text-primary underline-offset-4 hover:underline"
              to={ordersPage}
              search={{ row: receipt.purchaseOrder }}
            >
              <bdi>{receipt.purchaseOrderNo}</bdi>
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
