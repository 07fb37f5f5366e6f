import { refusal } from './refusals/refusal.ts';
import { type DecimalMark, readMagnitude } from './number-text.ts';
import { multiplyRatio, QuantityError, type Ratio, toScaled, withoutLastZeros } from './quantity.ts';
import { foldText } from './text.ts';

/** Largest numerator and denominator of a stored conversion. */
const mostKept = 1_000_000_000;
const decimals = 9;
/** Longer than any product that a person types. */
const mostCharacters = 100;

/** Parses one number to plain decimal digits (`1250.5`); null if it isn't one. */
export type NumberReader = (text: string) => string | null;

/** Reads numbers with this decimal mark, or with the other one if only that fits. */
export const withDecimal =
  (decimal: DecimalMark): NumberReader =>
  (text) =>
    readMagnitude(text, decimal) ?? readMagnitude(text, decimal === 'point' ? 'comma' : 'point');

/**
 * Parses an exact ratio of two units: `9`, `7.5`, `7,5`, `1/3`, and products of these (`12 x 0.75`,
 * `12*750`), in digits of any script. Null for anything else, for zero, and beyond the range of stored
 * conversions.
 *
 * @param read parses one number; by default with a decimal point
 */
export function parseRatio(text: string, read: NumberReader = withDecimal('point')): Ratio | null {
  if (text.length > mostCharacters) return null;
  try {
    const plain = foldText(text).replaceAll('⁄', '/');
    const factors = plain.split(/[x×*]/).map((factor) => readFactor(factor, read));
    const ratio = factors.reduce<Ratio>((product, factor) => multiplyRatio(product, factor ?? nothing()), {
      num: 1,
      den: 1,
    });
    return ratio.num >= 1 && Math.max(ratio.num, ratio.den) <= mostKept ? ratio : null;
  } catch (error) {
    if (error instanceof QuantityError) return null;
    throw error;
  }
}

function nothing(): never {
  throw new QuantityError('NOT_A_NUMBER', refusal('not-a-number'));
}

function readFactor(text: string, read: NumberReader): Ratio | null {
  const [over = '', under, ...rest] = text.split('/');
  if (rest.length > 0) return null;
  const num = readDecimal(over, read);
  const den = under === undefined ? { num: 1, den: 1 } : readDecimal(under, read);
  return den.num === 0 ? null : multiplyRatio(num, { num: den.den, den: den.num });
}

function readDecimal(text: string, read: NumberReader): Ratio {
  const plain = read(text.trim());
  if (plain === null) return nothing();
  return { num: toScaled(plain, decimals, BigInt(mostKept)), den: 10 ** decimals };
}

/** Formats a ratio for `parseRatio`: a decimal number if exact, else a fraction. */
export function ratioText({ num, den }: Ratio): string {
  const scaled = BigInt(num) * 10n ** BigInt(decimals);
  if (scaled % BigInt(den) !== 0n) return `${num}/${den}`;
  const digits = (scaled / BigInt(den)).toString().padStart(decimals + 1, '0');
  const fraction = withoutLastZeros(digits.slice(-decimals));
  return digits.slice(0, -decimals) + (fraction === '' ? '' : `.${fraction}`);
}
