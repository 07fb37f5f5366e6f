import type { CreateOrderInput } from '#modules/orders/input.ts';
import { type OrderStatus, orderStatuses } from '#modules/orders/status.ts';
import { createOrderAction, moveOrderAction } from '#modules/orders/web/queries/actions.ts';
import type { EntryState, OutboxEntry } from '#platform/web/outbox/entry.ts';

/** An order created on this device that isn't on the server yet. */
interface QueuedOrder {
  documentKey: string;
  input: CreateOrderInput;
  /** Status requested by the last queued action. */
  status: OrderStatus;
  /** The worst state among its queued actions. */
  state: EntryState;
  createdAt: number;
  entries: readonly OutboxEntry[];
}

const worstFirst = ['needs-attention', 'sending', 'queued'] as const;

/** Returns the queued orders, latest first, without those that are already on the server. */
export function listQueuedOrders(entries: readonly OutboxEntry[]): QueuedOrder[] {
  const creations = entries.filter(
    (entry) => entry.kind === createOrderAction.kind && entry.state !== 'sent',
  );
  return creations.toReversed().flatMap((entry) => {
    const input = entry.body as CreateOrderInput | null;
    if (input === null) return [];
    const entriesOfOrder = entries.filter(
      (other) => other.documentKey === entry.documentKey && other.state !== 'sent',
    );
    const moves = entriesOfOrder.filter(({ kind }) => kind === moveOrderAction.kind);
    const requestedStatus = (moves.at(-1)?.body as { status?: string } | null | undefined)?.status;
    return [
      {
        documentKey: entry.documentKey,
        input,
        status: orderStatuses.find((status) => status === requestedStatus) ?? 'Draft',
        state:
          worstFirst.find((state) => entriesOfOrder.some((other) => other.state === state)) ?? entry.state,
        createdAt: entry.createdAt,
        entries: entriesOfOrder,
      },
    ];
  });
}
