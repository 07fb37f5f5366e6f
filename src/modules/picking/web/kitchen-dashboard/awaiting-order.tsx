import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';
import { getOrderKey } from '#modules/orders/web/queries/key.ts';
import type { OrderRecord as Order } from '#modules/orders/web/queries/read.ts';
import { OrderFlags } from '#modules/orders/web/order-flags.tsx';
import { DocumentSendState } from '#platform/documents/web/send-state.tsx';
import { formatDay } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { usePendingOn } from '#platform/web/outbox/entries.ts';
import { kitchenMessages } from './messages.ts';

interface AwaitingOrderProps {
  order: Order;
  /** Rendered before the order, such as a checkbox. */
  leading?: ReactNode;
  /** Rendered next to the flags. */
  badges?: ReactNode;
  /** One line about the order's state. */
  note?: ReactNode;
  actions?: ReactNode;
}

/** An order in a list of the dashboard: branch, delivery day, flags and actions. */
export function AwaitingOrder({ order, leading, badges, note, actions }: AwaitingOrderProps) {
  const t = useMessages(kitchenMessages);
  const isPending = usePendingOn(getOrderKey(order._id)).length > 0;
  return (
    <li className="relative flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-2 last:border-b-0 focus-within:bg-accent/50 hover:bg-accent/50">
      {leading}
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to="/central-kitchen/dashboard"
            search={(current) => ({ ...current, order: order._id })}
            data-row
            className="min-w-0 truncate font-medium text-sm underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {order.branchName}
          </Link>
          <OrderFlags order={order} />
          {badges}
        </p>
        <p className="text-muted-foreground text-xs">
          {[order.orderNo, formatDay(order.deliveryDate), t.lines(order.lineCount)].join(' · ')}
        </p>
        {note ? <div className="text-muted-foreground text-xs">{note}</div> : null}
      </div>
      <div className="relative flex flex-wrap items-center justify-end gap-2 max-sm:w-full">
        {isPending ? <DocumentSendState documentKey={getOrderKey(order._id)} /> : actions}
      </div>
    </li>
  );
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/**
 * Moves the focus between rows with the arrow keys or J and K. Attach it to the list and mark focusable
 * elements with `data-row`; keys typed into fields are ignored.
 */
export function handleRowKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  const { target, currentTarget } = event;
  if (target instanceof HTMLElement && target.matches('select, textarea, input:not([type=checkbox])')) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const focusedIndex = rows.findIndex((row) => row.closest('li')?.contains(target as Node));
  const next = rows[focusedIndex + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
