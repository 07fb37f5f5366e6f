import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, CheckCheck, PackageX, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { transitionsFor } from '#modules/orders/order-rules.ts';
import type { EditOrderInput } from '#modules/orders/input.ts';
import type { Order } from '#modules/orders/shapes.ts';
import { unitsQuery, wholeUnitIds } from '#modules/units/web/queries/units.ts';
import { useOrderActions } from '#modules/orders/web/queries/actions.ts';
import { orderKey } from '#modules/orders/web/queries/key.ts';
import { currentOrder } from '#modules/orders/web/queries/cache.ts';
import { ConflictTable } from '#platform/web/form/conflict-table.tsx';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { DocumentSheet } from '#platform/documents/web/document-panel.tsx';
import { lineProblem } from '#platform/documents/web/line-problem.ts';
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
import { refusalText } from '#modules/master-data/web/reason-text.ts';
import { undoChange } from '#platform/web/undo-change.ts';
import { disputedPartKey, receiptSentences, useReceiptConflictRow } from './receipt-sentences.ts';
import { receivingTexts } from './messages.ts';
import { ReceiptLineHeadings, ReceiptLine } from './receipt-line.tsx';
import {
  findDisputedParts,
  receiptEditInput,
  isPhotoMissing,
  isReasonMissing,
  temperatureRefusal,
  findReceivedLotsFault,
  type OrderReceiptDraft,
  receiptDrafts,
  receiptSummary,
  withAllAsShipped,
  withChoice,
  withEntry,
} from './receipt.ts';

/** Document whose goods are received, and how its receipt is posted. */
export interface ReceiptTarget {
  /** Key of the document in the outbox. */
  key: string;
  /** Document type that the photos are attached to. */
  docType: 'orders' | 'transfers';
  /** Status and other badges of the document. */
  marks: ReactNode;
  /** Reason why the user can't receive it now; null when they can. */
  blockedReason: string | null;
  isPending: boolean;
  /** True until both actions, saving the quantities and receiving, are stored on this device. */
  isStoring: boolean;
  /** Rejection of the last attempt; null otherwise. */
  error: ApiError | null;
  forgetError(): void;
  /**
   * Saves the quantities and receives the document, based on the given version. Rejects with the server's
   * error.
   */
  send(from: Order, edit: EditOrderInput): Promise<unknown>;
  /** Returns the current document after a concurrent save; null for any other error. */
  readCurrent(refusal: ApiError, from: Order): Order | null | Promise<Order | null>;
}

/** Toasts about an unposted receipt; their undo is removed when it is posted. */
const receiptToasts = 'receipt';

/** Receives an order of a branch. */
export function ReceiptSheet({ order }: { order: Order }) {
  const t = useMessages(receivingTexts).panel;
  const user = useUser();
  const actions = useOrderActions();
  const queryClient = useQueryClient();
  const receive = transitionsFor(order, user).find((move) => move.verb === 'receive');
  return (
    <ReceiptForm
      order={order}
      of={{
        key: orderKey(order._id),
        docType: 'orders',
        marks: (
          <>
            <StatusPill status={order.status} />
            {[order.branchName, order.deliveryNoteNo, order.driver].filter(Boolean).join(' · ')}
          </>
        ),
        blockedReason: order.status !== 'Shipped' ? t.notShipped : receive ? null : t.notYours,
        isPending: actions.isPending,
        isStoring: actions.isStoring,
        error: actions.error,
        forgetError: actions.forgetError,
        send: async (from, edit) => receive && actions.move(from, receive, null, edit),
        readCurrent: (refusal, from) => currentOrder(refusal, from, queryClient),
      }}
    />
  );
}

/** Receipt form: accept everything as shipped, enter the exceptions, then check what will be posted. */
export function ReceiptForm({ order, of }: { order: Order; of: ReceiptTarget }) {
  const t = useMessages(receivingTexts).panel;
  const user = useUser();
  const store = receiptDrafts.open(user._id, order._id);
  const receipt = useStore(store);
  const wordsOf = useReceiptConflictRow();
  const [isChecking, setChecking] = useState(false);
  const isSending = usePendingOn(of.key).length > 0 || of.isPending;
  const { unchecked } = receiptSummary(order, receipt);
  const disputed = isSending ? [] : findDisputedParts(order, receipt);
  // After a conflict was resolved, the user checks the receipt again.
  const showsCheck = isChecking && disputed.length === 0;
  const units = useQuery(unitsQuery());
  const wholeUnits = wholeUnitIds(units.data ?? []);
  const { blockedReason } = of;
  const isShut = blockedReason !== null || isSending;

  const photosOf = { docType: of.docType, docId: order._id, number: order.orderNo };
  const withPhoto = useLinesWithPhoto(photosOf, order.shippedAt);
  const ordered = new Map(order.items.map(({ lineId, itemName }) => [lineId, itemName]));

  async function post(): Promise<void> {
    if (blockedReason !== null) return;
    try {
      const unseen = await saveWithMerge(order, {
        send: (from) => of.send(from, receiptEditInput(from, receipt)),
        readCurrent: of.readCurrent,
        canMerge: (now) => now.status === order.status && findDisputedParts(now, receipt).length === 0,
      });
      if (unseen === null) {
        store.discard();
        withdrawToasts(receiptToasts);
      }
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      setChecking(false);
    }
  }

  function choose(choice: 'theirs' | 'mine', only?: string): void {
    const chosen = disputed.filter((part) => only === undefined || only === disputedPartKey(part));
    store.set(chosen.reduce((next, part) => withChoice(next, part, choice), store.get()));
    of.forgetError();
  }

  function startOver(): void {
    const previous = store.get();
    store.discard();
    const undo = () => {
      const now = store.get();
      // Quantities counted since then are kept.
      const entries = undoChange(previous.entries, {}, now.entries);
      store.set({ ...previous, entries, seen: { ...now.seen, ...previous.seen } });
    };
    toast(t.startedOver, { undo: { label: t.undo, run: undo }, topic: receiptToasts });
  }

  function blocked(): string | null {
    if (blockedReason !== null) return blockedReason;
    if (isSending) return t.busy;
    if (order.items.length === 0) return t.noLines;
    if (disputed.length > 0) return t.chooseFirst;
    if (unchecked.length > 0) return t.unchecked(unchecked.length);
    const lineWithoutReason = order.items.find((line) => isReasonMissing(line, receipt));
    if (lineWithoutReason) return t.sayWhy(lineWithoutReason.itemName);
    for (const line of order.items) {
      const reason = temperatureRefusal(line, receipt);
      if (reason !== null) return `${line.itemName}: ${refusalText(reason)}`;
    }
    const unseen = order.items.find((line) => isPhotoMissing(line, receipt, withPhoto.has(line.lineId)));
    if (unseen) return t.photoNeeded(unseen.itemName);
    for (const line of order.items) {
      const fault = findReceivedLotsFault(line, receipt);
      if (fault !== null) return `${line.itemName}: ${t.lots.faults[fault]}`;
    }
    return null;
  }

  return (
    <DocumentSheet
      className="max-w-[820px]"
      number={order.orderNo}
      marks={of.marks}
      sendKey={of.key}
      footer={
        showsCheck ? (
          <>
            <Button onClick={() => setChecking(false)}>{t.back}</Button>
            <GuardedButton blocked={blocked()} variant="primary" onClick={() => void post()}>
              {t.post}
            </GuardedButton>
          </>
        ) : (
          <>
            <p className="me-auto text-muted-foreground text-sm tabular-nums" role="status">
              {t.progress(order.items.length - unchecked.length, order.items.length)}
            </p>
            <GuardedButton blocked={blocked()} variant="primary" onClick={() => setChecking(true)}>
              {t.check}
            </GuardedButton>
          </>
        )
      }
    >
      {disputed.length > 0 ? (
        <ConflictTable
          name={order.orderNo}
          who={null}
          rows={disputed.map(wordsOf)}
          onTakeTheirs={() => choose('theirs')}
          onKeepMine={() => choose('mine')}
          onChoose={(key, choice) => choose(choice, key)}
        />
      ) : of.error ? (
        <Refusal error={of.error} />
      ) : null}
      {isSending && !of.isStoring ? <p className="pb-3 text-muted-foreground text-sm">{t.queued}</p> : null}
      {showsCheck ? (
        <ReceiptCheck order={order} receipt={receipt} />
      ) : (
        <>
          {isShut ? null : receipt.isAllAsShipped ? (
            <div className="flex flex-wrap items-center gap-3 pb-2">
              <p className="flex-1 text-sm">{t.allDone}</p>
              <Button variant="ghost" size="sm" onClick={startOver}>
                {t.startOver}
              </Button>
            </div>
          ) : (
            <Button
              size="lg"
              variant={unchecked.length > 0 ? 'primary' : 'secondary'}
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
                docType={of.docType}
                receipt={receipt}
                error={lineProblem(of.error, line.lineId)}
                disabled={isShut}
                isWhole={wholeUnits.has(line.unit)}
                photos={
                  <Attachments of={photosOf} lineId={line.lineId} subject={line.itemName} canAdd={!isShut} />
                }
                hasPhoto={withPhoto.has(line.lineId)}
                insteadOf={ordered.get(line.substituteFor ?? '') ?? null}
                onChange={(change) => store.set(withEntry(store.get(), line, change))}
              />
            ))}
          </ul>
          <div className="border-t pt-3">
            <Attachments of={photosOf} lineId={null} canAdd={!isShut} hasTitle />
          </div>
        </>
      )}
    </DocumentSheet>
  );
}

function Refusal({ error }: { error: ApiError }) {
  const describeError = useErrorMessage();
  return (
    <p role="alert" className="pill-status-red mb-3 flex items-start gap-2 rounded-md px-3 py-2 text-sm">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      {describeError(error)}
    </p>
  );
}

const icons = { good: Check, amber: TriangleAlert, red: PackageX };
const colours = { good: 'text-status-green', amber: 'text-status-amber', red: 'text-status-red' };

/** Check page that describes what will be posted. */
function ReceiptCheck({ order, receipt }: { order: Order; receipt: OrderReceiptDraft }) {
  const t = useMessages(receivingTexts).panel;
  const reasonWords = useReasonText();
  return (
    <section aria-label={t.checkTitle} tabIndex={0} className="flex flex-col gap-3">
      <h3 className="font-semibold text-base">{t.checkTitle}</h3>
      <ul className="flex flex-col gap-2 text-base">
        {receiptSentences(order, receipt, reasonWords).map(({ key, text, reason, tone }) => {
          const Icon = icons[tone];
          return (
            <li key={key} className="flex gap-2.5">
              <Icon className={cn('mt-1 size-4 shrink-0', colours[tone])} aria-hidden="true" />
              <span>
                {text}
                {reason === '' ? null : <span className="block text-muted-foreground text-sm">{reason}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      <p className="text-muted-foreground text-sm">{t.checkLead}</p>
    </section>
  );
}
