import { type Refusal, refusal } from './refusals/refusal.ts';
/** Largest whole amount a quantity may have, either side of zero: millionths of it still fit a safe integer. */
const maxQuantity = 9_000_000_000n;

/** An exact conversion: one of the first unit is `num / den` of the second. Both are positive safe integers. */
export interface Ratio {
  num: number;
  den: number;
}

/** A number that cannot be held exactly. `code` tells why for programs, `refusal` for people. */
export class QuantityError extends Error {
  readonly code: 'NOT_A_NUMBER' | 'TOO_PRECISE' | 'OUT_OF_RANGE';
  readonly refusal: Refusal;

  constructor(code: QuantityError['code'], why: Refusal) {
    super([why.reason, ...Object.values(why.params)].join(' '));
    this.name = 'QuantityError';
    this.code = code;
    this.refusal = why;
  }
}

/**
 * Reads a plain decimal number or numeric text into an integer of 10^-`decimals`, without passing through
 * floating point. Text with an exponent is not a number here.
 *
 * @throws QuantityError NOT_A_NUMBER, TOO_PRECISE (more than `decimals` decimals), OUT_OF_RANGE (beyond `max` either side).
 */
export function toScaled(value: number | string, decimals: number, max: bigint): number {
  const text = typeof value === 'number' ? plainText(value) : value.trim();
  const match = text.length > mostDigits ? null : /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
  const whole = match?.[2] ?? '';
  const fraction = withoutLastZeros(match?.[3] ?? '');
  if (!match || (whole === '' && (match[3] ?? '') === '')) {
    throw new QuantityError('NOT_A_NUMBER', refusal('not-a-number'));
  }
  if (fraction.length > decimals) {
    throw new QuantityError('TOO_PRECISE', refusal('kept-decimals', { n: decimals }));
  }
  const scale = 10n ** BigInt(decimals);
  const size = BigInt(whole || '0') * scale + BigInt(fraction.padEnd(decimals, '0') || '0');
  if (size > max * scale) {
    throw new QuantityError('OUT_OF_RANGE', refusal('number-too-large', { n: String(max) }));
  }
  return match[1] === '-' && size !== 0n ? -Number(size) : Number(size);
}

/** More characters than any number that is kept, or that JavaScript prints, has. */
const mostDigits = 400;

/** Decimals without the zeros at their end. */
export function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end--;
  return digits.slice(0, end);
}

/** A number as JavaScript prints it; one that prints with an exponent is below 1e-6 or above 1e20. */
function plainText(value: number): string {
  const text = String(value);
  if (text.includes('e-')) throw new QuantityError('TOO_PRECISE', refusal('number-too-fine'));
  return text.includes('e+') ? BigInt(value).toString() : text;
}

/**
 * A quantity on the wire (up to 6 decimals) as an integer of millionths.
 *
 * Exact for every accepted input. Reading it back with `fromMicro` is exact up to 8.5e9; beyond that JSON
 * numbers themselves step by two millionths.
 *
 * @throws QuantityError NOT_A_NUMBER, TOO_PRECISE, OUT_OF_RANGE (beyond 9e9 either side).
 */
export function toMicro(value: number | string): number {
  return toScaled(value, 6, maxQuantity);
}

/** Millionths as the plain number that goes over the wire. */
export function fromMicro(qtyMicro: number): number {
  return qtyMicro / 1e6;
}

/**
 * a / b rounded to the nearest integer, halves to the even neighbour: the one rounding of this system.
 *
 * @throws RangeError when b is 0.
 */
export function divideHalfEven(a: bigint, b: bigint): bigint {
  // Both are told towards zero: what is left over has the sign of `a`.
  const whole = a / b;
  const left = a - whole * b;
  if (left === 0n) return whole;
  const twice = left < 0n ? left * -2n : left * 2n;
  const size = b < 0n ? -b : b;
  if (twice < size || (twice === size && whole % 2n === 0n)) return whole;
  return a < 0n === b < 0n ? whole + 1n : whole - 1n;
}

/**
 * The same in plain numbers, which takes a small part of the time; null where they do not surely hold all of it. What is multiplied
 * beforehand may be beyond them: it is then beyond them here.
 */
export function plainHalfEven(a: number, b: number): number | null {
  if (!(a >= 0 && a < mostPlain && b > 0 && b < mostPlain)) return null;
  // Near a whole number the division may have been told as that number.
  const near = Math.floor(a / b);
  const whole = near * b > a ? near - 1 : near;
  const twice = (a - whole * b) * 2;
  return twice < b || (twice === b && whole % 2 === 0) ? whole : whole + 1;
}
const mostPlain = 2 ** 52;

/**
 * A big integer as the number a column or a JSON body holds.
 *
 * @throws QuantityError OUT_OF_RANGE beyond the safe integers.
 */
export function toSafeNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) {
    throw new QuantityError('OUT_OF_RANGE', refusal('result-too-large'));
  }
  return number;
}

/** What `compute` answers, or null where its result is beyond exact numbers. Other errors pass. */
export function exactOrNull<T>(compute: () => T): T | null {
  try {
    return compute();
  } catch (error) {
    if (error instanceof QuantityError) return null;
    throw error;
  }
}

/** Millionths of one unit as millionths of another, rounded half-even once. @throws QuantityError OUT_OF_RANGE. */
export function convertMicro(qtyMicro: number, ratio: Ratio): number {
  if (ratio.den === 0) throw invalidRatioError();
  return toSafeNumber(divideHalfEven(BigInt(qtyMicro) * BigInt(ratio.num), BigInt(ratio.den)));
}

/** The error of a stored ratio with a zero in it: nothing can be converted by it. */
export const invalidRatioError = () => new QuantityError('OUT_OF_RANGE', refusal('not-exact'));

/** The ratio of going through `a` and then `b`, in lowest terms. @throws QuantityError OUT_OF_RANGE. */
export function multiplyRatio(a: Ratio, b: Ratio): Ratio {
  const num = BigInt(a.num) * BigInt(b.num);
  const den = BigInt(a.den) * BigInt(b.den);
  if (den === 0n) throw invalidRatioError();
  const shared = greatestDivisor(num, den);
  return { num: toSafeNumber(num / shared), den: toSafeNumber(den / shared) };
}

/**
 * Whether one unit is at least a millionth and at most a billion of the other: a millionth of the smaller one is the least
 * that is kept of anything, and one of the larger leaves room for a quantity of it.
 */
export function isWithinReach({ num, den }: Ratio): boolean {
  return BigInt(num) * 1_000_000n >= BigInt(den) && BigInt(num) <= BigInt(den) * 1_000_000_000n;
}

/** The same conversion the other way round. */
export function invertRatio(ratio: Ratio): Ratio {
  return { num: ratio.den, den: ratio.num };
}

/** The smallest multiple of `stepMicro` (a pack, above 0) that is not below `qtyMicro`. */
export function ceilToStep(qtyMicro: number, stepMicro: number): number {
  if (stepMicro <= 0) throw new QuantityError('OUT_OF_RANGE', refusal('more-than-zero'));
  const [qty, step] = [BigInt(qtyMicro), BigInt(stepMicro)];
  const rest = ((qty % step) + step) % step;
  return toSafeNumber(rest === 0n ? qty : qty + step - rest);
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}
