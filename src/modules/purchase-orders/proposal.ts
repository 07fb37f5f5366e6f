import { computeSuggestedMicro } from '#modules/demand/suggestion.ts';
import { type Exact, exact, toExactRatio, isGreater, divideExact, multiplyExact } from '#core/exact.ts';
import { ceilToStep, convertMicro, toExactOrNull, invertRatio, type Ratio } from '#core/quantity.ts';

/** A supplier's pack for an item. */
export interface BuyablePack {
  _id: string;
  name: string;
  supplierId: string;
  preferred: 0 | 1;
  /** Base units in one pack. */
  ratio: Ratio;
  multipleMicro: number | null;
  priceMicro: number | null;
  /** Base currency per unit of the price's currency; null if unknown. */
  rate: Exact | null;
}

/** An item's stock and target at a location, in base units. */
export interface PurchaseNeed {
  parMicro: number | null;
  /** Stock that isn't reserved. */
  availableMicro: number;
  inTransitMicro: number;
  /** Quantity on internal orders and outstanding purchase orders. */
  orderedMicro: number;
  /** Expected usage before the purchase arrives. */
  usedMicro: number;
}

/** Returns the price per base unit in the base currency; null if unknown. */
const getPricePerBaseUnit = ({ priceMicro, ratio, rate }: BuyablePack): Exact | null =>
  priceMicro === null || rate === null
    ? null
    : divideExact(multiplyExact(exact(BigInt(priceMicro), 1n), rate), toExactRatio(ratio));

/** Returns whether a pack is cheaper; packs without a known price rank last. */
function isCheaper(pack: BuyablePack, other: BuyablePack): boolean {
  const [price, otherPrice] = [getPricePerBaseUnit(pack), getPricePerBaseUnit(other)];
  return price !== null && (otherPrice === null || isGreater(otherPrice, price));
}

/** Returns the pack to buy by default: the cheapest per base unit, among preferred packs if there are any. */
export function choosePack(packs: readonly BuyablePack[]): BuyablePack | null {
  const preferred = packs.filter((pack) => pack.preferred === 1);
  const candidates = preferred.length > 0 ? preferred : packs;
  return candidates.reduce<BuyablePack | null>(
    (best, pack) => (best === null || isCheaper(pack, best) ? pack : best),
    null,
  );
}

/**
 * Returns the packs to buy to reach par: whole packs in the supplier's multiples; null if none are needed.
 */
export function computePacksToBuyMicro(
  need: PurchaseNeed,
  { ratio, multipleMicro }: BuyablePack,
): number | null {
  return toExactOrNull(() => {
    const shortageMicro = computeSuggestedMicro({
      parMicro: need.parMicro,
      onHandMicro: need.availableMicro,
      inTransitMicro: need.inTransitMicro,
      orderedMicro: need.orderedMicro,
      usedMicro: need.usedMicro,
      packMicro: null,
    });
    if (shortageMicro === null || shortageMicro === 0) return null;
    // Rounding down by a millionth of a pack would leave the location short.
    const roundedMicro = convertMicro(shortageMicro, invertRatio(ratio));
    const packsMicro = convertMicro(roundedMicro, ratio) < shortageMicro ? roundedMicro + 1 : roundedMicro;
    return ceilToStep(packsMicro, multipleMicro && multipleMicro > 0 ? multipleMicro : 1_000_000);
  });
}
