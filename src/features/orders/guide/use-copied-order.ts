import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Order } from '#contract/orders.ts';
import { orderQuery } from '#src/collections/orders/queries.ts';
import { messageOf } from '#src/lib/api/api-error.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { toast, toastError } from '#src/lib/toast.ts';
import type { DraftLine, OrderDraft } from './draft.ts';
import { orderTexts } from '../messages.ts';

/** Takes the lines of the order named in the address into the draft, once; what was there can be had back. */
export function useCopiedOrder(id: string | undefined, drafting: OrderDraft): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  const take = useEffectEvent((order: Order) => {
    const t = messagesOf(orderTexts).guide;
    const before = drafting.store.get().lines;
    const lines = linesOf(order);
    const undo = drafting.changeLines({ ...before, ...lines });
    toast(t.copied(Object.keys(lines).length, order.orderNo), { undo: { label: t.fill.undo, run: undo } });
  });

  useEffect(() => {
    if (id === undefined) return;
    let isWanted = true;
    const done = () =>
      navigate({ to: '.', search: (before) => ({ ...before, copy: undefined }), replace: true });
    queryClient
      .query(orderQuery(id))
      .then(
        (order) => isWanted && take(order),
        (error) => isWanted && toastError(messageOf(error, messagesOf(orderTexts).guide.copyFailed)),
      )
      .then(
        () => (isWanted ? done() : undefined),
        () => undefined,
      );
    return () => {
      isWanted = false;
    };
  }, [id, queryClient, navigate]);
}

/** What was ordered, item by item: two lines of one item add up, a substitute was ordered by nobody. */
function linesOf(order: Order): Record<string, DraftLine> {
  const lines: Record<string, DraftLine> = {};
  for (const { itemId, orderQty, note } of order.items) {
    if (orderQty <= 0) continue;
    const qty = Math.round(((lines[itemId]?.qty ?? 0) + orderQty) * 1e6) / 1e6;
    lines[itemId] = { qty, note: note ?? '', isFilled: false };
  }
  return lines;
}
