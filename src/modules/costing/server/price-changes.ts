import { type PriceChange, type PriceChanges } from '../shapes.ts';
import { type ChangingBasis } from '#modules/recipes/recipe-cost.ts';
import type { Actor } from '#core/permissions.ts';
import { computeChangePercent, exceedsPercent, isSameCost } from '#modules/recipes/effects.ts';
import { type Exact, exact, toNearestMicro, divideExact } from '#core/exact.ts';
import { addDays } from '#core/day.ts';
import { withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadUnitRows } from '#modules/items/server/checks.ts';
import {
  listCurrenciesWithNewRates,
  ItemReader,
  type PricedItem,
  loadPricedItems,
} from '#modules/recipes/server/item-costs.ts';
import { listItemsBoughtLoose } from '#modules/recipes/server/loose-prices.ts';
import { isPlaceVisibleTo } from '#modules/stock/server/scope.ts';
import { computeRecipeEffects, type AffectedRecipes, loadAffectedRecipes } from './affected-recipes.ts';

export interface PriceChangeQuery {
  from: string;
  to: string;
  basis: ChangingBasis;
  place: string | null;
  /** The average over all locations covers those visible to this actor. */
  visibleTo: Actor;
  item: string | null;
  alertsOnly: boolean;
  tolerancePercent: number;
  limit: number;
  page: number;
}

/** Number of affected recipes shown per item when several items are listed. */
const recipesPerItem = 12;
const recipesOfSingleItem = 500;

/**
 * Computes the items whose cost changed over a period on one cost basis, largest change first, with the
 * effect of that change alone on recipes: everything else is as of the end of the period.
 */
export async function computePriceChanges(db: Queryable, query: PriceChangeQuery): Promise<PriceChanges> {
  const { from, to, basis, place, visibleTo, tolerancePercent } = query;
  const ids = query.item === null ? await listItemsWithNewPrices(db, query) : [query.item];
  const units = await loadUnitRows(db);
  const itemReader = new ItemReader();
  const costsBefore = await loadPricedItems(
    db,
    ids,
    units,
    { basis, place, visibleTo, day: addDays(from, -1) },
    itemReader,
  );
  const costsAfter = await loadPricedItems(db, ids, units, { basis, place, visibleTo, day: to }, itemReader);
  const changes: Change[] = [];
  for await (const [id, itemAfter] of withEventLoopYields(costsAfter)) {
    const itemBefore = costsBefore.get(id);
    if (!itemBefore || isSameCost(itemBefore.cost, itemAfter.cost)) continue;
    const percent = computeChangePercent(itemBefore.cost, itemAfter.cost);
    changes.push({
      itemBefore,
      itemAfter,
      percent,
      exceedsTolerance: exceedsPercent(itemBefore.cost, itemAfter.cost, tolerancePercent),
    });
  }
  const beyondTolerance = changes.filter((change) => change.exceedsTolerance);
  const sortedChanges = (query.alertsOnly ? beyondTolerance : changes).toSorted(compareBySize);
  const pageChanges = sortedChanges.slice((query.page - 1) * query.limit, query.page * query.limit);
  const affectedRecipes = await loadAffectedRecipes(
    db,
    { items: pageChanges.map(({ itemAfter }) => itemAfter._id), recipes: [] },
    { basis, place, visibleTo, day: to },
  );
  const names = await loadItemNames(
    db,
    pageChanges.map(({ itemAfter }) => itemAfter._id),
  );
  const rows: PriceChange[] = [];
  for (const change of pageChanges)
    rows.push(
      await toPriceChange(
        change,
        affectedRecipes,
        names,
        tolerancePercent,
        query.item === null ? recipesPerItem : recipesOfSingleItem,
      ),
    );
  return {
    from,
    to,
    basis,
    place,
    tolerancePercent,
    total: sortedChanges.length,
    beyondToleranceCount: beyondTolerance.length,
    rows,
  };
}

interface Change {
  itemBefore: PricedItem;
  itemAfter: PricedItem;
  percent: number | null;
  exceedsTolerance: boolean;
}

/**
 * Compares changes by size: costs that became known or unknown first, then the largest change; ties by id, so
 * that pages don't overlap.
 */
function compareBySize(a: Change, b: Change): number {
  const [left, right] = [a, b].map(({ percent }) =>
    percent === null ? Number.POSITIVE_INFINITY : Math.abs(percent),
  ) as [number, number];
  if (left !== right) return right - left;
  return a.itemAfter._id < b.itemAfter._id ? -1 : 1;
}

/**
 * Lists items with a new price on this basis or a new exchange rate; for averages, items with any movement in
 * the period.
 */
async function listItemsWithNewPrices(
  db: Queryable,
  {
    from,
    to,
    basis,
    place,
    visibleTo,
  }: Pick<PriceChangeQuery, 'from' | 'to' | 'basis' | 'place' | 'visibleTo'>,
): Promise<string[]> {
  if (basis === 'average') {
    const movedItems = db
      .selectFrom('stockDaily')
      .select('itemId')
      .distinct()
      .where('businessDay', '>=', from)
      .where('businessDay', '<=', to);
    const visiblePlaces = db
      .selectFrom('places')
      .select('placeId')
      .where('type', 'in', ['branch', 'central_kitchen', 'warehouse'])
      .where(isPlaceVisibleTo(visibleTo));
    const rows = await (place === null
      ? movedItems.where('placeId', 'in', visiblePlaces)
      : movedItems.where('placeId', '=', place)
    ).execute();
    return rows.map(({ itemId }) => itemId);
  }
  const rows = await db
    .selectFrom('packPrices')
    .innerJoin('packagings', 'packagings._id', 'packPrices.packagingId')
    .select('packagings.itemId')
    .distinct()
    .where('packPrices.validFrom', '>=', from)
    .where('packPrices.validFrom', '<=', to)
    .where('packPrices.source', basis === 'list' ? '=' : '!=', 'list')
    .execute();
  // Paid prices keep the rate of their day.
  const otherItems =
    basis === 'list'
      ? await listItemsWithNewRates(db, { from, to })
      : await listItemsBoughtLoose(db, { from, to });
  const changedItems = [...rows, ...otherItems];
  return [...new Set(changedItems.map(({ itemId }) => itemId))];
}

/** Lists items whose list price is in a currency with a new rate in the period. */
async function listItemsWithNewRates(
  db: Queryable,
  { from, to }: Pick<PriceChangeQuery, 'from' | 'to'>,
): Promise<{ itemId: string }[]> {
  const currencies = await listCurrenciesWithNewRates(db, from, to);
  if (currencies.length === 0) return [];
  return db
    .selectFrom('packPrices')
    .innerJoin('packagings', 'packagings._id', 'packPrices.packagingId')
    .innerJoin('suppliers', 'suppliers._id', 'packPrices.supplierId')
    .select('packagings.itemId')
    .distinct()
    .where('suppliers.currency', 'in', currencies)
    .where('packPrices.validFrom', '<', from)
    .where('packPrices.source', '=', 'list')
    .execute();
}

interface ItemName {
  name: string;
  nameAlt: string | null;
  itemCode: string;
}

async function loadItemNames(db: Queryable, ids: readonly string[]): Promise<Map<string, ItemName>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('items')
    .select(['_id', 'name', 'nameAlt', 'itemCode'])
    .where('_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ _id, ...row }) => [_id, row]));
}

/**
 * Converts an amount per base unit from ten-thousandths to millionths, because a gram may cost less than a
 * ten-thousandth.
 */
export const toUnitCost = (costE4: Exact | null): number | null =>
  costE4 && toNearestMicro(divideExact(costE4, exact(10_000n, 1n)));

async function toPriceChange(
  { itemBefore, itemAfter, percent, exceedsTolerance }: Change,
  affectedRecipes: AffectedRecipes,
  names: ReadonlyMap<string, ItemName>,
  tolerancePercent: number,
  max: number,
): Promise<PriceChange> {
  const id = itemAfter._id;
  const currentItem = affectedRecipes.items.get(id) ?? itemAfter;
  // Replaces only the cost by the previous one; both sides use the current yields.
  const costChanges = {
    items: new Map([[id, { ...currentItem, cost: itemBefore.cost }]]),
    recipes: new Map(),
  };
  const effects = await computeRecipeEffects(affectedRecipes, costChanges, {
    tolerancePercent,
    direction: 'past',
  });
  const { name = '', nameAlt = null, itemCode = '' } = names.get(id) ?? {};
  return {
    itemId: id,
    itemName: name,
    itemNameAlt: nameAlt,
    itemCode,
    unit: itemAfter.baseUnit,
    before: toUnitCost(itemBefore.cost),
    after: toUnitCost(itemAfter.cost),
    sourceBefore: itemBefore.source,
    sourceAfter: itemAfter.source,
    changePercent: percent,
    exceedsTolerance,
    recipesTotal: effects.length,
    alerts: effects.filter((effect) => effect.exceedsTolerance || effect.isAboveGoal).length,
    recipes: effects.slice(0, max),
  };
}
