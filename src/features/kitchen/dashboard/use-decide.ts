import { useEffect, useRef, useState } from 'react';
import type { OrderMove } from '#domain/orders/moves.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import { useOrderActions } from '#src/collections/orders/actions.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast } from '#src/lib/toast.ts';
import { kitchenMessages } from './messages.ts';

/**
 * Accepts or rejects orders where they stand. Refusals are kept by order; the rest goes through. A row that leaves
 * the list hands its focus to the one that takes its place.
 */
export function useDecide(orders: readonly OrderRow[]) {
  const t = useMessages(kitchenMessages).accept;
  const actions = useOrderActions();
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const list = useRef<HTMLUListElement>(null);
  const leftAt = useRef<number | null>(null);

  useEffect(() => {
    if (leftAt.current === null || document.activeElement !== document.body) return;
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-row]');
    rows?.[Math.min(leftAt.current, rows.length - 1)]?.focus();
    leftAt.current = null;
  }, [orders]);

  async function decide(
    chosen: readonly OrderRow[],
    move: Pick<OrderMove, 'to' | 'reason' | 'verb'>,
    reason: string | null,
  ): Promise<void> {
    leftAt.current = orders.findIndex((order) => order._id === chosen[0]?._id);
    const asked = chosen.map((order) => order._id);
    setRefusals((known) => without(known, asked));
    const outcomes = await Promise.allSettled(chosen.map((order) => actions.move(order, move, reason)));
    const failed = outcomes.flatMap((outcome, index): [string, string][] => {
      if (outcome.status === 'fulfilled') return [];
      if (!(outcome.reason instanceof ApiError)) throw outcome.reason;
      return [[chosen[index]?._id ?? '', outcome.reason.message]];
    });
    setRefusals((known) => ({ ...known, ...Object.fromEntries(failed) }));
    const done = chosen.length - failed.length;
    if (done > 0) toast(move.verb === 'reject' ? t.rejected(done) : t.accepted(done));
  }

  return { decide, refusals, list };
}

function without(known: Readonly<Record<string, string>>, ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(known).filter(([id]) => !ids.includes(id)));
}
