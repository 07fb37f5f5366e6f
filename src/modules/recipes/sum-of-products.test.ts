import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toExactOrNull } from '#core/quantity.ts';
import { amountE4 } from './recipe-cost.ts';
import { exact, addExact, multiplyExact, exactZero } from '#core/exact.ts';
import { toFactor, microToFactor, SumsOfProducts } from './sum-of-products.ts';

const fractionUpTo = (num: bigint, den: bigint) =>
  fc
    .tuple(fc.bigInt({ min: -num, max: num }), fc.bigInt({ min: 1n, max: den }))
    .map(([numerator, denominator]) => exact(numerator, denominator));
/**
 * Small fractions, fractions whose sums slightly exceed safe integers, and fractions that exceed them
 * themselves.
 */
const fraction = fc.oneof(
  fractionUpTo(1000n, 60n),
  fractionUpTo(2n ** 27n, 2n ** 13n),
  fractionUpTo(2n ** 60n, 2n ** 58n),
);

test('a sum equals the exact sum of the products, and its cost is the nearest amount, for any size', () => {
  let outOfRangeCount = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(fraction, fraction), { maxLength: 8 }), fraction, (products, price) => {
      const sums = new SumsOfProducts();
      for (const [a, b] of products) {
        sums.add(2, toFactor(a), toFactor(b));
        sums.add(4, toFactor(b), toFactor(b));
      }
      const expected = products.reduce((sum, [a, b]) => addExact(sum, multiplyExact(a, b)), exactZero);
      expect(sums.getValue(2)).toEqual(exact(expected.num, expected.den));
      expect(sums.isZero(2)).toBe(expected.num === 0n);
      expect([sums.isZero(3), sums.isZero(9)]).toEqual([true, true]);
      const cost = toExactOrNull(() => sums.multiplyRounded(2, toFactor(price)));
      expect(cost).toBe(amountE4(multiplyExact(expected, price)));
      if (cost === null) outOfRangeCount++;
    }),
    { numRuns: 1000 },
  );
  expect(outOfRangeCount).toBeGreaterThan(0);
});

test.each([
  { products: [], num: 0n, den: 1n },
  { products: [[exact(1n, 4n), exact(3n, 1n)]], num: 3n, den: 4n },
  {
    products: [
      [exact(1n, 4n), exact(1n, 1n)],
      [exact(1n, 6n), exact(1n, 1n)],
      [exact(1n, 12n), exact(-5n, 1n)],
    ],
    num: 0n,
    den: 1n,
  },
  {
    products: [
      [exact(2n ** 53n - 1n, 1n), exact(1n, 1n)],
      [exact(1n, 1n), exact(1n, 1n)],
      [exact(1n, 1n), exact(1n, 1n)],
    ],
    num: 2n ** 53n + 1n,
    den: 1n,
  },
])('$products.length products are exactly $num/$den', ({ products, num, den }) => {
  const sums = new SumsOfProducts();
  for (const [a, b] of products) if (a && b) sums.add(0, toFactor(a), toFactor(b));
  expect(sums.getValue(0)).toEqual({ num, den });
  expect(sums.length).toBe(products.length === 0 ? 0 : 1);
});

test('a product of factors is in lowest terms for any size, and so is a factor from millionths', () => {
  fc.assert(
    fc.property(fraction, fraction, fc.maxSafeInteger(), (a, b, micro) => {
      const [product, millionths] = [toFactor(a).times(toFactor(b)), microToFactor(micro)];
      expect(product.exact).toEqual(multiplyExact(exact(a.num, a.den), b));
      expect(millionths.exact).toEqual(exact(BigInt(micro), 1_000_000n));
      for (const { num, den, exact: value } of [product, millionths])
        if (!Number.isNaN(num)) expect([BigInt(num), BigInt(den)]).toEqual([value.num, value.den]);
    }),
    { numRuns: 500 },
  );
});
