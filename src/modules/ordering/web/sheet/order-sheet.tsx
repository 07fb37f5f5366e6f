import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copy, ListChecks, TriangleAlert } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { Order } from '#modules/orders/shapes.ts';
import { decideOrderDelete, canOrderFor } from '#modules/orders/edits.ts';
import type { OrderTransition } from '#modules/orders/lifecycle.ts';
import { isOrderStatus, type OrderVerb } from '#modules/orders/status.ts';
import { canRead } from '#core/permissions.ts';
import { useOrderActions } from '#modules/orders/web/queries/actions.ts';
import { getOrderKey } from '#modules/orders/web/queries/key.ts';
import { orderFiguresQuery, orderQuery } from '#modules/orders/web/queries/queries.ts';
import { useTimeZone } from '#platform/web/queries/branches.ts';
import { conflictMessages } from '#platform/web/form/conflict-messages.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { saveMessages } from '#platform/web/form/save-messages.ts';
import { DeleteDraft } from '#platform/documents/web/delete-draft.tsx';
import { DocumentHistory } from '#platform/documents/web/document-history.tsx';
import { DocumentPanel, DocumentSheet } from '#platform/documents/web/document-panel.tsx';
import { TransitionButtons, TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import { useTransitions } from '#platform/documents/web/use-transitions.ts';
import { OrderFacts } from '#modules/orders/web/order-facts.tsx';
import { OrderFlags } from '#modules/orders/web/order-flags.tsx';
import { orderKind } from '#modules/orders/web/order-kind.ts';
import { OrderStages } from '#modules/orders/web/order-stages.tsx';
import { statusMessages } from '#modules/orders/web/status-messages.ts';
import { StatusPill } from '#modules/orders/web/status-pill.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { commitPendingCells } from '#platform/web/drafts/commit-cells.ts';
import { discardPendingCells } from '#platform/web/drafts/pending-cells.ts';
import { formatInstant } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { isShortcut } from '#platform/web/shortcuts.ts';
import { orderingMessages } from '../messages.ts';
import {
  getEditRights,
  type OrderEditRights,
  findLinesWithoutReason,
  type OrderEdits,
} from './order-edits.ts';
import { OrderLines } from './order-lines.tsx';
import { orderPanelMessages } from './messages.ts';
import { OrderConflict, useOrderEdits } from './use-order-edits.tsx';

interface OrderSheetPanelProps {
  id: string;
  /** Error of an action started outside the panel, such as submitting a new draft. */
  error?: ApiError | null;
  onClose(): void;
}

/** Panel of one order next to its list. */
export function OrderSheetPanel({ id, error = null, onClose }: OrderSheetPanelProps) {
  const t = useMessages(orderPanelMessages);
  const order = useQuery(orderQuery(id));
  return (
    <DocumentPanel query={order} texts={t} onClose={onClose}>
      {(data) => <OrderSheet order={data} error={error} onClose={onClose} />}
    </DocumentPanel>
  );
}

interface OrderSheetProps {
  order: Order;
  error: ApiError | null;
  onClose(): void;
}

/** Transitions available to a branch and its reviewers; the kitchen uses its own screens. */
const branchVerbs: ReadonlySet<OrderVerb> = new Set([
  'submit',
  'recall',
  'send back',
  'send',
  'reject',
  'withdraw',
  'reopen',
  'cancel',
]);

/** An order with every action available to the user. */
function OrderSheet({ order, error, onClose }: OrderSheetProps) {
  const t = useMessages(orderPanelMessages);
  const conflictTexts = useMessages(conflictMessages);
  const { statuses } = useMessages(statusMessages);
  const reviewTexts = useMessages(orderPanelMessages).review;
  const saveTexts = useMessages(saveMessages);
  const user = useUser();
  const actions = useOrderActions();
  const rights = getEditRights(order, user);
  const editor = useOrderEdits(order, rights);
  const { edits, isEdited } = editor;
  const hasConflicts = editor.conflictingFields.length > 0;
  const refusal = actions.error ?? error;
  const transitions = useTransitions(orderKind, order, {
    ...actions,
    error: refusal,
    send: (move, reason) => editor.save((base, edit) => actions.move(base, move, reason, edit)),
  });
  const { isBusy } = transitions;
  const moves = transitions.offered.filter((move) => branchVerbs.has(move.verb));
  const canSend = moves.some((move) => move.verb === 'send');
  const figures = useQuery({ ...orderFiguresQuery(order._id), enabled: canSend }).data;
  const nextStep = useNextStep(order, moves);
  const footer = useRef<HTMLDivElement>(null);
  useActionKey(footer);

  async function save(): Promise<void> {
    if (!commitPendingCells()) return;
    await editor.save((base, edit) => actions.edit(base, edit));
  }

  function getBlockReason(move: OrderTransition): string | null {
    if (hasConflicts) return t.chooseFirst;
    return move.verb === 'send' && findLinesWithoutReason(order, edits).length > 0 ? t.missingReasons : null;
  }

  return (
    <DocumentSheet
      number={order.orderNo}
      badges={
        <>
          <StatusPill status={order.status} />
          <OrderFlags order={order} />
        </>
      }
      outboxKey={getOrderKey(order._id)}
      footer={
        <div ref={footer} className="contents">
          <TransitionButtons transitions={transitions} moves={moves} getBlockReason={getBlockReason} />
        </div>
      }
    >
      <div className="flex flex-col gap-5">
        {isEdited ? (
          <OrderSaveBar
            text={
              editor.restoredAt === null ? t.unsaved : saveTexts.restored(formatInstant(editor.restoredAt))
            }
            disabledReason={isBusy ? t.busy : hasConflicts ? t.chooseFirst : null}
            onSave={() => void save()}
            onUndo={() => {
              editor.discard();
              discardPendingCells(user._id, getOrderKey(order._id));
            }}
          />
        ) : null}
        <OrderConflict order={order} editor={editor} />
        {editor.isTransitionStale ? (
          <p role="alert" className="pill-status-amber rounded-md px-3 py-2 text-sm">
            {t.concurrentChange}
          </p>
        ) : editor.isOutdated && !hasConflicts && editor.lockedFields.length === 0 ? (
          <p role="status" className="pill-status-blue rounded-md px-3 py-2 text-sm">
            {conflictTexts.merged}
          </p>
        ) : null}
        <TransitionRefusal error={refusal?.code === 'STALE_VERSION' ? null : refusal} />
        <div className="flex flex-col gap-2">
          <OrderStages order={order} />
          <p className="text-muted-foreground text-sm">{nextStep}</p>
          {figures && figures.sameDay.length > 0 ? (
            <p className="flex items-start gap-2 text-sm text-status-amber">
              <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
              {reviewTexts.sameDay(
                figures.sameDay
                  .map(
                    ({ orderNo, status }) =>
                      `${orderNo} (${isOrderStatus(status) ? statuses[status] : status})`,
                  )
                  .join(', '),
              )}
            </p>
          ) : null}
        </div>
        <OrderHeaderFields
          order={order}
          edits={edits}
          onEdits={editor.change}
          rights={rights}
          isBusy={isBusy}
        />
        <OrderLines
          order={order}
          edits={edits}
          onEdits={editor.change}
          rights={rights}
          figures={figures}
          showsCosts={canRead(user, 'costs')}
          refusal={refusal}
          isBusy={isBusy}
        />
        <OrderFacts order={order} showsCosts={canRead(user, 'costs')} timeZone={useTimeZone(order.branch)} />
        <DocumentHistory entries={order.statusHistory} statuses={statuses} />
        <div className="flex flex-wrap gap-2">
          {/* The guide has only the branch's usual items. */}
          {order.status === 'Draft' &&
          !order.occasion &&
          rights.lines.has('addLine') &&
          canOrderFor(user, order.branch) ? (
            <Button asChild>
              <Link to="/branch-order/create-order" search={{ branch: order.branch, edit: order._id }}>
                <ListChecks aria-hidden="true" />
                {t.backToGuide}
              </Link>
            </Button>
          ) : null}
          {canOrderFor(user, order.branch) ? (
            <Button asChild>
              <Link to="/branch-order/create-order" search={{ branch: order.branch, copy: order._id }}>
                <Copy aria-hidden="true" />
                {t.copy}
              </Link>
            </Button>
          ) : null}
          {isOrderStatus(order.status) && decideOrderDelete({ ...order, status: order.status }, user).ok ? (
            <DeleteDraft
              number={order.orderNo}
              isBusy={isBusy}
              remove={() => actions.remove(order)}
              onDeleted={onClose}
            />
          ) : null}
        </div>
      </div>
    </DocumentSheet>
  );
}

/**
 * Ctrl+Enter focuses the last button in the panel, which is the main action. It doesn't press the button, so
 * that holding down the keys that submitted the order doesn't also send it to the kitchen.
 */
function useActionKey(footer: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    function focusMainAction(event: KeyboardEvent): void {
      const panel = footer.current?.closest('[role="dialog"]');
      if (!isShortcut(event, 'submit') || !(event.target instanceof Node) || !panel?.contains(event.target))
        return;
      event.preventDefault();
      [...(footer.current?.querySelectorAll('button') ?? [])].at(-1)?.focus();
    }
    document.addEventListener('keydown', focusMainAction);
    return () => document.removeEventListener('keydown', focusMainAction);
  }, [footer]);
}

function useNextStep(order: Order, moves: readonly OrderTransition[]): string {
  const t = useMessages(orderPanelMessages).next;
  if (!isOrderStatus(order.status)) return '';
  return moves.some((move) => move.verb === 'send') ? t.underReviewYours : t[order.status];
}

interface OrderHeaderFieldsProps {
  order: Order;
  edits: OrderEdits;
  onEdits(edits: OrderEdits): void;
  rights: OrderEditRights;
  isBusy: boolean;
}

/** Delivery date and notes, editable if the user's rights allow it. */
function OrderHeaderFields({ order, edits, onEdits, rights, isBusy }: OrderHeaderFieldsProps) {
  const t = useMessages(orderingMessages).guide;
  if (!rights.order.has('deliveryDate')) return null;
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-[11rem_1fr]">
      <Field label={t.deliveryDate}>
        {(control) => (
          <DateInput
            {...control}
            disabled={isBusy}
            value={edits.deliveryDate ?? order.deliveryDate}
            onChange={(event) => onEdits({ ...edits, deliveryDate: event.target.value })}
          />
        )}
      </Field>
      <Field label={t.notes}>
        {(control) => (
          <Input
            {...control}
            maxLength={2000}
            disabled={isBusy}
            value={edits.notes ?? order.notes ?? ''}
            onChange={(event) => onEdits({ ...edits, notes: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}

interface OrderSaveBarProps {
  text: string;
  disabledReason: string | null;
  onSave(): void;
  onUndo(): void;
}

/** Sticky bar shown while there are unsaved changes. */
function OrderSaveBar({ text, disabledReason, onSave, onUndo }: OrderSaveBarProps) {
  const t = useMessages(orderPanelMessages);
  return (
    <div
      role="status"
      className="sticky -top-4 z-10 -mx-4 -mt-4 flex flex-wrap items-center gap-2 border-b bg-selected px-4 py-2 text-sm"
    >
      <p className="min-w-40 flex-1">{text}</p>
      <Button size="sm" variant="ghost" onClick={onUndo}>
        {t.undo}
      </Button>
      <GuardedButton size="sm" disabledReason={disabledReason} onClick={onSave}>
        {t.save}
      </GuardedButton>
    </div>
  );
}
