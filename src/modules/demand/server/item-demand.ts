import type { MarkDayInput } from '../input.ts';
import type { ItemDemand } from '../shapes.ts';
import { canOrderFor } from '#modules/orders/edits.ts';
import { type Actor, isOwnLocation, getScope } from '#core/permissions.ts';
import {
  backtest,
  type BacktestResult,
  baselineRules,
  computeRollingSpread,
  computeRuleForecasts,
} from '../backtest.ts';
import type { ClosedDays } from '#core/closed-days.ts';
import { dayKind } from '../demand-rules.ts';
import { proposeExceptions } from '../marked-days.ts';
import { getServiceFactor, defaultServiceLevel } from '../service-level.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { addDays, toUtcDay } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { assertPlausibleYear } from '#platform/documents/server/event-time.ts';
import { forbidden, invalid, notFound } from '#platform/server/http/problems.ts';
import { loadUnits } from '#modules/units/server/units.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { recordDemandChanges } from '#modules/stock/server/demand-changes.ts';
import { modelItems, loadCategoryShapes } from './outlook.ts';
import { roundForDisplay } from './suggestion.ts';
import { loadLocationDemand } from './series.ts';

/** Number of days over which the rules are compared. */
const backtestDays = 56;

/**
 * Gets the daily demand of an item at a location and the backtest of each rule.
 *
 * @throws ApiProblem 404 for a location out of scope
 */
export async function getItemDemand(
  db: Queryable,
  actor: Actor,
  { branch, itemId }: { branch: string; itemId: string },
  now: Date,
): Promise<ItemDemand> {
  const place = await findLocation(db, branch);
  const scope = getScope(actor);
  const isSupplier = scope.kind === 'places' && scope.kitchens.includes(place?.kitchen ?? '');
  if (!place || !(isOwnLocation(actor, branch) || isSupplier)) throw notFound();
  const requested = await db
    .selectFrom('items')
    .leftJoin('itemCategories', 'itemCategories._id', 'items.category')
    .select(['items._id', 'items.category', 'items.baseUnit', 'itemCategories.serviceLevelMicro'])
    .where('items._id', '=', itemId)
    .executeTakeFirst();
  if (!requested) throw notFound();
  // Loads all items of the category, because they share its weekly shape.
  const items = await db
    .selectFrom('items')
    .select(['_id', 'category', 'baseUnit'])
    .where('category', requested.category === null ? 'is' : '=', requested.category)
    .where('isActive', '=', 1)
    .where('_id', '!=', itemId)
    .execute();
  const units = await loadUnits(db);
  const request = {
    items: [requested, ...items],
    units,
    now,
    until: addDays(toUtcDay(now), 2),
  };
  const locationDemand = await loadLocationDemand(db, place, request);
  const model = modelItems(locationDemand, await loadCategoryShapes(db)).get(itemId);
  if (!model) throw notFound();
  const { series, demand } = model;
  const serviceLevel =
    requested.serviceLevelMicro === null ? defaultServiceLevel : requested.serviceLevelMicro / 1e6;
  const header = {
    itemId,
    unitSymbol: units.find(requested.baseUnit)?.symbol ?? '',
    source: series.source,
    serviceLevel,
    holidays: locationDemand.marks
      .flatMap(({ itemId: markedItem, day, kind }) => (kind === 'holiday' && markedItem === null ? day : []))
      .toReversed(),
    canMark: canOrderFor(actor, branch),
  };
  const convertToBase = (qty: number) => roundForDisplay((qty * series.handlingUnitMicro) / 1e6);
  const toBaseUnits = ({ demand, surplus, missedDemand }: BacktestResult): BacktestResult => ({
    demand: convertToBase(demand),
    surplus: convertToBase(surplus),
    missedDemand: convertToBase(missedDemand),
  });
  const emptyResult = { demand: 0, surplus: 0, missedDemand: 0 };
  // Daily usage would reveal the stock to users who count it blind.
  if ((await loadHiddenStock(db, actor)).has(branch, itemId))
    return {
      ...header,
      days: [],
      weekdays: [],
      backtest: { days: 0, forecast: emptyResult, lastWeek: emptyResult, weekdayAverage: emptyResult },
    };
  const factor = getServiceFactor(serviceLevel);
  const from = locationDemand.days.pastDays - backtestDays;
  const [lastWeek, weekdayAverage] = baselineRules.map((rule) =>
    computeRuleForecasts(locationDemand.days, series, demand.since, rule),
  ) as [Float64Array, Float64Array];
  const rules = { forecast: demand.forecasts, lastWeek, weekdayAverage };
  // Excludes days on which any rule has no forecast; otherwise the sums would cover different days.
  const isCompared = (day: number) =>
    Object.values(rules).every((forecasts) => !Number.isNaN(forecasts[day] ?? Number.NaN));
  const runBacktest = (forecasts: Float64Array) => {
    const spread = computeRollingSpread(locationDemand.days, series, forecasts);
    const getOrderedQuantity = (day: number) =>
      isCompared(day)
        ? Math.max(0, (forecasts[day] ?? Number.NaN) + factor * (spread[day] ?? 0))
        : Number.NaN;
    return toBaseUnits(backtest(locationDemand.days, series, getOrderedQuantity, from));
  };
  const proposed = new Set(proposeExceptions(series, demand));
  const listMarks = (item: string | null) =>
    locationDemand.marks.flatMap(({ itemId: markedItem, day, kind }) =>
      markedItem === item ? [[day, kind] as const] : [],
    );
  const marks = new Map([...listMarks(null), ...listMarks(itemId)]);
  const getDayState = (day: number) => {
    if (day < demand.since) return 'before' as const;
    if (locationDemand.days.kinds[day] === dayKind.closed) return 'closed' as const;
    if (series.counts[day] === 1) return 'counts' as const;
    return series.exceptional[day] === 1 ? ('exceptional' as const) : ('out' as const);
  };
  return {
    ...header,
    days: Array.from({ length: locationDemand.days.pastDays }, (_, day) => {
      const date = addDays(locationDemand.from, day);
      const forecast = demand.forecasts[day] ?? Number.NaN;
      const mark = marks.get(date) ?? null;
      return {
        day: date,
        demand: convertToBase(series.quantities[day] ?? 0),
        forecast: Number.isNaN(forecast) ? null : convertToBase(forecast),
        state: getDayState(day),
        isHoliday: locationDemand.days.kinds[day] === dayKind.holiday,
        isProposed: mark === null && proposed.has(day),
        mark,
      };
    }),
    weekdays: demand.average.map((average, weekday) => ({
      average: convertToBase(average),
      observations: demand.observations[weekday] ?? 0,
    })),
    backtest: {
      days: Array.from({ length: backtestDays }, (_, n) => from + n).filter(
        (day) => series.counts[day] === 1 && isCompared(day),
      ).length,
      forecast: runBacktest(rules.forecast),
      lastWeek: runBacktest(rules.lastWeek),
      weekdayAverage: runBacktest(rules.weekdayAverage),
    },
  };
}

/**
 * Marks a day of an item or of the whole branch; repeating it changes nothing.
 *
 * @throws ApiProblem 403, 404, 422
 */
export async function markDay(ctx: CommandContext, input: MarkDayInput) {
  const { tx, actor, now } = ctx;
  const { branch, day, kind } = input;
  const itemId = input.itemId ?? null;
  const place = await findLocation(tx, branch);
  if (!place || !isOwnLocation(actor, branch)) throw notFound();
  if (!canOrderFor(actor, branch)) throw forbidden(refusal('cannot-order-for-place', { place: place.name }));
  if (itemId !== null) {
    const item = await tx.selectFrom('items').select('_id').where('_id', '=', itemId).executeTakeFirst();
    if (!item) throw invalid({ itemId: refusal('no-such-item') });
  }
  // Marks on implausible dates can still be removed.
  if (kind !== null) assertPlausibleYear(now, 'effective', day, 'day');
  const _id = `${branch}:${itemId ?? '*'}:${day}`;
  const before = await tx
    .selectFrom('demandDays')
    .select(['kind', 'note'])
    .where('_id', '=', _id)
    .executeTakeFirst();
  const note = kind === null ? null : (input.note ?? null);
  if ((before?.kind ?? null) !== kind || (before?.note ?? null) !== note) {
    if (kind === null) await tx.deleteFrom('demandDays').where('_id', '=', _id).execute();
    else {
      const values = { kind, note, userName: actor.name, updatedAt: now.toISOString() };
      await tx
        .insertInto('demandDays')
        .values({ _id, branchId: branch, itemId, day, ...values })
        .onConflict((conflict) => conflict.column('_id').doUpdateSet(values))
        .execute();
    }
    await recordDemandChanges(tx, [branch], now);
    await ctx.audit({
      action: 'edit',
      entity: itemId === null ? 'branch' : 'items',
      id: itemId ?? branch,
      before: { demandDay: before ? `${day} ${before.kind}` : null },
      after: { demandDay: kind === null ? null : `${day} ${kind}` },
    });
  }
  return { branch, itemId, day, kind, note };
}

async function findLocation(db: Queryable, id: string) {
  const row = await db
    .selectFrom('branches')
    .select(['_id', 'name', 'timezone', 'dayEnds', 'closedDays', 'supplyingKitchenId as kitchen'])
    .where('_id', '=', id)
    .executeTakeFirst();
  return row && { ...row, closedDays: JSON.parse(row.closedDays) as ClosedDays[] };
}
