import type { PurchaseProposal } from '../shapes.ts';
import { getBusinessDay, utcDays } from '#core/business-day.ts';
import { fromE4, fromPriceMicro } from '#core/money.ts';
import { type Actor, isOwnLocation } from '#core/permissions.ts';
import { type ClosedDays, findClosedDays } from '#core/closed-days.ts';
import { computeUsageBeforeDelivery } from '#modules/demand/usage-before-delivery.ts';
import { type BuyablePack, computePacksToBuyMicro, choosePack } from '../proposal.ts';
import { fromMicro } from '#core/quantity.ts';
import { transitLocation } from '#modules/stock/ledger-locations.ts';
import { addDays, getWeekday } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { notFound } from '#platform/server/http/problems.ts';
import { loadUnits } from '#modules/units/server/units.ts';
import {
  listCoveredDays,
  type ExpectedDayUsage,
  type ItemModel,
  modelItems,
  type DeliveryOutlook,
  computeDeliveryOutlook,
  loadCategoryShapes,
  forecastDailyUsage,
} from '#modules/demand/server/outlook.ts';
import { suggestQuantity } from '#modules/demand/server/suggestion.ts';
import { type DemandItem, type DemandLocation, loadLocationDemand } from '#modules/demand/server/series.ts';
import { loadBranchDemand, loadEventDemand } from '#modules/orders/server/demand.ts';
import { getParForWeekday } from '#modules/orders/server/suggestions.ts';
import { loadPricesOn } from '#modules/prices/server/history.ts';
import { loadExactRates } from '#modules/prices/server/rates.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { loadUnusableStock } from '#modules/stock/server/lots.ts';
import { loadDraftedPurchases } from '#modules/stock/server/on-order.ts';
import { hasListPrices, computePackRatio } from './lines.ts';

/** Number of days that a purchase covers from its delivery, and the default lead time. */
const [coverDays, defaultLeadDays] = [7, 1];

/**
 * Proposes purchases for a location, by item in packs: expected usage in the week after delivery, or up to
 * par. Quantities in drafts are reported but not proposed again. Omits items without a supplier, and items
 * that the actor counts blind, because the quantity would reveal their stock.
 *
 * @throws ApiProblem 404 for a location outside the actor's scope.
 */
export async function proposePurchases(
  db: Queryable,
  actor: Actor,
  place: string,
  now: Date,
): Promise<PurchaseProposal[]> {
  const branch = await db
    .selectFrom('branches')
    .select(['_id', 'timezone', 'dayEnds', 'closedDays'])
    .where('_id', '=', place)
    .executeTakeFirst();
  if (!branch || !isOwnLocation(actor, place)) throw notFound();
  const closedDays = JSON.parse(branch.closedDays) as ClosedDays[];
  const today = getBusinessDay(now, branch);
  const weekday = getWeekday(today);
  const allItems = await loadItemsAtPlace(db, place);
  const packs = await loadBuyablePacks(db, allItems, today, await hasListPrices(db, actor, place));
  const items = allItems.filter(({ _id }) => packs.has(_id));
  const getExpectedUsage = await loadExpectedUsage(db, { ...branch, closedDays }, items, now);
  const demand = await loadBranchDemand(db, place);
  const events = await loadEventDemand(db, place);
  const packByItem = new Map(
    items.map(({ _id }) => [_id, choosePack(packs.get(_id) ?? []) as SoldPack | null]),
  );
  const getDeliveryDay = (itemId: string) =>
    addDays(today, packByItem.get(itemId)?.leadTimeDays ?? defaultLeadDays);
  // Excludes lots that expire before the delivery.
  const unusableStock = await loadUnusableStock(
    db,
    place,
    items.flatMap(({ _id, trackLots, trackExpiry }) => (trackLots === 1 || trackExpiry === 1 ? _id : [])),
    getDeliveryDay,
  );
  const hidden = await loadHiddenStock(db, actor);
  const draftedByItem = await loadDraftedPurchases(db, place);
  return items.flatMap((item): PurchaseProposal[] => {
    if (hidden.has(place, item._id)) return [];
    const pack = packByItem.get(item._id) ?? null;
    if (pack === null) return [];
    const arrivalDay = getDeliveryDay(item._id);
    const coveredDays = listCoveredDays(
      arrivalDay,
      addDays(arrivalDay, coverDays),
      (day) => findClosedDays(closedDays, day) !== null,
    );
    const { unusableMicro = 0, expiringStock = [] } = unusableStock.get(item._id) ?? {};
    const eventMicro = events(item._id, addDays(arrivalDay, coverDays));
    const [usableMicro, incomingMicro] = [
      (item.onHandMicro ?? 0) - (item.reservedMicro ?? 0) - unusableMicro - eventMicro,
      (item.transitMicro ?? 0) + (demand.get(item._id)?.orderedMicro ?? 0),
    ];
    const { dailyUsage, ...outlook } = getExpectedUsage(item._id, coveredDays, arrivalDay);
    const incoming = [
      { day: null, micro: item.transitMicro ?? 0 },
      ...(demand.get(item._id)?.incoming ?? []),
    ];
    const rule = suggestQuantity(
      { ...item, parMicro: getParForWeekday(weekday, item), unusableMicro },
      {
        ...outlook,
        lastMicro: null,
        usableMicro,
        incomingMicro,
        usedMicro: computeUsageBeforeDelivery({
          // Events after the delivery don't reduce what can be used before it.
          usableMicro: usableMicro + eventMicro - events(item._id, arrivalDay),
          incoming,
          expiring: expiringStock,
          dailyUsage,
        }),
        packMicro: null,
        unitSymbol: item.baseSymbol,
      },
    );
    // An item without history or par level is bought for an event alone.
    const targetMicro = rule.targetMicro ?? (eventMicro > 0 ? 0 : null);
    const need = {
      parMicro: targetMicro,
      availableMicro: usableMicro,
      inTransitMicro: incomingMicro,
      usedMicro: rule.usedMicro,
    };
    if (targetMicro === null || computePacksToBuyMicro({ ...need, orderedMicro: 0 }, pack) === null)
      return [];
    const inDrafts = draftedByItem.get(item._id);
    const qtyMicro = computePacksToBuyMicro({ ...need, orderedMicro: inDrafts?.baseMicro ?? 0 }, pack) ?? 0;
    return [
      {
        itemId: item._id,
        itemCode: item.itemCode,
        itemName: item.name,
        itemNameAlt: item.nameAlt,
        supplier: pack.supplierId,
        supplierName: pack.supplierName,
        supplierNameAlt: pack.supplierNameAlt,
        currency: pack.currency,
        minOrderValue: pack.minOrderValueE4 === null ? null : fromE4(pack.minOrderValueE4),
        freight: pack.freightE4 === null ? null : fromE4(pack.freightE4),
        freeFreightFrom: pack.freeFreightFromE4 === null ? null : fromE4(pack.freeFreightFromE4),
        packagingId: pack._id,
        packName: pack.name,
        orderMultiple: pack.multipleMicro === null ? null : fromMicro(pack.multipleMicro),
        price: pack.priceMicro === null ? null : fromPriceMicro(pack.priceMicro),
        qty: fromMicro(qtyMicro),
        drafted: fromMicro(inDrafts?.baseMicro ?? 0),
        draftNumbers: inDrafts?.orders.map(({ number }) => number) ?? [],
        available: fromMicro(usableMicro),
        incoming: fromMicro(incomingMicro),
        usageBeforeDelivery: fromMicro(rule.usedMicro),
        par: rule.params.par,
        target: fromMicro(targetMicro),
        baseSymbol: item.baseSymbol,
        forecast: rule.forecastMicro === null ? null : fromMicro(rule.forecastMicro),
        coveredDays,
        basis: rule.basis,
        reason: { code: rule.code, params: rule.params },
      },
    ];
  });
}

/**
 * Loads the expected demand for items at a location, for the given days and for each day before the delivery.
 */
async function loadExpectedUsage(
  db: Queryable,
  place: DemandLocation,
  items: readonly DemandItem[],
  now: Date,
): Promise<
  (
    itemId: string,
    coveredDays: readonly string[],
    arrivalDay: string,
  ) => { model: ItemModel | undefined; outlook: DeliveryOutlook | null; dailyUsage: ExpectedDayUsage[] }
> {
  const units = await loadUnits(db);
  const lastDay = addDays(getBusinessDay(now, place), 380);
  const locationDemand = await loadLocationDemand(db, place, { items, units, now, until: lastDay });
  const models = modelItems(locationDemand, await loadCategoryShapes(db));
  return (itemId, coveredDays, arrivalDay) => {
    const model = models.get(itemId);
    return {
      model,
      outlook: model ? computeDeliveryOutlook(locationDemand, model, coveredDays) : null,
      dailyUsage: model ? forecastDailyUsage(locationDemand, model, arrivalDay) : [],
    };
  };
}

/**
 * Returns packs to buy for a location's shortages, which are in base units by item: whole packs in their
 * order multiples, less quantities in drafts. `itemsWithoutSupplier` are the items without a supplier or
 * price, `drafts` the orders that contain some of the items.
 */
export async function findPacksForShortages(
  db: Queryable,
  place: string,
  shortages: ReadonlyMap<string, number>,
  now: Date,
): Promise<{
  lines: { itemId: string; supplier: string; packagingId: string; qtyMicro: number }[];
  itemsWithoutSupplier: string[];
  drafts: { _id: string; number: string }[];
}> {
  const branch = await db
    .selectFrom('branches')
    .select(['timezone', 'dayEnds'])
    .where('_id', '=', place)
    .executeTakeFirst();
  const items = await db
    .selectFrom('items')
    .select(['_id', 'baseUnit'])
    .where('_id', 'in', [...shortages.keys()])
    .where('isActive', '=', 1)
    .execute();
  const packs = await loadBuyablePacks(db, items, getBusinessDay(now, branch ?? utcDays));
  const draftedByItem = await loadDraftedPurchases(db, place);
  const itemsWithoutSupplier: string[] = [];
  const drafts = new Map<string, string>();
  const lines = [...shortages].flatMap(([itemId, missingMicro]) => {
    const inDrafts = draftedByItem.get(itemId);
    for (const { _id, number } of inDrafts?.orders ?? []) drafts.set(_id, number);
    const orderedMicro = inDrafts?.baseMicro ?? 0;
    if (orderedMicro >= missingMicro) return [];
    const priced = (packs.get(itemId) ?? []).filter(({ priceMicro }) => priceMicro !== null);
    const pack = choosePack(priced);
    const need = { parMicro: missingMicro, availableMicro: 0, inTransitMicro: 0, orderedMicro, usedMicro: 0 };
    const qtyMicro = pack && computePacksToBuyMicro(need, pack);
    if (!pack || qtyMicro === null) {
      itemsWithoutSupplier.push(itemId);
      return [];
    }
    return [{ itemId, supplier: pack.supplierId, packagingId: pack._id, qtyMicro }];
  });
  return { lines, itemsWithoutSupplier, drafts: [...drafts].map(([_id, number]) => ({ _id, number })) };
}

interface SoldPack extends BuyablePack {
  supplierName: string;
  supplierNameAlt: string | null;
  currency: string | null;
  minOrderValueE4: number | null;
  freightE4: number | null;
  freeFreightFromE4: number | null;
  leadTimeDays: number | null;
}

type ItemAtPlace = Awaited<ReturnType<typeof loadItemsAtPlace>>[number];

/**
 * Loads items that can be bought, with their levels and stock at a location, by their position there, then by
 * name.
 */
function loadItemsAtPlace(db: Queryable, place: string) {
  return db
    .selectFrom('items')
    .innerJoin('units', 'units._id', 'items.baseUnit')
    .leftJoin('itemCategories', 'itemCategories._id', 'items.category')
    .leftJoin('itemLevels as level', (join) =>
      join
        .onRef('level.itemId', '=', 'items._id')
        .on('level.branchId', '=', place)
        .on('level.isActive', '=', 1),
    )
    .leftJoin('balances as stock', (join) =>
      join.onRef('stock.itemId', '=', 'items._id').on('stock.placeId', '=', place),
    )
    .leftJoin('balances as transit', (join) =>
      join.onRef('transit.itemId', '=', 'items._id').on('transit.placeId', '=', transitLocation(place)),
    )
    .select([
      'items._id',
      'items.itemCode',
      'items.name',
      'items.nameAlt',
      'items.category',
      'items.baseUnit',
      'items.trackLots',
      'items.trackExpiry',
      'itemCategories.serviceLevelMicro',
      'units.symbol as baseSymbol',
      'level.parMicro',
      'level.weekdayPar',
      'level.orderRule',
      'stock.onHandMicro',
      'stock.reservedMicro',
      'transit.onHandMicro as transitMicro',
    ])
    .where('items.isActive', '=', 1)
    .orderBy('level.binSortOrder', (order) => order.asc().nullsLast())
    .orderBy('items.search')
    .execute();
}

/** Loads supplier packs of items, with the prices of a day. */
async function loadBuyablePacks(
  db: Queryable,
  items: readonly Pick<ItemAtPlace, '_id' | 'baseUnit'>[],
  today: string,
  canShowPrices = true,
): Promise<Map<string, SoldPack[]>> {
  const byId = new Map(items.map((item) => [item._id, item]));
  const rows = await db
    .selectFrom('packagings')
    .innerJoin('suppliers', 'suppliers._id', 'packagings.supplierId')
    .select([
      'packagings._id',
      'packagings.itemId',
      'packagings.name',
      'packagings.unit',
      'packagings.contentsQtyMicro',
      'packagings.preferred',
      'packagings.orderMultipleMicro as multipleMicro',
      'suppliers._id as supplierId',
      'suppliers.name as supplierName',
      'suppliers.nameAlt as supplierNameAlt',
      'suppliers.currency',
      'suppliers.minOrderValueE4',
      'suppliers.freightE4',
      'suppliers.freeFreightFromE4',
      'suppliers.leadTimeDays',
    ])
    .where('packagings.isActive', '=', 1)
    .where('suppliers.isActive', '=', 1)
    .orderBy('packagings._id')
    .execute();
  const relevantRows = rows.filter(({ itemId }) => byId.has(itemId));
  const units = await loadUnits(db);
  const prices = await loadPricesOn(db, canShowPrices ? relevantRows.map(({ _id }) => _id) : [], today);
  const getRate = await loadExactRates(db, today);
  const packs = relevantRows.flatMap(({ unit, contentsQtyMicro, ...row }) => {
    const item = byId.get(row.itemId);
    const ratio = item ? computePackRatio({ unit, contentsQtyMicro }, item, units) : null;
    return ratio === null
      ? []
      : [
          {
            ...row,
            ratio,
            priceMicro: prices.get(row._id)?.priceMicro ?? null,
            rate: getRate(row.currency),
          },
        ];
  });
  return Map.groupBy(packs, ({ itemId }) => itemId);
}
