import type { Reason } from '#core/reasons/read-reason.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { reasonColumns } from '#platform/documents/server/reasons.ts';
import { createEditStep, saveEdit } from '#platform/documents/server/write.ts';
import { computeOrderValueE4 } from './create.ts';
import { type StoredOrderLine, type LoadedOrder, orderStore } from './rows.ts';

/** The new approved quantity of a line, in its unit. */
export interface ApprovedRevision {
  line: StoredOrderLine;
  approvedMicro: number;
  /** The requested quantity before sharing; null if all of it is approved. */
  sharedFromMicro: number | null;
  /** The line's reason; null clears it. */
  reason: Reason | null;
}

/**
 * Revises the approved quantities of an order at the kitchen, whether or not it has been accepted, as one
 * history entry with `historyReason`, and notifies branch and kitchen. The caller must lock the order, check
 * permission and update reservations. Updates the order in memory.
 *
 * @throws ApiProblem 422 if the order's value would be too large for exact numbers.
 */
export async function reviseApprovedQuantities(
  ctx: CommandContext,
  order: LoadedOrder,
  revisions: readonly ApprovedRevision[],
  historyReason: Reason,
): Promise<void> {
  const { header, lines } = order;
  const before = revisions.map(({ line }) => toAuditedFields(line));
  for (const { line, approvedMicro, sharedFromMicro, reason } of revisions)
    Object.assign(line, { approvedQtyMicro: approvedMicro, sharedFromMicro, ...reasonColumns(reason) });
  header.valueE4 = computeOrderValueE4(lines, ({ lineId }) => lineId);
  const revised = revisions.map(({ line }) => line);
  await saveEdit(ctx, orderStore, order, {
    lines: revised,
    steps: [createEditStep(header, historyReason)],
    before: { items: before },
    after: { items: revised.map(toAuditedFields), reason: historyReason.text },
  });
}

const toAuditedFields = ({ lineId, approvedQtyMicro, reason }: StoredOrderLine) => ({
  lineId,
  approvedQtyMicro,
  reason,
});
