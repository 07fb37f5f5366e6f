import { exact, type Exact, plus, zero } from '../recipes/exact.ts';

/** Kasavana & Smith, Menu Engineering (1982): sold often or not, and earning more than the average dish or not. */
export const menuClasses = ['star', 'plowhorse', 'puzzle', 'dog'] as const;
export type MenuClass = (typeof menuClasses)[number];

/**
 * Why a dish is not judged: what came back outweighs what was sold of it; fewer were sold than count; or its cost is not known. The
 * first that holds is told.
 */
export const menuExclusions = ['returned', 'few', 'cost'] as const;
export type MenuExclusion = (typeof menuExclusions)[number];

/** A dish that was sold: how many portions, and what one leaves of its net price, in ten-thousandths. */
export interface SoldDish {
  id: string;
  /** With which others it is compared; what is in none is compared with what is in none. */
  category: string | null;
  soldMicro: number;
  /** Of all that was sold of it; null where its cost is not known. */
  marginE4: number | null;
}

interface JudgedDish {
  id: string;
  /** Its share of what was sold of its group, in percent; 0 where it is not judged. */
  mixPercent: number;
  class: MenuClass | null;
  leftOut: MenuExclusion | null;
}

/** Dishes that are compared with one another, and from where on one is popular and profitable there. */
interface MenuGroup {
  /** Null: everything, or what is in no category. */
  category: string | null;
  judged: number;
  leftOut: Record<MenuExclusion, number>;
  /** The thresholds, to be printed: share of what was sold, and margin by portion in ten-thousandths. Null where nothing is judged. */
  popularFromPercent: number | null;
  profitableFromE4: number | null;
}

/** Of its share of an even menu, so much makes a dish popular. */
const popularShare = { num: 7n, den: 10n } as const;

/** What is judged how: within categories or all together, and from how many portions on. */
export interface MenuCriteria {
  isByCategory: boolean;
  /** Dishes of which less was sold are left out, in millionths of a portion. */
  leastMicro: number;
}

/**
 * Popular is a dish whose share of what was sold of its group is at least 70 % of an even share (1/n), profitable one whose margin by
 * portion is at least the average of all portions of its group. What is left out counts in nothing, and is counted.
 */
export function classifyMenu(
  dishes: readonly SoldDish[],
  { isByCategory, leastMicro }: MenuCriteria,
): { dishes: JudgedDish[]; groups: MenuGroup[] } {
  const told = new Map<string, JudgedDish>();
  const groups = [...Map.groupBy(dishes, ({ category }) => (isByCategory ? category : null))].map(
    ([category, all]): MenuGroup => {
      const leftOut = { returned: 0, few: 0, cost: 0 };
      const judged = all.filter((dish) => {
        const why = whyLeftOut(dish, leastMicro);
        if (why === null) return true;
        leftOut[why] += 1;
        told.set(dish.id, { id: dish.id, mixPercent: 0, class: null, leftOut: why });
        return false;
      });
      const { popularFromPercent, profitableFromE4 } = judgeGroup(judged, told);
      return { category, judged: judged.length, leftOut, popularFromPercent, profitableFromE4 };
    },
  );
  return { dishes: dishes.flatMap(({ id }) => told.get(id) ?? []), groups };
}

function whyLeftOut({ soldMicro, marginE4 }: SoldDish, leastMicro: number): MenuExclusion | null {
  if (soldMicro <= 0) return 'returned';
  if (soldMicro < leastMicro) return 'few';
  return marginE4 === null ? 'cost' : null;
}

function judgeGroup(judged: readonly SoldDish[], told: Map<string, JudgedDish>) {
  const sold = judged.reduce((sum, { soldMicro }) => sum + BigInt(soldMicro), 0n);
  const margin = judged.reduce(
    (sum: Exact, { marginE4 }) => plus(sum, exact(BigInt(marginE4 ?? 0), 1n)),
    zero,
  );
  const n = BigInt(judged.length);
  for (const { id, soldMicro, marginE4 } of judged) {
    const own = BigInt(soldMicro);
    const isPopular = own * n * popularShare.den >= sold * popularShare.num;
    // margin / own >= all margin / sold, without dividing
    const isProfitable = BigInt(marginE4 ?? 0) * sold * margin.den >= margin.num * own;
    told.set(id, {
      id,
      mixPercent: Number((own * 10_000n) / sold) / 100,
      class: isPopular ? (isProfitable ? 'star' : 'plowhorse') : isProfitable ? 'puzzle' : 'dog',
      leftOut: null,
    });
  }
  return {
    popularFromPercent: n === 0n ? null : Number(7_000n / n) / 100,
    profitableFromE4: sold === 0n ? null : Number((margin.num * 1_000_000n) / (sold * margin.den)),
  };
}

/**
 * Whether a dish is new in a period: its recipe began in it, or it was sold for the first time. The latter is known only of a branch
 * whose earlier sales are: without them everything would be new.
 *
 * @param beganOn the first day of its first recipe; null of an item that is sold as it is
 */
export function isNewDish(
  { beganOn, wasSoldBefore }: { beganOn: string | null; wasSoldBefore: boolean },
  { from, to, knowsBefore }: { from: string; to: string; knowsBefore: boolean },
): boolean {
  if (beganOn !== null && beganOn >= from && beganOn <= to) return true;
  return knowsBefore && !wasSoldBefore;
}
