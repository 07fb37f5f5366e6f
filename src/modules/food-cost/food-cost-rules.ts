import { type Exact, exact, roundExact } from '#core/exact.ts';
import { divideHalfEven, toSafeNumber } from '#core/quantity.ts';
import type { MoveKind } from '#core/move-kinds.ts';

/**
 * Food cost of a location and period: theoretical usage by recipe, actual usage, and the variance between
 * them. Quantities in millionths of the base unit, money in ten-thousandths.
 */

/** The parts into which a food cost variance is split. */
export const varianceParts = [
  'price',
  'portions',
  'waste',
  'transfers',
  'counts',
  'reversals',
  'unexplained',
] as const;
export type VariancePart = (typeof varianceParts)[number];

/** The role of a stock movement in the food cost of its location. */
export type FoodCostRole = 'in' | 'out' | 'use' | 'waste' | 'transfers' | 'counts' | 'reversals' | 'value';

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
  reversal_difference: 'reversals',
};

/** Movement kinds that are neither receipts nor issues; an item's usage includes only these. */
export const usageMoveKinds = Object.keys(roles) as readonly MoveKind[];

/**
 * Returns the food cost role of a movement kind. Anything that is neither usage nor loss is `in` or `out`
 * depending on the sign of its quantity; a revaluation changes only the value.
 */
export function getFoodCostRole(kind: string, qtyMicro: number): FoodCostRole {
  return roles[kind as MoveKind] ?? (qtyMicro < 0 ? 'out' : 'in');
}

/**
 * Movements of an item in the period: outgoing quantities are positive in `use`, `waste`, `transfers` and
 * `counts`.
 */
export interface ItemFigures {
  itemId: string;
  /** Theoretical usage, by recipe, for the dishes sold, in base units. */
  theory: Exact;
  /** Cost of one base unit by the period's cost basis; null if unknown. */
  cost: Exact | null;
  /** Actual usage: opening stock plus receipts, less issues and closing stock. */
  actualE4: number;
  /** Outgoing quantities by role; a gain is negative. */
  useMicro: number;
  wasteMicro: number;
  transfersMicro: number;
  countsMicro: number;
  /** Value of differences between transfer price and cost. */
  transfersValueE4: number;
  /** Value of differences between the reversed value and the value available in the balance. */
  reversalsValueE4: number;
  /** Whether the item was counted in the period. */
  isCounted: boolean;
}

export interface ItemVariance {
  itemId: string;
  theoreticalE4: number;
  actualE4: number;
  parts: Record<VariancePart, number>;
}

/** Returns the theoretical cost of an item by the cost basis; 0 if the cost is unknown. */
function computeTheoreticalE4({ theory, cost }: Pick<ItemFigures, 'theory' | 'cost'>): number {
  return cost === null ? 0 : toSafeNumber(divideHalfEven(theory.num * cost.num, theory.den * cost.den));
}

/**
 * Divides the variance between an item's actual and theoretical usage into parts that add up to it exactly,
 * to the last minor unit.
 *
 * - `price`: (actual - basis price) x actual quantity.
 * - `portions`: recorded usage above the recipes (portions and yield).
 * - `waste`, `transfers`: as recorded, at the cost basis.
 * - `reversals`: over- or underpriced usage from documents that were reversed later.
 * - `counts`: goods that a count found missing, except those that the recipes or other records explain.
 * - `unexplained`: for items without a count, theoretical usage that was never recorded.
 *
 * Without a cost, theoretical cost is 0 and all usage is unexplained.
 */
export function computeItemVariance(item: ItemFigures): ItemVariance {
  const { itemId, cost, theory, actualE4 } = item;
  const parts = { price: 0, portions: 0, waste: 0, transfers: 0, counts: 0, reversals: 0, unexplained: 0 };
  if (cost === null)
    return { itemId, theoreticalE4: 0, actualE4, parts: { ...parts, unexplained: actualE4 } };
  // Amounts are computed in multiples of this denominator, so that intermediate fractions needn't be reduced.
  const perUnit = 1_000_000n * theory.den;
  const scale = perUnit * cost.den;
  const scaleQuantity = (qtyMicro: number) => (qtyMicro === 0 ? 0n : BigInt(qtyMicro) * theory.den);
  const expected = theory.num * 1_000_000n;
  // Theoretical usage that wasn't recorded can only be confirmed by a count.
  const excessUse = scaleQuantity(item.useMicro) - expected;
  const missingQty = scaleQuantity(item.countsMicro) + (excessUse > 0n ? 0n : excessUse);
  const transferValue = item.transfersValueE4 === 0 ? 0n : BigInt(item.transfersValueE4) * scale;
  const toValue = (amount: bigint) => amount * cost.num;
  const toE4 = (amount: bigint) => (amount === 0n ? 0 : toSafeNumber(divideHalfEven(amount, scale)));
  const theoreticalE4 = computeTheoreticalE4(item);
  // Rounds the boundaries between parts, so that nothing is lost; price is the remainder.
  let [boundary, boundaryE4] = [toValue(expected), theoreticalE4];
  const add = (part: VariancePart, amount: bigint) => {
    if (amount === 0n) return;
    boundary += amount;
    const nextE4 = toE4(boundary);
    parts[part] = nextE4 - boundaryE4;
    boundaryE4 = nextE4;
  };
  add('portions', excessUse > 0n ? toValue(excessUse) : 0n);
  add('waste', toValue(scaleQuantity(item.wasteMicro)));
  add('transfers', toValue(scaleQuantity(item.transfersMicro)) + transferValue);
  add(item.isCounted ? 'counts' : 'unexplained', toValue(missingQty));
  parts.reversals = item.reversalsValueE4;
  parts.price = actualE4 - boundaryE4 - parts.reversals;
  return { itemId, theoreticalE4, actualE4, parts };
}

/** Adds up the variance parts of several items. */
export function sumVarianceParts(items: readonly Pick<ItemVariance, 'parts'>[]): ItemVariance['parts'] {
  const sums = { price: 0, portions: 0, waste: 0, transfers: 0, counts: 0, reversals: 0, unexplained: 0 };
  for (const { parts } of items) for (const part of varianceParts) sums[part] += parts[part];
  return sums;
}

/** Tracks how much of a value is covered by known data. Refunds can be negative, so absolute values count. */
export class Coverage {
  readonly #known = new AbsoluteSum();
  readonly #all = new AbsoluteSum();

  add(value: number, isKnown: boolean): void {
    this.#all.add(value);
    if (isKnown) this.#known.add(value);
  }

  /**
   * In millionths of a percent, rounded down so that only full coverage is 100 %; null if nothing was added.
   */
  get micro(): number | null {
    const total = this.#all.value;
    return total === 0n ? null : Number((this.#known.value * 100_000_000n) / total);
  }
}

/** Exact sum of absolute values: a number while it is a safe integer, then a bigint. */
class AbsoluteSum {
  #bigSum = 0n;
  #safeSum = 0;

  add(value: number): void {
    const next = this.#safeSum + Math.abs(value);
    if (Number.isSafeInteger(next)) this.#safeSum = next;
    else {
      this.#bigSum += BigInt(this.#safeSum);
      this.#safeSum = Math.abs(value);
    }
  }

  get value(): bigint {
    return this.#bigSum + BigInt(this.#safeSum);
  }
}

/**
 * Returns the figure, or null if less than `minMicro` (millionths of a percent) of its input is covered.
 */
export const nullUnlessCovered = <T>(coverage: number | null, minMicro: number, figure: T): T | null =>
  coverage === null || coverage < minMicro ? null : figure;

/** Returns a cost as a percentage of net sales, up to two decimals; null without sales. */
export function computeCostPercent(costE4: number, netE4: number): number | null {
  return netE4 > 0 ? Number(roundExact(exact(BigInt(costE4) * 10_000n, BigInt(netE4)))) / 100 : null;
}
