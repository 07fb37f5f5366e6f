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
export function foodCostRole(kind: string, qtyMicro: number): FoodCostRole {
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
function expectedE4({ theory, cost }: Pick<ItemFigures, 'theory' | 'cost'>): number {
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
 * - `counts`: goods found missing by counts, beyond the recipes and not recorded otherwise.
 * - `unexplained`: for items without a count, theoretical usage that was never recorded.
 *
 * Without a cost, theoretical cost is 0 and all usage is unexplained.
 */
export function itemVariance(item: ItemFigures): ItemVariance {
  const { itemId, cost, theory, actualE4 } = item;
  const parts = { price: 0, portions: 0, waste: 0, transfers: 0, counts: 0, reversals: 0, unexplained: 0 };
  if (cost === null)
    return { itemId, theoreticalE4: 0, actualE4, parts: { ...parts, unexplained: actualE4 } };
  // Amounts are computed in multiples of this denominator, so that fractions aren't reduced on the way.
  const perUnit = 1_000_000n * theory.den;
  const whole = perUnit * cost.den;
  const quantity = (qtyMicro: number) => (qtyMicro === 0 ? 0n : BigInt(qtyMicro) * theory.den);
  const expected = theory.num * 1_000_000n;
  // Theoretical usage that wasn't recorded can only be confirmed by a count.
  const over = quantity(item.useMicro) - expected;
  const found = quantity(item.countsMicro) + (over > 0n ? 0n : over);
  const charged = item.transfersValueE4 === 0 ? 0n : BigInt(item.transfersValueE4) * whole;
  const at = (amount: bigint) => amount * cost.num;
  const rounded = (amount: bigint) => (amount === 0n ? 0 : toSafeNumber(divideHalfEven(amount, whole)));
  const theoreticalE4 = expectedE4(item);
  // Rounds the boundaries between parts, so that nothing is lost; price is the remainder.
  let [edge, edgeE4] = [at(expected), theoreticalE4];
  const add = (part: VariancePart, amount: bigint) => {
    if (amount === 0n) return;
    edge += amount;
    const nextE4 = rounded(edge);
    parts[part] = nextE4 - edgeE4;
    edgeE4 = nextE4;
  };
  add('portions', over > 0n ? at(over) : 0n);
  add('waste', at(quantity(item.wasteMicro)));
  add('transfers', at(quantity(item.transfersMicro)) + charged);
  add(item.isCounted ? 'counts' : 'unexplained', at(found));
  parts.reversals = item.reversalsValueE4;
  parts.price = actualE4 - edgeE4 - parts.reversals;
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
  readonly #known = new Size();
  readonly #all = new Size();

  add(value: number, isKnown: boolean): void {
    this.#all.add(value);
    if (isKnown) this.#known.add(value);
  }

  /**
   * In millionths of a percent, rounded down so that only full coverage is 100 %; null if there is nothing.
   */
  get micro(): number | null {
    const whole = this.#all.value;
    return whole === 0n ? null : Number((this.#known.value * 100_000_000n) / whole);
  }
}

/** Exact sum of absolute values: a number as long as that is safe, then a bigint. */
class Size {
  #whole = 0n;
  #plain = 0;

  add(value: number): void {
    const next = this.#plain + Math.abs(value);
    if (Number.isSafeInteger(next)) this.#plain = next;
    else {
      this.#whole += BigInt(this.#plain);
      this.#plain = Math.abs(value);
    }
  }

  get value(): bigint {
    return this.#whole + BigInt(this.#plain);
  }
}

/**
 * Returns the figure, or null if less than `minMicro` (millionths of a percent) of its input is covered.
 */
export const figureIfCovered = <T>(coverage: number | null, minMicro: number, figure: T): T | null =>
  coverage === null || coverage < minMicro ? null : figure;

/** Returns a cost as a percentage of net sales, up to two decimals; null without sales. */
export function costPercent(costE4: number, netE4: number): number | null {
  return netE4 > 0 ? Number(roundExact(exact(BigInt(costE4) * 10_000n, BigInt(netE4)))) / 100 : null;
}
