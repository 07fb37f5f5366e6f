import { divideHalfEven, toSafeNumber } from '#core/quantity.ts';

/**
 * Computes safety stock for a service factor z: z * sqrt(L*sd^2 + d^2*sL^2), with mean d and deviation sd of
 * daily usage, mean L and deviation sL of the lead time in days. Quantities in millionths, rounded up.
 */
export function computeSafetyStockMicro(input: {
  serviceFactor: number;
  dailyUseMicro: number;
  dailyUseDeviationMicro: number;
  leadTimeDays: number;
  leadTimeDeviationDays: number;
}): number {
  const usageVariance = input.leadTimeDays * input.dailyUseDeviationMicro ** 2;
  const leadTimeVariance = (input.dailyUseMicro * input.leadTimeDeviationDays) ** 2;
  return Math.ceil(input.serviceFactor * Math.sqrt(usageVariance + leadTimeVariance));
}

/**
 * Computes par under periodic review: daily usage x (lead time + days between deliveries) + safety stock. In
 * millionths, rounded up.
 */
export function computeParMicro(input: {
  dailyUseMicro: number;
  leadTimeDays: number;
  daysBetweenDeliveries: number;
  safetyStockMicro: number;
}): number {
  const days = input.leadTimeDays + input.daysBetweenDeliveries;
  return Math.ceil(input.dailyUseMicro * days) + input.safetyStockMicro;
}

/**
 * Computes days of cover: available / average daily usage. Returns null without usage.
 */
export function computeDaysOfCover(availableMicro: number, dailyUseMicro: number): number | null {
  return dailyUseMicro > 0 ? Math.max(0, availableMicro) / dailyUseMicro : null;
}

/**
 * Computes days of cover from an amount and a daily usage in the same unit, to one decimal; null if the usage
 * is unknown.
 */
export function computeRoundedDaysOfCover(available: number, perDay: number | null): number | null {
  const days = perDay === null ? null : computeDaysOfCover(available, perDay);
  return days === null ? null : Math.round(days * 10) / 10;
}

/** Stock levels of a branch for an item, all in the same unit; null if not set. */
export interface StockLevels {
  min: number | null;
  par: number | null;
  max: number | null;
}

const levelOrder = ['min', 'par', 'max'] as const satisfies readonly (keyof StockLevels)[];

/**
 * Returns the first level that is lower than the preceding one, with the preceding one; null if min <= par <=
 * max for the levels that are set.
 */
export function findLevelOutOfOrder(
  levels: Readonly<Partial<StockLevels>>,
): { field: keyof StockLevels; lowerLevel: keyof StockLevels } | null {
  const setLevels = levelOrder.filter((name) => typeof levels[name] === 'number');
  for (const [index, field] of setLevels.entries()) {
    const lowerLevel = setLevels[index - 1];
    if (lowerLevel && Number(levels[lowerLevel]) > Number(levels[field])) return { field, lowerLevel };
  }
  return null;
}

/**
 * Returns the first weekday par level below the minimum or above the maximum, with the limit that it
 * violates; null if there is none.
 */
export function findWeekdayParError(
  { min, max }: Readonly<Partial<StockLevels>>,
  weekdayPar: Readonly<Record<string, number>>,
): { weekday: string; limit: 'min' | 'max' } | null {
  for (const [weekday, par] of Object.entries(weekdayPar)) {
    if (typeof min === 'number' && par < min) return { weekday, limit: 'min' };
    if (typeof max === 'number' && par > max) return { weekday, limit: 'max' };
  }
  return null;
}

/**
 * Changes a level by a percentage in whole steps of its unit (half-even), at least 0.
 *
 * @param percent 10 increases by a tenth, -25 reduces by a quarter; up to 4 decimals
 */
export function changeByPercentMicro(levelMicro: number, percent: number, stepMicro: number): number {
  const parts = BigInt(Math.round((100 + percent) * 10_000));
  if (parts <= 0n) return 0;
  const step = BigInt(stepMicro);
  return toSafeNumber(divideHalfEven(BigInt(levelMicro) * parts, 1_000_000n * step) * step);
}
