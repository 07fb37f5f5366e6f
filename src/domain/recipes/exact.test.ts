import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addProduct, type Exact, exact, plus, times, zero } from './exact.ts';

const fraction = fc
  .tuple(fc.bigInt({ min: -1000n, max: 1000n }), fc.bigInt({ min: 1n, max: 60n }))
  .map(([num, den]) => exact(num, den));

test('a sum that goes on is that of the products, one by one', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fraction, fraction), { maxLength: 8 }), (products) => {
      const sum: Exact = { num: 0n, den: 1n };
      for (const [a, b] of products) addProduct(sum, a, b);
      const expected = products.reduce((all, [a, b]) => plus(all, times(a, b)), zero);
      expect(exact(sum.num, sum.den)).toEqual(exact(expected.num, expected.den));
    }),
  );
});
