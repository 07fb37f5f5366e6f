import { Link } from '@tanstack/react-router';
import { ArrowRight, Printer, TriangleAlert, Truck } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { getAvailableTransitions } from '#modules/orders/order-rules.ts';
import type { Order } from '#modules/orders/shapes.ts';
import { type OrderTransition, orderTransitions } from '#modules/orders/lifecycle.ts';
import { isOrderStatus } from '#modules/orders/status.ts';
import { type OrderActions } from '#modules/orders/web/queries/actions.ts';
import { getOrderKey } from '#modules/orders/web/queries/key.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import { ConflictTable } from '#platform/web/form/conflict-table.tsx';
import { orderMessages } from '#modules/orders/web/order-messages.ts';
import { OrderFlags } from '#modules/orders/web/order-flags.tsx';
import { TransitionButtons } from '#platform/documents/web/transitions.tsx';
import { DocumentSendState } from '#platform/documents/web/send-state.tsx';
import { useTransitions } from '#platform/documents/web/use-transitions.ts';
import { orderKind } from '#modules/orders/web/order-kind.ts';
import { OrderStages } from '#modules/orders/web/order-stages.tsx';
import { useDeliveryNote } from '#modules/orders/web/shipping/use-delivery-note.ts';
import { StatusPill } from '#modules/orders/web/status-pill.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { useConnection } from '#platform/web/api/connection.ts';
import { formatDay } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useReasonText } from '#platform/web/form/reason-choices.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { isReceiptStarted } from './receipt-started.ts';
import { parseCrates } from '../shipping/run-draft.ts';
import { describeShortage } from './line-errors.ts';
import { isPicked } from './pick-lines.ts';
import { getOrderValues, parseLots, type ProcessDraft } from './process-draft.ts';
import { processMessages } from './messages.ts';

/** The printing code is loaded with the first order that has documents. */
const DocumentsMenu = lazyView(
  async () => (await import('#modules/orders/web/shipping/printouts-menu.tsx')).PrintoutsMenu,
);

/** Documents available before shipment, when there is no delivery note and no run sheet yet. */
const labelsOnly = ['labels', 'zpl', 'lots', 'lotsZpl'] as const;

interface ProcessHeaderProps {
  order: Order;
  draft: ProcessDraft;
  actions: OrderActions;
  isEditable: boolean;
  next: OrderRecord | null;
  /** Prints the delivery note. */
  onPrint(): void;
}

/** The order's number, branch, status and transport data, and all actions except shipping. */
export function ProcessHeader({ order, draft, actions, isEditable, next, onPrint }: ProcessHeaderProps) {
  const t = useMessages(processMessages);
  const note = useDeliveryNote(order.notes);
  return (
    <header className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="flex flex-wrap items-center gap-2 font-semibold text-base">
            {order.orderNo}
            <StatusPill status={order.status} />
            <OrderFlags order={order} />
            <DocumentSendState documentKey={getOrderKey(order._id)} />
          </h2>
          <p className="text-muted-foreground text-sm">
            {order.branchName} · {formatDay(order.deliveryDate)}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <OtherTransitions order={order} draft={draft} actions={actions} />
          {isEditable || order.deliveryNoteNo !== null ? (
            <Suspense>
              <DocumentsMenu
                orders={[order._id]}
                {...(order.deliveryNoteNo === null && { kinds: labelsOnly })}
              />
            </Suspense>
          ) : null}
          {order.deliveryNoteNo === null ? null : (
            <Button variant="secondary" onClick={onPrint}>
              <Printer aria-hidden="true" />
              {t.actions.print}
            </Button>
          )}
          {!isEditable && next ? (
            <Button asChild variant="primary">
              <Link
                to="/central-kitchen/order-processing-prep"
                search={(current) => ({ ...current, order: next._id })}
              >
                {t.actions.next(next.branchName)}
                <ArrowRight aria-hidden="true" className="rtl:-scale-x-100" />
              </Link>
            </Button>
          ) : null}
        </div>
      </div>
      <OrderStages order={order} />
      {note ? (
        <p className="rounded-md bg-muted px-3 py-2 text-sm">
          <bdi>“{note}”</bdi>
        </p>
      ) : null}
      {isEditable ? (
        <div className="grid max-w-2xl grid-cols-2 gap-3 sm:grid-cols-[1fr_1fr_8rem]">
          {(['driver', 'vehicle'] as const).map((field) => (
            <Field key={field} label={t.transport[field]}>
              {(control) => (
                <Input
                  {...control}
                  defaultValue={order[field] ?? ''}
                  maxLength={120}
                  autoComplete="off"
                  onChange={(event) => draft.change({ [field]: event.currentTarget.value.trim() || null })}
                />
              )}
            </Field>
          ))}
          <CratesField crates={order.crates} onCrates={(crates) => draft.change({ crates })} />
        </div>
      ) : null}
    </header>
  );
}

function CratesField({
  crates,
  onCrates,
}: {
  crates: number | undefined;
  onCrates(crates: number | null): void;
}) {
  const t = useMessages(processMessages).transport;
  const [isInvalid, setInvalid] = useState(false);
  return (
    <Field label={t.crates} error={isInvalid ? t.cratesWrong : null}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          defaultValue={crates ?? ''}
          maxLength={4}
          autoComplete="off"
          onChange={(event) => {
            const parsed = parseCrates(event.currentTarget.value);
            setInvalid(parsed === undefined);
            if (parsed !== undefined) onCrates(parsed);
          }}
        />
      )}
    </Field>
  );
}

/**
 * Transitions other than shipping: release, cancel, unship. Release is blocked with a reason once goods are
 * picked, and unship once the branch has started to receive.
 */
function OtherTransitions({
  order,
  draft,
  actions,
}: {
  order: Order;
  draft: ProcessDraft;
  actions: OrderActions;
}) {
  const t = useMessages(processMessages);
  const user = useUser();
  const transitions = useTransitions(orderKind, order, {
    ...actions,
    send: (move, reason) => draft.sendWith((edit) => actions.move(order, move, reason, edit)),
  });
  const offeredMoves = transitions.offered.filter((move) => move.verb !== 'ship' && move.verb !== 'receive');
  const canShip = transitions.offered.some((move) => move.verb === 'ship');
  const release = orderTransitions.find((move) => move.verb === 'release');
  const isReleaseBlocked = canShip && order.items.some(isPicked);
  const otherMoves = offeredMoves.filter(({ verb }) => verb !== 'unship');
  const isBeingReceived = isReceiptStarted(order);
  // Also shows a blocked unship action to users who would otherwise be allowed to do it.
  const unshipMoves = getAvailableTransitions({ ...order, items: [] }, user).filter(
    ({ verb }) => verb === 'unship',
  );
  const moves: OrderTransition[] =
    isReleaseBlocked && release && !offeredMoves.some((move) => move.verb === 'release')
      ? [release, ...offeredMoves]
      : isBeingReceived
        ? [...otherMoves, ...unshipMoves]
        : offeredMoves;
  if (!isOrderStatus(order.status)) return null;
  return (
    <TransitionButtons
      transitions={transitions}
      moves={moves}
      variant="ghost"
      getBlockReason={({ verb }) =>
        verb === 'release' && isReleaseBlocked
          ? t.blocked.picked
          : verb === 'unship' && isBeingReceived
            ? t.blocked.receiptStarted(order.branchName)
            : null
      }
    />
  );
}

interface ProcessNoticeProps {
  order: Order;
  draft: ProcessDraft;
  error: ApiError | null;
  /** Whether a transition is being sent. */
  isMoving: boolean;
  /** Number of lines that need a reason. */
  missingReasonCount: number;
}

/** Shows conflicts, errors, missing reasons, or the completed shipment. */
export function ProcessNotice({ order, draft, error, isMoving, missingReasonCount }: ProcessNoticeProps) {
  const t = useMessages(processMessages);
  const { isAlive } = useConnection();
  const { columns } = useMessages(orderMessages);
  const formatReason = useReasonText();
  if (draft.conflicts.length > 0) {
    const savedValues = getOrderValues(order, draft.values);
    return (
      <ConflictTable
        name={order.orderNo}
        changedBy={null}
        rows={draft.conflicts.map((key) => {
          const [lineId, field] = key.split(' ');
          const line = order.items.find((item) => item.lineId === lineId);
          const label =
            field === undefined
              ? t.transport[key as 'driver' | 'vehicle' | 'crates']
              : field === 'reason'
                ? t.reason.label(line?.itemName ?? '')
                : field === 'lots'
                  ? t.lots.title(line?.itemName ?? '')
                  : `${line?.itemName ?? ''}, ${columns[field as 'pickedQty']}`;
          const format = (value: string | number | null | undefined) =>
            typeof value === 'number'
              ? formatAmount(value, line?.unitSymbol ?? '')
              : field === 'reason'
                ? formatReason(value ?? null)
                : field === 'lots'
                  ? parseLots(value)
                      .map(({ lot, qty }) => `${lot} ${formatAmount(qty, line?.unitSymbol ?? '')}`)
                      .join(', ')
                  : (value ?? '');
          return { key, label, theirs: format(savedValues[key]), mine: format(draft.values[key]) };
        })}
        onTakeTheirs={() => draft.resolveConflicts(draft.conflicts, 'theirs')}
        onKeepMine={() => draft.resolveConflicts(draft.conflicts, 'mine')}
        onChoose={(key, side) => draft.resolveConflicts([key], side)}
      />
    );
  }
  if (error) {
    const text =
      error.code === 'STALE_VERSION'
        ? t.stale
        : (describeShortage(error, order.items) ?? getErrorMessage(error));
    return (
      <div role="alert" className="pill-status-red flex items-start gap-2 rounded-md px-3 py-2 text-sm">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <p>
          {text}
          {draft.hasUnsent && error.code !== 'STALE_VERSION' ? ` ${t.refused}` : ''}
        </p>
      </div>
    );
  }
  if (missingReasonCount > 0) {
    return (
      <p role="alert" className="pill-status-amber rounded-md px-3 py-2 text-sm">
        {t.missingReasons(missingReasonCount)}
      </p>
    );
  }
  if (isMoving && !isAlive) {
    return (
      <p role="status" className="pill-status-amber rounded-md px-3 py-2 text-sm">
        {t.done.queued}
      </p>
    );
  }
  return order.status === 'Shipped' ? <Shipped order={order} /> : null;
}

/** Confirms the shipment; scrolled into view, because the ship button is at the bottom. */
function Shipped({ order }: { order: Order }) {
  const t = useMessages(processMessages);
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    message.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <p
      ref={message}
      role="status"
      className="pill-status-green flex flex-wrap items-center gap-2 rounded-md px-3 py-2 text-sm"
    >
      <Truck className="size-4 shrink-0" aria-hidden="true" />
      <strong className="font-medium">{t.done.shipped(order.branchName)}</strong>
      {order.deliveryNoteNo === null ? null : t.done.note(order.deliveryNoteNo)}
    </p>
  );
}
