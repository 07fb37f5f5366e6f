/** From a day (YYYY-MM-DD) on, one of a currency is this much of the base currency. */
export interface CurrencyRate {
  date: string;
  rate: number;
}

/** The rate that holds on a day (YYYY-MM-DD): that of the last day not after it; null before the first one. */
export function currencyRateOn(rates: readonly CurrencyRate[], day: string): CurrencyRate | null {
  return rates.reduce<CurrencyRate | null>(
    (best, rate) => (rate.date !== '' && rate.date <= day && rate.date > (best?.date ?? '') ? rate : best),
    null,
  );
}
