import * as fc from 'fast-check';
import type { OrderLine } from '../orders/lines.ts';
import type { MovableOrder } from '../orders/moves.ts';
import { toMicro } from '../quantity.ts';

/** A line for tests: ten of item i1 ordered, everything else unset, one base unit per line unit. */
export function lineOf(change: Partial<OrderLine> = {}): OrderLine {
  return {
    lineId: 'l1',
    itemId: 'i1',
    unitNum: 1,
    unitDen: 1,
    unitCostE4: 25_000,
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

/** An order of branch b1 from kitchen k1 with one clean line; it has reached the kitchen unless it is that young. */
export function orderOf(change: Partial<MovableOrder> = {}): MovableOrder {
  const isYoung = change.status === 'Draft' || change.status === 'Under Review';
  return {
    status: 'Draft',
    branch: 'b1',
    kitchen: 'k1',
    sentAt: isYoung ? null : '2026-11-21T06:00:00.000Z',
    transitionReason: null,
    lines: [lineOf()],
    ...change,
  };
}

/** Any received line whose quantities add up, in units that need not divide evenly, with and without lots. */
export const receivedLine: fc.Arbitrary<OrderLine> = fc
  .record({
    lineId: fc.uuid(),
    itemId: fc.constantFrom('i1', 'i2', 'i3'),
    unitNum: fc.integer({ min: 1, max: 1000 }),
    unitDen: fc.integer({ min: 1, max: 1000 }),
    shipped: fc.nat(5_000_000),
    over: fc.nat(2_000_000),
    arrivedShare: fc.oneof(fc.constant(1000), fc.integer({ min: 0, max: 1000 })),
    damagedShare: fc.integer({ min: 0, max: 1000 }),
    lots: fc.array(
      fc.record({ lot: fc.constantFrom('A', 'B', 'C'), share: fc.integer({ min: 0, max: 300 }) }),
      {
        maxLength: 3,
      },
    ),
  })
  .map(({ shipped, over, arrivedShare, damagedShare, lots, ...line }) => {
    const arrived = over + Math.floor((shipped * arrivedShare) / 1000);
    const damaged = Math.floor((arrived * damagedShare) / 1000);
    return lineOf({
      ...line,
      orderQtyMicro: shipped,
      shippedQtyMicro: shipped,
      overQtyMicro: over,
      damagedQtyMicro: damaged,
      receivedQtyMicro: arrived - damaged,
      lots: lots.map(({ lot, share }) => ({ lot, qtyMicro: Math.floor((shipped * share) / 1000) })),
    });
  });
