import type { CreateOrderInput } from '#contract/orders.ts';
import { type OrderStatus, orderStatuses } from '#domain/orders/status.ts';
import { createOrder, moveOrder } from '#src/collections/orders/actions.ts';
import type { EntryState, OutboxEntry } from '#src/lib/outbox/entry.ts';

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
export function listQueuedOrders(entries: readonly OutboxEntry[]): QueuedOrder[] {
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
