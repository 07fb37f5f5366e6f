import { type Exact, exact, plus, rounded, times, zero } from '../recipes/exact.ts';
import { toSafeNumber } from '../quantity.ts';
import type { MoveKind } from '../stock/kinds.ts';

/**
 * Food cost of a place and a period: what what was sold should have taken by its recipes, what was really used, and what
 * lies between. Quantities are millionths of the base unit, money ten-thousandths.
 */

/** Into what the difference between what was used and what should have been is told apart. */
export const varianceParts = ['price', 'portions', 'waste', 'transfers', 'counts', 'unexplained'] as const;
export type VariancePart = (typeof varianceParts)[number];

/** What a move of goods is for the food cost of the place whose stock it changes. */
export type FoodCostRole = 'in' | 'out' | 'use' | 'waste' | 'transfers' | 'counts' | 'value';

const roles: Partial<Record<MoveKind, FoodCostRole>> = {
  consumption: 'use',
  consumption_reversal: 'use',
  waste: 'waste',
  waste_reversal: 'waste',
  return_wasted: 'waste',
  written_off: 'transfers',
  resend: 'transfers',
  transfer_difference: 'transfers',
  return_difference: 'transfers',
  count_gain: 'counts',
  count_loss: 'counts',
  revaluation: 'value',
};

/**
 * The role of a kind of move. Whatever is no use and no loss is goods that came or went: `in` or `out` by its quantity.
 * A revaluation is price alone.
 */
export function roleOf(kind: string, qtyMicro: number): FoodCostRole {
  return roles[kind as MoveKind] ?? (qtyMicro < 0 ? 'out' : 'in');
}

/** What happened to an item in the period: what left is above zero in `use`, `waste`, `transfers` and `counts`. */
export interface ItemFigures {
  itemId: string;
  /** What the recipes of what was sold take of it, in base units. */
  theory: Exact;
  /** Of one base unit, by the cost basis of the period; null where it is not known. */
  cost: Exact | null;
  openingE4: number;
  inE4: number;
  outE4: number;
  closingE4: number;
  /** Quantities that left by role; a gain is below zero. */
  useMicro: number;
  wasteMicro: number;
  transfersMicro: number;
  countsMicro: number;
  /** Value without goods that transfers were charged beside their cost. */
  transfersValueE4: number;
  /** Somebody counted it in the period. */
  isCounted: boolean;
}

export interface ItemVariance {
  itemId: string;
  theoreticalE4: number;
  actualE4: number;
  parts: Record<VariancePart, number>;
}

const micro = (qtyMicro: number): Exact => exact(BigInt(qtyMicro), 1_000_000n);
const minus = (a: Exact): Exact => ({ num: -a.num, den: a.den });

/**
 * An item's difference between what was used and what should have been, told apart. Together the parts are exactly that
 * difference, to the last unit of money.
 *
 * - `price`: what was used, at what it cost beside the cost of the basis: (actual - standard price) x actual quantity.
 * - `portions`: what was recorded as used beyond what the recipes take: portions and yield.
 * - `waste`, `transfers`: what was recorded as such, at the cost of the basis.
 * - `counts`: what counts found missing beyond what recipes take and nobody had recorded.
 * - `unexplained`: the same of an item that nobody counted: the recipes take it, and the books know nothing of it.
 *
 * Where no cost is known nothing is expected, and all that was used is unexplained.
 */
export function itemVariance(item: ItemFigures): ItemVariance {
  const actualE4 = item.openingE4 + item.inE4 - item.outE4 - item.closingE4;
  const none = { price: 0, portions: 0, waste: 0, transfers: 0, counts: 0, unexplained: 0 };
  const { itemId, cost } = item;
  if (cost === null) return { itemId, theoreticalE4: 0, actualE4, parts: { ...none, unexplained: actualE4 } };
  const at = (quantity: Exact) => times(quantity, cost);
  const [used, theory] = [micro(item.useMicro), item.theory];
  // What recipes take and nobody recorded has to be found by a count.
  const over = plus(used, minus(theory));
  const [portions, open] = over.num > 0n ? [over, zero] : [zero, over];
  const found = plus(micro(item.countsMicro), open);
  const quantities: [VariancePart, Exact][] = [
    ['portions', at(portions)],
    ['waste', at(micro(item.wasteMicro))],
    ['transfers', plus(at(micro(item.transfersMicro)), exact(BigInt(item.transfersValueE4), 1n))],
    [item.isCounted ? 'counts' : 'unexplained', at(found)],
  ];
  const parts: Record<VariancePart, number> = { ...none };
  const expected = at(theory);
  const theoreticalE4 = toSafeNumber(rounded(expected));
  // Rounded at the edges between the parts, so that nothing is lost between them; price is what is left.
  let [edge, edgeE4] = [expected, theoreticalE4];
  for (const [part, amount] of quantities) {
    edge = plus(edge, amount);
    const nextE4 = toSafeNumber(rounded(edge));
    parts[part] = nextE4 - edgeE4;
    edgeE4 = nextE4;
  }
  parts.price = actualE4 - edgeE4;
  return { itemId, theoreticalE4, actualE4, parts };
}

/** Several items together. */
export function sumOfVariances(items: readonly ItemVariance[]): Omit<ItemVariance, 'itemId'> {
  const parts = { price: 0, portions: 0, waste: 0, transfers: 0, counts: 0, unexplained: 0 };
  let [theoreticalE4, actualE4] = [0, 0];
  for (const item of items) {
    theoreticalE4 += item.theoreticalE4;
    actualE4 += item.actualE4;
    for (const part of varianceParts) parts[part] += item.parts[part];
  }
  return { theoreticalE4, actualE4, parts };
}

/**
 * How much of a value is known, in millionths of a percent, rounded down so that 100 % is all of it; null of nothing.
 * Refunds may make values negative: sizes count.
 */
export function coverageMicro(known: readonly number[], all: readonly number[]): number | null {
  const size = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + BigInt(Math.abs(value)), 0n);
  const whole = size(all);
  return whole === 0n ? null : Number((size(known) * 100_000_000n) / whole);
}

/** A figure, or null where less than `leastMicro` (millionths of a percent) of what it stands on is known. */
export const figureAbove = <T>(coverage: number | null, leastMicro: number, figure: T): T | null =>
  coverage === null || coverage < leastMicro ? null : figure;

/** A cost as a share of net sales, in percent with up to two decimals; null without sales. */
export function percentOf(costE4: number, netE4: number): number | null {
  return netE4 > 0 ? Number(rounded(exact(BigInt(costE4) * 10_000n, BigInt(netE4)))) / 100 : null;
}
