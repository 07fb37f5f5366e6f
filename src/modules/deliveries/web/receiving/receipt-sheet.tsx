import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, CheckCheck, PackageX, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { getAvailableTransitions } from '#modules/orders/order-rules.ts';
import type { EditOrderInput } from '#modules/orders/input.ts';
import type { Order } from '#modules/orders/shapes.ts';
import { unitsQuery, getWholeUnitIds } from '#modules/units/web/queries/units.ts';
import { useOrderActions } from '#modules/orders/web/queries/actions.ts';
import { getOrderKey } from '#modules/orders/web/queries/key.ts';
import { readCurrentOrder } from '#modules/orders/web/queries/cache.ts';
import { ConflictTable } from '#platform/web/form/conflict-table.tsx';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { useNumberPad } from '#platform/web/form/use-number-pad.ts';
import { DocumentSheet } from '#platform/documents/web/document-panel.tsx';
import { getLineError } from '#platform/documents/web/line-errors.ts';
import { StatusPill } from '#modules/orders/web/status-pill.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Attachments, useLinesWithPhoto } from '#modules/attachments/web/attachments.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useErrorMessage } from '#platform/web/api/localize-error.ts';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useReasonText } from '#platform/web/form/reason-choices.ts';
import { usePendingOn } from '#platform/web/outbox/entries.ts';
import { saveWithMerge } from '#platform/web/save-with-merge.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useStore } from '#platform/web/store.ts';
import { toast, withdrawToasts } from '#platform/web/toast.ts';
import { localizeRefusal } from '#modules/master-data/web/localize-refusal.ts';
import { undoChange } from '#platform/web/undo-change.ts';
import { getConflictKey, buildReceiptSentences, useReceiptConflictRow } from './receipt-sentences.ts';
import { receivingMessages } from './messages.ts';
import { ReceiptLineHeadings, ReceiptLine } from './receipt-line.tsx';
import {
  findConflictingParts,
  buildReceiptEdit,
  isPhotoMissing,
  isReasonMissing,
  findTemperatureRefusal,
  findReceivedLotsError,
  type OrderReceiptDraft,
  receiptDrafts,
  summarizeReceipt,
  withAllAsShipped,
  resolveConflict,
  withEntry,
} from './receipt.ts';

/** Document whose goods are received, and how its receipt is posted. */
export interface ReceiptTarget {
  /** Key of the document in the outbox. */
  key: string;
  /** Document type that the photos are attached to. */
  docType: 'orders' | 'transfers';
  /** Status and other badges of the document. */
  badges: ReactNode;
  /** Reason why the user can't receive the document now; null if they can. */
  blockedReason: string | null;
  isPending: boolean;
  /**
   * Whether the actions that save the quantities and receive the document are still being stored on this
   * device.
   */
  isStoring: boolean;
  /** Error of the last attempt, or null. */
  error: ApiError | null;
  clearError(): void;
  /**
   * Saves the quantities and receives the document, based on the given version. Rejects with the server's
   * error.
   */
  send(base: Order, edit: EditOrderInput): Promise<unknown>;
  /** Returns the current document after a concurrent save; null for any other error. */
  readCurrent(refusal: ApiError, base: Order): Order | null | Promise<Order | null>;
}

/**
 * Topic of toasts about an unposted receipt; withdrawn on posting, because their undo action no longer
 * applies.
 */
const receiptToasts = 'receipt';

/** Receives an order of a branch. */
export function ReceiptSheet({ order }: { order: Order }) {
  const t = useMessages(receivingMessages).panel;
  const user = useUser();
  const actions = useOrderActions();
  const queryClient = useQueryClient();
  const receive = getAvailableTransitions(order, user).find((move) => move.verb === 'receive');
  return (
    <ReceiptForm
      order={order}
      target={{
        key: getOrderKey(order._id),
        docType: 'orders',
        badges: (
          <>
            <StatusPill status={order.status} />
            {[order.branchName, order.deliveryNoteNo, order.driver].filter(Boolean).join(' · ')}
          </>
        ),
        blockedReason: order.status !== 'Shipped' ? t.notShipped : receive ? null : t.notAllowed,
        isPending: actions.isPending,
        isStoring: actions.isStoring,
        error: actions.error,
        clearError: actions.clearError,
        send: async (base, edit) => receive && actions.move(base, receive, null, edit),
        readCurrent: (refusal, base) => readCurrentOrder(refusal, base, queryClient),
      }}
    />
  );
}

/** Receipt form: accept everything as shipped, enter the exceptions, then check what will be posted. */
export function ReceiptForm({ order, target }: { order: Order; target: ReceiptTarget }) {
  const t = useMessages(receivingMessages).panel;
  const user = useUser();
  const store = receiptDrafts.open(user._id, order._id);
  const receipt = useStore(store);
  const toConflictRow = useReceiptConflictRow();
  const [isChecking, setChecking] = useState(false);
  const isSending = usePendingOn(target.key).length > 0 || target.isPending;
  const { uncheckedLines } = summarizeReceipt(order, receipt);
  const conflictingParts = isSending ? [] : findConflictingParts(order, receipt);
  // After resolving a conflict, the user reviews the receipt again.
  const showsCheck = isChecking && conflictingParts.length === 0;
  const units = useQuery(unitsQuery());
  const wholeUnits = getWholeUnitIds(units.data ?? []);
  const { blockedReason } = target;
  const isReadOnly = blockedReason !== null || isSending;
  const pad = useNumberPad();

  const photoDocument = { docType: target.docType, docId: order._id, number: order.orderNo };
  const linesWithPhoto = useLinesWithPhoto(photoDocument, order.shippedAt);
  const itemNameByLine = new Map(order.items.map(({ lineId, itemName }) => [lineId, itemName]));

  async function post(): Promise<void> {
    if (blockedReason !== null) return;
    try {
      const unmerged = await saveWithMerge(order, {
        send: (base) => target.send(base, buildReceiptEdit(base, receipt)),
        readCurrent: target.readCurrent,
        canMerge: (current) =>
          current.status === order.status && findConflictingParts(current, receipt).length === 0,
      });
      if (unmerged === null) {
        store.discard();
        withdrawToasts(receiptToasts);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setChecking(false);
    }
  }

  function resolve(choice: 'theirs' | 'mine', partKey?: string): void {
    const parts = conflictingParts.filter(
      (part) => partKey === undefined || partKey === getConflictKey(part),
    );
    store.set(parts.reduce((next, part) => resolveConflict(next, part, choice), store.get()));
    target.clearError();
  }

  function startOver(): void {
    const previous = store.get();
    store.discard();
    const undo = () => {
      const current = store.get();
      // Keeps the quantities entered since then.
      const entries = undoChange(previous.entries, {}, current.entries);
      store.set({ ...previous, entries, shownLines: { ...current.shownLines, ...previous.shownLines } });
    };
    toast(t.entriesCleared, { undo: { label: t.undo, run: undo }, topic: receiptToasts });
  }

  function findBlockedReason(): string | null {
    if (blockedReason !== null) return blockedReason;
    if (isSending) return t.busy;
    if (order.items.length === 0) return t.noLines;
    if (conflictingParts.length > 0) return t.chooseFirst;
    if (uncheckedLines.length > 0) return t.unchecked(uncheckedLines.length);
    const lineWithoutReason = order.items.find((line) => isReasonMissing(line, receipt));
    if (lineWithoutReason) return t.chooseReason(lineWithoutReason.itemName);
    for (const line of order.items) {
      const reason = findTemperatureRefusal(line, receipt);
      if (reason !== null) return `${line.itemName}: ${localizeRefusal(reason)}`;
    }
    const lineWithoutPhoto = order.items.find((line) =>
      isPhotoMissing(line, receipt, linesWithPhoto.has(line.lineId)),
    );
    if (lineWithoutPhoto) return t.photoMissing(lineWithoutPhoto.itemName);
    for (const line of order.items) {
      const error = findReceivedLotsError(line, receipt);
      if (error !== null) return `${line.itemName}: ${t.lots.errors[error]}`;
    }
    return null;
  }

  return (
    <DocumentSheet
      className="max-w-[820px]"
      number={order.orderNo}
      badges={target.badges}
      outboxKey={target.key}
      footer={
        showsCheck ? (
          <>
            <Button onClick={() => setChecking(false)}>{t.back}</Button>
            <GuardedButton disabledReason={findBlockedReason()} variant="primary" onClick={() => void post()}>
              {t.post}
            </GuardedButton>
          </>
        ) : (
          <>
            {pad ? <pad.NumberPad /> : null}
            <p className="me-auto text-muted-foreground text-sm tabular-nums" role="status">
              {t.progress(order.items.length - uncheckedLines.length, order.items.length)}
            </p>
            <GuardedButton
              disabledReason={findBlockedReason()}
              variant="primary"
              onClick={() => setChecking(true)}
            >
              {t.checkAndPost}
            </GuardedButton>
          </>
        )
      }
    >
      {conflictingParts.length > 0 ? (
        <ConflictTable
          name={order.orderNo}
          changedBy={null}
          rows={conflictingParts.map(toConflictRow)}
          onTakeTheirs={() => resolve('theirs')}
          onKeepMine={() => resolve('mine')}
          onChoose={(key, choice) => resolve(choice, key)}
        />
      ) : target.error ? (
        <RefusalNote error={target.error} />
      ) : null}
      {isSending && !target.isStoring ? (
        <p className="pb-3 text-muted-foreground text-sm">{t.queued}</p>
      ) : null}
      {showsCheck ? (
        <ReceiptCheck order={order} receipt={receipt} linesWithPhoto={linesWithPhoto} />
      ) : (
        <>
          {isReadOnly ? null : receipt.isAllAsShipped ? (
            <div className="flex flex-wrap items-center gap-3 pb-2">
              <p className="flex-1 text-sm">{t.allAccepted}</p>
              <Button variant="ghost" size="sm" onClick={startOver}>
                {t.startOver}
              </Button>
            </div>
          ) : (
            <Button
              size="lg"
              variant={uncheckedLines.length > 0 ? 'primary' : 'secondary'}
              className="mb-2 w-full"
              onClick={() => store.set(withAllAsShipped(store.get(), order))}
            >
              <CheckCheck aria-hidden="true" />
              {t.allAsShipped}
            </Button>
          )}
          {blockedReason === null ? null : (
            <p className="pb-2 text-muted-foreground text-sm">{blockedReason}</p>
          )}
          <ReceiptLineHeadings />
          <ul data-quantity-grid className="divide-y">
            {order.items.map((line) => (
              <ReceiptLine
                key={line.lineId}
                line={line}
                docType={target.docType}
                receipt={receipt}
                error={getLineError(target.error, line.lineId)}
                disabled={isReadOnly}
                isWhole={wholeUnits.has(line.unit)}
                photos={
                  <Attachments
                    document={photoDocument}
                    lineId={line.lineId}
                    subject={line.itemName}
                    canAdd={!isReadOnly}
                  />
                }
                hasPhoto={linesWithPhoto.has(line.lineId)}
                replacedItem={itemNameByLine.get(line.substituteFor ?? '') ?? null}
                onChange={(change) => store.set(withEntry(store.get(), line, change))}
              />
            ))}
          </ul>
          <div className="border-t pt-3">
            <Attachments document={photoDocument} lineId={null} canAdd={!isReadOnly} hasTitle />
          </div>
        </>
      )}
    </DocumentSheet>
  );
}

function RefusalNote({ error }: { error: ApiError }) {
  const describeError = useErrorMessage();
  return (
    <p role="alert" className="pill-status-red mb-3 flex items-start gap-2 rounded-md px-3 py-2 text-sm">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      {describeError(error)}
    </p>
  );
}

const sentenceIcons = { good: Check, amber: TriangleAlert, red: PackageX };
const sentenceColours = { good: 'text-status-green', amber: 'text-status-amber', red: 'text-status-red' };

interface ReceiptCheckProps {
  order: Order;
  receipt: OrderReceiptDraft;
  /** Ids of lines with a photo. */
  linesWithPhoto: ReadonlySet<string>;
}

/** Check page that describes what will be posted. */
function ReceiptCheck({ order, receipt, linesWithPhoto }: ReceiptCheckProps) {
  const t = useMessages(receivingMessages).panel;
  const formatReason = useReasonText();
  return (
    <section aria-label={t.checkTitle} tabIndex={0} className="flex flex-col gap-3">
      <h3 className="font-semibold text-base">{t.checkTitle}</h3>
      <ul className="flex flex-col gap-2 text-base">
        {buildReceiptSentences(order, receipt, formatReason, linesWithPhoto).map(
          ({ key, text, reason, tone }) => {
            const Icon = sentenceIcons[tone];
            return (
              <li key={key} className="flex gap-2.5">
                <Icon className={cn('mt-1 size-4 shrink-0', sentenceColours[tone])} aria-hidden="true" />
                <span>
                  {text}
                  {reason === '' ? null : (
                    <span className="block text-muted-foreground text-sm">{reason}</span>
                  )}
                </span>
              </li>
            );
          },
        )}
      </ul>
      <p className="text-muted-foreground text-sm">{t.checkHint}</p>
    </section>
  );
}
