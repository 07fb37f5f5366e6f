import { getClearedFields, type OrderTransition } from '../lifecycle.ts';
import { decideOrderDelete } from '../edits.ts';
import type { OrderStatus, OrderVerb } from '../status.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { assertPermitted } from '#platform/documents/server/write.ts';
import {
  type DocumentHandlers,
  transitionDocument,
  removeDocument,
} from '#platform/documents/server/transitions.ts';
import { assertNotFollowUp } from '#modules/discrepancies/server/follow-ups.ts';
import { updateOrderCounters } from './order-counters.ts';
import { countUnansweredSubstitutes } from './edit.ts';
import { orderEffects } from './effects.ts';
import { deletePickClaims } from './pick-claims.ts';
import { assertReceivingNotStarted } from './receiving-checks.ts';
import { type StoredOrderLine, type LoadedOrder, buildOrderLifecycleInput, orderStore } from './rows.ts';

/** Order-specific handlers for transitions and deletion. */
const orderHandlers: DocumentHandlers<LoadedOrder> = {
  store: orderStore,
  async onTransition(ctx, order, move, before) {
    if (move.verb === 'unship') await assertReceivingNotStarted(ctx, order);
    const changedLines = clearFields(order, move as OrderTransition);
    for (const line of (await orderEffects[move.verb as OrderVerb]?.(ctx, order)) ?? [])
      changedLines.add(line);
    order.header.unansweredSubstitutes = countUnansweredSubstitutes(order);
    await updateOrderCounters(ctx.tx, before, order.header);
    if (before.status === 'Under Process') await deletePickClaims(ctx.tx, order.header._id);
    return changedLines;
  },
  onRemove: (ctx, { header }) => updateOrderCounters(ctx.tx, header, null),
  auditSnapshot: ({ header, lines }) => ({
    orderNo: header.orderNo,
    branch: header.branch,
    items: lines.map(({ itemId, orderQtyMicro, unitSymbol }) => ({ itemId, orderQtyMicro, unitSymbol })),
  }),
};

/** Changes the status of an order; see `transitionDocument`. Also throws 409 INSUFFICIENT_STOCK. */
export const transitionOrder = (
  ctx: CommandContext,
  order: LoadedOrder,
  to: OrderStatus,
  check?: () => Promise<void>,
): Promise<boolean> => transitionDocument(ctx, orderHandlers, order, to, check);

/** Clears the fields that a backward transition resets; returns the changed lines. */
function clearFields(order: LoadedOrder, move: OrderTransition): Set<StoredOrderLine> {
  const cleared = getClearedFields(move);
  for (const field of cleared.order) order.header[field] = null;
  const changed = new Set<StoredOrderLine>();
  for (const line of order.lines) {
    if (cleared.lines.includes('approvedQty') && line.sharedFromMicro !== null) {
      line.sharedFromMicro = null;
      changed.add(line);
    }
    for (const field of cleared.lines) {
      const column = `${field}Micro` as const;
      if (line[column] === null) continue;
      line[column] = null;
      changed.add(line);
    }
  }
  return changed;
}

/**
 * Deletes a draft.
 *
 * @throws ApiProblem 403, 409 for any other status, and for follow-up orders.
 */
export async function removeOrder(
  ctx: CommandContext,
  order: LoadedOrder,
  check: () => Promise<void>,
): Promise<void> {
  assertPermitted(orderStore, order, decideOrderDelete(buildOrderLifecycleInput(order), ctx.actor));
  await assertNotFollowUp(ctx.tx, order.header._id);
  await check();
  await removeDocument(ctx, orderHandlers, order);
}
