import { refusal } from './refusals/refusal.ts';
import { multiplyRatio, QuantityError, type Ratio, toScaled, withoutLastZeros } from './quantity.ts';
import { foldText } from './text.ts';

/** Largest number that either side of a kept conversion may have. */
const mostKept = 1_000_000_000;
const decimals = 9;
/** Longer than any product that a person writes. */
const mostCharacters = 100;

/**
 * Reads how many of one unit make another, exactly: `9`, `7.5`, `7,5`, `1/3`, and products of such (`12 x 0.75`,
 * `12*750`), in digits of any script. Null for anything else, for nothing, and for what is beyond a kept conversion.
 */
export function parseRatio(text: string): Ratio | null {
  if (text.length > mostCharacters) return null;
  try {
    const plain = foldText(text).replaceAll('⁄', '/').replaceAll('٫', '.');
    const factors = plain.split(/[x×*]/).map(readFactor);
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

function readFactor(text: string): Ratio | null {
  const [over = '', under, ...rest] = text.split('/');
  if (rest.length > 0) return null;
  const num = readDecimal(over);
  const den = under === undefined ? { num: 1, den: 1 } : readDecimal(under);
  return den.num === 0 ? null : multiplyRatio(num, { num: den.den, den: den.num });
}

function readDecimal(text: string): Ratio {
  const plain = text.trim().replace(/^(\d+),(\d+)$/, '$1.$2');
  if (!/^[\d.]+$/.test(plain)) return nothing();
  return { num: toScaled(plain, decimals, BigInt(mostKept)), den: 10 ** decimals };
}

/** A ratio as `parseRatio` reads it: a decimal number where one is exact, else a fraction. */
export function ratioText({ num, den }: Ratio): string {
  const scaled = BigInt(num) * 10n ** BigInt(decimals);
  if (scaled % BigInt(den) !== 0n) return `${num}/${den}`;
  const digits = (scaled / BigInt(den)).toString().padStart(decimals + 1, '0');
  const fraction = withoutLastZeros(digits.slice(-decimals));
  return digits.slice(0, -decimals) + (fraction === '' ? '' : `.${fraction}`);
}
