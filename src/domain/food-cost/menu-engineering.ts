import { exact, type Exact, plus, zero } from '../recipes/exact.ts';

/** Kasavana & Smith, Menu Engineering (1982): sold often or not, and earning more than the average dish or not. */
export const menuClasses = ['star', 'plowhorse', 'puzzle', 'dog'] as const;
export type MenuClass = (typeof menuClasses)[number];

/** A dish that was sold: how many portions, and what one leaves of its net price, in ten-thousandths. */
export interface SoldDish {
  id: string;
  soldMicro: number;
  /** Of all that was sold of it; null where its cost is not known. */
  marginE4: number | null;
}

export interface JudgedDish {
  id: string;
  /** Its share of what was sold, in percent. */
  mixPercent: number;
  class: MenuClass | null;
}

/** Of its share of an even menu, so much makes a dish popular. */
export const popularShare = { num: 7n, den: 10n } as const;

/**
 * Popular is a dish whose share of what was sold is at least 70 % of an even share (1/n), profitable one whose margin by
 * portion is at least the average of all portions. Dishes without a cost, or of which nothing was sold in the end, are not
 * judged and count in nothing.
 */
export function judgeMenu(dishes: readonly SoldDish[]): {
  dishes: JudgedDish[];
  /** The thresholds, to be printed: share of what was sold, and margin by portion in ten-thousandths. */
  popularFromPercent: number | null;
  profitableFromE4: number | null;
} {
  const judged = dishes.filter(({ soldMicro, marginE4 }) => soldMicro > 0 && marginE4 !== null);
  const sold = judged.reduce((sum, { soldMicro }) => sum + BigInt(soldMicro), 0n);
  const margin = judged.reduce(
    (sum: Exact, { marginE4 }) => plus(sum, exact(BigInt(marginE4 ?? 0), 1n)),
    zero,
  );
  const n = BigInt(judged.length);
  const known = new Set(judged.map(({ id }) => id));
  return {
    dishes: dishes.map(({ id, soldMicro, marginE4 }): JudgedDish => {
      if (!known.has(id)) return { id, mixPercent: 0, class: null };
      const own = BigInt(soldMicro);
      const isPopular = own * n * popularShare.den >= sold * popularShare.num;
      // margin / own >= all margin / sold, without dividing
      const isProfitable = BigInt(marginE4 ?? 0) * sold * margin.den >= margin.num * own;
      return {
        id,
        mixPercent: Number((own * 10_000n) / sold) / 100,
        class: isPopular ? (isProfitable ? 'star' : 'plowhorse') : isProfitable ? 'puzzle' : 'dog',
      };
    }),
    popularFromPercent: n === 0n ? null : Number((7_000n / n) * 1n) / 100,
    profitableFromE4: sold === 0n ? null : Number((margin.num * 1_000_000n) / (sold * margin.den)),
  };
}
