import { type ItemConversion, findRatio, type UnitFactor } from '#core/conversions.ts';
import { multiplyRatio, toExactOrNull, type Ratio, toMicro } from '#core/quantity.ts';

/** Contents of a pack in a unit. */
export interface PackContents {
  _id: string;
  name: string;
  unit: string;
  contentsQty: number;
}

/** One level of an item's packs and units, with its size in base units. */
export interface PackLevel {
  /** Id of the pack or unit. */
  id: string;
  name: string;
  kind: 'pack' | 'unit' | 'base';
  inBase: Ratio;
  /** Quantity of the next smaller level that it contains; null for the base unit. */
  inNext: Ratio | null;
}

interface PackHierarchyInput {
  baseUnit: string;
  /** Units in which the item is ordered, counted or used. */
  itemUnits: readonly string[];
  units: readonly (UnitFactor & { symbol: string })[];
  conversions: readonly ItemConversion[];
  packs: readonly PackContents[];
}

/**
 * Returns an item's packs and units, largest first, with their exact size in base units. Packs without a
 * conversion are omitted; use `getPackRatio` to detect them.
 */
export function buildPackHierarchy({
  baseUnit,
  itemUnits,
  units,
  conversions,
  packs,
}: PackHierarchyInput): PackLevel[] {
  const symbolById = new Map(units.map(({ _id, symbol }) => [_id, symbol]));
  const conversionUnits = conversions.flatMap(({ fromUnit, toUnit }) => [fromUnit, toUnit]);
  const unitIds = new Set([...itemUnits, ...conversionUnits, ...packs.map(({ unit }) => unit)]);
  unitIds.delete(baseUnit);
  const unitLevels = [...unitIds].flatMap((id) => {
    const inBase = getUnitRatio(id, baseUnit, units, conversions);
    return inBase ? [{ id, name: symbolById.get(id) ?? id, kind: 'unit' as const, inBase }] : [];
  });
  const packLevels = packs.flatMap((pack) => {
    const inBase = getPackRatio(pack, baseUnit, units, conversions);
    return inBase ? [{ id: pack._id, name: pack.name, kind: 'pack' as const, inBase }] : [];
  });
  const baseLevel = {
    id: baseUnit,
    name: symbolById.get(baseUnit) ?? baseUnit,
    kind: 'base' as const,
    inBase: { num: 1, den: 1 },
  };
  const levels = [...packLevels, ...unitLevels, baseLevel].toSorted((a, b) =>
    compareRatios(b.inBase, a.inBase),
  );
  return levels.map((level, index) => {
    const next = levels[index + 1];
    return { ...level, inNext: next ? divideRatio(level.inBase, next.inBase) : null };
  });
}

/** Returns the exact number of base units in a pack; null if it has no conversion or contents. */
export function getPackRatio(
  { unit, contentsQty }: Pick<PackContents, 'unit' | 'contentsQty'>,
  baseUnit: string,
  units: readonly UnitFactor[],
  conversions: readonly ItemConversion[],
): Ratio | null {
  const unitRatio = getUnitRatio(unit, baseUnit, units, conversions);
  if (!unitRatio || contentsQty <= 0) return null;
  return toExactOrNull(() => multiplyRatio({ num: toMicro(contentsQty), den: 1_000_000 }, unitRatio));
}

function getUnitRatio(
  unit: string,
  baseUnit: string,
  units: readonly UnitFactor[],
  conversions: readonly ItemConversion[],
): Ratio | null {
  return toExactOrNull(() => findRatio(unit, baseUnit, units, conversions));
}

const divideRatio = (a: Ratio, b: Ratio) => toExactOrNull(() => multiplyRatio(a, { num: b.den, den: b.num }));

function compareRatios(a: Ratio, b: Ratio): number {
  const difference = BigInt(a.num) * BigInt(b.den) - BigInt(b.num) * BigInt(a.den);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
