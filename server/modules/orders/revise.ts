import type { Reason } from '#domain/reasons/read-reason.ts';
import type { CommandContext } from '../../documents/context.ts';
import { appendHistory } from '../../documents/history.ts';
import { reasonColumns } from '../../documents/reasons.ts';
import { orderDocument } from '../../documents/registry.ts';
import { computeOrderValueE4 } from './create.ts';
import { orderChangedEvent } from './events.ts';
import { type StoredOrderLine, type LoadedOrder, orderStore } from './rows.ts';

/** What becomes of the approved quantity of one line, in its unit. */
export interface ApprovedRevision {
  line: StoredOrderLine;
  approvedMicro: number;
  /** What was asked before; null where all of that is approved. */
  sharedFromMicro: number | null;
  /** Of the line; null takes away what was said before. */
  reason: Reason | null;
}

/**
 * Revises what a kitchen approves of an order it has, accepted or not, as one step of the order's history that says
 * `why`; branch and kitchen are told. The order is locked by the caller, who has asked whether this person may, and who
 * revises what is reserved for it. The order in memory is brought up to date.
 *
 * @throws ApiProblem 422 where the order's value would be beyond exact numbers.
 */
export async function reviseApprovedQuantities(
  ctx: CommandContext,
  order: LoadedOrder,
  revisions: readonly ApprovedRevision[],
  why: Reason,
): Promise<void> {
  const { head, lines } = order;
  const before = revisions.map(({ line }) => auditedFields(line));
  for (const { line, approvedMicro, sharedFromMicro, reason } of revisions)
    Object.assign(line, { approvedQtyMicro: approvedMicro, sharedFromMicro, ...reasonColumns(reason) });
  Object.assign(head, {
    version: head.version + 1,
    updatedAt: ctx.now.toISOString(),
    valueE4: computeOrderValueE4(lines, ({ lineId }) => lineId),
  });
  await orderStore.saveLines(
    ctx.tx,
    revisions.map(({ line }) => line),
  );
  await orderStore.saveHead(ctx.tx, head);
  await appendHistory(ctx, orderDocument, head._id, [{ from: head.status, to: head.status, reason: why }]);
  const after = revisions.map(({ line }) => auditedFields(line));
  await ctx.audit({
    action: 'edit',
    entity: 'orders',
    id: head._id,
    before: { items: before },
    after: { items: after, why: why.words },
  });
  ctx.emit(orderChangedEvent(head, 'edited'));
}

const auditedFields = ({ lineId, approvedQtyMicro, reason }: StoredOrderLine) => ({
  lineId,
  approvedQtyMicro,
  reason,
});
