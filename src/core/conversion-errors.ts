import {
  type ItemConversion,
  findRatio,
  type UnitFactor,
  findConversionPath,
  excludePacks,
} from './conversions.ts';
import { QuantityError, type Ratio } from './quantity.ts';

/**
 * A problem with one of an item's unit conversions.
 *
 * - `redundant`: already implied by earlier conversions or by the units themselves.
 * - `contradictory`: earlier conversions or the units imply a different ratio.
 * - `inexact`: the implied ratio can't be represented exactly.
 */
export interface ConversionError {
  /** Index of the invalid conversion. */
  index: number;
  reason: 'redundant' | 'contradictory' | 'inexact';
  /** The implied ratio of the two units; null if inexact. */
  ratio: Ratio | null;
  /** The chain of conversions that implies it: one `from` equals `ratio` `to`, step by step. */
  path: readonly { from: string; to: string; ratio: Ratio }[];
}

/**
 * Finds conversions that close a cycle, each checked against those before it, so that every pair of units has
 * exactly one ratio. Units of mass, volume and length have fixed sizes; the sizes of counted units (a case, a
 * tray) are defined by the item. Invalid conversions are ignored when later ones are checked.
 */
export function findConversionErrors(
  conversions: readonly ItemConversion[],
  units: readonly UnitFactor[],
): ConversionError[] {
  const errors: ConversionError[] = [];
  const validConversions: ItemConversion[] = [];
  conversions.forEach((conversion, index) => {
    const error = findError(conversion, validConversions, units);
    if (error) errors.push({ index, ...error });
    else validConversions.push(conversion);
  });
  return errors;
}

function findError(
  conversion: ItemConversion,
  earlier: readonly ItemConversion[],
  units: readonly UnitFactor[],
): Omit<ConversionError, 'index'> | null {
  const { fromUnit, toUnit, num, den } = conversion;
  const fixedSizeUnits = selectFixedSizeUnits(units, [...earlier, conversion]);
  try {
    const ratio = findRatio(fromUnit, toUnit, fixedSizeUnits, earlier);
    if (ratio === null) return null;
    const isSame = BigInt(ratio.num) * BigInt(den) === BigInt(ratio.den) * BigInt(num);
    const pathUnits = findConversionPath(fromUnit, toUnit, fixedSizeUnits, earlier) ?? [];
    const path = pathUnits.slice(1).flatMap((to, index) => {
      const from = pathUnits[index] ?? '';
      const step = findRatio(from, to, fixedSizeUnits, earlier);
      return step ? [{ from, to, ratio: step }] : [];
    });
    return { reason: isSame ? 'redundant' : 'contradictory', ratio, path };
  } catch (error) {
    if (error instanceof QuantityError) return { reason: 'inexact', ratio: null, path: [] };
    throw error;
  }
}

/** Returns the units with a fixed size: all except packs and units that are defined by a conversion. */
function selectFixedSizeUnits(
  units: readonly UnitFactor[],
  conversions: readonly ItemConversion[],
): readonly UnitFactor[] {
  const dimensions = new Map(units.map(({ _id, dimension }) => [_id, dimension]));
  const countConversions = conversions.filter(({ fromUnit }) => dimensions.get(fromUnit) === 'count');
  const definedUnits = new Set(countConversions.map(({ fromUnit }) => fromUnit));
  return excludePacks(units, countConversions).filter(
    ({ _id, factorNum, factorDen }) => factorNum !== factorDen || !definedUnits.has(_id),
  );
}
