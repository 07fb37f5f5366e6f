import { findRatio, type ItemConversion } from '#core/conversions.ts';
import { convertMicro, fromMicro, QuantityError, type Ratio, toMicro } from '#core/quantity.ts';
import { readNumberValue, readRecord, readReference } from '#platform/shapes/tolerant.ts';
import type { Unit } from '#modules/units/web/queries/units.ts';
import { formatQuantity } from '#platform/web/format/format.ts';

/**
 * A conversion that is being entered: units may be missing, and `num` is null as long as the size isn't a
 * number.
 */
export interface ConversionLine extends Omit<ItemConversion, 'num'> {
  num: number | null;
}

/** Reads the conversions of an item for a form; fields added by other servers are dropped. */
export function readConversionLines(value: unknown): ConversionLine[] {
  if (!Array.isArray(value)) return [];
  return value.map((entry: unknown) => {
    const line = readRecord(entry);
    return {
      fromUnit: readReference(line['fromUnit'])?.id ?? '',
      toUnit: readReference(line['toUnit'])?.id ?? '',
      num: readNumberValue(line['num']),
      den: readNumberValue(line['den']) ?? 1,
    };
  });
}

/** Returns whether a line is complete. */
export function isComplete(line: ConversionLine): line is ItemConversion {
  return line.fromUnit !== '' && line.toUnit !== '' && line.num !== null && line.fromUnit !== line.toUnit;
}

/**
 * Formats a ratio: `18,000`, or `≈ 0.333333` if it has more than six decimals. Null if it is too large to be
 * exact.
 */
export function formatConversion(ratio: Ratio, qty = 1): string | null {
  try {
    const qtyMicro = toMicro(qty);
    const micro = convertMicro(qtyMicro, ratio);
    const isExact = BigInt(micro) * BigInt(ratio.den) === BigInt(qtyMicro) * BigInt(ratio.num);
    return `${isExact ? '' : '≈ '}${formatQuantity(fromMicro(micro))}`;
  } catch (error) {
    if (error instanceof QuantityError) return null;
    throw error;
  }
}

/**
 * Returns the ratio between two units of an item; null if there is no conversion or it is too large to be
 * exact.
 */
export function getConversionRatio(
  from: string,
  to: string,
  units: readonly Unit[],
  conversions: readonly ItemConversion[],
): Ratio | null {
  try {
    return findRatio(from, to, units, conversions);
  } catch (error) {
    if (error instanceof QuantityError) return null;
    throw error;
  }
}
