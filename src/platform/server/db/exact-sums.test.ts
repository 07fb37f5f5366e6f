import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requireExactSum } from './exact-sums.ts';

const billion = 1_000_000_000n;
const max = BigInt(Number.MAX_SAFE_INTEGER);

test('combines high and low parts exactly, or returns null beyond safe integers', () => {
  const closeTo = (middle: bigint) => fc.bigInt({ min: middle - 20n, max: middle + 20n });
  const integers = fc.oneof(
    fc.bigInt({ min: -2n * max, max: 2n * max }),
    closeTo(0n),
    closeTo(max),
    closeTo(-max),
  );
  // Values as databases return them: the low parts of several rows can add up to more than a billion, or less
  // than zero.
  const shifts = fc.bigInt({ min: -20_000_000n, max: 20_000_000n });
  fc.assert(
    fc.property(integers, shifts, fc.boolean(), (sum, shifts, isText) => {
      const [high, low] = [sum / billion - shifts, (sum % billion) + shifts * billion];
      const halves = (isText ? [String(high), String(low)] : [Number(high), Number(low)]) as [number, number];
      if (!isText && !halves.every(Number.isSafeInteger)) return;
      const isExact = sum >= -max && sum <= max;
      if (isExact) expect(requireExactSum(...halves)).toBe(Number(sum) + 0);
      else expect(() => requireExactSum(...halves)).toThrow();
    }),
    { numRuns: 2000 },
  );
  expect([requireExactSum(null, null), requireExactSum(undefined, undefined)]).toEqual([0, 0]);
});
