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
  /** The units on the path so far, including this one. */
  units: readonly string[];
  /**
   * The ratios on the path so far. Only those of the chosen path are multiplied, because others may be out of
   * range.
   */
  path: readonly Ratio[];
  /** Search cost: prefers the item's own conversions, then as few steps within a dimension as possible. */
  cost: number;
}

const itemStep = 1;
const dimensionStep = 1000;

/**
 * Returns the exact ratio between two units of an item, through the item's conversions (in either direction)
 * and units of the same dimension. The item's own conversions take precedence over the dimension's factors.
 * Returns null if no path exists; the caller reports the missing conversion.
 *
 * @throws QuantityError OUT_OF_RANGE if the ratio can't be represented exactly
 */
export function findRatio(
  fromUnit: string,
  toUnit: string,
  units: readonly UnitFactor[],
  itemConversions: readonly ItemConversion[],
): Ratio | null {
  const shortest = findShortestPath(fromUnit, toUnit, units, itemConversions);
  return shortest && shortest.path.reduce(multiplyRatio, { num: 1, den: 1 });
}

/** Returns the units on the path that `findRatio` uses, including both ends; null if no path exists. */
export const findConversionPath = (
  fromUnit: string,
  toUnit: string,
  units: readonly UnitFactor[],
  itemConversions: readonly ItemConversion[],
): readonly string[] | null => findShortestPath(fromUnit, toUnit, units, itemConversions)?.units ?? null;

function findShortestPath(
  fromUnit: string,
  toUnit: string,
  units: readonly UnitFactor[],
  itemConversions: readonly ItemConversion[],
): Step | null {
  // Within a dimension every unit converts directly to every other one, so intermediate units aren't needed.
  const relevantUnits = new Set([
    fromUnit,
    toUnit,
    ...itemConversions.flatMap((conversion) => [conversion.fromUnit, conversion.toUnit]),
  ]);
  const dimensionUnits = excludePacks(
    units.filter(({ _id }) => relevantUnits.has(_id)),
    itemConversions,
  );
  const reached = new Set<string>();
  const queue: Step[] = [{ unit: fromUnit, units: [fromUnit], path: [], cost: 0 }];
  for (let step = takeCheapest(queue); step; step = takeCheapest(queue)) {
    if (step.unit === toUnit) return step;
    if (reached.has(step.unit)) continue;
    reached.add(step.unit);
    for (const next of listSteps(step.unit, dimensionUnits, itemConversions)) {
      if (reached.has(next.unit)) continue;
      queue.push({
        unit: next.unit,
        units: [...step.units, next.unit],
        path: [...step.path, ...next.path],
        cost: step.cost + next.cost,
      });
    }
  }
  return null;
}

function takeCheapest(queue: Step[]): Step | undefined {
  const cheapest = queue.reduce(
    (best, step, index) => (step.cost < (queue[best]?.cost ?? 0) ? index : best),
    0,
  );
  return queue.splice(cheapest, 1)[0];
}

/** Removes packs: units whose size is redefined for this item by a conversion within their own dimension. */
export function excludePacks(
  units: readonly UnitFactor[],
  itemConversions: readonly ItemConversion[],
): readonly UnitFactor[] {
  const dimensions = new Map(units.map((unit) => [unit._id, unit.dimension]));
  const packs = itemConversions
    .filter(({ fromUnit, toUnit }) => dimensions.get(fromUnit) === dimensions.get(toUnit))
    .map(({ fromUnit, toUnit, num, den }) => (num >= den ? fromUnit : toUnit));
  return units.filter((unit) => !packs.includes(unit._id));
}

function listSteps(
  unit: string,
  units: readonly UnitFactor[],
  itemConversions: readonly ItemConversion[],
): Omit<Step, 'units'>[] {
  const itemSteps = itemConversions.flatMap(({ fromUnit, toUnit, num, den }) => [
    ...(fromUnit === unit ? [{ unit: toUnit, path: [{ num, den }], cost: itemStep }] : []),
    ...(toUnit === unit ? [{ unit: fromUnit, path: [{ num: den, den: num }], cost: itemStep }] : []),
  ]);
  const currentUnit = units.find((candidate) => candidate._id === unit);
  if (!currentUnit) return itemSteps;
  const dimensionSteps = units
    .filter((other) => other.dimension === currentUnit.dimension && other._id !== unit)
    .map((other) => ({ unit: other._id, path: convertThroughBase(currentUnit, other), cost: dimensionStep }));
  return [...itemSteps, ...dimensionSteps];
}

/** Returns the two ratios of a conversion through the dimension's base. */
function convertThroughBase(from: UnitFactor, to: UnitFactor): Ratio[] {
  return [
    { num: from.factorNum, den: from.factorDen },
    { num: to.factorDen, den: to.factorNum },
  ];
}
