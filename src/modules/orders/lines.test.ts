import { describe, expect, test } from 'vitest';
import { toE4, toPriceMicro } from '#core/money.ts';
import { toMicro } from '#core/quantity.ts';
import type { ReasonCode } from '#core/refusals/refusal.ts';
import { buildTestOrderLine } from './testing/orders.ts';
import {
  computeEffectiveQuantities,
  computeFillRate,
  computeOrderTotals,
  findReceiptProblem,
  computeShortMicro,
  splitReceipt,
} from './lines.ts';
import { type LineQuantities } from './line-quantities.ts';

const m = toMicro;

describe("a quantity that isn't set defaults to the preceding one", () => {
  type Row = [saved: Partial<LineQuantities>, expected: number[]];
  /** ordered, approved, picked, shipped, received, damaged, over, short */
  test.each<Row>([
    [{}, [10, 10, 10, 10, 10, 0, 0, 0]],
    [{ approvedQtyMicro: m(8) }, [10, 8, 8, 8, 8, 0, 0, 0]],
    [{ pickedQtyMicro: m(7) }, [10, 10, 7, 7, 7, 0, 0, 0]],
    [{ approvedQtyMicro: m(8), shippedQtyMicro: m(6) }, [10, 8, 8, 6, 6, 0, 0, 0]],
    [{ shippedQtyMicro: 0 }, [10, 10, 10, 0, 0, 0, 0, 0]],
    [{ receivedQtyMicro: 0 }, [10, 10, 10, 10, 0, 0, 0, 10]],
    [{ damagedQtyMicro: m(2) }, [10, 10, 10, 10, 8, 2, 0, 0]],
    [{ overQtyMicro: m(3) }, [10, 10, 10, 10, 13, 0, 3, 0]],
    [{ overQtyMicro: m(3), damagedQtyMicro: m(1) }, [10, 10, 10, 10, 12, 1, 3, 0]],
    [{ receivedQtyMicro: m(7), damagedQtyMicro: m(1) }, [10, 10, 10, 10, 7, 1, 0, 2]],
    [{ shortQtyMicro: m(2) }, [10, 10, 10, 10, 8, 0, 0, 2]],
    [{ receivedQtyMicro: m(11) }, [10, 10, 10, 10, 11, 0, 0, -1]],
  ])('%o', (saved, expected) => {
    const line = buildTestOrderLine(saved);
    expect(Object.values(computeEffectiveQuantities(line)).map((micro) => micro / 1e6)).toEqual(expected);
    expect(computeShortMicro(line)).toBe(m(expected[7] ?? 0));
  });
});

describe('distribution of received units', () => {
  type Row = [saved: Partial<LineQuantities>, expected: number[]];
  /** to the branch, on hold, still in transit, over accepted, over damaged */
  test.each<Row>([
    [{}, [10, 0, 0, 0, 0]],
    [{ damagedQtyMicro: m(1) }, [9, 1, 0, 0, 0]],
    [{ receivedQtyMicro: m(7), damagedQtyMicro: m(1) }, [7, 1, 2, 0, 0]],
    [{ overQtyMicro: m(2) }, [10, 0, 0, 2, 0]],
    [{ receivedQtyMicro: m(11), damagedQtyMicro: m(1), overQtyMicro: m(2) }, [9, 1, 0, 2, 0]],
    [{ receivedQtyMicro: m(1), damagedQtyMicro: m(11), overQtyMicro: m(2) }, [0, 10, 0, 1, 1]],
    [{ receivedQtyMicro: 0, damagedQtyMicro: m(12), overQtyMicro: m(2) }, [0, 10, 0, 0, 2]],
    [{ receivedQtyMicro: m(5), overQtyMicro: m(5) }, [0, 0, 10, 5, 0]],
    [{ receivedQtyMicro: 0 }, [0, 0, 10, 0, 0]],
  ])('%o', (saved, expected) => {
    const { shippedMicro, ...parts } = splitReceipt(buildTestOrderLine(saved));
    expect(shippedMicro).toBe(m(10));
    expect(Object.values(parts).map((micro) => micro / 1e6)).toEqual(expected);
  });

  test.each<[Partial<LineQuantities>, ReasonCode]>([
    [{ receivedQtyMicro: m(11) }, 'more-than-shipped'],
    [{ damagedQtyMicro: m(11) }, 'below-zero'],
    [{ receivedQtyMicro: m(10), damagedQtyMicro: m(1) }, 'more-than-shipped'],
    [{ receivedQtyMicro: m(1), overQtyMicro: m(2) }, 'over-exceeds-arrived'],
    [{ receivedQtyMicro: -1 }, 'below-zero'],
    [{ overQtyMicro: -1 }, 'below-zero'],
    [{ receivedQtyMicro: m(9), shortQtyMicro: 0 }, 'short-sum'],
  ])('rejects %o', (saved, reason) => {
    expect(findReceiptProblem(buildTestOrderLine(saved))).toEqual({ reason, params: {} });
    expect(() => splitReceipt(buildTestOrderLine(saved))).toThrow(reason);
  });
});

test('totals are in base units, and valued at line unit cost', () => {
  const lines = [
    buildTestOrderLine({
      unitNum: 12,
      orderQtyMicro: m(2),
      approvedQtyMicro: m(1),
      unitCostMicro: toPriceMicro(30),
    }),
    buildTestOrderLine({
      unitNum: 1,
      unitDen: 2,
      orderQtyMicro: m(5),
      shippedQtyMicro: m(4),
      unitCostMicro: toPriceMicro(1.5),
    }),
  ];
  expect(computeOrderTotals(lines)).toEqual({
    lineCount: 2,
    orderedMicro: m(26.5),
    approvedMicro: m(14.5),
    shippedMicro: m(14),
    receivedMicro: m(14),
    valueE4: toE4(37.5),
  });
});

test('totals are rounded only once, even if lines are fractions of the base unit: 3 × 8 pieces of 24 are exactly 1', () => {
  const part = buildTestOrderLine({ unitNum: 1, unitDen: 24, orderQtyMicro: m(8), shippedQtyMicro: m(8) });
  expect(computeOrderTotals([part, part, part])).toMatchObject({ orderedMicro: m(1), receivedMicro: m(1) });
});

describe('fill rate', () => {
  test('counts complete lines and units shipped', () => {
    const lines = [
      buildTestOrderLine({ shippedQtyMicro: m(10) }),
      buildTestOrderLine({ shippedQtyMicro: m(4) }),
      buildTestOrderLine({ approvedQtyMicro: m(9) }),
    ];
    expect(computeFillRate(lines)).toEqual({ lines: 0.3333, units: 0.7667, linesComplete: 1 });
  });

  test('counts the units of a substitute, but not its line', () => {
    const substitute = buildTestOrderLine({ orderQtyMicro: 0, shippedQtyMicro: m(5), substituteFor: 'l1' });
    expect(computeFillRate([buildTestOrderLine({ shippedQtyMicro: m(5) }), substitute])).toEqual({
      lines: 0,
      units: 1,
      linesComplete: 0,
    });
  });

  test('is reduced even by a small shortage', () => {
    const large = buildTestOrderLine({ orderQtyMicro: m(500), shippedQtyMicro: 499_990_000 });
    expect(computeFillRate([large])).toEqual({ lines: 0, units: 0.9999, linesComplete: 0 });
  });

  test('is null if nothing was ordered', () => {
    expect(computeFillRate([buildTestOrderLine({ orderQtyMicro: 0 })])).toEqual({
      lines: null,
      units: null,
      linesComplete: 0,
    });
  });
});
