import {
  type ItemConversion,
  ratioBetween,
  type UnitFactor,
  conversionPath,
  withoutPacks,
} from './conversions.ts';
import { QuantityError, type Ratio } from './quantity.ts';

/**
 * What is wrong with one conversion of an item.
 *
 * - `known`: the lines before it, or the units themselves, say the same already.
 * - `contradicts`: they say something else.
 * - `inexact`: what they say is beyond exact numbers.
 */
export interface ConversionFault {
  /** Which of the conversions, from 0. */
  at: number;
  why: 'known' | 'contradicts' | 'inexact';
  /** How many of the second unit one of the first is by the others; null when inexact. */
  ratio: Ratio | null;
  /** The way on which the others say so: one of `from` is `ratio` of `to`, step by step. */
  way: readonly { from: string; to: string; ratio: Ratio }[];
}

/**
 * The conversions that close a circle, each judged by those before it: a pair of units is linked once, so that
 * there is one way from one to the other and never two answers. Units of mass, volume and length have fixed sizes;
 * what is counted (a case, a tray) has the size that its item gives it. Lines at fault do not judge later ones.
 */
export function findConversionFaults(
  conversions: readonly ItemConversion[],
  units: readonly UnitFactor[],
): ConversionFault[] {
  const faults: ConversionFault[] = [];
  const sound: ItemConversion[] = [];
  conversions.forEach((conversion, at) => {
    const fault = faultOf(conversion, sound, units);
    if (fault) faults.push({ at, ...fault });
    else sound.push(conversion);
  });
  return faults;
}

function faultOf(
  conversion: ItemConversion,
  others: readonly ItemConversion[],
  units: readonly UnitFactor[],
): Omit<ConversionFault, 'at'> | null {
  const { fromUnit, toUnit, num, den } = conversion;
  const fixed = sizedUnits(units, [...others, conversion]);
  try {
    const ratio = ratioBetween(fromUnit, toUnit, fixed, others);
    if (ratio === null) return null;
    const isSame = BigInt(ratio.num) * BigInt(den) === BigInt(ratio.den) * BigInt(num);
    const between = conversionPath(fromUnit, toUnit, fixed, others) ?? [];
    const way = between.slice(1).flatMap((to, at) => {
      const from = between[at] ?? '';
      const step = ratioBetween(from, to, fixed, others);
      return step ? [{ from, to, ratio: step }] : [];
    });
    return { why: isSame ? 'known' : 'contradicts', ratio, way };
  } catch (error) {
    if (error instanceof QuantityError) return { why: 'inexact', ratio: null, way: [] };
    throw error;
  }
}

/** The units that have a size without these conversions: all but packs, and what they say one counted thing to be. */
function sizedUnits(
  units: readonly UnitFactor[],
  conversions: readonly ItemConversion[],
): readonly UnitFactor[] {
  const dimensionOf = new Map(units.map(({ _id, dimension }) => [_id, dimension]));
  const counted = conversions.filter(({ fromUnit }) => dimensionOf.get(fromUnit) === 'count');
  const defined = new Set(counted.map(({ fromUnit }) => fromUnit));
  return withoutPacks(units, counted).filter(
    ({ _id, factorNum, factorDen }) => factorNum !== factorDen || !defined.has(_id),
  );
}
