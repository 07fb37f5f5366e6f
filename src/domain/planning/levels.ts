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
