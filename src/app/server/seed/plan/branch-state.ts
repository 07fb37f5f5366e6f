import type { SeedBranch, SeedItem } from '../model.ts';
import { type Random, seededRandom } from '../random.ts';
import type { SeedArticle } from './articles.ts';
import type { PlannedLine, SeedStockLine } from './events.ts';
import { type SeedLevel, computeLevels, roundTo } from './levels.ts';

export interface BranchStock {
  level: SeedLevel;
  onHandMicro: number;
  /** Sold since usage was last recorded. */
  usedMicro: number;
  /** Ordered but not received. */
  comingMicro: number;
  /** Deliveries: the plan counts them as stock as soon as they are ordered. */
  arrivals: { at: number; qtyMicro: number }[];
}

/** A branch's stock and usage during planning. */
export interface BranchState {
  branch: SeedBranch;
  shelves: Map<string, BranchStock>;
  /** Menu items that the branch can sell, because all ingredients are in its range. */
  articles: SeedArticle[];
  /** Packs that arrive when a discrepancy is resolved. */
  later: { at: number; item: string; packs: number }[];
  /** Unsold fractions of portions, by article. */
  unsold: Map<string, number>;
}

/**
 * Creates a branch's state: its range is the same on every day the seed runs, its opening quantities vary.
 */
export function createBranchState(
  branch: SeedBranch,
  items: readonly SeedItem[],
  articles: readonly SeedArticle[],
  random: Random,
): BranchState {
  const shelves = computeLevels(branch, items, articles, seededRandom(hashCode(branch.code))).map(
    (level): [string, BranchStock] => {
      const onHandMicro = roundToMeasurable(level.item, level.parMicro * random.between(0.7, 1.1));
      return [level.item.code, { level, onHandMicro, usedMicro: 0, comingMicro: 0, arrivals: [] }];
    },
  );
  const initialShelves = new Map(shelves);
  const sellable = articles.filter(({ takes }) => takes.keys().every((item) => initialShelves.has(item)));
  return { branch, shelves: initialShelves, articles: sellable, later: [], unsold: new Map() };
}

/** Returns a number that distinguishes the branches. */
function hashCode(code: string): number {
  return Array.from(code).reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7);
}

/** Rounds to a quantity that can be counted or weighed: whole pieces, hundredths of a kilogram or litre. */
export function roundToMeasurable(item: SeedItem, micro: number): number {
  return roundTo(micro, item.baseUnit === 'each' ? 1_000_000 : 10_000);
}

/**
 * Simulates a day of trade, or part of one; busier on Fridays and weekends.
 *
 * @returns usage by item, in millionths of base units
 */
export function simulateTrade(
  state: BranchState,
  weekday: number,
  share: number,
  random: Random,
): ReadonlyMap<string, number> {
  const weekdayFactor = weekday === 6 ? 1.35 : weekday === 5 || weekday === 7 ? 1.15 : 0.9;
  const used = new Map<string, number>();
  for (const [item, shelf] of state.shelves) {
    const usedMicro = shelf.level.perDayMicro * weekdayFactor * share * random.between(0.75, 1.25);
    shelf.usedMicro += usedMicro;
    used.set(item, usedMicro);
  }
  return used;
}

/** Returns the physical stock at a time, without pending deliveries. */
export function onHandAt({ onHandMicro, arrivals }: BranchStock, at: number): number {
  return arrivals.reduce(
    (remaining, arrival) => (arrival.at >= at ? remaining - arrival.qtyMicro : remaining),
    onHandMicro,
  );
}

/**
 * Returns the sales up to `at`, limited by stock; unmet demand is lost. Slow sellers are recorded once they
 * add up to a third of par.
 */
export function recordUsage(state: BranchState, at: number): SeedStockLine[] {
  addLateArrivals(state, at);
  const lines: SeedStockLine[] = [];
  for (const [item, shelf] of state.shelves) {
    const availableMicro = Math.max(0, onHandAt(shelf, at));
    const qtyMicro = Math.min(roundToMeasurable(shelf.level.item, shelf.usedMicro), availableMicro);
    const isSoldOut = qtyMicro === availableMicro;
    if (qtyMicro <= 0 || (!isSoldOut && qtyMicro * 3 < shelf.level.parMicro)) continue;
    shelf.onHandMicro -= qtyMicro;
    shelf.usedMicro = isSoldOut ? 0 : shelf.usedMicro - qtyMicro;
    lines.push({ item, qtyMicro });
  }
  return lines;
}

function addLateArrivals(state: BranchState, at: number): void {
  for (const { item, packs } of state.later.filter((entry) => entry.at < at)) {
    const shelf = state.shelves.get(item);
    if (shelf) shelf.onHandMicro += packs * shelf.level.item.packMicro;
  }
  state.later = state.later.filter((entry) => entry.at >= at);
}

/** Plans the waste of a few perishable items with plenty of stock. */
export function recordWaste(
  state: BranchState,
  maxLines: number,
  random: Random,
): { item: SeedItem; qtyMicro: number }[] {
  const perishable = [...state.shelves.values()].filter(({ level, onHandMicro }) => {
    return level.item.lifeDays > 0 && level.item.lifeDays < 15 && onHandMicro * 2 > level.parMicro;
  });
  const waste: { item: SeedItem; qtyMicro: number }[] = [];
  while (perishable.length > 0 && waste.length < maxLines) {
    const [shelf] = perishable.splice(random.int(0, perishable.length - 1), 1);
    if (!shelf) break;
    const { item } = shelf.level;
    const wasteQty = roundToMeasurable(item, shelf.level.parMicro * random.between(0.07, 0.2));
    const qtyMicro = Math.max(item.baseUnit === 'each' ? 1_000_000 : 100_000, wasteQty);
    if (qtyMicro > shelf.onHandMicro) continue;
    shelf.onHandMicro -= qtyMicro;
    waste.push({ item, qtyMicro });
  }
  return waste;
}

/** Minimum number of lines in an order, even if nothing is short. */
const minLines = 3;

/** Chooses the items furthest below par, at most `maxLines`, in walking order. */
export function chooseLines(state: BranchState, maxLines: number, random: Random): PlannedLine[] {
  const byNeed = [...state.shelves.values()]
    .map((shelf) => ({ shelf, lackMicro: shelf.level.parMicro - shelf.onHandMicro - shelf.comingMicro }))
    .toSorted((a, b) => b.lackMicro / b.shelf.level.parMicro - a.lackMicro / a.shelf.level.parMicro);
  const belowPar = byNeed.filter(({ shelf, lackMicro }) => lackMicro > shelf.level.item.packMicro * 0.4);
  return byNeed
    .slice(0, Math.min(maxLines, Math.max(minLines, belowPar.length)))
    .map(({ shelf }) => planOrderLine(shelf, random))
    .sort((a, b) => (walkKey(a.item) < walkKey(b.item) ? -1 : 1));
}

/** Chooses a few lines from one section for a special order, regardless of stock. */
export function chooseFrom(
  state: BranchState,
  section: string,
  count: number,
  random: Random,
): PlannedLine[] {
  const shelves = [...state.shelves.values()].filter((shelf) => shelf.level.item.section === section);
  while (shelves.length > count) shelves.splice(random.int(0, shelves.length - 1), 1);
  return shelves.map((shelf) => planOrderLine(shelf, random));
}

function planOrderLine({ level, onHandMicro, comingMicro }: BranchStock, random: Random): PlannedLine {
  const lackMicro = Math.max(0, level.parMicro - onHandMicro - comingMicro);
  const suggestedQty = Math.ceil(lackMicro / level.item.packMicro);
  const adjustment = random.chance(0.12) ? random.int(-1, 2) : 0;
  return {
    item: level.item.code,
    suggestedQty,
    orderQty: Math.max(1, suggestedQty + adjustment),
    stockAtOrderMicro: onHandMicro,
  };
}

const sections = ['DRY', 'CHL', 'FRZ', 'PRD', 'BKY', 'BEV', 'PKG', 'CLN'];

/** Returns a key that sorts item codes in walking order. */
function walkKey(item: string): string {
  return `${sections.indexOf(item.slice(0, 3))}-${item}`;
}
