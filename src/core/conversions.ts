import { multiplyRatio, type Ratio } from './quantity.ts';

/** A unit within its dimension: one unit equals `factorNum / factorDen` of the dimension's base. */
export interface UnitFactor {
  _id: string;
  dimension: string;
  factorNum: number;
  factorDen: number;
}

/** A conversion of one item: one `fromUnit` equals `num / den` of `toUnit` (1 case = 12 x 750 g). */
export interface ItemConversion {
  fromUnit: string;
  toUnit: string;
  num: number;
  den: number;
}

interface Step {
  unit: string;
  /** The units on the path so far, this one last. */
  units: readonly string[];
  /**
   * The ratios on the path so far. They are multiplied only for the chosen path, because others may be out of
   * range.
   */
  path: readonly Ratio[];
  /** Search cost: the item's own conversions first, then as few steps within a dimension as possible. */
  cost: number;
}

const itemStep = 1;
const dimensionStep = 1000;

/**
 * Returns the exact ratio between two units of an item, through its own conversions (in either direction) and
 * units of the same dimension. The item's own conversions take precedence over the dimension's factors.
 * Returns null if no path exists; the caller names the missing conversion.
 *
 * @throws QuantityError OUT_OF_RANGE when the ratio can't be represented exactly.
 */
export function ratioBetween(
  fromUnit: string,
  toUnit: string,
  units: readonly UnitFactor[],
  itemConversions: readonly ItemConversion[],
): Ratio | null {
  const way = shortestWay(fromUnit, toUnit, units, itemConversions);
  return way && way.path.reduce(multiplyRatio, { num: 1, den: 1 });
}

/** Returns the units on the path that `ratioBetween` takes, both ends included; null if no path exists. */
export const conversionPath = (
  fromUnit: string,
  toUnit: string,
  units: readonly UnitFactor[],
  itemConversions: readonly ItemConversion[],
): readonly string[] | null => shortestWay(fromUnit, toUnit, units, itemConversions)?.units ?? null;

function shortestWay(
  fromUnit: string,
  toUnit: string,
  units: readonly UnitFactor[],
  itemConversions: readonly ItemConversion[],
): Step | null {
  // Within a dimension every unit reaches every other one, so only the ends matter.
  const ends = new Set([
    fromUnit,
    toUnit,
    ...itemConversions.flatMap((conversion) => [conversion.fromUnit, conversion.toUnit]),
  ]);
  const scale = withoutPacks(
    units.filter(({ _id }) => ends.has(_id)),
    itemConversions,
  );
  const reached = new Set<string>();
  const open: Step[] = [{ unit: fromUnit, units: [fromUnit], path: [], cost: 0 }];
  for (let step = takeNearest(open); step; step = takeNearest(open)) {
    if (step.unit === toUnit) return step;
    if (reached.has(step.unit)) continue;
    reached.add(step.unit);
    for (const next of neighbours(step.unit, scale, itemConversions)) {
      if (reached.has(next.unit)) continue;
      open.push({
        unit: next.unit,
        units: [...step.units, next.unit],
        path: [...step.path, ...next.path],
        cost: step.cost + next.cost,
      });
    }
  }
  return null;
}

function takeNearest(open: Step[]): Step | undefined {
  const nearest = open.reduce(
    (found, step, index) => (step.cost < (open[found]?.cost ?? 0) ? index : found),
    0,
  );
  return open.splice(nearest, 1)[0];
}

/** Removes packs: a unit that a conversion within its own dimension resizes for this item. */
export function withoutPacks(
  units: readonly UnitFactor[],
  itemConversions: readonly ItemConversion[],
): readonly UnitFactor[] {
  const dimensionOf = new Map(units.map((unit) => [unit._id, unit.dimension]));
  const packs = itemConversions
    .filter(({ fromUnit, toUnit }) => dimensionOf.get(fromUnit) === dimensionOf.get(toUnit))
    .map(({ fromUnit, toUnit, num, den }) => (num >= den ? fromUnit : toUnit));
  return units.filter((unit) => !packs.includes(unit._id));
}

function neighbours(
  unit: string,
  units: readonly UnitFactor[],
  itemConversions: readonly ItemConversion[],
): Omit<Step, 'units'>[] {
  const ofItem = itemConversions.flatMap(({ fromUnit, toUnit, num, den }) => [
    ...(fromUnit === unit ? [{ unit: toUnit, path: [{ num, den }], cost: itemStep }] : []),
    ...(toUnit === unit ? [{ unit: fromUnit, path: [{ num: den, den: num }], cost: itemStep }] : []),
  ]);
  const namedUnit = units.find((candidate) => candidate._id === unit);
  if (!namedUnit) return ofItem;
  const ofDimension = units
    .filter((other) => other.dimension === namedUnit.dimension && other._id !== unit)
    .map((other) => ({ unit: other._id, path: betweenFactors(namedUnit, other), cost: dimensionStep }));
  return [...ofItem, ...ofDimension];
}

/** Through the dimension's base. */
function betweenFactors(from: UnitFactor, to: UnitFactor): Ratio[] {
  return [
    { num: from.factorNum, den: from.factorDen },
    { num: to.factorDen, den: to.factorNum },
  ];
}
