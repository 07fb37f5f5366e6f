import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exact } from '#core/exact.ts';
import {
  isAmountWithinTolerance,
  isPriceWithinTolerance,
  compareReceiptWithOrder,
  type OwnTolerances,
  resolveTolerances,
  isWithinTolerance,
} from './tolerance-rules.ts';

const unset: OwnTolerances = {
  overReceiptPercentMicro: null,
  overReceiptQtyMicro: null,
  shortReceiptPercentMicro: null,
  shortReceiptQtyMicro: null,
  priceTolerancePercentMicro: null,
};
const zeroTolerances = resolveTolerances(null, null);
const withTolerances = (change: Partial<OwnTolerances>): OwnTolerances => ({ ...unset, ...change });
const percent = (value: number) => value * 1_000_000;
const toExact = (value: number) => exact(BigInt(value), 1n);

test('the item takes precedence over the supplier field by field, and the default is 0', () => {
  expect(zeroTolerances).toEqual({
    overReceiptPercentMicro: 0,
    overReceiptQtyMicro: 0,
    shortReceiptPercentMicro: 0,
    shortReceiptQtyMicro: 0,
    priceTolerancePercentMicro: 0,
  });
  const item = withTolerances({ overReceiptPercentMicro: 0, shortReceiptQtyMicro: 7 });
  const supplier = withTolerances({
    overReceiptPercentMicro: percent(10),
    overReceiptQtyMicro: 3,
    shortReceiptQtyMicro: 9,
    priceTolerancePercentMicro: percent(2),
  });
  expect(resolveTolerances(item, supplier)).toEqual({
    overReceiptPercentMicro: 0,
    overReceiptQtyMicro: 3,
    shortReceiptPercentMicro: 0,
    shortReceiptQtyMicro: 7,
    priceTolerancePercentMicro: percent(2),
  });
  expect(resolveTolerances(null, supplier)).toEqual({
    ...zeroTolerances,
    ...resolveTolerances(supplier, null),
  });
});

/** Received, ordered (whole units), the tolerances, and the result. */
const receipts: [received: number, ordered: number, tolerances: Partial<OwnTolerances>, expected: string][] =
  [
    [100, 100, {}, 'within'],
    [100.000001, 100, {}, 'over'],
    [99.999999, 100, {}, 'short'],
    [110, 100, { overReceiptPercentMicro: percent(10) }, 'within'],
    [110.000001, 100, { overReceiptPercentMicro: percent(10) }, 'over'],
    [95, 100, { overReceiptPercentMicro: percent(10) }, 'short'],
    [95, 100, { shortReceiptPercentMicro: percent(5) }, 'within'],
    [94.999999, 100, { shortReceiptPercentMicro: percent(5) }, 'short'],
    // The wider tolerance applies: two kilos for a small order, ten percent for a large one.
    [3, 1, { overReceiptPercentMicro: percent(10), overReceiptQtyMicro: 2_000_000 }, 'within'],
    [3.000001, 1, { overReceiptPercentMicro: percent(10), overReceiptQtyMicro: 2_000_000 }, 'over'],
    [110, 100, { overReceiptPercentMicro: percent(10), overReceiptQtyMicro: 2_000_000 }, 'within'],
    [98, 100, { shortReceiptQtyMicro: 2_000_000 }, 'within'],
    [0, 100, { shortReceiptPercentMicro: percent(100) }, 'within'],
    [0, 100, { shortReceiptPercentMicro: percent(99.999999) }, 'short'],
    // Any quantity that wasn't ordered exceeds a percentage.
    [0.000001, 0, { overReceiptPercentMicro: percent(100) }, 'over'],
    [1, 0, { overReceiptQtyMicro: 1_000_000 }, 'within'],
    [0, 0, {}, 'within'],
    // A third of a percent of three: a millionth more exceeds it.
    [3.009999, 3, { overReceiptPercentMicro: 333_333 }, 'within'],
    [3.01, 3, { overReceiptPercentMicro: 333_333 }, 'over'],
  ];
test.each(receipts)('%s received of %s with %o is %s', (received, ordered, tolerances, expected) => {
  const micro = (units: number) => Math.round(units * 1_000_000);
  const effective = resolveTolerances(withTolerances(tolerances), null);
  expect(compareReceiptWithOrder(toExact(micro(received)), toExact(micro(ordered)), effective)).toBe(
    expected,
  );
});

const prices: [price: number, agreed: number, percent: number, isWithin: boolean][] = [
  [100_000, 100_000, 0, true],
  [100_001, 100_000, 0, false],
  [99_999, 100_000, 0, false],
  [102_000, 100_000, 2, true],
  [102_001, 100_000, 2, false],
  [98_000, 100_000, 2, true],
  [97_999, 100_000, 2, false],
  [1, 0, 100, false],
  [0, 0, 0, true],
];
test.each(prices)(
  'a price of %s for an agreed %s with %s %% is within: %s',
  (price, agreed, share, isWithin) => {
    const tolerances = resolveTolerances(
      withTolerances({ priceTolerancePercentMicro: percent(share) }),
      null,
    );
    expect(isAmountWithinTolerance(price, agreed, tolerances)).toBe(isWithin);
  },
);

test.each([
  [416_700, 416_667, true],
  [416_600, 416_667, false],
  [416_667, 416_668, false],
  [2_080_600, 2_080_606, true],
  [10_000, 10_000, true],
  [10_100, 10_000, false],
])('a printed price of %i millionths agrees with %i: %s', (price, agreed, isWithin) => {
  expect(isPriceWithinTolerance(price, agreed, zeroTolerances)).toBe(isWithin);
});

const figure = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const share = fc.integer({ min: 0, max: percent(100) });

test('a tolerance of 0 accepts only the same amount, however large', () => {
  fc.assert(
    fc.property(figure, figure, (actual, agreed) => {
      expect(isWithinTolerance(actual, agreed, { percentMicro: 0, amount: 0 })).toBe(actual === agreed);
    }),
  );
});

test('the check is monotonic in the difference and the tolerance, and exact at the limit', () => {
  fc.assert(
    fc.property(figure, figure, share, figure, (actual, agreed, percentMicro, amount) => {
      const tolerance = { percentMicro, amount };
      const isWithin = isWithinTolerance(actual, agreed, tolerance);
      const closer = agreed + Math.trunc((actual - agreed) / 2);
      if (isWithin) {
        expect(isWithinTolerance(closer, agreed, tolerance)).toBe(true);
        expect(isWithinTolerance(actual, agreed, { percentMicro: percentMicro + 1, amount })).toBe(true);
      }
      const byAmount = BigInt(Math.abs(actual - agreed)) <= BigInt(amount);
      const byShare =
        BigInt(Math.abs(actual - agreed)) * 100_000_000n <= BigInt(agreed) * BigInt(percentMicro);
      expect(isWithin).toBe(byAmount || byShare);
    }),
  );
});

test("splitting a delivery into several receipts can't exceed the tolerance", () => {
  const parts = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 50_000_000 }), share, (receipts, ordered, percentMicro) => {
      const tolerances = resolveTolerances(withTolerances({ overReceiptPercentMicro: percentMicro }), null);
      let received = 0;
      for (const part of receipts) {
        // A receipt is posted only if the running total stays within tolerance.
        if (compareReceiptWithOrder(toExact(received + part), toExact(ordered), tolerances) !== 'over')
          received += part;
      }
      expect(BigInt(received) * 100_000_000n <= BigInt(ordered) * (100_000_000n + BigInt(percentMicro))).toBe(
        true,
      );
    }),
  );
});

test('thirds of a case are compared exactly: three thirds equal the order, a millionth less is short', () => {
  const third = (count: number) => exact(BigInt(count) * 1_000_000n, 3n);
  expect(compareReceiptWithOrder(third(3), toExact(1_000_000), zeroTolerances)).toBe('within');
  expect(compareReceiptWithOrder(exact(2_999_999n, 3n), toExact(1_000_000), zeroTolerances)).toBe('short');
  expect(compareReceiptWithOrder(exact(3_000_001n, 3n), toExact(1_000_000), zeroTolerances)).toBe('over');
});
