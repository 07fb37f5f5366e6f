import { isForBranch } from '#modules/items/is-for-branch.ts';
import type { OrderSuggestion } from '../shapes.ts';
import { getUnitStep } from '#modules/fair-share/proposals.ts';
import { getBusinessDay } from '#core/business-day.ts';
import { fromPriceMicro, convertPriceMicro } from '#core/money.ts';
import { convertMicro, toExactOrNull, fromMicro, invertRatio, toMicro } from '#core/quantity.ts';
import { findClosedDays } from '#core/closed-days.ts';
import { findDeliveryAfter, getLastDayBeforeNextDelivery } from '#modules/demand/upcoming-deliveries.ts';
import { findNextDelivery } from '#core/cutoff.ts';
import { type ExpiringStock, computeUsageBeforeDelivery } from '#modules/demand/usage-before-delivery.ts';
import { type Actor, type Scope, getScope } from '#core/permissions.ts';
import { transitLocation } from '#modules/stock/ledger-locations.ts';
import { addDays, getWeekday } from '#core/day.ts';
import { withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { notFound } from '#platform/server/http/problems.ts';
import { loadUnits, type UnitCatalogue } from '#modules/units/server/units.ts';
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
import { loadLocationDemand } from '#modules/demand/server/series.ts';
import { type BranchCalendar, parseCalendar } from './calendar.ts';
import { findOrderingBranch } from './create.ts';
import { type TransferCharge, loadTransferCharge } from '#modules/shipments/server/charging.ts';
import { type HiddenStock, loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { loadUnusableStock } from '#modules/stock/server/lots.ts';
import { loadUsageByItem } from '#modules/stock/server/usage.ts';
import { type BranchDemand, loadBranchDemand } from './demand.ts';
import { computeExpectedPriceMicro } from './line-items.ts';

/**
 * Builds a branch's order guide: every orderable item in its order unit, in walking order (section, position,
 * name).
 *
 * @throws ApiProblem 404, 422
 */
export async function suggestOrder(
  db: Queryable,
  actor: Actor,
  query: { branch?: string | undefined; deliveryDate?: string | undefined },
  now: Date,
): Promise<OrderSuggestion[]> {
  const branch = await findOrderingBranch(db, actor, query.branch);
  if (!canSeeSuggestions(getScope(actor), branch)) throw notFound();
  const calendar = parseCalendar(branch);
  const { deliveryDate, coveredDays } = resolveDelivery(calendar, query.deliveryDate, now);
  const orderedThrough = getLastDayBeforeNextDelivery(calendar, deliveryDate);
  const weekday = getWeekday(deliveryDate);
  const units = await loadUnits(db);
  const items = (await loadOrderableItems(db, branch._id, branch.kitchen)).filter(({ branches }) =>
    isForBranch(JSON.parse(branches) as string[], branch._id),
  );
  const lastCoveredDay = coveredDays.at(-1) ?? deliveryDate;
  const lotTrackedIds = items.flatMap(({ _id, trackLots, trackExpiry }) =>
    trackLots === 1 || trackExpiry === 1 ? _id : [],
  );
  // The two queries over half a year of days are the slowest, so all run in parallel.
  const [locationDemand, usage, { demand, shapes, unusable, hidden, charge }] = await Promise.all([
    loadLocationDemand(
      db,
      { ...calendar, _id: branch._id },
      { items, units, now, until: lastCoveredDay > deliveryDate ? lastCoveredDay : deliveryDate },
    ),
    loadUsageByItem(db, { placeId: branch._id }, now),
    (async () => ({
      demand: await loadBranchDemand(db, branch._id, { throughDay: orderedThrough }),
      shapes: await loadCategoryShapes(db),
      unusable: await loadUnusableStock(db, branch._id, lotTrackedIds, deliveryDate),
      hidden: await loadHiddenStock(db, actor),
      charge: await loadTransferCharge(db, branch._id),
    }))(),
  ]);
  const models = modelItems(locationDemand, shapes);
  const suggestions: OrderSuggestion[] = [];
  for await (const item of withEventLoopYields(items)) {
    const model = models.get(item._id);
    const row = toSuggestion(
      {
        ...item,
        parMicro: getParForWeekday(weekday, item),
        usageMicro: usage.get(item._id)?.perDayMicro ?? null,
        unusableMicro: unusable.get(item._id)?.unusableMicro ?? 0,
      },
      units,
      charge,
      demand.get(item._id) ?? { orderedMicro: 0, incoming: [], recentQuantities: [] },
      {
        coveredDays,
        model,
        outlook: model ? computeDeliveryOutlook(locationDemand, model, coveredDays) : null,
        uses: model ? forecastDailyUsage(locationDemand, model, deliveryDate) : [],
        expiringStock: unusable.get(item._id)?.expiringStock ?? [],
      },
    );
    if (row) suggestions.push(hideBlindStock(row, branch, hidden));
  }
  return suggestions;
}

/** Resolves the delivery day (the next one by default) and the days it must cover. */
function resolveDelivery(calendar: BranchCalendar, requestedDate: string | undefined, now: Date) {
  const deliveryDate =
    requestedDate ??
    findNextDelivery(calendar, now)?.deliveryDate ??
    addDays(getBusinessDay(now, calendar), 1);
  const isClosed = (day: string) => findClosedDays(calendar.closedDays, day) !== null;
  return {
    deliveryDate,
    coveredDays: listCoveredDays(deliveryDate, findDeliveryAfter(calendar, deliveryDate), isClosed),
  };
}

/** Hides stock, and quantities derived from it, for items that the user counts blind. */
function hideBlindStock(
  row: OrderSuggestion,
  { _id, kitchen }: { _id: string; kitchen: string },
  hidden: HiddenStock,
): OrderSuggestion {
  return {
    ...row,
    ...(hidden.has(_id, row.itemId) && { onHand: null, suggestedQty: 0, reason: null }),
    ...(hidden.has(kitchen, row.itemId) && { kitchenAvailable: null }),
  };
}

/** Whether the actor can see suggestions for the branch: their own, or one supplied by their kitchen. */
function canSeeSuggestions(scope: Scope, branch: { _id: string; kitchen: string }): boolean {
  if (scope.kind !== 'places') return scope.kind === 'all';
  return scope.branches.includes(branch._id) || scope.kitchens.includes(branch.kitchen);
}

/** Returns the par for a day of the week, or the default par. */
export function getParForWeekday(
  weekday: number,
  item: { parMicro: number | null; weekdayPar: string | null },
): number | null {
  const overrides = JSON.parse(item.weekdayPar ?? '{}') as Record<string, number | undefined>;
  const override = overrides[String(weekday)];
  return override === undefined ? item.parMicro : Math.round(override * 1e6);
}

type Item = Awaited<ReturnType<typeof loadOrderableItems>>[number] & {
  usageMicro: number | null;
  unusableMicro: number;
};

interface ExpectedDemand {
  coveredDays: string[];
  model: ItemModel | undefined;
  outlook: DeliveryOutlook | null;
  uses: ExpectedDayUsage[];
  expiringStock: ExpiringStock[];
}

/**
 * Builds the suggestion for an item; null if it can't be ordered: without a conversion to its base unit, or
 * with a cost too large for exact arithmetic.
 */
function toSuggestion(
  item: Item,
  units: UnitCatalogue,
  charge: TransferCharge,
  demand: BranchDemand,
  { coveredDays, model, outlook, uses, expiringStock }: ExpectedDemand,
): OrderSuggestion | null {
  const unit = units.find(item.orderUnit);
  const ratio = unit ? units.ratio(item, unit) : null;
  if (!unit || !ratio) return null;
  const unitCostMicro = toExactOrNull(() =>
    convertPriceMicro(computeExpectedPriceMicro(charge, item), ratio),
  );
  if (unitCostMicro === null) return null;
  const toOrderUnit = (baseMicro: number) => {
    const qtyMicro = toExactOrNull(() => convertMicro(baseMicro, invertRatio(ratio)));
    return qtyMicro === null ? null : fromMicro(qtyMicro);
  };
  const [onHandMicro, inTransitMicro] = [item.branchOnHandMicro ?? 0, item.transitOnHandMicro ?? 0];
  // Suggests multiples of the unit's step: whole units, or its smallest decimal (three decimals or more).
  const step = getUnitStep({ wholeOnly: unit.wholeOnly === 1, decimals: Math.max(3, unit.decimals) });
  const packMicro = toExactOrNull(() => convertMicro(toMicro(step), ratio)) || null;
  const usableMicro = onHandMicro - (item.branchReservedMicro ?? 0) - item.unusableMicro;
  const incoming = [{ day: null, micro: inTransitMicro }, ...demand.incoming];
  const suggestion = suggestQuantity(item, {
    model,
    outlook,
    lastMicro: demand.recentQuantities[0] ?? null,
    usableMicro,
    incomingMicro: inTransitMicro + demand.orderedMicro,
    usedMicro: computeUsageBeforeDelivery({
      usableMicro,
      incoming,
      expiring: expiringStock,
      dailyUsage: uses,
    }),
    packMicro,
    unitSymbol: units.find(item.baseUnit)?.symbol ?? '',
  });
  const [last] = demand.recentQuantities;
  const sum = demand.recentQuantities.reduce((total, qtyMicro) => total + qtyMicro, 0);
  return {
    itemId: item._id,
    itemCode: item.itemCode,
    itemName: item.name,
    itemNameAlt: item.nameAlt,
    category: item.category,
    section: item.section,
    unit: unit._id,
    unitSymbol: unit.symbol,
    unitNum: ratio.num,
    unitDen: ratio.den,
    onHand: toOrderUnit(onHandMicro),
    inTransit: toOrderUnit(inTransitMicro),
    alreadyOrdered: toOrderUnit(demand.orderedMicro),
    kitchenAvailable: toOrderUnit(
      Math.max(0, (item.kitchenOnHandMicro ?? 0) - (item.kitchenReservedMicro ?? 0)),
    ),
    par: item.parMicro === null ? null : toOrderUnit(item.parMicro),
    lastOrderQty: last === undefined ? null : toOrderUnit(last),
    averageQty: last === undefined ? null : toOrderUnit(Math.round(sum / demand.recentQuantities.length)),
    usagePerDay: item.usageMicro === null ? null : toOrderUnit(item.usageMicro),
    orderMultiple: unit.wholeOnly === 1 ? 1 : null,
    suggestedQty: suggestion.suggestedMicro === null ? 0 : (toOrderUnit(suggestion.suggestedMicro) ?? 0),
    unitCost: fromPriceMicro(unitCostMicro),
    forecast: suggestion.forecastMicro === null ? null : toOrderUnit(suggestion.forecastMicro),
    coveredDays,
    basis: suggestion.basis,
    reason: { code: suggestion.code, params: suggestion.params },
  };
}

function loadOrderableItems(db: Queryable, branch: string, kitchen: string) {
  return db
    .selectFrom('items')
    .leftJoin('sections', 'sections._id', 'items.section')
    .leftJoin('itemCategories', 'itemCategories._id', 'items.category')
    .leftJoin('itemLevels as v', (join) =>
      join.onRef('v.itemId', '=', 'items._id').on('v.branchId', '=', branch).on('v.isActive', '=', 1),
    )
    .leftJoin('balances as b', (join) =>
      join.onRef('b.itemId', '=', 'items._id').on('b.placeId', '=', branch),
    )
    .leftJoin('balances as t', (join) =>
      join.onRef('t.itemId', '=', 'items._id').on('t.placeId', '=', transitLocation(branch)),
    )
    .leftJoin('balances as k', (join) =>
      join.onRef('k.itemId', '=', 'items._id').on('k.placeId', '=', kitchen),
    )
    .select([
      'items._id',
      'items.itemCode',
      'items.name',
      'items.nameAlt',
      'items.category',
      'items.trackLots',
      'items.trackExpiry',
      'itemCategories.serviceLevelMicro',
      'v.orderRule',
      'items.section',
      'items.branches',
      'items.baseUnit',
      'items.orderUnit',
      'items.unitPriceMicro',
      'items.transferPrice',
      'v.parMicro',
      'v.weekdayPar',
      'b.onHandMicro as branchOnHandMicro',
      'b.reservedMicro as branchReservedMicro',
      't.onHandMicro as transitOnHandMicro',
      'k.onHandMicro as kitchenOnHandMicro',
      'k.reservedMicro as kitchenReservedMicro',
      'k.valueE4 as kitchenValueE4',
      'k.lastCostE4 as kitchenLastCostE4',
    ])
    .where('items.isActive', '=', 1)
    .where('items.isOrderable', '=', 1)
    .orderBy('sections.sortOrder')
    .orderBy('v.binSortOrder', (order) => order.asc().nullsLast())
    .orderBy('items.search')
    .execute();
}
