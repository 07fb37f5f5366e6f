import { Inbox, PackageX, Sparkles, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { getAvailableTransitions } from '#modules/orders/order-rules.ts';
import type { OrderTransition } from '#modules/orders/lifecycle.ts';
import type { OrderVerb } from '#modules/orders/status.ts';
import { useOrderActions } from '#modules/orders/web/queries/actions.ts';
import type { Order as SavedOrder } from '#modules/orders/shapes.ts';
import type { OrderRecord as Order } from '#modules/orders/web/queries/read.ts';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { TransitionButton } from '#platform/documents/web/transitions.tsx';
import { orderKind } from '#modules/orders/web/order-kind.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { formatAge } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { kitchenMessages } from './messages.ts';
import { AwaitingOrder, handleRowKeys } from './awaiting-order.tsx';
import type { Shortage } from './shortages.ts';

interface AcceptListProps {
  orders: readonly Order[];
  shortages: readonly Shortage[];
  /** IDs of orders that have arrived since the user last viewed the list. */
  newIds: ReadonlySet<string>;
}

/** Orders awaiting acceptance, which can be accepted or rejected individually or in bulk. */
export function AcceptList({ orders, shortages, newIds }: AcceptListProps) {
  const t = useMessages(kitchenMessages);
  const user = useUser();
  const { decide, refusals, list } = useOrderDecisions(orders);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const selected = orders.filter((order) => selectedIds.has(order._id));

  if (orders.length === 0) return <EmptyState icon={Inbox} {...t.empty.accept} />;

  const findTransition = (order: Order, verb: OrderVerb): OrderTransition | undefined =>
    getAvailableTransitions(order, user).find((move) => move.verb === verb);
  const canDecide = orders.some((order) => findTransition(order, 'accept'));
  const toggle = (id: string, isOn: boolean) =>
    setSelectedIds(
      new Set(isOn ? [...selectedIds, id] : [...selectedIds].filter((selectedId) => selectedId !== id)),
    );

  return (
    <div className="flex flex-col gap-2">
      {canDecide ? (
        <label className="flex min-h-9 w-fit items-center gap-3 px-3 text-sm touch:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-primary"
            checked={selected.length === orders.length}
            onChange={(event) =>
              setSelectedIds(new Set(event.currentTarget.checked ? orders.map((order) => order._id) : []))
            }
          />
          {t.accept.selectAll}
        </label>
      ) : (
        <p className="text-muted-foreground text-sm">{t.accept.noneAllowed}</p>
      )}
      <ul ref={list} className="overflow-hidden rounded-lg border bg-card" onKeyDown={handleRowKeys}>
        {orders.map((order) => {
          const [accept, reject] = [findTransition(order, 'accept'), findTransition(order, 'reject')];
          const shortCount = shortages.filter((shortage) => shortage.orderIds.includes(order._id)).length;
          return (
            <AwaitingOrder
              key={order._id}
              order={order}
              leading={
                accept ? (
                  <label className="relative z-10 -m-2 flex size-9 items-center justify-center touch:size-11">
                    <input
                      type="checkbox"
                      className="size-4 accent-primary"
                      aria-label={t.accept.select(order.orderNo)}
                      checked={selectedIds.has(order._id)}
                      onChange={(event) => toggle(order._id, event.currentTarget.checked)}
                    />
                  </label>
                ) : null
              }
              badges={
                <>
                  {newIds.has(order._id) ? (
                    <Pill tone="blue" icon={Sparkles}>
                      {t.isNew}
                    </Pill>
                  ) : null}
                  {shortCount > 0 ? (
                    <Pill tone="amber" icon={PackageX}>
                      {t.list.short(shortCount)}
                    </Pill>
                  ) : null}
                </>
              }
              note={
                refusals[order._id] ? (
                  <span role="alert" className="text-destructive">
                    {refusals[order._id]}
                  </span>
                ) : (
                  t.list.sent(formatAge(order.sentAt))
                )
              }
              actions={
                <>
                  {reject ? (
                    <TransitionButton
                      kind={orderKind}
                      move={reject}
                      subject={order.orderNo}
                      variant="ghost"
                      onMove={(reason) => void decide([order], reject, reason)}
                    />
                  ) : null}
                  {accept ? (
                    <TransitionButton
                      kind={orderKind}
                      move={accept}
                      subject={order.orderNo}
                      variant="primary"
                      onMove={() => void decide([order], accept, null)}
                    />
                  ) : null}
                </>
              }
            />
          );
        })}
      </ul>
      <AcceptBar
        orders={selected}
        transitions={selected.flatMap((order) => getAvailableTransitions(order, user))}
        onDecide={(move, reason) => {
          setSelectedIds(new Set());
          void decide(selected, move, reason);
        }}
        onClear={() => setSelectedIds(new Set())}
      />
    </div>
  );
}

interface AcceptBarProps {
  orders: readonly Order[];
  /** Transitions available for at least one selected order. */
  transitions: readonly OrderTransition[];
  onDecide(move: OrderTransition, reason: string | null): void;
  onClear(): void;
}

/** Bulk actions on the selected orders; shown only with a selection. */
function AcceptBar({ orders, transitions, onDecide, onClear }: AcceptBarProps) {
  const t = useMessages(kitchenMessages);
  if (orders.length === 0) return null;
  const accept = transitions.find((move) => move.verb === 'accept');
  const reject = transitions.find((move) => move.verb === 'reject');
  const count = orders.length;
  return (
    <div
      role="group"
      aria-label={t.accept.selected(count)}
      data-foot-bar
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-lg border bg-popover p-2 ps-4 shadow-float"
    >
      <span className="flex-1 text-sm">{t.accept.selected(count)}</span>
      {reject ? (
        <TransitionButton
          kind={orderKind}
          move={reject}
          subject={t.orders(count)}
          variant="ghost"
          onMove={(reason) => onDecide(reject, reason)}
        >
          {t.accept.rejectSelected(count)}
        </TransitionButton>
      ) : null}
      {accept ? (
        <TransitionButton
          kind={orderKind}
          move={accept}
          subject={t.orders(count)}
          variant="primary"
          onMove={() => onDecide(accept, null)}
        >
          {t.accept.acceptSelected(count)}
        </TransitionButton>
      ) : null}
      <Button variant="ghost" size="icon" aria-label={t.accept.clear} onClick={onClear}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}

/**
 * Accepts or rejects orders in the list. Each order is processed separately; errors are stored per order.
 * When a row is removed, the focus moves to the row that takes its position.
 */
function useOrderDecisions(orders: readonly Order[]) {
  const t = useMessages(kitchenMessages).accept;
  const actions = useOrderActions();
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const list = useRef<HTMLUListElement>(null);
  const lastIndex = useRef<number | null>(null);

  useEffect(() => {
    if (lastIndex.current === null || document.activeElement !== document.body) return;
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-row]');
    rows?.[Math.min(lastIndex.current, rows.length - 1)]?.focus();
    lastIndex.current = null;
  }, [orders]);

  async function decide(
    decidedOrders: readonly Order[],
    move: Pick<OrderTransition, 'to' | 'reason' | 'verb'>,
    reason: string | null,
  ): Promise<void> {
    lastIndex.current = orders.findIndex((order) => order._id === decidedOrders[0]?._id);
    const orderIds = decidedOrders.map((order) => order._id);
    setRefusals((current) => omitOrders(current, orderIds));
    const outcomes = await Promise.allSettled(
      decidedOrders.map((order) => actions.move(order, move, reason)),
    );
    const decided = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const failed = outcomes.flatMap((outcome, index): [string, string][] => {
      if (outcome.status === 'fulfilled') return [];
      if (!(outcome.reason instanceof ApiError)) throw outcome.reason;
      return [[decidedOrders[index]?._id ?? '', outcome.reason.message]];
    });
    setRefusals((current) => ({ ...current, ...Object.fromEntries(failed) }));
    if (decided.length === 0) return;
    if (move.verb === 'reject') return toast(t.rejected(decided.length));
    const undo = { label: t.undo, run: () => void release(decided) };
    toast(t.accepted(decided.length), { undo });
  }

  /** Undoes accepting; an order that someone has begun to pick stays accepted, and the reason is shown. */
  async function release(accepted: readonly SavedOrder[]): Promise<void> {
    const move = { to: 'Sent to Central Kitchen', reason: false } as const;
    const outcomes = await Promise.allSettled(accepted.map((order) => actions.move(order, move)));
    const released = outcomes.filter(({ status }) => status === 'fulfilled').length;
    if (released > 0) toast(t.released(released));
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') toastError(getErrorMessage(outcome.reason as ApiError));
  }

  return { decide, refusals, list };
}

function omitOrders(
  refusals: Readonly<Record<string, string>>,
  ids: readonly string[],
): Record<string, string> {
  return Object.fromEntries(Object.entries(refusals).filter(([id]) => !ids.includes(id)));
}
