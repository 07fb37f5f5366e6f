import { suggestedMicro } from '../planning/suggestion.ts';
import { type Exact, exact, exactRatio, isMore, over, times } from '../recipes/exact.ts';
import { ceilToStep, convertMicro, exactOrNull, invertRatio, type Ratio } from '../quantity.ts';

/** A pack that an item can be bought in, from its supplier. */
export interface BuyablePack {
  _id: string;
  name: string;
  supplierId: string;
  preferred: 0 | 1;
  /** Base units in one pack. */
  ratio: Ratio;
  multipleMicro: number | null;
  priceMicro: number | null;
  /** What one of the money of its price is in that of the business; null where nobody knows. */
  rate: Exact | null;
}

/** What a place has of an item and wants to have, in base units. */
export interface PurchaseNeed {
  parMicro: number | null;
  /** Not promised to anybody. */
  availableMicro: number;
  inTransitMicro: number;
  /** On orders to a kitchen, and on purchase orders that are on their way. */
  orderedMicro: number;
  /** What of all that will be used before the purchase comes. */
  usedMicro: number;
}

/** The price of one base unit in the money of the business, exactly; null where it is not known. */
const perBase = ({ priceMicro, ratio, rate }: BuyablePack): Exact | null =>
  priceMicro === null || rate === null
    ? null
    : over(times(exact(BigInt(priceMicro), 1n), rate), exactRatio(ratio));

/** What has no known price is the dearest. */
function isCheaper(one: BuyablePack, other: BuyablePack): boolean {
  const [price, others] = [perBase(one), perBase(other)];
  return price !== null && (others === null || isMore(others, price));
}

/** The pack that an item is bought in, where nobody says otherwise: a preferred one, of those the cheapest by base unit. */
export function choosePack(packs: readonly BuyablePack[]): BuyablePack | null {
  const preferred = packs.filter((pack) => pack.preferred === 1);
  const candidates = preferred.length > 0 ? preferred : packs;
  return candidates.reduce<BuyablePack | null>(
    (best, pack) => (best === null || isCheaper(pack, best) ? pack : best),
    null,
  );
}

/** How many packs bring a place back to par: whole ones, in the multiples they are sold in; null where it lacks nothing. */
export function packsToBuyMicro(need: PurchaseNeed, { ratio, multipleMicro }: BuyablePack): number | null {
  return exactOrNull(() => {
    const lacksMicro = suggestedMicro({
      parMicro: need.parMicro,
      onHandMicro: need.availableMicro,
      inTransitMicro: need.inTransitMicro,
      orderedMicro: need.orderedMicro,
      usedMicro: need.usedMicro,
      packMicro: null,
    });
    if (lacksMicro === null || lacksMicro === 0) return null;
    // A millionth of a pack that is rounded away would leave the place a crumb short.
    const roundedMicro = convertMicro(lacksMicro, invertRatio(ratio));
    const packsMicro = convertMicro(roundedMicro, ratio) < lacksMicro ? roundedMicro + 1 : roundedMicro;
    return ceilToStep(packsMicro, multipleMicro && multipleMicro > 0 ? multipleMicro : 1_000_000);
  });
}
