import { suggestedMicro } from '../planning/suggestion.ts';
import { ceilToStep, convertMicro, exactly, invertRatio, type Ratio } from '../quantity.ts';

/** A pack that an item can be bought in, from its supplier. */
export interface BuyablePack {
  _id: string;
  name: string;
  supplierId: string;
  preferred: 0 | 1;
  /** Base units in one pack. */
  ratio: Ratio;
  multipleMicro: number | null;
  priceE4: number | null;
}

/** What a place has of an item and wants to have, in base units. */
export interface Need {
  parMicro: number | null;
  /** Not promised to anybody. */
  availableMicro: number;
  inTransitMicro: number;
  /** On orders to a kitchen, and on purchase orders that are on their way. */
  orderedMicro: number;
}

/** The price of one base unit compared exactly: a/b < c/d by a*d < c*b. What has no price is the dearest. */
function isCheaper(one: BuyablePack, other: BuyablePack): boolean {
  if (one.priceE4 === null || other.priceE4 === null) return one.priceE4 !== null && other.priceE4 === null;
  const left = BigInt(one.priceE4) * BigInt(one.ratio.den) * BigInt(other.ratio.num);
  return left < BigInt(other.priceE4) * BigInt(other.ratio.den) * BigInt(one.ratio.num);
}

/** The pack that an item is bought in, where nobody says otherwise: a preferred one, of those the cheapest by base unit. */
export function packToBuy(packs: readonly BuyablePack[]): BuyablePack | null {
  const preferred = packs.filter((pack) => pack.preferred === 1);
  const candidates = preferred.length > 0 ? preferred : packs;
  return candidates.reduce<BuyablePack | null>(
    (best, pack) => (best === null || isCheaper(pack, best) ? pack : best),
    null,
  );
}

/** How many packs bring a place back to par: whole ones, in the multiples they are sold in; null where it lacks nothing. */
export function packsToBuyMicro(need: Need, { ratio, multipleMicro }: BuyablePack): number | null {
  return exactly(() => {
    const lacksMicro = suggestedMicro({
      parMicro: need.parMicro,
      onHandMicro: need.availableMicro,
      inTransitMicro: need.inTransitMicro,
      orderedMicro: need.orderedMicro,
      packMicro: null,
    });
    if (lacksMicro === null || lacksMicro === 0) return null;
    // A millionth of a pack that is rounded away would leave the place a crumb short.
    const roundedMicro = convertMicro(lacksMicro, invertRatio(ratio));
    const packsMicro = convertMicro(roundedMicro, ratio) < lacksMicro ? roundedMicro + 1 : roundedMicro;
    return ceilToStep(packsMicro, multipleMicro && multipleMicro > 0 ? multipleMicro : 1_000_000);
  });
}
