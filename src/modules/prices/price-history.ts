/**
 * Source of a price: the supplier's list (entered on the pack or imported), a goods receipt, or an invoice.
 */
export const priceSources = ['list', 'receipt', 'invoice'] as const;
export type PriceSource = (typeof priceSources)[number];

/** One price of a pack in millionths; null means that the previous price ends. */
export interface DatedPrice {
  /** Order of entry. */
  seq: number;
  priceMicro: number | null;
  /** First day (YYYY-MM-DD) of validity. */
  validFrom: string;
  source: PriceSource;
}

/**
 * Returns the price valid on a day (YYYY-MM-DD); null before the first one. From its start day, a list price
 * replaces everything entered before it, so it also corrects wrong or announced prices. A receipt or invoice
 * price applies from the document's day; if entered late, it doesn't override a price with a later day.
 */
export function findPriceOnDay<P extends DatedPrice>(prices: readonly P[], day: string): P | null {
  let validPrice: P | null = null;
  for (const price of prices.toSorted((a, b) => a.seq - b.seq)) {
    if (price.validFrom > day) continue;
    if (price.source === 'list' || validPrice === null || price.validFrom >= validPrice.validFrom)
      validPrice = price;
  }
  return validPrice;
}

/**
 * Computes the percentage by which a price differs from the previously valid one, to two decimals. Null for
 * the first price, if either price is missing, if the previous one was 0, or if the currencies differ.
 *
 * @param getCurrency returns the currency of a price
 */
export function computePriceChangePercent<P extends DatedPrice>(
  prices: readonly P[],
  price: P,
  getCurrency: (price: P) => string | null = () => null,
): number | null {
  const earlierPrices = prices.filter(({ seq }) => seq < price.seq);
  const previousPrice = findPriceOnDay(earlierPrices, price.validFrom);
  const previousMicro = previousPrice?.priceMicro;
  if (
    !previousPrice ||
    !previousMicro ||
    price.priceMicro === null ||
    getCurrency(previousPrice) !== getCurrency(price)
  )
    return null;
  return Math.round(((price.priceMicro - previousMicro) * 10_000) / previousMicro) / 100;
}

/** A pack's price fields: `price` for the whole pack, `priceDate` (YYYY-MM-DD) its first day. */
export interface PricedPack {
  supplierId: string | null;
  price: number | null;
  priceDate: string | null;
}

/**
 * Returns the first day of the list price that a pack change adds to the history; null if it adds none. This
 * is the entered day, or the start day of an announced price, otherwise today.
 *
 * @param before null for a new pack
 */
export function getNewPriceStartDay(
  before: PricedPack | null,
  after: PricedPack,
  today: string,
): string | null {
  const isDated = after.priceDate !== null && after.priceDate !== (before?.priceDate ?? null);
  const hasOtherPrice = (before?.price ?? null) !== after.price;
  const hasOtherSupplier = before !== null && before.supplierId !== after.supplierId && after.price !== null;
  if (!hasOtherPrice && !hasOtherSupplier && !(isDated && after.price !== null)) return null;
  const hasDate = isDated || (after.priceDate !== null && after.priceDate > today);
  return hasDate && after.price !== null ? after.priceDate : today;
}
