import { addDays } from '#core/day.ts';
import type { SeedItem } from '../model.ts';
import type { Random } from '../random.ts';
import { roundToMeasurable } from './branch-state.ts';
import type { BatchEvent, SeedStockLine } from './events.ts';
import { restock, takeFromKitchen } from './kitchen-state.ts';
import type { PlanContext } from './orders.ts';

/** Reasons for production losses. */
const lossReasons = ['quality', 'dropped', 'trim'] as const;

/** The smallest weighed quantity. */
const minMicro = 10_000;

/** Minute after midnight at which a night's first batch finishes, and minutes between two batches. */
const firstFinishMinute = 125;
const finishIntervalMinutes = 6;

/** The longest time from start to finish. */
const maxDurationMs = 75 * 60_000;

/**
 * Plans the kitchen's production for a day: planned the previous afternoon, produced at night and in stock
 * before shipping. Deducts the ingredients.
 */
export function planBatches(
  context: PlanContext,
  place: string,
  date: string,
  isFirst: boolean,
): BatchEvent[] {
  const { toInstant, kitchen, kitchenZone } = context;
  // There is no night before the first day, so the kitchen produces in the morning.
  const shift = isFirst ? 'morning' : 'night';
  const firstMinute = isFirst ? 420 : firstFinishMinute;
  return restock(kitchen, '').map(({ item, packs }, index) => {
    const finishedAt = toInstant(date, firstMinute + index * finishIntervalMinutes, kitchenZone);
    const planned = isFirst
      ? toInstant(date, 395 + index, kitchenZone)
      : toInstant(addDays(date, -1), 930 + index * 2, kitchenZone);
    const startedAt = Math.max(planned + 60_000, finishedAt - maxDurationMs);
    const batch = planBatch(context, place, { item, packs, plannedFor: date, shift });
    return { ...batch, at: planned, startedAt, finishedAt };
  });
}

interface BatchRequest {
  item: SeedItem;
  packs: number;
  plannedFor: string;
  shift: BatchEvent['shift'];
}

/**
 * Plans one batch with its usage and result, and applies both to stock. Partly filled packs are not counted.
 */
function planBatch(
  context: PlanContext,
  place: string,
  { item, packs, plannedFor, shift }: BatchRequest,
): Omit<BatchEvent, 'at' | 'startedAt' | 'finishedAt'> {
  const { kitchen, random } = context;
  const plannedMicro = packs * item.packMicro;
  const isLossy = random.chance(0.22);
  const lossMicro = isLossy ? planLoss(item, plannedMicro, random) : 0;
  if (lossMicro > 0) takeFromKitchen(kitchen, item.code, 1);
  const usage = planUsage(context, item, plannedMicro);
  for (const { item: code, qtyMicro } of usage) {
    const pack = kitchen.stock.get(code)?.item.packMicro ?? Number.NaN;
    takeFromKitchen(kitchen, code, qtyMicro / pack);
  }
  return {
    kind: 'batch',
    place,
    by: 'kitchen',
    item: item.code,
    plannedFor,
    shift,
    plannedMicro,
    goodMicro: plannedMicro - lossMicro,
    lossMicro,
    lossReason: lossMicro > 0 ? random.pick(lossReasons) : null,
    labourE4: planLabourCost(context, item, plannedMicro, usage),
    usage,
  };
}

/** Plans a loss of less than a pack and at most a twentieth of the batch. */
function planLoss(item: SeedItem, plannedMicro: number, random: Random): number {
  const maxLoss = Math.min(item.packMicro * 0.9, plannedMicro * 0.05);
  return item.baseUnit === 'each' && maxLoss < 1_000_000
    ? 0
    : roundToMeasurable(item, maxLoss * random.between(0.5, 1));
}

/** Plans the usage: recipe quantities with a realistic deviation of a few percent. */
function planUsage({ kitchen, random }: PlanContext, item: SeedItem, plannedMicro: number): SeedStockLine[] {
  const ingredients = kitchen.needs.get(item.code);
  if (!ingredients) throw new Error(`The kitchen has no recipe for ${item.code}.`);
  return [...ingredients].map(([code, micro]) => {
    const ingredient = kitchen.stock.get(code)?.item;
    if (!ingredient) throw new Error(`A kitchen recipe uses an item that the kitchen doesn't stock: ${code}`);
    const usedQty = (plannedMicro / 1_000_000) * micro * random.between(0.985, 1.035);
    const minQty = ingredient.baseUnit === 'each' ? 1_000_000 : minMicro;
    return { item: code, qtyMicro: Math.max(minQty, roundToMeasurable(ingredient, usedQty)) };
  });
}

/** Plans the labour cost: a part of the output's value after deducting the ingredients. */
function planLabourCost(
  { kitchen, random }: PlanContext,
  item: SeedItem,
  plannedMicro: number,
  usage: SeedStockLine[],
): number {
  const valueE4 = (item.costE4 * plannedMicro * random.between(0.96, 1.04)) / 1_000_000;
  const ingredientCostE4 = usage.reduce((sum, { item: code, qtyMicro }) => {
    return sum + (qtyMicro * (kitchen.stock.get(code)?.item.costE4 ?? 0)) / 1_000_000;
  }, 0);
  return Math.max(0, Math.round((valueE4 - ingredientCostE4) / 100) * 100);
}

/** Today's open batches: in progress, planned and cancelled. */
const openBatches = [
  { item: 'CHL-025', packs: 8, stage: 'started', shift: 'morning' },
  { item: 'BKY-009', packs: 6, stage: 'started', shift: 'morning' },
  { item: 'CHL-022', packs: 10, stage: 'planned', shift: 'afternoon' },
  { item: 'FRZ-007', packs: 12, stage: 'planned', shift: 'afternoon' },
  { item: 'BKY-001', packs: 20, stage: 'planned', shift: 'night' },
  { item: 'BKY-006', packs: 9, stage: 'planned', shift: 'night' },
  { item: 'CHL-023', packs: 4, stage: 'cancelled', shift: 'morning' },
] as const;

/** Plans today's batches without results: they don't move stock. */
export function planTodaysBatches(context: PlanContext, place: string): BatchEvent[] {
  const { toInstant, kitchen, kitchenZone, today } = context;
  return openBatches.flatMap(({ item: code, packs, stage, shift }, index): BatchEvent[] => {
    const item = kitchen.stock.get(code)?.item;
    if (!item) return [];
    const plannedMicro = packs * item.packMicro;
    return [
      {
        kind: 'batch',
        at: toInstant(addDays(today, -1), 960 + index * 3, kitchenZone),
        place,
        by: 'kitchen',
        item: code,
        plannedFor: shift === 'night' ? addDays(today, 1) : today,
        shift,
        plannedMicro,
        startedAt: stage === 'started' ? toInstant(today, 205 + index * 9, kitchenZone) : null,
        finishedAt: null,
        isCancelled: stage === 'cancelled',
        goodMicro: 0,
        lossMicro: 0,
        lossReason: null,
        labourE4: 0,
        usage: [],
      },
    ];
  });
}
