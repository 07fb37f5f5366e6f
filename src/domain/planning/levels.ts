import { divideHalfEven, toSafeNumber } from '../quantity.ts';

/**
 * Safety stock for a service factor z: z * sqrt(L*sd^2 + d^2*sL^2), with mean d and deviation sd of daily use,
 * mean L and deviation sL of the lead time in days. Quantities in millionths, rounded up.
 */
export function safetyStockMicro(input: {
  serviceFactor: number;
  dailyUseMicro: number;
  dailyUseDeviationMicro: number;
  leadTimeDays: number;
  leadTimeDeviationDays: number;
}): number {
  const ofUse = input.leadTimeDays * input.dailyUseDeviationMicro ** 2;
  const ofLeadTime = (input.dailyUseMicro * input.leadTimeDeviationDays) ** 2;
  return Math.ceil(input.serviceFactor * Math.sqrt(ofUse + ofLeadTime));
}

/**
 * Par under periodic review: daily use x (lead time + days between deliveries) + safety stock. In millionths,
 * rounded up.
 */
export function parMicro(input: {
  dailyUseMicro: number;
  leadTimeDays: number;
  daysBetweenDeliveries: number;
  safetyStockMicro: number;
}): number {
  const days = input.leadTimeDays + input.daysBetweenDeliveries;
  return Math.ceil(input.dailyUseMicro * days) + input.safetyStockMicro;
}

/** Days of cover: available / average daily use. Null when nothing is used, which is not "for ever". */
export function daysOfCover(availableMicro: number, dailyUseMicro: number): number | null {
  return dailyUseMicro > 0 ? Math.max(0, availableMicro) / dailyUseMicro : null;
}

/** How many days what is available lasts at a use per day (one unit for both), to one decimal; null where none is known. */
export function daysOfCoverAt(available: number, perDay: number | null): number | null {
  const days = perDay === null ? null : daysOfCover(available, perDay);
  return days === null ? null : Math.round(days * 10) / 10;
}

/** What a branch wants to have of an item; null where nothing is set. Any one unit. */
export interface StockLevels {
  min: number | null;
  par: number | null;
  max: number | null;
}

const rising = ['min', 'par', 'max'] as const satisfies readonly (keyof StockLevels)[];

/** The first level that is below one before it, with that one; null when min <= par <= max as far as they are set. */
export function levelOutOfOrder(
  levels: Readonly<Partial<StockLevels>>,
): { field: keyof StockLevels; below: keyof StockLevels } | null {
  const given = rising.filter((name) => typeof levels[name] === 'number');
  for (const [at, field] of given.entries()) {
    const below = given[at - 1];
    if (below && Number(levels[below]) > Number(levels[field])) return { field, below };
  }
  return null;
}

/** The first par of a weekday below the least or above the most, with the one it passes; null when none does. */
export function findWeekdayParFault(
  { min, max }: Readonly<Partial<StockLevels>>,
  weekdayPar: Readonly<Record<string, number>>,
): { weekday: string; other: 'min' | 'max' } | null {
  for (const [weekday, par] of Object.entries(weekdayPar)) {
    if (typeof min === 'number' && par < min) return { weekday, other: 'min' };
    if (typeof max === 'number' && par > max) return { weekday, other: 'max' };
  }
  return null;
}

/**
 * A level by so many percent more or less, in whole steps of its unit (halves to the even step), never below 0.
 *
 * @param percent 10 is a tenth more, -25 a quarter less; up to 4 decimals
 */
export function changedByPercentMicro(levelMicro: number, percent: number, stepMicro: number): number {
  const parts = BigInt(Math.round((100 + percent) * 10_000));
  if (parts <= 0n) return 0;
  const step = BigInt(stepMicro);
  return toSafeNumber(divideHalfEven(BigInt(levelMicro) * parts, 1_000_000n * step) * step);
}
