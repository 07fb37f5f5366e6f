import { movesFor } from '#contract/order-rules.ts';
import type { OrderMove } from '#domain/orders/moves.ts';
import type { Actor } from '#domain/permissions.ts';
import { foldText } from '#domain/text.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';

/** What narrows the list; left out: all. */
export interface SubmissionFilters {
  q?: string | undefined;
  date?: string | undefined;
  branch?: string | undefined;
}

/** The orders that match the filters, as the address has them. */
export function filterOrders(
  rows: readonly OrderRow[],
  { q, date, branch }: SubmissionFilters,
  branchWords: (id: string) => string,
): OrderRow[] {
  const words = foldText(q ?? '')
    .split(' ')
    .filter(Boolean);
  return rows.filter((row) => {
    const text = foldText(
      [row.orderNo, row.branchName, branchWords(row.branch), row.userName, row.notes ?? ''].join(' '),
    );
    return (
      words.every((word) => text.includes(word)) &&
      (date === undefined || row.deliveryDate === date) &&
      (branch === undefined || row.branch === branch)
    );
  });
}

/** What is worth a look before an order goes on. */
export type OrderCheck = 'noLines' | 'past' | 'twice';

/** Looks at an order beside the others of the list. `today` is a date, YYYY-MM-DD. */
export function checksOf(order: OrderRow, others: readonly OrderRow[], today: string): OrderCheck[] {
  const isTwice = others.some(
    (other) =>
      other._id !== order._id && other.branch === order.branch && other.deliveryDate === order.deliveryDate,
  );
  return [
    ...(order.lineCount === 0 ? ['noLines' as const] : []),
    ...(order.deliveryDate !== '' && order.deliveryDate < today ? ['past' as const] : []),
    ...(isTwice ? ['twice' as const] : []),
  ];
}

/** The move that takes an order on from here: submit a draft, send one under review. Null where it is not theirs. */
export function onwardMove(order: OrderRow, actor: Actor): OrderMove | null {
  return movesFor(order, actor).find((move) => move.verb === 'submit' || move.verb === 'send') ?? null;
}
