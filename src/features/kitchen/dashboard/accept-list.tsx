import { Inbox, PackageX, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { movesFor } from '#contract/order-rules.ts';
import type { OrderMove } from '#domain/orders/moves.ts';
import type { OrderVerb } from '#domain/orders/status.ts';
import type { OrderRow as Order } from '#src/collections/orders/read.ts';
import { EmptyState } from '#src/components/layout/states.tsx';
import { MoveButton } from '#src/components/order/move-button.tsx';
import { Pill } from '#src/components/ui/pill.tsx';
import { formatAge } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { BulkBar } from './bulk-bar.tsx';
import { kitchenMessages } from './messages.ts';
import { OrderRow } from './order-row.tsx';
import { onRowKeys } from './row-keys.ts';
import type { Shortage } from './shortages.ts';
import { useDecide } from './use-decide.ts';

interface AcceptListProps {
  orders: readonly Order[];
  shortages: readonly Shortage[];
  /** Ids of the orders that have come since the last look. */
  fresh: ReadonlySet<string>;
}

/** The orders that wait for the kitchen's word: accept or reject here, one by one or several at once. */
export function AcceptList({ orders, shortages, fresh }: AcceptListProps) {
  const t = useMessages(kitchenMessages);
  const user = useUser();
  const { decide, refusals, list } = useDecide(orders);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const selected = orders.filter((order) => picked.has(order._id));

  if (orders.length === 0) return <EmptyState icon={Inbox} {...t.empty.accept} />;

  const moveOf = (order: Order, verb: OrderVerb): OrderMove | undefined =>
    movesFor(order, user).find((move) => move.verb === verb);
  const mayDecide = orders.some((order) => moveOf(order, 'accept'));
  const toggle = (id: string, isOn: boolean) =>
    setPicked(new Set(isOn ? [...picked, id] : [...picked].filter((other) => other !== id)));

  return (
    <div className="flex flex-col gap-2">
      {mayDecide ? (
        <label className="flex min-h-9 w-fit items-center gap-3 px-3 text-sm touch:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-primary"
            checked={selected.length === orders.length}
            onChange={(event) =>
              setPicked(new Set(event.currentTarget.checked ? orders.map((order) => order._id) : []))
            }
          />
          {t.accept.selectAll}
        </label>
      ) : (
        <p className="text-muted-foreground text-sm">{t.accept.noneAllowed}</p>
      )}
      <ul ref={list} className="overflow-hidden rounded-lg border bg-card" onKeyDown={onRowKeys}>
        {orders.map((order) => {
          const [accept, reject] = [moveOf(order, 'accept'), moveOf(order, 'reject')];
          const short = shortages.filter((shortage) => shortage.orderIds.includes(order._id)).length;
          return (
            <OrderRow
              key={order._id}
              order={order}
              lead={
                accept ? (
                  <label className="relative z-10 -m-2 flex size-9 items-center justify-center touch:size-11">
                    <input
                      type="checkbox"
                      className="size-4 accent-primary"
                      aria-label={t.accept.select(order.orderNo)}
                      checked={picked.has(order._id)}
                      onChange={(event) => toggle(order._id, event.currentTarget.checked)}
                    />
                  </label>
                ) : null
              }
              marks={
                <>
                  {fresh.has(order._id) ? (
                    <Pill tone="blue" icon={Sparkles}>
                      {t.isNew}
                    </Pill>
                  ) : null}
                  {short > 0 ? (
                    <Pill tone="amber" icon={PackageX}>
                      {t.list.short(short)}
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
                    <MoveButton
                      move={reject}
                      subject={order.orderNo}
                      variant="ghost"
                      onMove={(reason) => void decide([order], reject, reason)}
                    />
                  ) : null}
                  {accept ? (
                    <MoveButton
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
      <BulkBar
        orders={selected}
        moves={selected.flatMap((order) => movesFor(order, user))}
        onDecide={(move, reason) => {
          setPicked(new Set());
          void decide(selected, move, reason);
        }}
        onClear={() => setPicked(new Set())}
      />
    </div>
  );
}
