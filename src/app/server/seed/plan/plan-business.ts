import { addDays, getWeekday } from '#core/day.ts';
import type { SeedBranch, SeedItem } from '../model.ts';
import { convertToInstant } from '../local-time.ts';
import type { Random } from '../random.ts';
import { readTillItems } from './till-items.ts';
import { planBatches, planTodaysBatches } from './batches.ts';
import {
  type BranchState,
  chooseLines,
  roundToMeasurable,
  createBranchState,
  recordUsage,
  recordWaste,
  simulateTrade,
} from './branch-state.ts';
import {
  isSetAside,
  planKitchenCount,
  planMonthlyCount,
  planOpeningCounts,
  planTodaysCounts,
} from './counts.ts';
import { planTransfers } from './transfers.ts';
import type { SeedLevel } from './levels.ts';
import {
  findItemsNearReorderPoint,
  type Needs,
  createKitchenState,
  restock,
  takeFromKitchen,
} from './kitchen-state.ts';
import { planProblemLots, planInvoice } from './purchases.ts';
import { applyMenuUsage } from './menu-usage.ts';
import { planSales } from './sales.ts';
import { planAbandonedOrder } from './order-outcomes.ts';
import { type PlanContext, getStaff, planOrder } from './orders.ts';
import type {
  HoldEvent,
  OrderEvent,
  PurchasedLine,
  PurchaseEvent,
  SalesEvent,
  SoldRow,
  PlanEvent,
  WastageEvent,
} from './events.ts';
import { getStageToday, planToday } from './today.ts';

export interface SupplierTerms {
  code: string;
  /** Delivery days (1 = Monday). */
  weekdays: number[];
  /** Days between order and delivery. */
  leadDays: number;
  /** Minimum order value in the base currency. */
  minOrderValueE4: number;
}

export interface PlanInputs {
  items: SeedItem[];
  kitchen: SeedBranch;
  branches: SeedBranch[];
  suppliers: SupplierTerms[];
  /** Ingredients needed for the kitchen's products. */
  needs: Needs;
  /** Number of simulated days before today. */
  days: number;
  /** The kitchen's date and the instant at which the plan ends. */
  today: string;
  nowMs: number;
  random: Random;
}

export interface SeedPlan {
  /** In chronological order, none after now. */
  events: PlanEvent[];
  levels: { branch: string; levels: SeedLevel[] }[];
  openedAt: number;
}

/**
 * Plans some weeks of a business as a list of events: deliveries, batches, sales, orders with every step,
 * waste, counts and invoices. The plan only proposes events; the services that replay them check whether they
 * are allowed and post their effects on stock.
 */
export function planBusiness(inputs: PlanInputs): SeedPlan {
  const { kitchen, today, random, days } = inputs;
  const tillItems = readTillItems();
  const items = applyMenuUsage(inputs.items, tillItems);
  const totalSize = inputs.branches.reduce((sum, branch) => sum + branch.size, 0);
  const context: PlanContext = {
    toInstant: convertToInstant,
    kitchen: createKitchenState(items, totalSize, inputs.needs),
    kitchenZone: kitchen.timezone,
    today,
    random,
  };
  const states = inputs.branches.map((branch) => createBranchState(branch, items, tillItems, random));
  const events: PlanEvent[] = [];
  const firstDay = addDays(today, -days);
  const openedAt = convertToInstant(addDays(firstDay, -1), 360, kitchen.timezone);
  const openingCounts = states.flatMap((state) => planOpeningCounts(state, openedAt));
  events.push(...openingCounts, ...planHolds(openingCounts));
  for (let day = -1; day <= days; day += 1) {
    const date = addDays(firstDay, day);
    events.push(...planDeliveries(inputs, context, date, day));
    if (day < 0) continue;
    const soldRows: SoldRow[] = [];
    for (const state of states) {
      const usageByItem = simulateTrade(state, getWeekday(date), date === today ? 0.4 : 1, random);
      if (date === today) continue;
      events.push(...planEvening(context, state, date));
      soldRows.push(...planSales(state, { date, today, usageByItem, random }));
    }
    if (date === today) continue;
    events.push(
      ...planNight(context, date, soldRows),
      ...planTransfers(context, states, kitchen.code, date, day),
    );
    events.push(...states.flatMap((state) => planMonthlyCount(context, state, date, day)));
    events.push(
      ...planKitchenCount(context, kitchen.code, date, day),
      ...planKitchenWaste(context, kitchen.code, date),
    );
  }
  events.push(
    ...planToday(context, states),
    ...planOpenPurchases(inputs, context),
    ...planTodaysBatches(context, kitchen.code),
  );
  events.push(
    ...planTodaysCounts(context, states),
    ...planProblemLots(context, kitchen.code),
    ...planMockRecall(context, days),
  );
  return {
    events: compressToday(events, convertToInstant(today, 0, kitchen.timezone), inputs.nowMs),
    levels: states.map((state) => ({
      branch: state.branch.code,
      levels: [...state.stock.values()].map((itemStock) => itemStock.level),
    })),
    openedAt,
  };
}

/** Tills send their sales after the last branch has closed. */
function planNight({ toInstant, kitchenZone }: PlanContext, date: string, rows: SoldRow[]): SalesEvent[] {
  return rows.length === 0
    ? []
    : [{ kind: 'sales', at: toInstant(date, 1_435, kitchenZone), date, by: 'admin', rows }];
}

/** Lots set aside at opening stay on hold. */
const planHolds = (openingCounts: ReturnType<typeof planOpeningCounts>): HoldEvent[] =>
  openingCounts.flatMap(({ at, lines }) =>
    lines.filter(isSetAside).map(({ item, lot }): HoldEvent => {
      const note = 'Broken seal, set aside for the supplier';
      return {
        kind: 'hold',
        at: at + 600_000,
        by: 'admin',
        item,
        lot: lot?.code ?? '',
        reason: 'quality',
        note,
      };
    }),
  );

/** Plans the kitchen's weekly vegetable waste. */
function planKitchenWaste(context: PlanContext, place: string, date: string): WastageEvent[] {
  if (getWeekday(date) !== 4) return [];
  const vegetables = [...context.kitchen.stock.values()].filter(({ item }) => item.section === 'PRD');
  const { item } = context.random.pick(vegetables);
  takeFromKitchen(context.kitchen, item.code, 1);
  const at = context.toInstant(date, 660, context.kitchenZone);
  return [
    {
      kind: 'wastage',
      at,
      place,
      by: 'kitchen',
      item: item.code,
      qtyMicro: item.packMicro,
      reason: 'spoiled',
    },
  ];
}

/** Days since the mock recall. */
const daysSinceMockRecall = 22;

const planMockRecall = (context: PlanContext, days: number): PlanEvent[] => {
  if (days <= daysSinceMockRecall) return [];
  const at = context.toInstant(addDays(context.today, -daysSinceMockRecall), 615, context.kitchenZone);
  return [{ kind: 'recall', at, by: 'admin', item: 'CHL-012', endedAt: at + 47 * 60_000 }];
};

/** Plans the early morning: production, then the day's suppliers (all of them on the first day and today). */
function planDeliveries(inputs: PlanInputs, context: PlanContext, date: string, day: number): PlanEvent[] {
  const { kitchen, random } = context;
  const isEverySupplier = day < 0 || date === context.today;
  const due = inputs.suppliers.filter(
    (supplierTerms) => isEverySupplier || supplierTerms.weekdays.includes(getWeekday(date)),
  );
  const place = inputs.kitchen.code;
  const getReceiptTime = (index: number) => context.toInstant(date, 180 + index * 4, context.kitchenZone);
  const batches = planBatches(context, place, date, day < 0);
  const purchases = due.flatMap((supplierTerms, index): PurchaseEvent[] => {
    const { code, leadDays } = supplierTerms;
    // The first day's stock has no purchase orders, and neither do refills below the supplier's minimum.
    const refilled = restock(kitchen, code);
    const isOrdered = day >= 0 && reachesMinimum(supplierTerms, refilled);
    const lines = refilled.map(({ item, packs }) => planReceivedLine(item.code, packs, isOrdered, random));
    if (lines.length === 0) return [];
    const at = getReceiptTime(index + 1);
    const orderedAt = context.toInstant(addDays(date, -leadDays), 840 + index * 3, context.kitchenZone);
    return [
      {
        kind: 'purchase',
        at: isOrdered ? orderedAt : at,
        place,
        supplier: code,
        order: isOrdered ? { by: 'kitchen', isSent: true, expectedOn: date } : null,
        receipt: {
          at,
          by: 'kitchen',
          supplierRef: `DN${date.slice(2).replaceAll('-', '')}-${code}`,
          // Distant suppliers charge freight.
          freightE4: leadDays >= distantLeadDays ? 240_000 : 0,
        },
        invoice: planInvoice(context, { supplier: code, date, receivedAt: at, lines }),
        lines,
      },
    ];
  });
  return [...batches, ...purchases];
}

const distantLeadDays = 5;

/**
 * Returns whether the value reaches a supplier's minimum, with a margin of a fifth because prices may have
 * dropped.
 */
function reachesMinimum(
  { minOrderValueE4 }: SupplierTerms,
  refilled: readonly { item: SeedItem; packs: number }[],
): boolean {
  return (
    refilled.reduce((sum, { item, packs }) => sum + (packs * item.packPriceMicro) / 100, 0) >=
    minOrderValueE4 * 1.2
  );
}

/** Sometimes a case is missing or damaged, so that less is accepted than ordered. */
function planReceivedLine(item: string, packs: number, isOrdered: boolean, random: Random): PurchasedLine {
  const chance = random.between(0, 1);
  const isLarge = isOrdered && packs > 3;
  const shortPacks = isLarge && chance < 0.03 ? 2 : 0;
  const rejectedPacks = isLarge && chance > 0.985 ? 1 : 0;
  return { item, orderedPacks: packs + shortPacks + rejectedPacks, acceptedPacks: packs, rejectedPacks };
}

/** Plans open purchase orders: the next ones to several suppliers, and a draft. */
function planOpenPurchases(inputs: PlanInputs, context: PlanContext): PurchaseEvent[] {
  const { kitchen, today } = context;
  return ['S01', 'S02', 'S04', 'S07'].flatMap((code, index): PurchaseEvent[] => {
    const supplierTerms = inputs.suppliers.find((candidate) => candidate.code === code);
    const next = findItemsNearReorderPoint(kitchen, code, 6);
    if (!supplierTerms || !reachesMinimum(supplierTerms, next)) return [];
    const lines = next.map(({ item, packs }) => ({
      item: item.code,
      orderedPacks: packs,
      acceptedPacks: 0,
      rejectedPacks: 0,
    }));
    const expectedOn = addDays(today, supplierTerms.leadDays);
    const order = { by: 'kitchen', isSent: index > 0, expectedOn } as const;
    const at = context.toInstant(addDays(today, -1), 900 + index * 5, context.kitchenZone);
    return [
      {
        kind: 'purchase',
        at,
        place: inputs.kitchen.code,
        supplier: code,
        order,
        receipt: null,
        invoice: null,
        lines,
      },
    ];
  });
}

/** Plans a branch's evening on an order day: waste, recorded sales, and the order for its next delivery. */
function planEvening(context: PlanContext, state: BranchState, date: string): PlanEvent[] {
  const { toInstant, random, today } = context;
  const { branch } = state;
  const deliveryDate = addDays(date, branch.cutoffDaysBefore);
  const isOrderDay = isOrderedFor(branch, deliveryDate) || (branch.code === 'B01' && deliveryDate === today);
  if (!isOrderDay) return [];
  const cutoff = toMinutes(branch.cutoffTime);
  const soldAt = toInstant(date, cutoff - 150, branch.timezone);
  const events: PlanEvent[] = [];
  events.push(...planWaste(state, soldAt - 1_800_000, random));
  const lines = recordUsage(state, soldAt);
  const number = `SALES-${branch.code}-${date}`;
  events.push({ kind: 'stock', at: soldAt, place: branch.code, number, by: 'admin', lines });
  const isLate = random.chance(0.05);
  const createdAt = toInstant(date, cutoff - (isLate ? 10 : random.int(85, 140)), branch.timezone);
  if (random.chance(0.07))
    events.push(planSmallAbandonedOrder(context, state, createdAt - 3_600_000, deliveryDate));
  const orderLines = chooseLines(state, deliveryDate === today ? 12 : 40, random);
  if (orderLines.length < 2) return events;
  const stage = deliveryDate < today ? 'Received' : getStageToday(branch.code, deliveryDate > today);
  events.push(planOrder(context, { state, createdAt, deliveryDate, stage, lines: orderLines }));
  return events;
}

/**
 * Returns whether a branch orders for a delivery day: the flagship orders on four days, the other branches
 * for every delivery day.
 */
function isOrderedFor(branch: SeedBranch, deliveryDate: string): boolean {
  const weekday = getWeekday(deliveryDate);
  if (branch.code === 'B01') return [1, 3, 5, 6].includes(weekday);
  if (branch.code === 'B02') return [1, 3, 5].includes(weekday);
  return branch.deliveryDays.includes(weekday);
}

function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Plans the waste of a day or two. */
function planWaste(state: BranchState, at: number, random: Random): WastageEvent[] {
  return recordWaste(state, random.int(1, 5), random).map(({ item, qtyMicro }, index) => {
    const isFinished = item.kind === 'finished';
    return {
      kind: 'wastage',
      at: at + index * 60_000,
      place: state.branch.code,
      by: getStaff(state.branch.code, random).orderedBy,
      item: item.code,
      reason: random.pick(
        isFinished ? (['overproduction', 'staff meal', 'dropped'] as const) : spoilageReasons,
      ),
      qtyMicro: roundToMeasurable(item, qtyMicro),
    };
  });
}

const spoilageReasons = ['expired', 'spoiled', 'damaged', 'temperature', 'quality'] as const;

/** Plans a small order that was rejected or cancelled without moving stock. */
function planSmallAbandonedOrder(
  context: PlanContext,
  state: BranchState,
  createdAt: number,
  deliveryDate: string,
): OrderEvent {
  const staff = getStaff(state.branch.code, context.random);
  return {
    kind: 'order',
    at: createdAt,
    branch: state.branch.code,
    by: staff.orderedBy,
    deliveryDate,
    orderType: 'Regular',
    lines: chooseLines(state, 4, context.random),
    steps: planAbandonedOrder(context.random.int(0, 4), createdAt, (to) =>
      to === 'Under Review' ? staff.orderedBy : staff.reviewedBy,
    ),
    resolutions: [],
  };
}

/** Compresses today's events into the time elapsed so far, so that a day's plan is the same at every hour. */
function compressToday(events: PlanEvent[], startMs: number, nowMs: number): PlanEvent[] {
  const lastMs = events.reduce((last, event) => Math.max(last, ...listTimes(event)), startMs);
  const share = lastMs > nowMs ? Math.max(0, nowMs - startMs) / (lastMs - startMs) : 1;
  const move = (at: number) => (at <= startMs ? at : startMs + Math.floor((at - startMs) * share));
  return events.map((event) => moveTimes(event, move)).sort((a, b) => a.at - b.at);
}

function listTimes(event: PlanEvent): number[] {
  const times: number[] = [];
  moveTimes(event, (at) => {
    times.push(at);
    return at;
  });
  return times;
}

/** Returns an event with all of its times shifted. */
function moveTimes(event: PlanEvent, move: (at: number) => number): PlanEvent {
  const at = move(event.at);
  const moveOptional = (time: number | null) => (time === null ? null : move(time));
  switch (event.kind) {
    case 'order':
      return { ...event, at, steps: event.steps.map((step) => ({ ...step, at: move(step.at) })) };
    case 'purchase': {
      const { receipt, invoice } = event;
      return {
        ...event,
        at,
        receipt: receipt && { ...receipt, at: move(receipt.at) },
        invoice: invoice && {
          ...invoice,
          at: move(invoice.at),
          ...(invoice.creditedAt !== undefined && { creditedAt: move(invoice.creditedAt) }),
        },
      };
    }
    case 'batch':
      return {
        ...event,
        at,
        startedAt: moveOptional(event.startedAt),
        finishedAt: moveOptional(event.finishedAt),
      };
    case 'count':
      return {
        ...event,
        at,
        submittedAt: moveOptional(event.submittedAt),
        approvedAt: moveOptional(event.approvedAt),
      };
    case 'transfer':
      return { ...event, at, receipt: event.receipt && { ...event.receipt, at: move(event.receipt.at) } };
    case 'recall':
      return { ...event, at, endedAt: move(event.endedAt) };
    default:
      return { ...event, at };
  }
}
