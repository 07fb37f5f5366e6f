import type { SeedBranch, SeedItem } from '../model.ts';
import { type Random, createSeededRandom } from '../random.ts';
import type { SeedTillItem } from './till-items.ts';
import type { PlannedLine, SeedStockLine } from './events.ts';
import { type SeedLevel, computeLevels, roundTo } from './levels.ts';

export interface BranchStock {
  level: SeedLevel;
  onHandMicro: number;
  /** Quantity used since usage was last recorded. */
  usedMicro: number;
  /** Quantity ordered but not received. */
  onOrderMicro: number;
  /** Deliveries; `onHandMicro` includes them as soon as they are planned. */
  arrivals: { at: number; qtyMicro: number }[];
}

/** A branch's stock and usage during planning. */
export interface BranchState {
  branch: SeedBranch;
  stock: Map<string, BranchStock>;
  /** Menu items that the branch can sell, because all ingredients are in its range. */
  tillItems: SeedTillItem[];
  /** Packs that arrive when a discrepancy is resolved. */
  lateArrivals: { at: number; item: string; packs: number }[];
  /** Unsold fractions of portions, by till item. */
  unsoldFractions: Map<string, number>;
}

/**
 * Creates a branch's state: its range is the same on every day the seed runs, its opening quantities vary.
 */
export function createBranchState(
  branch: SeedBranch,
  items: readonly SeedItem[],
  tillItems: readonly SeedTillItem[],
  random: Random,
): BranchState {
  const stock = computeLevels(branch, items, tillItems, createSeededRandom(hashCode(branch.code))).map(
    (level): [string, BranchStock] => {
      const onHandMicro = roundToMeasurable(level.item, level.parMicro * random.between(0.7, 1.1));
      return [level.item.code, { level, onHandMicro, usedMicro: 0, onOrderMicro: 0, arrivals: [] }];
    },
  );
  const initialStock = new Map(stock);
  const sellable = tillItems.filter(({ ingredients }) =>
    ingredients.keys().every((item) => initialStock.has(item)),
  );
  return { branch, stock: initialStock, tillItems: sellable, lateArrivals: [], unsoldFractions: new Map() };
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
  const usageByItem = new Map<string, number>();
  for (const [item, itemStock] of state.stock) {
    const usedMicro = itemStock.level.perDayMicro * weekdayFactor * share * random.between(0.75, 1.25);
    itemStock.usedMicro += usedMicro;
    usageByItem.set(item, usedMicro);
  }
  return usageByItem;
}

/** Returns the physical stock at a time, without deliveries that arrive later. */
export function getOnHandAt({ onHandMicro, arrivals }: BranchStock, at: number): number {
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
  for (const [item, itemStock] of state.stock) {
    const availableMicro = Math.max(0, getOnHandAt(itemStock, at));
    const qtyMicro = Math.min(roundToMeasurable(itemStock.level.item, itemStock.usedMicro), availableMicro);
    const isSoldOut = qtyMicro === availableMicro;
    if (qtyMicro <= 0 || (!isSoldOut && qtyMicro * 3 < itemStock.level.parMicro)) continue;
    itemStock.onHandMicro -= qtyMicro;
    itemStock.usedMicro = isSoldOut ? 0 : itemStock.usedMicro - qtyMicro;
    lines.push({ item, qtyMicro });
  }
  return lines;
}

function addLateArrivals(state: BranchState, at: number): void {
  for (const { item, packs } of state.lateArrivals.filter((entry) => entry.at < at)) {
    const itemStock = state.stock.get(item);
    if (itemStock) itemStock.onHandMicro += packs * itemStock.level.item.packMicro;
  }
  state.lateArrivals = state.lateArrivals.filter((entry) => entry.at >= at);
}

/** Plans the waste of a few perishable items with plenty of stock. */
export function recordWaste(
  state: BranchState,
  maxLines: number,
  random: Random,
): { item: SeedItem; qtyMicro: number }[] {
  const perishable = [...state.stock.values()].filter(({ level, onHandMicro }) => {
    return level.item.lifeDays > 0 && level.item.lifeDays < 15 && onHandMicro * 2 > level.parMicro;
  });
  const waste: { item: SeedItem; qtyMicro: number }[] = [];
  while (perishable.length > 0 && waste.length < maxLines) {
    const [itemStock] = perishable.splice(random.int(0, perishable.length - 1), 1);
    if (!itemStock) break;
    const { item } = itemStock.level;
    const wasteQty = roundToMeasurable(item, itemStock.level.parMicro * random.between(0.07, 0.2));
    const qtyMicro = Math.max(item.baseUnit === 'each' ? 1_000_000 : 100_000, wasteQty);
    if (qtyMicro > itemStock.onHandMicro) continue;
    itemStock.onHandMicro -= qtyMicro;
    waste.push({ item, qtyMicro });
  }
  return waste;
}

/** Minimum number of lines in an order, even if nothing is short. */
const minLines = 3;

/** Chooses the items furthest below par, at most `maxLines`, in walking order. */
export function chooseLines(state: BranchState, maxLines: number, random: Random): PlannedLine[] {
  const sortedByShortage = [...state.stock.values()]
    .map((itemStock) => ({
      itemStock,
      shortageMicro: itemStock.level.parMicro - itemStock.onHandMicro - itemStock.onOrderMicro,
    }))
    .toSorted(
      (a, b) => b.shortageMicro / b.itemStock.level.parMicro - a.shortageMicro / a.itemStock.level.parMicro,
    );
  const belowPar = sortedByShortage.filter(
    ({ itemStock, shortageMicro }) => shortageMicro > itemStock.level.item.packMicro * 0.4,
  );
  return sortedByShortage
    .slice(0, Math.min(maxLines, Math.max(minLines, belowPar.length)))
    .map(({ itemStock }) => planOrderLine(itemStock, random))
    .sort((a, b) => (getSortKey(a.item) < getSortKey(b.item) ? -1 : 1));
}

/** Chooses a few lines from one section for a special order, regardless of stock. */
export function chooseFromSection(
  state: BranchState,
  section: string,
  count: number,
  random: Random,
): PlannedLine[] {
  const stock = [...state.stock.values()].filter((itemStock) => itemStock.level.item.section === section);
  while (stock.length > count) stock.splice(random.int(0, stock.length - 1), 1);
  return stock.map((itemStock) => planOrderLine(itemStock, random));
}

function planOrderLine({ level, onHandMicro, onOrderMicro }: BranchStock, random: Random): PlannedLine {
  const shortageMicro = Math.max(0, level.parMicro - onHandMicro - onOrderMicro);
  const suggestedQty = Math.ceil(shortageMicro / level.item.packMicro);
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
function getSortKey(item: string): string {
  return `${sections.indexOf(item.slice(0, 3))}-${item}`;
}
