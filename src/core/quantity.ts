import { type Refusal, refusal } from './refusals/refusal.ts';

/** Largest whole quantity, positive or negative, whose millionths fit in a safe integer. */
const maxQuantity = 9_000_000_000n;

/**
 * An exact conversion: one of the first unit equals `num / den` of the second. Both are positive safe
 * integers.
 */
export interface Ratio {
  num: number;
  den: number;
}

/** Thrown for numbers that can't be represented exactly. `code` is for programs, `refusal` for people. */
export class QuantityError extends Error {
  readonly code: 'NOT_A_NUMBER' | 'TOO_PRECISE' | 'OUT_OF_RANGE';
  readonly refusal: Refusal;

  constructor(code: QuantityError['code'], reason: Refusal) {
    super([reason.reason, ...Object.values(reason.params)].join(' '));
    this.name = 'QuantityError';
    this.code = code;
    this.refusal = reason;
  }
}

/**
 * Parses a plain decimal number or numeric text into an integer in units of 10^-`decimals`, without floating
 * point. Exponents aren't accepted.
 *
 * @throws QuantityError NOT_A_NUMBER, TOO_PRECISE (more than `decimals` decimals), OUT_OF_RANGE (beyond `max`
 *   either side).
 */
export function toScaled(value: number | string, decimals: number, max: bigint): number {
  const text = typeof value === 'number' ? formatPlain(value) : value.trim();
  const match = text.length > maxTextLength ? null : /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
  const integerPart = match?.[2] ?? '';
  const fraction = trimTrailingZeros(match?.[3] ?? '');
  if (!match || (integerPart === '' && (match[3] ?? '') === '')) {
    throw new QuantityError('NOT_A_NUMBER', refusal('not-a-number'));
  }
  if (fraction.length > decimals) {
    throw new QuantityError('TOO_PRECISE', refusal('most-decimals', { n: decimals }));
  }
  const scale = 10n ** BigInt(decimals);
  const size = BigInt(integerPart || '0') * scale + BigInt(fraction.padEnd(decimals, '0') || '0');
  if (size > max * scale) {
    throw new QuantityError('OUT_OF_RANGE', refusal('number-too-large', { n: String(max) }));
  }
  return match[1] === '-' && size !== 0n ? -Number(size) : Number(size);
}

/** Maximum text length, longer than any valid number or any number printed by JavaScript. */
const maxTextLength = 400;

/** Removes trailing zeros of decimals. */
export function trimTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end--;
  return digits.slice(0, end);
}

/**
 * Formats a number like JavaScript, but without an exponent, which JavaScript uses below 1e-6 and from 1e21.
 */
function formatPlain(value: number): string {
  const text = String(value);
  if (text.includes('e-')) throw new QuantityError('TOO_PRECISE', refusal('number-too-precise'));
  return text.includes('e+') ? BigInt(value).toString() : text;
}

/**
 * Parses a quantity on the wire (up to 6 decimals) into millionths. Exact for every accepted input.
 * Converting it back with `fromMicro` is exact up to 8.5e9; beyond that, consecutive JSON numbers are two
 * millionths apart.
 *
 * @throws QuantityError NOT_A_NUMBER, TOO_PRECISE, OUT_OF_RANGE (beyond 9e9 either side).
 */
export function toMicro(value: number | string): number {
  return toScaled(value, 6, maxQuantity);
}

/** Converts millionths to the number used on the wire. */
export function fromMicro(qtyMicro: number): number {
  return qtyMicro / 1e6;
}

/**
 * Divides a by b, rounded half-even: the rounding of all stored quantities, costs and amounts.
 *
 * @throws RangeError if b is 0
 */
export function divideHalfEven(a: bigint, b: bigint): bigint {
  // Both operations truncate towards zero, so the remainder has the sign of `a`.
  const quotient = a / b;
  const remainder = a - quotient * b;
  if (remainder === 0n) return quotient;
  const doubled = remainder < 0n ? remainder * -2n : remainder * 2n;
  const size = b < 0n ? -b : b;
  if (doubled < size || (doubled === size && quotient % 2n === 0n)) return quotient;
  return a < 0n === b < 0n ? quotient + 1n : quotient - 1n;
}

/**
 * Divides like `divideHalfEven`, but with plain numbers, which is much faster; null if the result might not
 * be exact. The operands may be products beyond the exact range, which is detected here.
 */
export function divideHalfEvenFast(a: number, b: number): number | null {
  if (!(a >= 0 && a < maxPlain && b > 0 && b < maxPlain)) return null;
  // If the quotient is near an integer, the division may already have rounded it to that integer.
  const estimate = Math.floor(a / b);
  const quotient = estimate * b > a ? estimate - 1 : estimate;
  const doubled = (a - quotient * b) * 2;
  return doubled < b || (doubled === b && quotient % 2 === 0) ? quotient : quotient + 1;
}
const maxPlain = 2 ** 52;

/**
 * Converts a big integer to a number for a column or JSON.
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

/** Returns the result of `compute`, or null if it is out of exact range. Other errors are rethrown. */
export function toExactOrNull<T>(compute: () => T): T | null {
  try {
    return compute();
  } catch (error) {
    if (error instanceof QuantityError) return null;
    throw error;
  }
}

/**
 * Converts millionths of one unit to millionths of another, rounded half-even once. @throws QuantityError
 * OUT_OF_RANGE.
 */
export function convertMicro(qtyMicro: number, ratio: Ratio): number {
  if (ratio.den === 0) throw createInvalidRatioError();
  return toSafeNumber(divideHalfEven(BigInt(qtyMicro) * BigInt(ratio.num), BigInt(ratio.den)));
}

/** Error for a stored ratio that contains a zero and therefore can't convert anything. */
export const createInvalidRatioError = () => new QuantityError('OUT_OF_RANGE', refusal('not-exact'));

/** Multiplies two ratios, in lowest terms. @throws QuantityError OUT_OF_RANGE. */
export function multiplyRatio(a: Ratio, b: Ratio): Ratio {
  const num = BigInt(a.num) * BigInt(b.num);
  const den = BigInt(a.den) * BigInt(b.den);
  if (den === 0n) throw createInvalidRatioError();
  const shared = greatestCommonDivisor(num, den);
  return { num: toSafeNumber(num / shared), den: toSafeNumber(den / shared) };
}

/**
 * Returns whether one unit is between a millionth and a billion times the other, so that the smallest and the
 * usual quantities of both can be stored.
 */
export function isStorableRatio({ num, den }: Ratio): boolean {
  return BigInt(num) * 1_000_000n >= BigInt(den) && BigInt(num) <= BigInt(den) * 1_000_000_000n;
}

/** Inverts a ratio. */
export function invertRatio(ratio: Ratio): Ratio {
  return { num: ratio.den, den: ratio.num };
}

/** Rounds up to a multiple of `stepMicro`, such as a pack size. @throws QuantityError OUT_OF_RANGE if it isn't positive. */
export function ceilToStep(qtyMicro: number, stepMicro: number): number {
  if (stepMicro <= 0) throw new QuantityError('OUT_OF_RANGE', refusal('more-than-zero'));
  const [qty, step] = [BigInt(qtyMicro), BigInt(stepMicro)];
  const remainder = ((qty % step) + step) % step;
  return toSafeNumber(remainder === 0n ? qty : qty + step - remainder);
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}
