import { refusal } from './refusals/refusal.ts';
import { type DecimalSeparator, readMagnitude } from './number-text.ts';
import { multiplyRatio, QuantityError, type Ratio, toScaled, trimTrailingZeros } from './quantity.ts';
import { foldText } from './text.ts';

/** Largest numerator and denominator of a stored conversion. */
const maxPart = 1_000_000_000;
const decimals = 9;
/** Maximum text length, longer than any product that a person enters. */
const maxLength = 100;

/** Parses a number to plain decimal digits (`1250.5`); null if the text isn't a number. */
export type NumberReader = (text: string) => string | null;

/** Reads numbers with this decimal separator, or with the other one if the text is only valid with that. */
export const createNumberReader =
  (decimal: DecimalSeparator): NumberReader =>
  (text) =>
    readMagnitude(text, decimal) ?? readMagnitude(text, decimal === 'point' ? 'comma' : 'point');

/**
 * Parses an exact ratio of two units: `9`, `7.5`, `7,5`, `1/3`, and products of these (`12 x 0.75`,
 * `12*750`), in digits of any script. Returns null for anything else, for zero, and for ratios beyond the
 * range of stored conversions.
 *
 * @param read parses one number; by default with a decimal point
 */
export function parseRatio(text: string, read: NumberReader = createNumberReader('point')): Ratio | null {
  if (text.length > maxLength) return null;
  try {
    const plain = foldText(text).replaceAll('⁄', '/');
    const factors = plain.split(/[x×*]/).map((factor) => readFactor(factor, read));
    const ratio = factors.reduce<Ratio>(
      (product, factor) => multiplyRatio(product, factor ?? throwNotANumber()),
      {
        num: 1,
        den: 1,
      },
    );
    return ratio.num >= 1 && Math.max(ratio.num, ratio.den) <= maxPart ? ratio : null;
  } catch (error) {
    if (error instanceof QuantityError) return null;
    throw error;
  }
}

function throwNotANumber(): never {
  throw new QuantityError('NOT_A_NUMBER', refusal('not-a-number'));
}

function readFactor(text: string, read: NumberReader): Ratio | null {
  const [numerator = '', denominator, ...extra] = text.split('/');
  if (extra.length > 0) return null;
  const num = readDecimal(numerator, read);
  const den = denominator === undefined ? { num: 1, den: 1 } : readDecimal(denominator, read);
  return den.num === 0 ? null : multiplyRatio(num, { num: den.den, den: den.num });
}

function readDecimal(text: string, read: NumberReader): Ratio {
  const plain = read(text.trim());
  if (plain === null) return throwNotANumber();
  return { num: toScaled(plain, decimals, BigInt(maxPart)), den: 10 ** decimals };
}

/** Formats a ratio for `parseRatio`: as a decimal number if that is exact, otherwise as a fraction. */
export function formatRatio({ num, den }: Ratio): string {
  const scaled = BigInt(num) * 10n ** BigInt(decimals);
  if (scaled % BigInt(den) !== 0n) return `${num}/${den}`;
  const digits = (scaled / BigInt(den)).toString().padStart(decimals + 1, '0');
  const fraction = trimTrailingZeros(digits.slice(-decimals));
  return digits.slice(0, -decimals) + (fraction === '' ? '' : `.${fraction}`);
}
