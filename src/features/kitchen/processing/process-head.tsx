import { Link } from '@tanstack/react-router';
import { ArrowRight, Printer } from 'lucide-react';
import type { Order } from '#contract/orders.ts';
import { movesFor } from '#contract/order-rules.ts';
import { isOrderStatus } from '#domain/orders/status.ts';
import type { OrderMove } from '#domain/orders/moves.ts';
import { orderMoves } from '#domain/orders/moves.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import { type OrderActions, orderKey, succeeded } from '#src/collections/orders/actions.ts';
import { MoveButton } from '#src/components/order/move-button.tsx';
import { DocumentSendState } from '#src/components/order/send-state.tsx';
import { OrderFlags } from '#src/components/order/order-flags.tsx';
import { StageBar } from '#src/components/order/stage-bar.tsx';
import { StatusPill } from '#src/components/order/status-pill.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { formatDay } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { isPicked } from './pick-lines.ts';
import { processMessages } from './process-messages.ts';
import type { ProcessDraft } from './use-process-draft.ts';

interface ProcessHeadProps {
  order: Order;
  draft: ProcessDraft;
  actions: OrderActions;
  isEditable: boolean;
  next: OrderRow | null;
}

/** Number, branch, stage, transport, and what can be done besides shipping. */
export function ProcessHead({ order, draft, actions, isEditable, next }: ProcessHeadProps) {
  const t = useMessages(processMessages);
  return (
    <header className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="flex flex-wrap items-center gap-2 font-semibold text-base">
            {order.orderNo}
            <StatusPill status={order.status} />
            <OrderFlags order={order} />
            <DocumentSendState documentKey={orderKey(order._id)} />
          </h2>
          <p className="text-muted-foreground text-sm">
            {order.branchName} · {formatDay(order.deliveryDate)}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <OtherMoves order={order} draft={draft} actions={actions} />
          {order.deliveryNoteNo === null ? null : (
            <Button variant="secondary" onClick={() => window.print()}>
              <Printer aria-hidden="true" />
              {t.actions.print}
            </Button>
          )}
          {!isEditable && next ? (
            <Button asChild variant="primary">
              <Link
                to="/central-kitchen/order-processing-prep"
                search={(old) => ({ ...old, order: next._id })}
              >
                {t.actions.next(next.branchName)}
                <ArrowRight aria-hidden="true" className="rtl:-scale-x-100" />
              </Link>
            </Button>
          ) : null}
        </div>
      </div>
      <StageBar order={order} />
      {order.notes ? (
        <p className="rounded-md bg-muted px-3 py-2 text-sm">
          <bdi>“{order.notes}”</bdi>
        </p>
      ) : null}
      {isEditable ? (
        <div className="grid max-w-xl grid-cols-2 gap-3">
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
        </div>
      ) : null}
    </header>
  );
}

/** Release, cancel, take back: everything but shipping. Release stands there, and says why not, once goods are picked. */
function OtherMoves({ order, draft, actions }: { order: Order; draft: ProcessDraft; actions: OrderActions }) {
  const t = useMessages(processMessages);
  const user = useUser();
  const offered = movesFor(order, user).filter((move) => move.verb !== 'ship' && move.verb !== 'receive');
  const isOfferedShip = movesFor(order, user).some((move) => move.verb === 'ship');
  const release = orderMoves.find((move) => move.verb === 'release');
  const isBlocked = isOfferedShip && order.items.some(isPicked);
  const moves: OrderMove[] =
    isBlocked && release && !offered.some((move) => move.verb === 'release')
      ? [release, ...offered]
      : offered;
  if (!isOrderStatus(order.status)) return null;
  return moves.map((move) => (
    <MoveButton
      key={move.verb}
      move={move}
      subject={order.orderNo}
      variant="ghost"
      blocked={
        actions.isPending ? t.blocked.pending : move.verb === 'release' && isBlocked ? t.blocked.picked : null
      }
      onMove={(reason) => void succeeded(draft.sendWith((edit) => actions.move(order, move, reason, edit)))}
    />
  ));
}
