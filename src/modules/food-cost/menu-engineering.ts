import { exact, type Exact, addExact, exactZero } from '#core/exact.ts';

/**
 * Classes by Kasavana & Smith, Menu Engineering (1982), by popularity (sold often) and profitability (margin
 * above average).
 */
export const menuClasses = ['star', 'plowhorse', 'puzzle', 'dog'] as const;
export type MenuClass = (typeof menuClasses)[number];

/**
 * Why a dish isn't classified: returns exceed sales, too few were sold, or its cost is unknown. The first
 * that applies is reported.
 */
export const menuExclusions = ['returned', 'few', 'cost'] as const;
export type MenuExclusion = (typeof menuExclusions)[number];

/** Dishes are compared within their category or all together. */
export const menuScopes = ['category', 'all'] as const;
export type MenuScope = (typeof menuScopes)[number];

/** Default minimum of portions. */
export const defaultMinPortions = 10;

/** Sales of a dish: portions, and margin of net price over cost in ten-thousandths. */
export interface SoldDish {
  id: string;
  /** Category to compare within; null groups the dishes without one. */
  category: string | null;
  soldMicro: number;
  /** Total margin of the portions sold; null if the cost is unknown. */
  marginE4: number | null;
}

interface ClassifiedDish {
  id: string;
  /** Share of the group's sales in percent; 0 if the dish isn't classified. */
  mixPercent: number;
  class: MenuClass | null;
  excluded: MenuExclusion | null;
}

/** Dishes compared with each other, and their thresholds for popularity and profitability. */
interface MenuGroup {
  /** Null for all dishes, or for those without a category. */
  category: string | null;
  compared: number;
  excluded: Record<MenuExclusion, number>;
  /**
   * The thresholds for display: share of sales, and margin per portion in ten-thousandths. Null if no dish is
   * classified.
   */
  popularFromPercent: number | null;
  profitableFromE4: number | null;
}

/** A dish is popular if it reaches this fraction of an even share of sales. */
const popularShare = { num: 7n, den: 10n } as const;

/** Whether to compare within categories or overall, and the minimum portions. */
export interface MenuCriteria {
  isByCategory: boolean;
  /** Minimum in millionths of a portion; dishes with fewer are excluded. */
  minMicro: number;
}

/**
 * Classifies dishes. A dish is popular if it has at least 70 % of an even share (1/n) of the group's sales,
 * and profitable if its margin per portion is at least the group's average. Excluded dishes don't affect the
 * thresholds and are listed with the reason.
 */
export function classifyMenu(
  dishes: readonly SoldDish[],
  { isByCategory, minMicro }: MenuCriteria,
): { dishes: ClassifiedDish[]; groups: MenuGroup[] } {
  const classified = new Map<string, ClassifiedDish>();
  const groups = [...Map.groupBy(dishes, ({ category }) => (isByCategory ? category : null))].map(
    ([category, all]): MenuGroup => {
      const excluded = { returned: 0, few: 0, cost: 0 };
      const compared = all.filter((dish) => {
        const reason = getExclusion(dish, minMicro);
        if (reason === null) return true;
        excluded[reason] += 1;
        classified.set(dish.id, { id: dish.id, mixPercent: 0, class: null, excluded: reason });
        return false;
      });
      const { popularFromPercent, profitableFromE4 } = classifyGroup(compared, classified);
      return { category, compared: compared.length, excluded, popularFromPercent, profitableFromE4 };
    },
  );
  return { dishes: dishes.flatMap(({ id }) => classified.get(id) ?? []), groups };
}

function getExclusion({ soldMicro, marginE4 }: SoldDish, minMicro: number): MenuExclusion | null {
  if (soldMicro <= 0) return 'returned';
  if (soldMicro < minMicro) return 'few';
  return marginE4 === null ? 'cost' : null;
}

function classifyGroup(compared: readonly SoldDish[], classified: Map<string, ClassifiedDish>) {
  const totalSold = compared.reduce((sum, { soldMicro }) => sum + BigInt(soldMicro), 0n);
  const totalMargin = compared.reduce(
    (sum: Exact, { marginE4 }) => addExact(sum, exact(BigInt(marginE4 ?? 0), 1n)),
    exactZero,
  );
  const n = BigInt(compared.length);
  for (const { id, soldMicro, marginE4 } of compared) {
    const portions = BigInt(soldMicro);
    const isPopular = portions * n * popularShare.den >= totalSold * popularShare.num;
    // margin / portions >= total margin / sold, without dividing
    const isProfitable = BigInt(marginE4 ?? 0) * totalSold * totalMargin.den >= totalMargin.num * portions;
    classified.set(id, {
      id,
      mixPercent: Number((portions * 10_000n) / totalSold) / 100,
      class: isPopular ? (isProfitable ? 'star' : 'plowhorse') : isProfitable ? 'puzzle' : 'dog',
      excluded: null,
    });
  }
  return {
    popularFromPercent: n === 0n ? null : Number(7_000n / n) / 100,
    profitableFromE4:
      totalSold === 0n ? null : Number((totalMargin.num * 1_000_000n) / (totalSold * totalMargin.den)),
  };
}

/**
 * Returns whether a dish is new in a period: its first recipe took effect, or it was first sold, in that
 * period. First sales count only if the branch has earlier sales; otherwise every dish would be new.
 *
 * @param firstRecipeDay first day of the dish's first recipe; null for an item sold as is
 */
export function isNewDish(
  { firstRecipeDay, wasSoldBefore }: { firstRecipeDay: string | null; wasSoldBefore: boolean },
  { from, to, hasEarlierSales }: { from: string; to: string; hasEarlierSales: boolean },
): boolean {
  if (firstRecipeDay !== null && firstRecipeDay >= from && firstRecipeDay <= to) return true;
  return hasEarlierSales && !wasSoldBefore;
}
