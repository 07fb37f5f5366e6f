import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exact } from './exact.ts';
import {
  toBaseExact,
  toUnitExact,
  exceedsStored,
  type MeasuredQuantity,
  toStoredPart,
  toStoredTotal,
  totalInUnit,
  sumExact,
} from './exact-totals.ts';

const micro = 1_000_000;
const buildPieces = (qty: number, unit = { unitNum: 1, unitDen: 1 }): MeasuredQuantity => ({
  qtyMicro: qty * micro,
  ...unit,
});

describe('quantities in several units', () => {
  const buildCase = (size: number) => ({ unitNum: size, unitDen: 1 });
  it.each([
    ['8 + 8 + 8 pieces are a case of 24', [8, 8, 8], 24, micro],
    ['1 + 1 + 4 pieces are a case of 6', [1, 1, 4], 6, micro],
    ['7 times 7 pieces are 7 cases of 7', [7, 7, 7, 7, 7, 7, 7], 7, 7 * micro],
    ['5 of 6 pieces are rounded once', [1, 1, 3], 6, 833_333],
  ])('%s', (_, parts, size, total) => {
    expect(
      totalInUnit(
        buildCase(size),
        parts.map((qty) => buildPieces(qty)),
      ),
    ).toBe(total);
  });

  it('add up even if the piece, not the case, is a fraction of the base unit', () => {
    const sixth = { unitNum: 1, unitDen: 6 };
    const parts = [buildPieces(1, sixth), buildPieces(1, sixth), buildPieces(4, sixth)];
    expect(totalInUnit({ unitNum: 1, unitDen: 1 }, parts)).toBe(micro);
  });

  it('add up to a whole for any split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 100 }),
        (parts, den) => {
          const size = parts.reduce((sum, part) => sum + part, 0);
          const all = parts.map((qty) => buildPieces(qty, { unitNum: 1, unitDen: den }));
          expect(totalInUnit({ unitNum: size, unitDen: den }, all)).toBe(micro);
        },
      ),
    );
  });
});

describe('a stored total', () => {
  it('equals the agreed quantity only if the exact total does', () => {
    expect(toStoredTotal(exact(3_000_000n, 3n), micro)).toBe(micro);
    expect(toStoredTotal(exact(2_999_999n, 3n), micro)).toBe(micro - 1);
    expect(toStoredTotal(exact(3_000_001n, 3n), micro)).toBe(micro + 1);
    expect(toStoredTotal(exact(1_000_000n, 3n), micro)).toBe(333_333);
  });

  it('compares with the agreed quantity in the same way as the exact total', () => {
    const anyNumerator = fc.bigInt({ min: 0n, max: 10n ** 9n });
    fc.assert(
      fc.property(anyNumerator, fc.bigInt({ min: 1n, max: 1000n }), fc.nat(10 ** 6), (num, den, agreed) => {
        const total = exact(num, den);
        const difference = total.num - BigInt(agreed) * total.den;
        const sign = difference === 0n ? 0 : difference > 0n ? 1 : -1;
        expect(Math.sign(toStoredTotal(total, agreed) - agreed)).toBe(sign);
      }),
    );
  });

  it('of parts in several units equals that of their exact sum', () => {
    const parts = [buildPieces(8), buildPieces(8), buildPieces(8)].map((part) =>
      toUnitExact(part, { unitNum: 24, unitDen: 1 }),
    );
    expect(toStoredTotal(sumExact(parts), micro)).toBe(micro);
  });
});

describe('parts that were each rounded when stored', () => {
  const sixth = { unitNum: 1, unitDen: 6 };
  const third = { unitNum: 1, unitDen: 3 };
  it.each([
    ['1 + 1 + 4 sixths', [1, 1, 4], sixth],
    ['1 + 1 + 1 + 3 sixths', [1, 1, 1, 3], sixth],
    ['1 + 1 + 1 thirds', [1, 1, 1], third],
  ])('%s are stored as a whole', (_, parts, unit) => {
    let sumMicro = 0;
    for (const [before, qty] of parts.entries())
      sumMicro += toStoredPart(toBaseExact(buildPieces(qty, unit)), micro - sumMicro, before);
    expect(sumMicro).toBe(micro);
  });

  it.each([
    ['a first part that is not the whole', 1, micro, 0, 166_667],
    ['a part that is clearly less than the remainder', 1, 500_000, 3, 166_667],
    ['a part that is clearly more than the remainder', 4, 500_000, 3, 666_667],
  ])('%s is unchanged', (_, qty, remainingMicro, before, stored) => {
    expect(toStoredPart(toBaseExact(buildPieces(qty, sixth)), remainingMicro, before)).toBe(stored);
  });

  it.each([
    ['three thirds, stored as 333333 each, do not exceed the stored sum', 3, third, 999_999, 3, false],
    ['three thirds and a sixth exceed the stored sum', 4, third, 999_999, 3, true],
    ['six sixths do not exceed a whole', 6, sixth, micro, 0, false],
    ['a whole exceeds a sum that is a millionth short of it', 6, sixth, micro - 1, 1, true],
  ])('%s', (_, qty, unit, storedMicro, parts, exceeds) => {
    expect(exceedsStored(toBaseExact(buildPieces(qty, unit)), storedMicro, parts)).toBe(exceeds);
  });
});
