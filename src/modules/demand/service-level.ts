/** Default service level in percent: out of stock about one day in twenty. */
export const defaultServiceLevel = 95;

/**
 * Returns how many spreads above the forecast to order so that demand stays below the order in `percent` of
 * cases, assuming a normal distribution (Abramowitz and Stegun 26.2.23, accurate to 0.00045). Returns 0 below
 * 50 %, where the result would be less than the forecast.
 */
export function getServiceFactor(percent: number): number {
  const chance = 1 - Math.min(percent, 99.9) / 100;
  if (chance >= 0.5) return 0;
  const t = Math.sqrt(-2 * Math.log(chance));
  const upper = 2.515517 + 0.802853 * t + 0.010328 * t * t;
  return t - upper / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t);
}

/**
 * Returns the probability (0 to 1) that demand exceeds the available stock, assuming a normal distribution
 * (Abramowitz and Stegun 7.1.26).
 */
export function computeRunOutChance(available: number, forecast: number, spread: number): number {
  if (spread <= 0) return available < forecast ? 1 : 0;
  const z = (available - forecast) / spread / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * Math.abs(z));
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const tail = (series * Math.exp(-z * z)) / 2;
  return z >= 0 ? tail : 1 - tail;
}

/** Converts a probability to "about once in n times"; null below 1 in 200. */
export function convertChanceToOneIn(chance: number): number | null {
  if (chance < 0.005) return null;
  const n = 1 / chance;
  return n < 10 ? Math.max(1, Math.round(n)) : n < 30 ? Math.round(n) : Math.round(n / 10) * 10;
}
