import type { MoveDecision } from '#domain/documents/lifecycle.ts';
import { clearedBy, decideMove, type OrderMove } from '#domain/orders/moves.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import { problem, type ProblemCode, type ProblemOptions } from '../../http/problems.ts';
import type { CommandContext } from '../../documents/context.ts';
import { recount } from './counts.ts';
import { effects } from './effects.ts';
import { changedEvent } from './events.ts';
import { readReasons, reasonColumns } from './reasons.ts';
import { appendHistory, type Line, type LoadedOrder, movable, saveHead, saveLines } from './rows.ts';

/**
 * The one way an order changes its status. The order is locked by the caller; what the move asks for is read as
 * saved. `check` is asked once the move is known to be legal and the actor's (for a stale version). Answers false
 * when the order has that status already: then nothing is done. The order in memory is brought up to date.
 *
 * @throws ApiProblem 403 FORBIDDEN, 409 ILLEGAL_TRANSITION or INSUFFICIENT_STOCK, 422 VALIDATION; with the
 * statuses that are possible now in `details.allowed`.
 */
export async function moveOrder(
  ctx: CommandContext,
  order: LoadedOrder,
  to: OrderStatus,
  check: () => Promise<void> = async () => {},
): Promise<boolean> {
  const decision = decideMove(movable(order), ctx.actor, to);
  if (!decision.ok) throw refusal(order, decision);
  if (decision.move === null) return false;
  await check();
  const { head } = order;
  const before = { ...head };
  const { transitionReason } = head;
  const reason = (await readReasons(ctx.tx, [transitionReason]))(transitionReason);
  const changed = clear(order, decision.move);
  Object.assign(head, { status: to, version: head.version + 1, updatedAt: ctx.now.toISOString() });
  for (const line of (await effects[decision.move.verb]?.(ctx, order)) ?? []) changed.add(line);
  await saveLines(ctx.tx, [...changed]);
  await saveHead(ctx.tx, head);
  await appendHistory(ctx.tx, head._id, { actor: ctx.actor, at: head.updatedAt }, [
    { from: before.status, to, reason },
  ]);
  await recount(ctx.tx, before, head);
  await ctx.audit({
    action: 'status',
    entity: 'orders',
    id: head._id,
    before: { status: before.status },
    after: { status: to, ...(reason !== null && reasonColumns(reason)) },
  });
  ctx.emit(changedEvent(head, to));
  return true;
}

/** Takes back to unset what the move says; answers the lines that changed. */
function clear(order: LoadedOrder, move: OrderMove): Set<Line> {
  const cleared = clearedBy(move);
  for (const field of cleared.order) order.head[field] = null;
  const changed = new Set<Line>();
  for (const line of order.lines) {
    for (const field of cleared.lines) {
      const column = `${field}Micro` as const;
      if (line[column] === null) continue;
      line[column] = null;
      changed.add(line);
    }
  }
  return changed;
}

function refusal({ head }: LoadedOrder, decision: Exclude<MoveDecision<OrderMove>, { ok: true }>) {
  const { code, message, fields, allowed } = decision;
  const options: ProblemOptions = { details: { orderNo: head.orderNo, status: head.status, allowed } };
  if (fields) options.fields = fields;
  return problem(code satisfies ProblemCode, message, options);
}
