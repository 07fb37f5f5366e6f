import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeValueAfterReceiptE4 } from '#modules/stock/moving-average.ts';
import { computeAverageE4 } from '#core/money.ts';
import { exact, parseExactDecimal, exactOne } from '#core/exact.ts';
import { resolveTolerances } from '#modules/suppliers/tolerance-rules.ts';
import { allocateByWeight, computeLandedCosts } from './landed-cost.ts';
import {
  findRemainingLifeError,
  computePriceDifferencePercent,
  compareReceivedWithOrdered,
} from './receipt-lines.ts';

const micro = 1_000_000;

describe('over-delivery of an order (B2)', () => {
  // Ten packs of 12.5 base units were ordered.
  const line = { qtyMicro: 10 * micro, unitNum: 25, unitDen: 2 };
  it.each([
    ['a millionth above a tolerance of 0 exceeds it', 10, 0.000_001, 0, 0, true],
    ['exactly the ordered quantity is within tolerance', 0, 10, 0, 0, false],
    ['exactly the outstanding quantity is within tolerance', 7, 3, 0, 0, false],
    ['half a pack more is within 5 % of ten packs', 0, 10.5, 5, 0, false],
    ['a millionth beyond 5 % exceeds it', 0, 10.500_001, 5, 0, true],
    ['a complete line accepts its tolerance', 10, 0.5, 5, 0, false],
    ['the tolerance is cumulative over receipts', 10.4, 0.2, 5, 0, true],
    ['two packs more are within 25 base units', 10, 2, 0, 25, false],
    ['more than 25 base units exceeds it', 10, 2.001, 0, 25, true],
    ['the wider of two tolerances applies', 10, 2, 5, 25, false],
  ])('%s', (_, received, additional, percent, amount, isExceeded) => {
    const tolerances = {
      ...resolveTolerances(null, null),
      overReceiptPercentMicro: percent * micro,
      overReceiptQtyMicro: amount * micro,
    };
    const total = exact(BigInt(Math.round((received + additional) * micro)), 1n);
    expect(compareReceivedWithOrdered(line, total, tolerances) === 'over').toBe(isExceeded);
  });
});

it.each([
  ['no minimum is set', 0, null, false, null],
  ['it does not expire', null, 5, true, null],
  ['exactly the minimum', 5, 5, true, null],
  ['a day too few, rejected', 4, 5, true, 'rejected'],
  ['a day too few, reason required', 4, 5, false, 'needsReason'],
  ['expired, although no minimum is set', -1, null, true, 'needsReason'],
] as const)('shelf life of a lot on arrival: %s (B15)', (_, daysLeft, minDays, isStrict, error) => {
  expect(findRemainingLifeError(daysLeft, { minDays, isStrict })).toBe(error);
});

it.each([
  [11_000, 10_000, 10],
  [9_000, 10_000, -10],
  [10_000, null, null],
  [10_000, 0, null],
  [33_333, 30_000, 11.11],
])('a price of %s compared with %s differs by %s %% (B9)', (price, other, percent) => {
  expect(computePriceDifferencePercent(price, other)).toBe(percent);
});

describe('freight and charges', () => {
  it('15.00 over 13 lines leaves no remainder (B12)', () => {
    const shares = allocateByWeight(
      150_000,
      Array.from({ length: 13 }, () => 1n),
    );
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(150_000);
    expect(new Set(shares)).toEqual(new Set([11_538, 11_539]));
  });

  it('are shared equally if no line has a value', () => {
    expect(allocateByWeight(10, [0n, 0n, 0n]).toSorted((a, b) => a - b)).toEqual([3, 3, 4]);
  });

  it('add up for any amounts and weights, each within one unit of its exact share', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000_000),
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 40 }),
        (amount, weights) => {
          const shares = allocateByWeight(amount, weights);
          const total = weights.reduce((sum, weight) => sum + weight, 0n);
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount);
          if (total === 0n) return;
          for (const [index, weight] of weights.entries()) {
            const deviation = BigInt(shares[index] ?? 0) * total - BigInt(amount) * weight;
            expect((deviation < 0n ? -deviation : deviation) < total).toBe(true);
          }
        },
      ),
    );
  });
});

describe('landed cost, worked examples', () => {
  // ACCA, Management Accounting: "Accounting for inventory", weighted average cost. 200 units at 10.00 are on
  // hand, 300 arrive at 12.50: 500 units with a value of 5,750.00, or 11.50 each.
  it('300 at 12.50 added to 200 at 10.00 result in an average of 11.50', () => {
    const [line] = computeLandedCosts(
      [{ qtyMicro: 300 * micro, priceMicro: 12_500_000, weight: 0n }],
      0,
      'value',
      exactOne,
    );
    const valueE4 = computeValueAfterReceiptE4(200 * micro, 20_000_000, 300 * micro, line?.landedE4 ?? 0);
    expect([valueE4, computeAverageE4(valueE4, 500 * micro)]).toEqual([57_500_000, 115_000]);
  });

  // Microsoft Learn, Dynamics 365 "Item charges": freight of 75 over lines of 500 and 250 is allocated by
  // amount as 50 and 25.
  it('freight of 75.00 over lines of 500.00 and 250.00 is allocated by value as 50.00 and 25.00', () => {
    const lines = [
      { qtyMicro: 5 * micro, priceMicro: 100_000_000, weight: 1n },
      { qtyMicro: 1 * micro, priceMicro: 250_000_000, weight: 3n },
    ];
    const allocateBy = (by: 'value' | 'weight') =>
      computeLandedCosts(lines, 750_000, by, exactOne).map(({ chargeE4 }) => chargeE4);
    expect(allocateBy('value')).toEqual([500_000, 250_000]);
    expect(allocateBy('weight')).toEqual([187_500, 562_500]);
  });

  it('free goods have no goods cost but bear freight by weight', () => {
    const lines = [
      { qtyMicro: 10 * micro, priceMicro: 2_000_000, weight: 10n },
      { qtyMicro: 0, priceMicro: 0, weight: 2n },
    ];
    expect(computeLandedCosts(lines, 12_000, 'weight', exactOne).map(({ landedE4 }) => landedE4)).toEqual([
      210_000, 2_000,
    ]);
    expect(computeLandedCosts(lines, 12_000, 'value', exactOne).map(({ landedE4 }) => landedE4)).toEqual([
      212_000, 0,
    ]);
  });

  it('a foreign currency is converted once, for the total, and the parts add up to it', () => {
    const lines = Array.from({ length: 7 }, () => ({ qtyMicro: micro, priceMicro: 3_333_300, weight: 1n }));
    const landed = computeLandedCosts(lines, 5, 'value', parseExactDecimal(1.0837));
    const expectedTotal = Math.round((7 * 33_333 + 5) * 1.0837);
    expect(landed.reduce((sum, { landedE4 }) => sum + landedE4, 0)).toBe(expectedTotal);
  });
});
