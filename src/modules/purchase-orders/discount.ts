import { fromE4, roundPriceMicro, toE4, toPriceMicro, computeValueAtPrice } from '#core/money.ts';
import { toMicro } from '#core/quantity.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';

/** Prices of a line; the price before the discount is null without a discount. */
export interface LinePricing {
  /** Agreed price per unit after the discount, in millionths. */
  priceMicro: number;
  listPriceMicro: number | null;
  discountPercentMicro: number | null;
  /** Discount on the whole line, in ten-thousandths. */
  discountE4: number | null;
}

/** Prices entered for a line; 0 or null removes a discount. */
export interface PricingEntry {
  price?: number | undefined;
  listPrice?: number | undefined;
  discountPercent?: number | null | undefined;
  discount?: number | null | undefined;
}

/**
 * Computes a line's prices after an entry. `price` is the agreed price and removes the discount; a discount
 * applies to `listPrice`, which is by default the price before the previous discount.
 */
export function computePricing(
  line: LinePricing & { qtyMicro: number; itemName: string },
  entry: PricingEntry,
): LinePricing | { field: keyof PricingEntry; reason: Refusal } {
  const { itemName: item, qtyMicro } = line;
  const { price, listPrice, discountPercent, discount } = entry;
  if (price !== undefined) {
    if (listPrice !== undefined || discountPercent || discount)
      return { field: 'price', reason: refusal('purchase-discounted-price', { item }) };
    return {
      priceMicro: toPriceMicro(price),
      listPriceMicro: null,
      discountPercentMicro: null,
      discountE4: null,
    };
  }
  if (discountPercent && discount)
    return { field: 'discount', reason: refusal('purchase-two-discounts', { item }) };
  // A new percentage discount replaces a discount amount, and vice versa.
  const percentMicro = discount
    ? 0
    : discountPercent === undefined
      ? line.discountPercentMicro
      : toMicro(discountPercent ?? 0);
  const amountE4 = discountPercent ? 0 : discount === undefined ? line.discountE4 : toE4(discount ?? 0);
  const listMicro =
    listPrice === undefined ? (line.listPriceMicro ?? line.priceMicro) : toPriceMicro(listPrice);
  if (!percentMicro && !amountE4)
    return { priceMicro: listMicro, listPriceMicro: null, discountPercentMicro: null, discountE4: null };
  if (percentMicro && percentMicro > 100_000_000)
    return { field: 'discountPercent', reason: refusal('purchase-discount-percent', { item }) };
  const [list, qty] = [BigInt(listMicro), BigInt(qtyMicro)];
  // In units of 10⁻¹² of the currency, like a price in millionths times a quantity in millionths.
  const amount = BigInt(amountE4 ?? 0) * 100_000_000n;
  if (amount > list * qty) {
    const value = String(fromE4(computeValueAtPrice(qtyMicro, listMicro)));
    return { field: 'discount', reason: refusal('purchase-discount-amount', { item, value }) };
  }
  return {
    priceMicro: percentMicro
      ? roundPriceMicro({ num: list * BigInt(100_000_000 - percentMicro), den: 100_000_000n })
      : roundPriceMicro({ num: list * qty - amount, den: qty }),
    listPriceMicro: listMicro,
    discountPercentMicro: percentMicro || null,
    discountE4: percentMicro ? null : amountE4,
  };
}
