import { divideHalfEven, type Ratio, toMicro } from './quantity.ts';

/**
 * An exact fraction with unlimited precision, because amounts pass through many recipes before rounding. The
 * denominator is greater than 0.
 */
export interface Exact {
  num: bigint;
  den: bigint;
}

export const exactZero: Exact = { num: 0n, den: 1n };
export const exactOne: Exact = { num: 1n, den: 1n };

/** Builds a fraction in lowest terms. */
export function exact(num: bigint, den: bigint): Exact {
  const [n, d] = den < 0n ? [-num, -den] : [num, den];
  const shared = greatestCommonDivisor(n < 0n ? -n : n, d);
  return shared <= 1n ? { num: n, den: d } : { num: n / shared, den: d / shared };
}

export const addExact = (a: Exact, b: Exact): Exact =>
  a.den === b.den ? exact(a.num + b.num, a.den) : exact(a.num * b.den + b.num * a.den, a.den * b.den);

export const multiplyExact = (a: Exact, b: Exact): Exact =>
  b.num === b.den ? a : exact(a.num * b.num, a.den * b.den);

export const isGreater = (a: Exact, b: Exact): boolean => a.num * b.den > b.num * a.den;

/** Divides two fractions. @throws RangeError when `b` is 0. */
export const divideExact = (a: Exact, b: Exact): Exact => exact(a.num * b.den, a.den * b.num);

/** Converts a number with up to 6 decimals. @throws QuantityError */
export const toExact = (value: number): Exact => exact(BigInt(toMicro(value)), 1_000_000n);

/** Converts a number, such as a currency rate, with all the decimals that JavaScript prints. */
export function parseExactDecimal(value: number): Exact {
  const [whole = '0', decimals = ''] = (
    String(value).includes('e') ? value.toFixed(20) : String(value)
  ).split('.');
  return exact(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

export const toExactRatio = ({ num, den }: Ratio): Exact => ({ num: BigInt(num), den: BigInt(den) });

/** Rounds to the nearest integer, half-even. */
export const roundExact = ({ num, den }: Exact): bigint => divideHalfEven(num, den);

/** Rounds to millionths; beyond the exact range to the nearest number. */
export const toNearestMicro = (value: Exact): number =>
  Number(divideHalfEven(value.num * 1_000_000n, value.den)) / 1e6;

/** Formats a fraction for storage and transport; `parseExact` parses it. */
export const formatExact = ({ num, den }: Exact): string => `${num}/${den}`;

export function parseExact(text: string): Exact {
  const [num = '0', den = '1'] = text.split('/');
  return { num: BigInt(num), den: BigInt(den) };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [large, small] = [a, b];
  while (small !== 0n) [large, small] = [small, large % small];
  return large;
}
