import type { LineQuantities, OrderLine as RuleLine } from '#domain/orders/lines.ts';
import { type MovableOrder, offeredMoves, type OrderMove } from '#domain/orders/moves.ts';
import { isOrderStatus } from '#domain/orders/status.ts';
import { toE4 } from '#domain/money.ts';
import type { Actor } from '#domain/permissions.ts';
import { toMicro } from '#domain/quantity.ts';
import type { OrderLine, OrderSummary } from './orders.ts';

/** The eight quantities of a line as the rules hold them. */
export function lineQuantities(line: OrderLine): LineQuantities {
  return {
    orderQtyMicro: toMicro(line.orderQty),
    approvedQtyMicro: micro(line.approvedQty),
    pickedQtyMicro: micro(line.pickedQty),
    shippedQtyMicro: micro(line.shippedQty),
    receivedQtyMicro: micro(line.receivedQty),
    damagedQtyMicro: micro(line.damagedQty),
    shortQtyMicro: micro(line.shortQty),
    overQtyMicro: micro(line.overQty),
  };
}

/** A line as the rules hold it. */
export function ruleLine(line: OrderLine): RuleLine {
  return {
    ...lineQuantities(line),
    lineId: line.lineId,
    itemId: line.itemId,
    unitNum: line.unitNum,
    unitDen: line.unitDen,
    unitCostE4: toE4(Math.round(line.unitCost * 1e4) / 1e4),
    reason: line.reason,
    substituteFor: line.substituteFor,
    lots: line.lots.map(({ lot, qty }) => ({ lot, qtyMicro: toMicro(qty) })),
  };
}

/**
 * An order as the rules see it, or null when its status is not one of ours (another server's own word): then
 * no rule of ours applies. A row of a list has no lines, which leaves guards that read lines to the server.
 */
export function movableOrder(order: OrderSummary & { items?: readonly OrderLine[] }): MovableOrder | null {
  if (!isOrderStatus(order.status)) return null;
  const { status, branch, kitchen, sentAt, transitionReason } = order;
  return { status, branch, kitchen, sentAt, transitionReason, lines: (order.items ?? []).map(ruleLine) };
}

/** The moves to offer this person for an order; the server decides. None where the status is not one of ours. */
export function movesFor(order: OrderSummary & { items?: readonly OrderLine[] }, actor: Actor): OrderMove[] {
  const movable = movableOrder(order);
  return movable === null ? [] : offeredMoves(movable, actor);
}

function micro(value: number | null): number | null {
  return value === null ? null : toMicro(value);
}
