import { addDays } from '../local-time.ts';
import type { SeedItem } from '../model.ts';
import type { Random } from '../random.ts';
import { roundToMeasurable } from './branch-state.ts';
import type { BatchEvent, StockLine } from './events.ts';
import { restock, takeFromKitchen } from './kitchen-state.ts';
import type { Story } from './orders.ts';

/** What is lost in a batch, and why. */
const losses = ['quality', 'dropped', 'trim'] as const;

/** The least that somebody weighs. */
const leastMicro = 10_000;

/** Minutes after midnight at which the first batch of a night is finished, and between two of them. */
const finishedFrom = 125;
const finishedEvery = 6;

/** From the scales to the shelf. */
const longestMs = 75 * 60_000;

/**
 * What the kitchen makes for a day: planned the afternoon before, begun in the night and on the shelves before the vans are
 * loaded. What it takes leaves the bins of the story.
 */
export function planBatches(story: Story, place: string, date: string, isFirst: boolean): BatchEvent[] {
  const { at, kitchen, kitchenZone } = story;
  // On the first day there is no night before: the shelves are filled in the morning.
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

/** One batch with what it takes and what becomes of it; books both. A pack that is not full is not counted on. */
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
  const most = Math.min(item.packMicro * 0.9, plannedMicro * 0.05);
  return item.baseUnit === 'each' && most < 1_000_000
    ? 0
    : roundToMeasurable(item, most * random.between(0.5, 1));
}

/** What the recipe says, as scales and hands make it: a few percent more or less. */
function usedFor({ kitchen, random }: Story, item: SeedItem, plannedMicro: number): StockLine[] {
  const takes = kitchen.needs.get(item.code);
  if (!takes) throw new Error(`The kitchen has no recipe for ${item.code}.`);
  return [...takes].map(([code, micro]) => {
    const ingredient = kitchen.bins.get(code)?.item;
    if (!ingredient) throw new Error(`A recipe of the kitchen takes what it does not buy: ${code}`);
    const wanted = (plannedMicro / 1_000_000) * micro * random.between(0.985, 1.035);
    const least = ingredient.baseUnit === 'each' ? 1_000_000 : leastMicro;
    return { item: code, qtyMicro: Math.max(least, roundToMeasurable(ingredient, wanted)) };
  });
}

/** What is left of what it is worth when its ingredients are paid: hands, oven and rent. */
function labourOf(
  { kitchen, random }: Story,
  item: SeedItem,
  plannedMicro: number,
  used: StockLine[],
): number {
  const worth = (item.costE4 * plannedMicro * random.between(0.96, 1.04)) / 1_000_000;
  const bought = used.reduce((sum, { item: code, qtyMicro }) => {
    return sum + (qtyMicro * (kitchen.bins.get(code)?.item.costE4 ?? 0)) / 1_000_000;
  }, 0);
  return Math.max(0, Math.round((worth - bought) / 100) * 100);
}

/** What stands on the board of the kitchen today: in the making, to be made, and given up. */
const board = [
  { item: 'CHL-025', packs: 8, stage: 'started', shift: 'morning' },
  { item: 'BKY-009', packs: 6, stage: 'started', shift: 'morning' },
  { item: 'CHL-022', packs: 10, stage: 'planned', shift: 'afternoon' },
  { item: 'FRZ-007', packs: 12, stage: 'planned', shift: 'afternoon' },
  { item: 'BKY-001', packs: 20, stage: 'planned', shift: 'night' },
  { item: 'BKY-006', packs: 9, stage: 'planned', shift: 'night' },
  { item: 'CHL-023', packs: 4, stage: 'cancelled', shift: 'morning' },
] as const;

/** Batches of today that have made nothing yet: no stock moves. */
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
