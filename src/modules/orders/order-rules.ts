import type { OrderLifecycleLine as RuleLine } from './lines.ts';
import type { LineQuantities } from './line-quantities.ts';
import { type OrderLifecycleInput, listAvailableTransitions, type OrderTransition } from './lifecycle.ts';
import { isOrderStatus } from './status.ts';
import type { Actor } from '#core/permissions.ts';
import { toMicro } from '#core/quantity.ts';
import { toRow } from '#platform/documents/document-rows.ts';
import { orderLineFields, type OrderLine, type OrderSummary } from './shapes.ts';

/** Converts the eight quantities of a line to the rules' format. */
export function toLineQuantities(line: OrderLine): LineQuantities {
  const { orderQty, approvedQty, pickedQty, shippedQty, receivedQty, damagedQty, shortQty, overQty } = line;
  const later = { approvedQty, pickedQty, shippedQty, receivedQty, damagedQty, shortQty, overQty };
  return toRow(orderLineFields, { orderQty, ...later });
}

/** Converts a line to the rules' format. */
export function toRuleLine(line: OrderLine): RuleLine {
  const { lineId, itemId, unitNum, unitDen, reason, substituteFor, note } = line;
  const { substituteAnswer, requiresAcceptance } = line;
  const { receivingMinTemp, receivingMaxTemp, temperature, isReceivingNote, isReceivingReason } = line;
  // Other servers may send more decimals than Commissary stores.
  const unitCost = Math.round(line.unitCost * 1e6) / 1e6;
  const fields = { lineId, itemId, unitNum, unitDen, reason, substituteFor, note, unitCost };
  return {
    ...toLineQuantities(line),
    ...toRow(orderLineFields, { ...fields, receivingMinTemp, receivingMaxTemp, temperature }),
    ...toRow(orderLineFields, { substituteAnswer, requiresAcceptance, isReceivingNote, isReceivingReason }),
    lots: line.lots.map(({ lot, qty }) => ({ lot, qtyMicro: toMicro(qty) })),
  };
}

/**
 * Converts an order to the format used by the rules; null if its status is unknown, since no rules apply to
 * it. Rows of lists have no lines, so checks that read lines are left to the server.
 */
export function toLifecycleInput(
  order: OrderSummary & { items?: readonly OrderLine[] },
): OrderLifecycleInput | null {
  if (!isOrderStatus(order.status)) return null;
  const { status, branch, kitchen, sentAt, transitionReason } = order;
  return { status, branch, kitchen, sentAt, transitionReason, lines: (order.items ?? []).map(toRuleLine) };
}

/**
 * Returns the transitions to offer to a user; the server has the final decision. Empty if the order's status
 * is unknown.
 */
export function getAvailableTransitions(
  order: OrderSummary & { items?: readonly OrderLine[] },
  actor: Actor,
): OrderTransition[] {
  const input = toLifecycleInput(order);
  return input === null ? [] : listAvailableTransitions(input, actor);
}
