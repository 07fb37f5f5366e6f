import { type ChangingBasis, type PriceChange, type PriceChanges } from '#contract/costing.ts';
import type { Actor } from '#domain/permissions.ts';
import { addDays } from '#domain/planning/cutoff.ts';
import { changedByPercent, exceedsPercent, isSameCost } from '#domain/recipes/effects.ts';
import { type Exact, exact, toNearestMicro, over } from '#domain/recipes/exact.ts';
import { withEventLoopYields } from '../../db/many-rows.ts';
import type { Queryable } from '../../db/types.ts';
import { loadUnitRows } from '../items/checks.ts';
import {
  listCurrenciesWithNewRates,
  ItemReader,
  type PricedItem,
  loadPricedItems,
} from '../recipes/item-costs.ts';
import { listItemsBoughtLoose } from '../recipes/loose-prices.ts';
import { isPlaceVisibleTo } from '../stock/scope.ts';
import { computeRecipeEffects, type AffectedRecipes, loadAffectedRecipes } from './affected-recipes.ts';

export interface PriceChangeQuery {
  from: string;
  to: string;
  basis: ChangingBasis;
  place: string | null;
  /** Who is told: the average over all places is over those that they see. */
  visibleTo: Actor;
  item: string | null;
  isBeyondOnly: boolean;
  tolerancePercent: number;
  limit: number;
  page: number;
}

/** Recipes that are shown of each item in a list of several; of one item all of them are. */
const recipesPerItem = 12;
const recipesOfSingleItem = 500;

/**
 * The items that cost something else at the end of a period than before it began, by one kind of prices, the most changed
 * first, each with what that alone does to the recipes above it: everything else is as it is at the end. So what a recipe
 * costs after is what it costs on that day wherever it is asked for.
 */
export async function computePriceChanges(db: Queryable, asked: PriceChangeQuery): Promise<PriceChanges> {
  const { from, to, basis, place, visibleTo, tolerancePercent } = asked;
  const ids = asked.item === null ? await listItemsWithNewPrices(db, asked) : [asked.item];
  const units = await loadUnitRows(db);
  const read = new ItemReader();
  const before = await loadPricedItems(
    db,
    ids,
    units,
    { basis, place, visibleTo, day: addDays(from, -1) },
    read,
  );
  const after = await loadPricedItems(db, ids, units, { basis, place, visibleTo, day: to }, read);
  const changes: Change[] = [];
  for await (const [id, now] of withEventLoopYields(after)) {
    const was = before.get(id);
    if (!was || isSameCost(was.cost, now.cost)) continue;
    const percent = changedByPercent(was.cost, now.cost);
    changes.push({ was, now, percent, isBeyond: exceedsPercent(was.cost, now.cost, tolerancePercent) });
  }
  const beyond = changes.filter((change) => change.isBeyond);
  const wanted = (asked.isBeyondOnly ? beyond : changes).toSorted(bySize);
  const shown = wanted.slice((asked.page - 1) * asked.limit, asked.page * asked.limit);
  const reach = await loadAffectedRecipes(
    db,
    { items: shown.map(({ now }) => now._id), recipes: [] },
    { basis, place, visibleTo, day: to },
  );
  const names = await loadItemNames(
    db,
    shown.map(({ now }) => now._id),
  );
  const rows: PriceChange[] = [];
  for (const change of shown)
    rows.push(
      await toPriceChange(
        change,
        reach,
        names,
        tolerancePercent,
        asked.item === null ? recipesPerItem : recipesOfSingleItem,
      ),
    );
  return { from, to, basis, place, tolerancePercent, total: wanted.length, beyond: beyond.length, rows };
}

interface Change {
  was: PricedItem;
  now: PricedItem;
  percent: number | null;
  isBeyond: boolean;
}

/** What began or ended to be known first; then the largest change; ties by id, so that pages do not overlap. */
function bySize(a: Change, b: Change): number {
  const [left, right] = [a, b].map(({ percent }) =>
    percent === null ? Number.POSITIVE_INFINITY : Math.abs(percent),
  ) as [number, number];
  if (left !== right) return right - left;
  return a.now._id < b.now._id ? -1 : 1;
}

/** The items of which a price of this kind, or the rate of the money that it is in, began in the period, or of which something moved. */
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
    const moved = db
      .selectFrom('stockDaily')
      .select('itemId')
      .distinct()
      .where('businessDay', '>=', from)
      .where('businessDay', '<=', to);
    const real = db
      .selectFrom('places')
      .select('placeId')
      .where('type', 'in', ['branch', 'central_kitchen', 'warehouse'])
      .where(isPlaceVisibleTo(visibleTo));
    const rows = await (place === null
      ? moved.where('placeId', 'in', real)
      : moved.where('placeId', '=', place)
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
  // What was paid stays in the money of its day.
  const more =
    basis === 'list'
      ? await listItemsWithNewRates(db, { from, to })
      : await listItemsBoughtLoose(db, { from, to });
  const all = [...rows, ...more];
  return [...new Set(all.map(({ itemId }) => itemId))];
}

/** The items with list prices in a money of which a rate began in the period. */
async function listItemsWithNewRates(
  db: Queryable,
  { from, to }: Pick<PriceChangeQuery, 'from' | 'to'>,
): Promise<{ itemId: string }[]> {
  const rated = await listCurrenciesWithNewRates(db, from, to);
  if (rated.length === 0) return [];
  return db
    .selectFrom('packPrices')
    .innerJoin('packagings', 'packagings._id', 'packPrices.packagingId')
    .innerJoin('suppliers', 'suppliers._id', 'packPrices.supplierId')
    .select('packagings.itemId')
    .distinct()
    .where('suppliers.currency', 'in', rated)
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

/** Ten-thousandths of money as an amount, to millionths: a gram costs less than a ten-thousandth can say. */
export const unitCost = (costE4: Exact | null): number | null =>
  costE4 && toNearestMicro(over(costE4, exact(10_000n, 1n)));

async function toPriceChange(
  { was, now, percent, isBeyond: beyond }: Change,
  reach: AffectedRecipes,
  names: ReadonlyMap<string, ItemName>,
  tolerancePercent: number,
  most: number,
): Promise<PriceChange> {
  const id = now._id;
  const here = reach.items.get(id) ?? now;
  // Only the price is as it was; what is lost by trimming is as it is today on both sides.
  const otherwise = { items: new Map([[id, { ...here, cost: was.cost }]]), recipes: new Map() };
  const effects = await computeRecipeEffects(reach, otherwise, { tolerancePercent, isAfter: false });
  const { name = '', nameAlt = null, itemCode = '' } = names.get(id) ?? {};
  return {
    itemId: id,
    itemName: name,
    itemNameAlt: nameAlt,
    itemCode,
    unit: now.baseUnit,
    before: unitCost(was.cost),
    after: unitCost(now.cost),
    sourceBefore: was.source,
    sourceAfter: now.source,
    changePercent: percent,
    isBeyond: beyond,
    recipesTotal: effects.length,
    alerts: effects.filter(({ isBeyond: tooMuch, isAboveGoal }) => tooMuch || isAboveGoal).length,
    recipes: effects.slice(0, most),
  };
}
