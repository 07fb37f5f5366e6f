import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { resolveTolerances } from '#modules/suppliers/tolerance-rules.ts';
import {
  type AcceptedLine,
  matchQuantity,
  classifyMatch,
  computeNextAmountPart,
  splitLateDifference,
  computeRemainingOnHand,
  undoLateDifference,
  findWorstState,
} from './match.ts';

const micro = (units: number) => Math.round(units * 1_000_000);
const buildLine = (lineId: string, qty: number, billed = 0): AcceptedLine => ({
  lineId,
  qtyMicro: micro(qty),
  billedQtyMicro: micro(billed),
  returnedQtyMicro: 0,
  priceMicro: 10_000_000,
});

describe('B8: matches billed with accepted quantities, receipt by receipt', () => {
  const cases: [billed: number, accepted: AcceptedLine[], parts: [string, number][]][] = [
    [10, [buildLine('a', 10)], [['a', 10]]],
    [
      10,
      [buildLine('a', 4), buildLine('b', 6)],
      [
        ['a', 4],
        ['b', 6],
      ],
    ],
    [
      3,
      [buildLine('a', 10, 8), buildLine('b', 6)],
      [
        ['a', 2],
        ['b', 1],
      ],
    ],
    [10, [buildLine('a', 8)], [['a', 8]]],
    [10, [buildLine('a', 8, 8)], []],
    [10, [], []],
  ];
  test.each(cases)('%s billed', (billed, accepted, parts) => {
    expect(matchQuantity(micro(billed), accepted)).toEqual(
      parts.map(([lineId, qty]) => ({ lineId, qtyMicro: micro(qty) })),
    );
  });
});

describe('match state of an invoice', () => {
  const twoPercent = resolveTolerances(null, {
    overReceiptPercentMicro: null,
    overReceiptQtyMicro: null,
    shortReceiptPercentMicro: null,
    shortReceiptQtyMicro: null,
    priceTolerancePercentMicro: 2_000_000,
  });
  const noTolerance = resolveTolerances(null, null);
  const cases: [state: string, price: number, matched: [number, number][], tolerances: typeof noTolerance][] =
    [
      ['matched', 100_000, [[10, 100_000]], noTolerance],
      ['price', 100_001, [[10, 100_000]], noTolerance],
      ['matched', 102_000, [[10, 100_000]], twoPercent],
      ['price', 97_999, [[10, 100_000]], twoPercent],
      [
        'price',
        102_000,
        [
          [5, 100_000],
          [5, 99_000],
        ],
        twoPercent,
      ],
      ['quantity', 100_000, [[8, 100_000]], noTolerance],
      ['quantity', 900_000, [[8, 100_000]], noTolerance],
      ['unreceived', 100_000, [], noTolerance],
    ];
  test.each(cases)('a line is %s at a price of %s', (state, priceE4, matched, tolerances) => {
    const priceMicro = priceE4 * 100;
    const parts = matched.map(([qty, agreed]) => ({
      qtyMicro: micro(qty),
      priceMicro: agreed * 100,
      orderedPriceMicro: null,
    }));
    expect(classifyMatch({ qtyMicro: micro(10), priceMicro }, parts, tolerances)).toBe(state);
  });
  it('compares the invoiced price with the order price, whatever the receipt price is', () => {
    const line = { qtyMicro: micro(10), priceMicro: 500_000_000 };
    const part = { qtyMicro: micro(10), priceMicro: 500_000_000, orderedPriceMicro: 5_000_000 };
    expect(classifyMatch(line, [part], twoPercent)).toBe('price');
    expect(
      classifyMatch({ ...line, priceMicro: 5_100_000 }, [{ ...part, priceMicro: 5_100_000 }], twoPercent),
    ).toBe('matched');
    expect(
      classifyMatch({ ...line, priceMicro: 5_100_000 }, [{ ...part, priceMicro: 5_100_000 }], noTolerance),
    ).toBe('price');
  });
  it('takes its match state from the most urgent line', () => {
    expect(findWorstState([])).toBe('matched');
    expect(findWorstState(['price', 'unreceived', 'matched', 'quantity'])).toBe('unreceived');
  });
});

describe('B12: a late difference', () => {
  const cases: [
    title: string,
    onHand: number,
    stockValueE4: number,
    receivedQty: number,
    difference: number,
    stock: number,
  ][] = [
    ['all on hand', 10, 1_000_000, 10, 200_000, 200_000],
    ['six of ten used', 4, 400_000, 10, 200_000, 80_000],
    ['all used', 0, 0, 10, 200_000, 0],
    ['cheaper than the stock value', 10, 50_000, 10, -200_000, -50_000],
    ['15.00 of freight on 13 pieces, 4 of them on hand', 4, 400_000, 13, 150_000, 46_154],
  ];
  test.each(cases)(
    '%s: the share still in stock revalues it, the rest is a variance',
    (_, onHand, stockValueE4, receivedQty, difference, stock) => {
      const split = splitLateDifference(
        stockValueE4,
        { onHandMicro: micro(onHand), receivedMicro: micro(receivedQty) },
        difference,
      );
      expect(split.stockE4).toBe(stock);
      expect(split.stockE4 + split.varianceE4).toBe(difference);
    },
  );

  it('uses up the oldest receipt first and counts stock only once', () => {
    // Three receipts of ten each, twelve on hand: ten of the last, two of the second.
    expect([20, 10, 0].map((later) => computeRemainingOnHand(12, later, 10))).toEqual([0, 2, 10]);
    expect(computeRemainingOnHand(-3, 0, 10)).toBe(0);
    const receipts = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(receipts, fc.integer({ min: 0, max: 8000 }), (parts, used) => {
        const total = parts.reduce((sum, part) => sum + part, 0);
        const onHand = Math.max(0, total - used);
        const sumAfter = (index: number) => parts.slice(index + 1).reduce((sum, part) => sum + part, 0);
        const onHandParts = parts.map((part, index) => computeRemainingOnHand(onHand, sumAfter(index), part));
        expect(onHandParts.reduce((sum, part) => sum + part, 0)).toBe(onHand);
      }),
    );
  });

  it('splits exactly, never makes the stock value negative, and can be reversed', () => {
    const difference = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    const quantity = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(
        quantity,
        quantity,
        quantity,
        difference,
        (stockValueE4, onHandMicro, used, differenceE4) => {
          const split = splitLateDifference(
            stockValueE4,
            { onHandMicro, receivedMicro: onHandMicro + used + 1 },
            differenceE4,
          );
          expect(split.stockE4 + split.varianceE4).toBe(differenceE4);
          expect(stockValueE4 + split.stockE4).toBeGreaterThanOrEqual(0);
          const undone = undoLateDifference(stockValueE4 + split.stockE4, onHandMicro, split);
          expect([undone.stockE4 + split.stockE4, undone.varianceE4 + split.varianceE4]).toEqual([0, 0]);
          // Usage in between makes part of the reversal a variance, but the totals are still zero.
          const later = undoLateDifference(stockValueE4 + split.stockE4, Math.floor(onHandMicro / 2), split);
          expect(later.stockE4 + later.varianceE4 + differenceE4).toBe(0);
        },
      ),
    );
  });

  it('15.00 over 13 leaves no remainder, for any split with reversals in between', () => {
    const steps = fc.array(fc.record({ qty: fc.integer({ min: 1, max: 13 }), isUndone: fc.boolean() }));
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), steps, (amountE4, stepsTaken) => {
        const parts: { qty: number; partE4: number }[] = [];
        const allocatedQty = () => parts.reduce((sum, { qty }) => sum + qty, 0);
        const allocatedE4 = () => parts.reduce((total, { partE4 }) => total + partE4, 0);
        for (const { qty, isUndone } of [...stepsTaken, { qty: 13, isUndone: false }]) {
          if (isUndone) parts.shift();
          const part = Math.min(qty, 13 - allocatedQty());
          if (part > 0)
            parts.push({
              qty: part,
              partE4: computeNextAmountPart(amountE4, allocatedQty() + part, 13, allocatedE4()),
            });
        }
        expect([allocatedQty(), allocatedE4()]).toEqual([13, amountE4]);
      }),
    );
    expect(
      [...Array(13).keys()].reduce(
        (sum, index) => sum + computeNextAmountPart(150_000, index + 1, 13, sum),
        0,
      ),
    ).toBe(150_000);
  });
});
