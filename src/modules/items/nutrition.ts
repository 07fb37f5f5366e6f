import { toMicro } from '#core/quantity.ts';

/**
 * Nutrients in the order of annex XV of Regulation (EU) 1169/2011; amounts in grams, energy in kJ and kcal.
 */
export const nutrients = [
  'energyKj',
  'energyKcal',
  'fat',
  'saturates',
  'carbohydrate',
  'sugars',
  'fibre',
  'protein',
  'salt',
] as const;
export type Nutrient = (typeof nutrients)[number];

/** The quantity that nutrition values refer to. */
export const nutritionBases = ['100g', '100ml'] as const;
export type NutritionBasis = (typeof nutritionBases)[number];

/** Amounts by nutrient; fibre isn't mandatory. */
export type NutrientAmounts = Record<Exclude<Nutrient, 'fibre'>, number> & { fibre: number | null };

/** Nutrition values of an item. */
export type Nutrition = NutrientAmounts & { per: NutritionBasis };

/** Largest value of each nutrient per 100 g; pure fat has 3700 kJ. */
export const getMaxAmount = (nutrient: Nutrient): number =>
  nutrient === 'energyKj' ? 4000 : nutrient === 'energyKcal' ? 1000 : 100;

/** Grams by which the nutrients may exceed 100 g, because each of them is rounded. */
const roundingTolerance = 2;

/** Nutrients whose values can contradict others: `fat` stands for a total above 100 g. */
export type ContradictoryNutrient = 'fat' | 'saturates' | 'sugars';

/** Returns the first nutrient whose value contradicts others; null if there is none. */
export function findContradiction(values: NutrientAmounts): ContradictoryNutrient | null {
  const { fat, saturates, carbohydrate, sugars, fibre, protein, salt } = values;
  const totalMicro = [fat, carbohydrate, fibre ?? 0, protein, salt].reduce((sum, g) => sum + toMicro(g), 0);
  if (totalMicro > toMicro(100 + roundingTolerance)) return 'fat';
  return saturates > fat ? 'saturates' : sugars > carbohydrate ? 'sugars' : null;
}

/** Energy per gram, from annex XIV of Regulation (EU) 1169/2011. */
const energyFactors = {
  energyKj: { fat: 37, carbohydrate: 17, protein: 17, fibre: 8 },
  energyKcal: { fat: 9, carbohydrate: 4, protein: 4, fibre: 2 },
} as const;

/** Returns the energy in kJ or kcal that results from the other nutrients, rounded to a whole number. */
export function computeEnergy(unit: 'energyKj' | 'energyKcal', values: NutrientAmounts): number {
  const factors = energyFactors[unit];
  const { fat, carbohydrate, protein, fibre } = values;
  const micro =
    toMicro(fat) * factors.fat +
    toMicro(carbohydrate) * factors.carbohydrate +
    toMicro(protein) * factors.protein +
    toMicro(fibre ?? 0) * factors.fibre;
  return Math.round(micro / 1e6);
}

/**
 * Returns whether the stated energy differs from the computed one by more than 20 % and more than 10 units.
 */
export const isEnergyUnusual = (unit: 'energyKj' | 'energyKcal', values: NutrientAmounts): boolean => {
  const computed = computeEnergy(unit, values);
  const difference = Math.abs(values[unit] - computed);
  return difference > 10 && difference * 5 > computed;
};

/** A rounded amount; `isBelow` means less than `value`. */
export interface RoundedAmount {
  value: number;
  isBelow: boolean;
}

/** Amounts up to which `less than` is shown, in millionths, with the value shown for them. */
const negligible: Partial<Record<Nutrient, readonly [micro: number, shown: number]>> = {
  saturates: [100_000, 0.1],
  salt: [12_500, 0.01],
};

/**
 * Rounds an amount for a label according to the European Commission's guidance on tolerances (December 2012),
 * table 4: energy to 1; salt from 1 g to 0.1 g, below to 0.01 g; others from 10 g to 1 g, below to 0.1 g.
 * Negligible amounts are `less than` their limit.
 */
export function roundForLabel(nutrient: Nutrient, amount: number): RoundedAmount {
  const micro = toMicro(amount);
  const roundTo = (stepMicro: number): RoundedAmount => ({
    value: (Math.round(micro / stepMicro) * stepMicro) / 1e6,
    isBelow: false,
  });
  if (nutrient === 'energyKj' || nutrient === 'energyKcal') return roundTo(1_000_000);
  const [limit, shown] = negligible[nutrient] ?? [500_000, 0.5];
  if (micro <= limit) return { value: micro === 0 ? 0 : shown, isBelow: micro !== 0 };
  if (nutrient === 'salt') return roundTo(micro >= 1_000_000 ? 100_000 : 10_000);
  return roundTo(micro >= 10_000_000 ? 1_000_000 : 100_000);
}
