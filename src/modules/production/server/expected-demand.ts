import type { BranchExpectedDemand } from '../shapes.ts';
import type { OrderStatus } from '#modules/orders/status.ts';
import { getBusinessDay } from '#core/business-day.ts';
import { type Actor, isOwnLocation } from '#core/permissions.ts';
import { findClosedDays } from '#core/closed-days.ts';
import { findDeliveryAfter } from '#modules/demand/upcoming-deliveries.ts';
import { computeCutoff } from '#core/cutoff.ts';
import {
  type OrderedItemLine,
  type UpcomingDelivery,
  type ExpectedDemand,
  computeExpectedDemand,
} from '../expected.ts';
import { toExactOrNull, fromMicro } from '#core/quantity.ts';
import { addDays, toUtcDay, getWeekday } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { notFound } from '#platform/server/http/problems.ts';
import {
  type BranchOutlook,
  computeExpectedQuantity,
  loadHolidays,
} from '#modules/demand/server/branch-outlook.ts';
import { getOutlooks, loadOutlookInputs } from '#modules/demand/server/outlook-cache.ts';
import { listCoveredDays } from '#modules/demand/server/outlook.ts';
import { roundForDisplay } from '#modules/demand/server/suggestion.ts';
import { parseCalendar } from '#modules/orders/server/calendar.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';

/** Orders that reached their kitchen and weren't cancelled. */
const sentStatuses: readonly OrderStatus[] = [
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
  'Received',
];

/** Forecast horizon in days. */
export const maxDaysAhead = 28;

/** Expected demand of a kitchen's branches beyond their orders, from today through a day. */
interface KitchenForecast {
  demands: ExpectedDemand[];
  deliveries: (UpcomingDelivery & { coveredDays: string[] })[];
  branches: ReadonlyMap<string, Branch>;
  outlooks: ReadonlyMap<string, BranchOutlook>;
  /** Branches that can still order but have too little history for a forecast. */
  withoutForecast: Branch[];
}

type Branch = Awaited<ReturnType<typeof loadSuppliedBranches>>[number];

/**
 * Loads the expected demand beyond orders for the items that a kitchen produces. Items shipped as bought are
 * planned in purchasing, based on the kitchen's shipments.
 */
export async function loadExpectedDemand(
  db: Queryable,
  kitchen: string,
  { until, now, onlyItemId }: { until: string; now: Date; onlyItemId?: string | undefined },
): Promise<KitchenForecast> {
  const branches = new Map((await loadSuppliedBranches(db, kitchen)).map((branch) => [branch._id, branch]));
  const deliveries = [...branches.values()].flatMap((branch) => listDeliveries(branch, until, now));
  const earliest = addDays(toUtcDay(now), -1);
  const holidays = await loadHolidays(db, earliest);
  const inputs = await loadOutlookInputs(db);
  const producedItems = inputs.items.filter(
    ({ _id, isMade }) => isMade && (onlyItemId === undefined || _id === onlyItemId),
  );
  const places = producedItems.length === 0 ? [] : [...branches.values()];
  const outlooks = await getOutlooks(db, places, inputs, { now, onlyItemId });
  const orderedLines = await loadOrderedLines(db, kitchen, earliest);
  const demands = computeExpectedDemand(deliveries, orderedLines, ({ branchId, coveredDays }) => {
    const closedDays = branches.get(branchId)?.closedDays ?? [];
    const days = { closedDays, holidays: holidays.get(branchId) ?? new Set<string>() };
    const outlook = outlooks.get(branchId);
    return producedItems.flatMap(({ _id }): [string, number][] => {
      const forecast = outlook?.get(_id);
      const qtyMicro =
        forecast &&
        toExactOrNull(() => Math.round(computeExpectedQuantity(forecast, coveredDays, days) * 1e6));
      return qtyMicro ? [[_id, qtyMicro]] : [];
    });
  });
  const openBranchIds = new Set(deliveries.flatMap(({ branchId, isOpen }) => (isOpen ? [branchId] : [])));
  return {
    demands: demands.filter(({ day }) => day <= until),
    deliveries,
    branches,
    outlooks,
    withoutForecast: places.filter(({ _id }) => openBranchIds.has(_id) && !outlooks.get(_id)?.size),
  };
}

/**
 * Lists the branches expected to need an item on a day beyond their orders, with explanations.
 *
 * @throws ApiProblem 404 for a kitchen out of scope
 */
export async function listExpectedDemandForItem(
  db: Queryable,
  actor: Actor,
  { kitchen, day, itemId }: { kitchen: string; day: string; itemId: string },
  now: Date,
): Promise<BranchExpectedDemand[]> {
  await assertOwnKitchen(db, actor, kitchen);
  if ((await loadHiddenStock(db, actor)).has(kitchen, itemId)) return [];
  const item = await db
    .selectFrom('items')
    .innerJoin('units', 'units._id', 'items.baseUnit')
    .select('units.symbol')
    .where('items._id', '=', itemId)
    .executeTakeFirst();
  if (!item) throw notFound();
  const expected = await loadExpectedDemand(db, kitchen, { until: day, now, onlyItemId: itemId });
  const rows = expected.demands.flatMap((demand): BranchExpectedDemand[] => {
    if (demand.day !== day) return [];
    const branchId = demand.source.id;
    const branch = expected.branches.get(branchId);
    const header = {
      branch: branchId,
      branchName: branch?.name ?? branchId,
      branchNameAlt: branch?.nameAlt ?? null,
      qty: fromMicro(demand.qtyMicro),
      unitSymbol: item.symbol,
    };
    const delivery = expected.deliveries.find(
      (candidate) => candidate.branchId === branchId && candidate.day === day,
    );
    const outlook = expected.outlooks.get(branchId)?.get(itemId);
    const [first] = delivery?.coveredDays ?? [];
    if (!delivery || !outlook || first === undefined) return [{ ...header, calculation: null }];
    const weekday = getWeekday(first) - 1;
    const [average, lastFour] = [outlook.average[weekday] ?? null, outlook.lastFour[weekday] ?? null];
    return [
      {
        ...header,
        calculation: {
          source: outlook.source,
          weekday: weekday + 1,
          average: average === null ? null : roundForDisplay(average),
          lastFour: lastFour === null ? null : roundForDisplay(lastFour),
          isShared: outlook.shared[weekday] ?? false,
          coveredDays: delivery.coveredDays,
        },
      },
    ];
  });
  return rows.toSorted((a, b) => b.qty - a.qty || (a.branch < b.branch ? -1 : 1));
}

/** @throws ApiProblem 404 for a kitchen that doesn't exist or isn't the actor's */
export async function assertOwnKitchen(db: Queryable, actor: Actor, kitchen: string): Promise<void> {
  const place = await db.selectFrom('branches').select('_id').where('_id', '=', kitchen).executeTakeFirst();
  if (!place || !isOwnLocation(actor, kitchen)) throw notFound();
}

/** Active branches supplied by a kitchen, with their calendars. */
async function loadSuppliedBranches(db: Queryable, kitchen: string) {
  const rows = await db
    .selectFrom('branches')
    .leftJoin('branches as k', 'k._id', 'branches.supplyingKitchenId')
    .select([
      'branches._id',
      'branches.name',
      'branches.nameAlt',
      'branches.deliveryDays',
      'branches.timezone',
      'branches.dayEnds',
      'branches.closedDays',
      'k.closedDays as kitchenClosedDays',
    ])
    .where('branches.supplyingKitchenId', '=', kitchen)
    .where('branches.isActive', '=', 1)
    .where('branches.type', '!=', 'central_kitchen')
    .orderBy('branches._id')
    .execute();
  return rows.map(({ _id, name, nameAlt, ...row }) => ({ _id, name, nameAlt, ...parseCalendar(row) }));
}

/**
 * Lists a branch's deliveries from the branch's current day through a day; without delivery days, every open
 * day after today.
 */
function listDeliveries(
  { _id: branchId, ...calendar }: Branch,
  until: string,
  now: Date,
): KitchenForecast['deliveries'] {
  const isClosed = (day: string) => findClosedDays(calendar.closedDays, day) !== null;
  const today = getBusinessDay(now, calendar);
  const lastDay = addDays(today, maxDaysAhead);
  const deliveries: KitchenForecast['deliveries'] = [];
  for (let day = today; day <= until && day <= lastDay; day = addDays(day, 1)) {
    if (calendar.deliveryDays.length === 0) {
      if (day > today && !isClosed(day) && findClosedDays(calendar.kitchenClosedDays, day) === null)
        deliveries.push({ branchId, day, nextDay: null, isOpen: true, coveredDays: [day] });
      continue;
    }
    const cutoffAt = computeCutoff(calendar, day);
    if (cutoffAt === null) continue;
    const nextDay = findDeliveryAfter(calendar, day);
    const isOpen = Date.parse(cutoffAt) > now.getTime();
    deliveries.push({ branchId, day, nextDay, isOpen, coveredDays: listCoveredDays(day, nextDay, isClosed) });
  }
  return deliveries;
}

/**
 * Loads the lines of orders sent to a kitchen from a day onwards, unless cancelled. Orders under review are
 * excluded because the kitchen can't see them, and orders for events because they don't replace a forecast.
 */
function loadOrderedLines(db: Queryable, kitchen: string, from: string): Promise<OrderedItemLine[]> {
  return db
    .selectFrom('orders')
    .innerJoin('orderLines', 'orderLines.orderId', 'orders._id')
    .select(['orders.branch as branchId', 'deliveryDate as day', 'itemId'])
    .where('orders.kitchen', '=', kitchen)
    .where('orders.status', 'in', [...sentStatuses])
    .where('orders.deliveryDate', '>=', from)
    .where('orders.occasion', 'is', null)
    .execute();
}
