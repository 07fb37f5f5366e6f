import type { MenuQueryParams } from '../input.ts';
import type { MenuEngineering } from '../shapes.ts';
import { getComparisonDays, type DayRange } from '#core/periods.ts';
import { isNewDish, classifyMenu, type MenuCriteria } from '../menu-engineering.ts';
import { fromE4 } from '#core/money.ts';
import { fromMicro } from '#core/quantity.ts';
import { foldText } from '#core/text.ts';
import { addDays } from '#core/day.ts';
import { chunks } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { listDishDays } from './sales-lines.ts';
import { costSoldProducts, type CostedProduct, computeTheoreticalUsage } from './theoretical-usage.ts';

type Row = MenuEngineering['rows'][number];

/** A dish without sales for this many days (52 weeks) counts as new again. */
const newAfterDays = 364;

/**
 * Computes menu engineering (Kasavana and Smith): dishes of a branch by popularity and margin, with the
 * comparison period.
 */
export async function computeMenuEngineering(
  db: Queryable,
  query: MenuQueryParams,
  prefersAltName: boolean,
): Promise<MenuEngineering> {
  const { branch, from, to, basis, by, minPortions, against, dish } = query;
  const criteria: MenuCriteria = { isByCategory: by === 'category', minMicro: minPortions * 1_000_000 };
  const previousPeriod = against === undefined ? null : getComparisonDays({ from, to }, against);
  const products = costSoldProducts(await computeTheoreticalUsage(db, { branch, from, to, basis }));
  const earlierUsage =
    previousPeriod && (await computeTheoreticalUsage(db, { branch, ...previousPeriod, basis }));
  const earlierProducts = earlierUsage && costSoldProducts(earlierUsage);
  const dishById = await loadDishes(db, [...products, ...(earlierProducts ?? [])], prefersAltName);
  const current = classifyDishes(products, dishById, criteria);
  const previous = earlierProducts && classifyDishes(earlierProducts, dishById, criteria);
  const pastDishes = await loadPastDishes(db, branch, from);
  const rows = products
    .toSorted((a, b) => b.soldMicro - a.soldMicro)
    .map((product): Row => {
      const { id, kind, netE4, costE4, soldMicro } = product;
      const { name = '', category = null, firstRecipeDay = null } = dishById.get(id) ?? {};
      const earlierRow = previous?.rows.get(id);
      return {
        recipeId: id,
        kind,
        name,
        category,
        sold: fromMicro(soldMicro),
        net: fromE4(netE4),
        cost: costE4 === null ? null : fromE4(costE4),
        margin: computePortionMargin(product),
        ...(current.rows.get(id)?.figures ?? unclassified),
        isNew: isNewDish(
          { firstRecipeDay, wasSoldBefore: pastDishes.dishes.has(id) },
          { from, to, hasEarlierSales: pastDishes.hasSales },
        ),
        previous: earlierRow
          ? {
              sold: fromMicro(earlierRow.sold.soldMicro),
              net: fromE4(earlierRow.sold.netE4),
              margin: computePortionMargin(earlierRow.sold),
              mixPercent: earlierRow.figures.mixPercent,
              class: earlierRow.figures.class,
            }
          : null,
      };
    });
  return {
    days: { from, to },
    previousPeriod,
    by,
    minPortions,
    groups: current.groups,
    totals: computeTotals(products),
    previousTotals: earlierProducts && earlierUsage.isSold ? computeTotals(earlierProducts) : null,
    rows,
    dishDays:
      dish === undefined
        ? null
        : (await listDishDays(db, { branch, from, to }, dish)).map(({ day, soldMicro, netE4 }) => ({
            day,
            sold: fromMicro(soldMicro),
            net: fromE4(netE4),
          })),
  };
}

const unclassified = { mixPercent: 0, class: null, excluded: null };

/** Margin per portion; null without a cost or without net sales. */
const computePortionMargin = ({ soldMicro, netE4, costE4 }: CostedProduct): number | null =>
  costE4 === null || soldMicro <= 0 ? null : fromE4(Math.round(((netE4 - costE4) * 1e6) / soldMicro));

function computeTotals(sold: readonly CostedProduct[]): MenuEngineering['totals'] {
  const sum = (select: (product: CostedProduct) => number) =>
    sold.reduce((total, product) => total + select(product), 0);
  return {
    dishes: sold.length,
    sold: fromMicro(sum(({ soldMicro }) => soldMicro)),
    net: fromE4(sum(({ netE4 }) => netE4)),
    margin: fromE4(sum(({ netE4, costE4 }) => (costE4 === null ? 0 : netE4 - costE4))),
  };
}

function classifyDishes(
  sold: readonly CostedProduct[],
  dishById: ReadonlyMap<string, Dish>,
  criteria: MenuCriteria,
) {
  const { dishes, groups } = classifyMenu(
    sold.map(({ id, soldMicro, netE4, costE4 }) => ({
      id,
      category: dishById.get(id)?.category ?? null,
      soldMicro,
      marginE4: costE4 === null ? null : netE4 - costE4,
    })),
    criteria,
  );
  const productById = new Map(sold.map((product) => [product.id, product]));
  const getSortKey = (category: string | null) => category ?? '\uffff';
  return {
    rows: new Map(
      dishes.flatMap(({ id, ...figures }) => {
        const product = productById.get(id);
        return product ? [[id, { figures, sold: product }] as const] : [];
      }),
    ),
    groups: groups
      .toSorted((a, b) => (getSortKey(a.category) < getSortKey(b.category) ? -1 : 1))
      .map(({ profitableFromE4, ...group }) => ({
        ...group,
        profitableFrom: profitableFromE4 === null ? null : fromE4(profitableFromE4),
      })),
  };
}

/** Name, comparison category and first recipe day of a dish. */
interface Dish {
  name: string;
  category: string | null;
  firstRecipeDay: string | null;
}

const batchSize = 400;

/** Loads dishes: recipes with their menu category, and items sold as is with their item category. */
async function loadDishes(
  db: Queryable,
  sold: readonly CostedProduct[],
  prefersAltName: boolean,
): Promise<Map<string, Dish>> {
  const dishes = new Map<string, Dish>();
  const categoryByFolded = new Map<string, string>();
  /** Merges manually entered categories that differ only in case or spaces. */
  const getCanonicalCategory = (category: string | null) => {
    if (category === null) return null;
    const folded = foldText(category);
    const spelling = categoryByFolded.get(folded) ?? category;
    categoryByFolded.set(folded, spelling);
    return spelling;
  };
  const getDisplayName = (name: string | null, alt: string | null) => (prefersAltName ? alt : null) ?? name;
  const listIds = (kind: CostedProduct['kind']) => [
    ...new Set(sold.flatMap((product) => (product.kind === kind ? [product.id] : []))),
  ];
  for (const chunk of chunks(listIds('recipe'), batchSize))
    for (const { _id, name, nameAlt, menuCategory, firstRecipeDay } of await db
      .selectFrom('recipes')
      .leftJoin('recipeVersions as v', 'v.recipeId', 'recipes._id')
      .select(({ fn }) => [
        'recipes._id',
        'recipes.name',
        'recipes.nameAlt',
        'recipes.menuCategory',
        fn.min('v.validFrom').as('firstRecipeDay'),
      ])
      .where('recipes._id', 'in', chunk)
      .groupBy(['recipes._id', 'recipes.name', 'recipes.nameAlt', 'recipes.menuCategory'])
      .orderBy('recipes._id')
      .execute())
      dishes.set(_id, {
        name: getDisplayName(name, nameAlt) ?? '',
        category: getCanonicalCategory(menuCategory),
        firstRecipeDay,
      });
  for (const chunk of chunks(listIds('item'), batchSize))
    for (const { _id, name, nameAlt, category, categoryAlt } of await db
      .selectFrom('items')
      .leftJoin('itemCategories as c', 'c._id', 'items.category')
      .select(['items._id', 'items.name', 'items.nameAlt', 'c.name as category', 'c.nameAlt as categoryAlt'])
      .where('items._id', 'in', chunk)
      .orderBy('items._id')
      .execute())
      dishes.set(_id, {
        name: getDisplayName(name, nameAlt) ?? '',
        category: getCanonicalCategory(getDisplayName(category, categoryAlt)),
        firstRecipeDay: null,
      });
  return dishes;
}

/** Loads the dishes sold in the year before a day, and whether there were any sales then. */
async function loadPastDishes(
  db: Queryable,
  branch: string,
  day: string,
): Promise<{ hasSales: boolean; dishes: Set<string> }> {
  const past: DayRange = { from: addDays(day, -newAfterDays), to: addDays(day, -1) };
  const rows = await db
    .selectFrom('saleDays as d')
    .innerJoin('saleRows as r', 'r.dayId', 'd._id')
    .leftJoin('tillItems as a', (join) =>
      join.onRef('a.sourceId', '=', 'd.sourceId').onRef('a.code', '=', 'r.code').on('a.isModifier', '=', 0),
    )
    .select(({ fn }) => fn.coalesce('r.recipeId', 'a.recipeId', 'a.itemId').as('dish'))
    .distinct()
    .where('d.branchId', '=', branch)
    .where('d.day', '>=', past.from)
    .where('d.day', '<=', past.to)
    .execute();
  return { hasSales: rows.length > 0, dishes: new Set(rows.flatMap(({ dish }) => dish ?? [])) };
}
