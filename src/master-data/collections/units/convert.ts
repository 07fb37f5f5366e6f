import { type ItemConversion, ratioBetween, type UnitFactor } from '#domain/conversions.ts';
import { convertMicro, fromMicro, QuantityError, toMicro } from '#domain/quantity.ts';

/** What a conversion comes to. `exactly` is a fraction, where the value had to be rounded to six decimals. */
export type Conversion =
  | { kind: 'incomplete' }
  | { kind: 'notANumber' }
  | { kind: 'noWay' }
  | { kind: 'tooMuch' }
  | { kind: 'value'; value: number; isExact: boolean; exactly: string };

interface Question {
  quantity: number | string | null;
  /** Ids of units; empty: not chosen yet. */
  from: string;
  to: string;
  units: readonly UnitFactor[];
  /** Of the item; empty converts by size alone. */
  conversions: readonly ItemConversion[];
}

/** How many of one unit a quantity of another is: exact, or rounded to six decimals and said so. */
export function convert({ quantity, from, to, units, conversions }: Question): Conversion {
  if (typeof quantity === 'string') return { kind: 'notANumber' };
  if (quantity === null || from === '' || to === '') return { kind: 'incomplete' };
  try {
    const ratio = ratioBetween(from, to, units, conversions);
    if (ratio === null) return { kind: 'noWay' };
    const qtyMicro = toMicro(quantity);
    const product = BigInt(qtyMicro) * BigInt(ratio.num);
    const divisor = BigInt(ratio.den) * 1_000_000n;
    const common = greatestCommon(product, divisor);
    return {
      kind: 'value',
      value: fromMicro(convertMicro(qtyMicro, ratio)),
      isExact: product % BigInt(ratio.den) === 0n,
      exactly: `${product / common}/${divisor / common}`,
    };
  } catch (error) {
    if (error instanceof QuantityError) return { kind: 'tooMuch' };
    throw error;
  }
}

function greatestCommon(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return x === 0n ? 1n : x;
}
