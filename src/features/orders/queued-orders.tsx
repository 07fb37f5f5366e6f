import { useState } from 'react';
import type { CreateOrderInput } from '#contract/orders.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import { orderStatuses } from '#domain/orders/status.ts';
import type { Branch } from '#src/collections/branches.ts';
import { createOrder, moveOrder } from '#src/collections/order-actions.ts';
import { QueueEntry } from '#src/components/layout/queue-entry.tsx';
import { SendState } from '#src/components/order/send-state.tsx';
import { StatusPill } from '#src/components/order/status-pill.tsx';
import { Dialog, SheetContent } from '#src/components/ui/dialog.tsx';
import { formatDay, formatTime } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { EntryState, OutboxEntry } from '#src/lib/outbox/entry.ts';
import { useOutbox } from '#src/lib/outbox/use-outbox.ts';
import { orderTexts } from './messages.ts';

/** An order that was made here and that the server does not have yet. */
interface QueuedOrder {
  documentKey: string;
  input: CreateOrderInput;
  /** The status that it was handed over to. */
  status: OrderStatus;
  /** Where the worst of its actions stands. */
  state: EntryState;
  createdAt: number;
  entries: readonly OutboxEntry[];
}

const worstFirst = ['needs-attention', 'sending', 'queued'] as const;

/** The orders of the queue, latest first; those whose order has arrived are in the list itself. */
export function queuedOrdersOf(entries: readonly OutboxEntry[]): QueuedOrder[] {
  const made = entries.filter((entry) => entry.kind === createOrder.kind && entry.state !== 'sent');
  return made.toReversed().flatMap((entry) => {
    const input = entry.body as CreateOrderInput | null;
    if (input === null) return [];
    const own = entries.filter((other) => other.documentKey === entry.documentKey && other.state !== 'sent');
    const moves = own.filter(({ kind }) => kind === moveOrder.kind);
    const asked = (moves.at(-1)?.body as { status?: string } | null | undefined)?.status;
    return [
      {
        documentKey: entry.documentKey,
        input,
        status: orderStatuses.find((status) => status === asked) ?? 'Draft',
        state: worstFirst.find((state) => own.some((other) => other.state === state)) ?? entry.state,
        createdAt: entry.createdAt,
        entries: own,
      },
    ];
  });
}

/** Orders of this device that have not reached the server, above the list that they will stand in. */
export function QueuedOrders({ branches }: { branches: readonly Branch[] }) {
  const t = useMessages(orderTexts).submission.queued;
  const lines = useMessages(orderTexts).lines;
  const orders = queuedOrdersOf(useOutbox());
  const [openKey, setOpenKey] = useState<string | null>(null);
  const open = orders.find(({ documentKey }) => documentKey === openKey);
  const nameOf = (id: string | undefined) => branches.find((branch) => branch._id === id)?.name ?? null;
  if (orders.length === 0) return null;
  return (
    <section aria-label={t.title} className="pb-3">
      <h2 className="pb-1 font-semibold text-sm">{t.title}</h2>
      <ul className="divide-y overflow-hidden rounded-lg border bg-card text-sm">
        {orders.map(({ documentKey, input, status, state, createdAt }) => (
          <li
            key={documentKey}
            className="relative flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 focus-within:bg-accent/50 hover:bg-accent/50"
          >
            <button
              type="button"
              className="min-w-0 flex-1 basis-48 text-start font-medium outline-offset-4 after:absolute after:inset-0"
              onClick={() => setOpenKey(documentKey)}
            >
              {t.order(formatDay(input.deliveryDate))}
              <span className="block text-muted-foreground text-xs">
                {[nameOf(input.branch), lines(input.items.length), formatTime(createdAt)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
            <StatusPill status={status} />
            <SendState state={state} />
          </li>
        ))}
      </ul>
      {open ? (
        <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : setOpenKey(null))}>
          <SheetContent title={t.order(formatDay(open.input.deliveryDate))} description={t.text}>
            <ul className="flex flex-col gap-2">
              {open.entries.map((entry) => (
                <QueueEntry key={entry.id} entry={entry} entries={open.entries} />
              ))}
            </ul>
          </SheetContent>
        </Dialog>
      ) : null}
    </section>
  );
}
