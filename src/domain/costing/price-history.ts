/** Where a price comes from: a supplier's list (entered on the pack, or imported), a goods receipt or an invoice. */
export const priceSources = ['list', 'receipt', 'invoice'] as const;
export type PriceSource = (typeof priceSources)[number];

/** One price of a pack, in millionths; null says that it has none any more. */
export interface DatedPrice {
  /** The order in which they were entered. */
  seq: number;
  priceMicro: number | null;
  /** The first day (YYYY-MM-DD) on which it holds. */
  validFrom: string;
  source: PriceSource;
}

/**
 * The price that holds on a day (YYYY-MM-DD); null before the first one. A list price takes the place of whatever was
 * entered before it, from its day on, so that a wrong or an announced one is put right by another. A receipt or an
 * invoice tells of its own day, and one that is entered late does not outdo a price of a later day.
 */
export function priceOnDay<P extends DatedPrice>(prices: readonly P[], day: string): P | null {
  let holds: P | null = null;
  for (const price of prices.toSorted((a, b) => a.seq - b.seq)) {
    if (price.validFrom > day) continue;
    if (price.source === 'list' || holds === null || price.validFrom >= holds.validFrom) holds = price;
  }
  return holds;
}

/**
 * By how many per cent a price differs from the one that held on its first day until it was entered, to two decimals.
 * Null for the first one, where either is none or was 0, and where they are in different moneys.
 *
 * @param moneyOf what a price is in
 */
export function priceChangePercent<P extends DatedPrice>(
  prices: readonly P[],
  price: P,
  moneyOf: (price: P) => string | null = () => null,
): number | null {
  const earlier = prices.filter(({ seq }) => seq < price.seq);
  const before = priceOnDay(earlier, price.validFrom);
  const was = before?.priceMicro;
  if (!before || !was || price.priceMicro === null || moneyOf(before) !== moneyOf(price)) return null;
  return Math.round(((price.priceMicro - was) * 10_000) / was) / 100;
}

/** What a pack says of its price: `price` for the whole of it, `priceDate` (YYYY-MM-DD) the day that price is of. */
export interface PricedPack {
  supplierId: string | null;
  price: number | null;
  priceDate: string | null;
}

/**
 * The first day of the list price that a change of a pack enters into its history; null where the change enters none.
 * That day is the one that is given with the price, or is announced already; else it is today.
 *
 * @param before null where the pack is made
 */
export function newPriceStartDay(before: PricedPack | null, after: PricedPack, today: string): string | null {
  const isDated = after.priceDate !== null && after.priceDate !== (before?.priceDate ?? null);
  const isOther = (before?.price ?? null) !== after.price;
  const isElsewhere = before !== null && before.supplierId !== after.supplierId && after.price !== null;
  if (!isOther && !isElsewhere && !(isDated && after.price !== null)) return null;
  const isSaid = isDated || (after.priceDate !== null && after.priceDate > today);
  return isSaid && after.price !== null ? after.priceDate : today;
}
