import { addDays } from '#core/day.ts';
import type { SeedItem } from '../model.ts';
import type { Random } from '../random.ts';
import { roundToMeasurable } from './branch-state.ts';
import type { BatchEvent, SeedStockLine } from './events.ts';
import { restock, takeFromKitchen } from './kitchen-state.ts';
import type { Story } from './orders.ts';

/** Reasons of production losses. */
const losses = ['quality', 'dropped', 'trim'] as const;

/** The smallest weighed quantity. */
const leastMicro = 10_000;

/** Minutes after midnight at which a night's first batch finishes, and between two batches. */
const finishedFrom = 125;
const finishedEvery = 6;

/** The longest time from start to finish. */
const longestMs = 75 * 60_000;

/**
 * Plans the kitchen's production for a day: planned the afternoon before, made at night and in stock before
 * shipping. Deducts the ingredients.
 */
export function planBatches(story: Story, place: string, date: string, isFirst: boolean): BatchEvent[] {
  const { at, kitchen, kitchenZone } = story;
  // The first day has no night before: it stocks up in the morning.
  const shift = isFirst ? 'morning' : 'night';
  const from = isFirst ? 420 : finishedFrom;
  return restock(kitchen, '').map(({ item, packs }, nth) => {
    const finishedAt = at(date, from + nth * finishedEvery, kitchenZone);
    const planned = isFirst
      ? at(date, 395 + nth, kitchenZone)
      : at(addDays(date, -1), 930 + nth * 2, kitchenZone);
    const startedAt = Math.max(planned + 60_000, finishedAt - longestMs);
    const batch = batchOf(story, place, { item, packs, plannedFor: date, shift });
    return { ...batch, at: planned, startedAt, finishedAt };
  });
}

interface Wanted {
  item: SeedItem;
  packs: number;
  plannedFor: string;
  shift: BatchEvent['shift'];
}

/** Plans one batch with its usage and result, and applies both to stock. Partly filled packs don't count. */
function batchOf(
  story: Story,
  place: string,
  { item, packs, plannedFor, shift }: Wanted,
): Omit<BatchEvent, 'at' | 'startedAt' | 'finishedAt'> {
  const { kitchen, random } = story;
  const plannedMicro = packs * item.packMicro;
  const isLossy = random.chance(0.22);
  const lossMicro = isLossy ? lossOf(item, plannedMicro, random) : 0;
  if (lossMicro > 0) takeFromKitchen(kitchen, item.code, 1);
  const used = usedFor(story, item, plannedMicro);
  for (const { item: code, qtyMicro } of used) {
    const pack = kitchen.bins.get(code)?.item.packMicro ?? Number.NaN;
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
    lossReason: lossMicro > 0 ? random.pick(losses) : null,
    labourE4: labourOf(story, item, plannedMicro, used),
    used,
  };
}

/** Less than a pack, and at most a twentieth of the batch. */
function lossOf(item: SeedItem, plannedMicro: number, random: Random): number {
  const maxLoss = Math.min(item.packMicro * 0.9, plannedMicro * 0.05);
  return item.baseUnit === 'each' && maxLoss < 1_000_000
    ? 0
    : roundToMeasurable(item, maxLoss * random.between(0.5, 1));
}

/** Recipe quantities with a realistic deviation of a few percent. */
function usedFor({ kitchen, random }: Story, item: SeedItem, plannedMicro: number): SeedStockLine[] {
  const takes = kitchen.needs.get(item.code);
  if (!takes) throw new Error(`The kitchen has no recipe for ${item.code}.`);
  return [...takes].map(([code, micro]) => {
    const ingredient = kitchen.bins.get(code)?.item;
    if (!ingredient) throw new Error(`A recipe of the kitchen takes what it does not buy: ${code}`);
    const usedQty = (plannedMicro / 1_000_000) * micro * random.between(0.985, 1.035);
    const minQty = ingredient.baseUnit === 'each' ? 1_000_000 : leastMicro;
    return { item: code, qtyMicro: Math.max(minQty, roundToMeasurable(ingredient, usedQty)) };
  });
}

/** Labour cost: part of the value left after the ingredients. */
function labourOf(
  { kitchen, random }: Story,
  item: SeedItem,
  plannedMicro: number,
  used: SeedStockLine[],
): number {
  const worth = (item.costE4 * plannedMicro * random.between(0.96, 1.04)) / 1_000_000;
  const bought = used.reduce((sum, { item: code, qtyMicro }) => {
    return sum + (qtyMicro * (kitchen.bins.get(code)?.item.costE4 ?? 0)) / 1_000_000;
  }, 0);
  return Math.max(0, Math.round((worth - bought) / 100) * 100);
}

/** Today's open batches: in progress, planned and cancelled. */
const board = [
  { item: 'CHL-025', packs: 8, stage: 'started', shift: 'morning' },
  { item: 'BKY-009', packs: 6, stage: 'started', shift: 'morning' },
  { item: 'CHL-022', packs: 10, stage: 'planned', shift: 'afternoon' },
  { item: 'FRZ-007', packs: 12, stage: 'planned', shift: 'afternoon' },
  { item: 'BKY-001', packs: 20, stage: 'planned', shift: 'night' },
  { item: 'BKY-006', packs: 9, stage: 'planned', shift: 'night' },
  { item: 'CHL-023', packs: 4, stage: 'cancelled', shift: 'morning' },
] as const;

/** Plans today's batches without results: they move no stock. */
export function planTodaysBatches(story: Story, place: string): BatchEvent[] {
  const { at, kitchen, kitchenZone, today } = story;
  return board.flatMap(({ item: code, packs, stage, shift }, nth): BatchEvent[] => {
    const item = kitchen.bins.get(code)?.item;
    if (!item) return [];
    const plannedMicro = packs * item.packMicro;
    return [
      {
        kind: 'batch',
        at: at(addDays(today, -1), 960 + nth * 3, kitchenZone),
        place,
        by: 'kitchen',
        item: code,
        plannedFor: shift === 'night' ? addDays(today, 1) : today,
        shift,
        plannedMicro,
        startedAt: stage === 'started' ? at(today, 205 + nth * 9, kitchenZone) : null,
        finishedAt: null,
        isCancelled: stage === 'cancelled',
        goodMicro: 0,
        lossMicro: 0,
        lossReason: null,
        labourE4: 0,
        used: [],
      },
    ];
  });
}
