/**
 * Source of a price: the supplier's list (entered on the pack or imported), a goods receipt, or an invoice.
 */
export const priceSources = ['list', 'receipt', 'invoice'] as const;
export type PriceSource = (typeof priceSources)[number];

/** One price of a pack in millionths; null ends the previous price. */
export interface DatedPrice {
  /** Order of entry. */
  seq: number;
  priceMicro: number | null;
  /** First day (YYYY-MM-DD) of validity. */
  validFrom: string;
  source: PriceSource;
}

/**
 * Returns the price valid on a day (YYYY-MM-DD); null before the first one. A list price replaces everything
 * entered before it from its day on, so it also corrects wrong or announced prices. A receipt or invoice
 * price belongs to its own day and, entered late, doesn't override the price of a later day.
 */
export function priceOnDay<P extends DatedPrice>(prices: readonly P[], day: string): P | null {
  let valid: P | null = null;
  for (const price of prices.toSorted((a, b) => a.seq - b.seq)) {
    if (price.validFrom > day) continue;
    if (price.source === 'list' || valid === null || price.validFrom >= valid.validFrom) valid = price;
  }
  return valid;
}

/**
 * Computes by how many percent a price differs from the one valid before it, to two decimals. Null for the
 * first price, if either is missing or was 0, or if the currencies differ.
 *
 * @param currencyOf returns the currency of a price
 */
export function priceChangePercent<P extends DatedPrice>(
  prices: readonly P[],
  price: P,
  currencyOf: (price: P) => string | null = () => null,
): number | null {
  const earlier = prices.filter(({ seq }) => seq < price.seq);
  const previousPrice = priceOnDay(earlier, price.validFrom);
  const previousMicro = previousPrice?.priceMicro;
  if (
    !previousPrice ||
    !previousMicro ||
    price.priceMicro === null ||
    currencyOf(previousPrice) !== currencyOf(price)
  )
    return null;
  return Math.round(((price.priceMicro - previousMicro) * 10_000) / previousMicro) / 100;
}

/** The price fields of a pack: `price` of the whole pack, `priceDate` (YYYY-MM-DD) its first day. */
export interface PricedPack {
  supplierId: string | null;
  price: number | null;
  priceDate: string | null;
}

/**
 * Returns the first day of the list price that a change of a pack adds to the history; null if it adds none.
 * That is the given or already announced day, else today.
 *
 * @param before null for a new pack
 */
export function newPriceStartDay(before: PricedPack | null, after: PricedPack, today: string): string | null {
  const isDated = after.priceDate !== null && after.priceDate !== (before?.priceDate ?? null);
  const hasOtherPrice = (before?.price ?? null) !== after.price;
  const hasOtherSupplier = before !== null && before.supplierId !== after.supplierId && after.price !== null;
  if (!hasOtherPrice && !hasOtherSupplier && !(isDated && after.price !== null)) return null;
  const hasDate = isDated || (after.priceDate !== null && after.priceDate > today);
  return hasDate && after.price !== null ? after.priceDate : today;
}
