import type { OrderLifecycleLine } from '../lines.ts';
import type { OrderLifecycleInput } from '../lifecycle.ts';
import { toMicro } from '#core/quantity.ts';

/** Builds a test line: ten of item i1 ordered, everything else unset, one base unit per line unit. */
export function buildTestOrderLine(change: Partial<OrderLifecycleLine> = {}): OrderLifecycleLine {
  return {
    lineId: 'l1',
    itemId: 'i1',
    unitNum: 1,
    unitDen: 1,
    unitCostMicro: 2_500_000,
    orderQtyMicro: toMicro(10),
    approvedQtyMicro: null,
    pickedQtyMicro: null,
    shippedQtyMicro: null,
    receivedQtyMicro: null,
    damagedQtyMicro: null,
    shortQtyMicro: null,
    overQtyMicro: null,
    reason: null,
    substituteFor: null,
    lots: [],
    ...change,
  };
}

/**
 * Builds an order of branch b1 from kitchen k1 with one line without differences. It has been sent to the
 * kitchen unless its status is earlier.
 */
export function buildTestOrder(change: Partial<OrderLifecycleInput> = {}): OrderLifecycleInput {
  const isBeforeKitchen = change.status === 'Draft' || change.status === 'Under Review';
  return {
    status: 'Draft',
    branch: 'b1',
    kitchen: 'k1',
    sentAt: isBeforeKitchen ? null : '2026-11-21T06:00:00.000Z',
    transitionReason: null,
    lines: [buildTestOrderLine()],
    ...change,
  };
}
