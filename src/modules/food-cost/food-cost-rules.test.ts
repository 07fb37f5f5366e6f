import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Exact, exact, addExact, roundExact, multiplyExact, exactZero } from '#core/exact.ts';
import {
  Coverage,
  nullUnlessCovered,
  type ItemFigures,
  computeItemVariance,
  computeCostPercent,
  getFoodCostRole,
  sumVarianceParts,
  varianceParts,
} from './food-cost-rules.ts';

const unit = 1_000_000;
const toE4 = (amount: number) => Math.round(amount * 10_000);

/** An item with a cost of 10.00 per unit and a theoretical usage of 50; no other movements by default. */
const buildItem = ({
  openingE4 = 0,
  inE4 = 0,
  closingE4 = 0,
  ...more
}: Partial<ItemFigures & Record<'openingE4' | 'inE4' | 'closingE4', number>> = {}): ItemFigures => ({
  itemId: 'beef',
  theory: exact(50n, 1n),
  cost: exact(100_000n, 1n),
  actualE4: openingE4 + inE4 - closingE4,
  useMicro: 0,
  wasteMicro: 0,
  transfersMicro: 0,
  countsMicro: 0,
  transfersValueE4: 0,
  reversalsValueE4: 0,
  isCounted: true,
  ...more,
});

const listParts = (figures: ItemFigures) => {
  const { theoreticalE4, actualE4, parts } = computeItemVariance(figures);
  return [theoreticalE4, actualE4, ...varianceParts.map((part) => parts[part])].map((e4) => e4 / 10_000);
};

describe('the variance of an item', () => {
  // Cost of food sold = opening + purchases - closing: Dopson & Hayes, Food and Beverage Cost Control,
  // chapter 5. Price = (actual - standard price) x actual quantity, the rest at standard price: Horngren,
  // Cost Accounting, chapter 7.
  it.each([
    // Worked example: 200 + 450 - 100 = 550 actual cost; 50 theoretical units cost 500; 2 units wasted, 53
    // used in total.
    [
      'sales without depletion: counts find the theoretical usage and the loss',
      buildItem({
        openingE4: toE4(200),
        inE4: toE4(450),
        closingE4: toE4(100),
        wasteMicro: 2 * unit,
        countsMicro: 51 * unit,
      }),
      [500, 550, 20, 0, 20, 0, 10, 0, 0],
    ],
    [
      'sales with depletion: recorded usage is theoretical, and counts find the loss',
      buildItem({
        openingE4: toE4(200),
        inE4: toE4(450),
        closingE4: toE4(100),
        useMicro: 50 * unit,
        wasteMicro: 2 * unit,
        countsMicro: 1 * unit,
      }),
      [500, 550, 20, 0, 20, 0, 10, 0, 0],
    ],
    [
      'recorded usage beyond the recipes is portions and yield',
      buildItem({ openingE4: toE4(1000), closingE4: toE4(460), useMicro: 54 * unit }),
      [500, 540, 0, 40, 0, 0, 0, 0, 0],
    ],
    [
      'goods lost in transit, and the charge for them',
      buildItem({
        openingE4: toE4(1000),
        closingE4: toE4(467),
        useMicro: 50 * unit,
        transfersMicro: 3 * unit,
        transfersValueE4: toE4(3),
      }),
      [500, 533, 0, 0, 0, 33, 0, 0, 0],
    ],
    [
      'goods were used at the price of a receipt that was reversed later',
      buildItem({
        openingE4: toE4(1000),
        closingE4: toE4(467),
        useMicro: 50 * unit,
        reversalsValueE4: toE4(30),
      }),
      [500, 533, 3, 0, 0, 0, 0, 30, 0],
    ],
    [
      'uncounted usage is unexplained',
      buildItem({ openingE4: toE4(1000), closingE4: toE4(1000), isCounted: false }),
      [500, 0, 0, 0, 0, 0, 0, 0, -500],
    ],
    [
      'without a cost there is no theoretical usage, and everything is unexplained',
      buildItem({ cost: null, openingE4: toE4(300), closingE4: toE4(100) }),
      [0, 200, 0, 0, 0, 0, 0, 0, 200],
    ],
    [
      'a count gain is subtracted',
      buildItem({ openingE4: toE4(1000), closingE4: toE4(510), useMicro: 50 * unit, countsMicro: -1 * unit }),
      [500, 490, 0, 0, 0, 0, -10, 0, 0],
    ],
  ])('%s', (_, figures, expected) => {
    expect(listParts(figures)).toEqual(expected);
  });

  it('has parts that add up exactly to the whole for any movements', () => {
    const value = fc.integer({ min: -1e12, max: 1e12 });
    const qty = fc.integer({ min: -1e10, max: 1e10 });
    const fraction = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 6n }), fc.bigInt({ min: 1n, max: 10n ** 9n }))
      .map(([num, den]) => exact(num, den));
    const figures = fc.record({
      itemId: fc.constant('any'),
      theory: fraction,
      cost: fc.option(
        fc
          .tuple(fc.bigInt({ min: 0n, max: 10n ** 6n }), fc.bigInt({ min: 1n, max: 999n }))
          .map(([num, den]) => exact(num, den)),
      ),
      actualE4: value,
      useMicro: qty,
      wasteMicro: qty,
      transfersMicro: qty,
      countsMicro: qty,
      transfersValueE4: value,
      reversalsValueE4: value,
      isCounted: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(figures, { maxLength: 6 }), (items) => {
        const variances = items.map(computeItemVariance);
        let all = 0;
        for (const { theoreticalE4, actualE4, parts } of variances) {
          expect(varianceParts.reduce((sum, part) => sum + parts[part], 0)).toBe(actualE4 - theoreticalE4);
          all += actualE4 - theoreticalE4;
        }
        const parts = sumVarianceParts(variances);
        expect(varianceParts.reduce((sum, part) => sum + parts[part], 0)).toBe(all);
      }),
    );
  });
});

describe('the parts of a variance', () => {
  const micro = (qtyMicro: number) => exact(BigInt(qtyMicro), 1_000_000n);

  /** Computes the parts in fractions, each reduced to lowest terms. */
  function computeInFractions({ cost, theory, ...figures }: ItemFigures): number[] {
    if (cost === null) return [0, 0, 0, 0, 0];
    const toValue = (quantity: Exact) => multiplyExact(quantity, cost);
    const excessUse = addExact(micro(figures.useMicro), { num: -theory.num, den: theory.den });
    const isPositive = excessUse.num > 0n;
    const transferValue = exact(BigInt(figures.transfersValueE4), 1n);
    const boundaries = [toValue(theory)];
    for (const amount of [
      toValue(isPositive ? excessUse : exactZero),
      toValue(micro(figures.wasteMicro)),
      addExact(toValue(micro(figures.transfersMicro)), transferValue),
      toValue(addExact(micro(figures.countsMicro), isPositive ? exactZero : excessUse)),
    ])
      boundaries.push(addExact(boundaries.at(-1) ?? exactZero, amount));
    const [first = 0, ...rest] = boundaries.map((boundary) => Number(roundExact(boundary)));
    return [first, ...rest.map((boundary, index) => boundary - ([first, ...rest][index] ?? 0))];
  }

  it('row 25: equal those computed with exact fractions, to the last minor unit', () => {
    const qty = fc.oneof(fc.constant(0), fc.integer({ min: -1e10, max: 1e10 }));
    const fraction = (max: bigint) =>
      fc.tuple(fc.bigInt({ min: 0n, max }), fc.bigInt({ min: 1n, max })).map(([num, den]) => exact(num, den));
    const figures = fc.record({
      itemId: fc.constant('any'),
      theory: fc.oneof(fc.constant(exactZero), fraction(10n ** 7n)),
      cost: fc.option(fraction(10n ** 6n)),
      actualE4: qty,
      useMicro: qty,
      wasteMicro: qty,
      transfersMicro: qty,
      countsMicro: qty,
      transfersValueE4: qty,
      reversalsValueE4: qty,
      isCounted: fc.boolean(),
    });
    fc.assert(
      fc.property(figures, (figure) => {
        const { theoreticalE4, parts } = computeItemVariance(figure);
        const found = figure.cost === null ? 0 : parts[figure.isCounted ? 'counts' : 'unexplained'];
        expect([theoreticalE4, parts.portions, parts.waste, parts.transfers, found]).toEqual(
          computeInFractions(figure).map((part) => part + 0),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('a food cost figure', () => {
  it.each([
    [[90], [10], 90_000_000],
    [[-90, 10], [], 100_000_000],
    [[], [3], 0],
    [[2], [1], 66_666_666],
    [[], [], null],
    [[Number.MAX_SAFE_INTEGER, 1], [Number.MAX_SAFE_INTEGER, -1], 50_000_000],
  ])('with known values %j and unknown values %j is covered to %s', (known, unknown, expected) => {
    const coverage = new Coverage();
    for (const value of known) coverage.add(value, true);
    for (const value of unknown) coverage.add(value, false);
    expect(coverage.micro).toBe(expected);
  });

  it('is null below the minimum coverage, and without data (A6)', () => {
    expect(nullUnlessCovered(80_000_000, 80_000_000, 5)).toBe(5);
    expect(nullUnlessCovered(79_999_999, 80_000_000, 5)).toBeNull();
    expect(nullUnlessCovered(null, 0, 5)).toBeNull();
  });

  it('is a percentage of net sales, and null without sales', () => {
    expect(computeCostPercent(toE4(28.5), toE4(100))).toBe(28.5);
    expect(computeCostPercent(1, 0)).toBeNull();
  });
});

describe('a stock movement', () => {
  it.each([
    ['receive', 1, 'in'],
    ['ship', -1, 'out'],
    ['transfer_out', -1, 'out'],
    ['consumption', -1, 'use'],
    ['consumption_reversal', 1, 'use'],
    ['waste', -1, 'waste'],
    ['written_off', -1, 'transfers'],
    ['transfer_difference', 0, 'transfers'],
    ['count_loss', -1, 'counts'],
    ['revaluation', 0, 'value'],
    ['something_new', -1, 'out'],
  ])('of kind %s with sign %i has the food cost role %s', (kind, qty, role) => {
    expect(getFoodCostRole(kind, qty)).toBe(role);
  });
});
