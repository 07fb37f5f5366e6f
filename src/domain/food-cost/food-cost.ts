import { type Exact, exact, roundExact } from '../recipes/exact.ts';
import { divideHalfEven, toSafeNumber } from '../quantity.ts';
import type { MoveKind } from '../stock/kinds.ts';

/**
 * Food cost of a place and a period: what what was sold should have taken by its recipes, what was really used, and what
 * lies between. Quantities are millionths of the base unit, money ten-thousandths.
 */

/** Into what the difference between what was used and what should have been is told apart. */
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

/** What a move of goods is for the food cost of the place whose stock it changes. */
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

/** The kinds of moves that are neither goods that came nor goods that went: by these alone an item is used up. */
export const usageMoveKinds = Object.keys(roles) as readonly MoveKind[];

/**
 * The role of a kind of move. Whatever is no use and no loss is goods that came or went: `in` or `out` by its quantity.
 * A revaluation is price alone.
 */
export function foodCostRole(kind: string, qtyMicro: number): FoodCostRole {
  return roles[kind as MoveKind] ?? (qtyMicro < 0 ? 'out' : 'in');
}

/** What happened to an item in the period: what left is above zero in `use`, `waste`, `transfers` and `counts`. */
export interface ItemFigures {
  itemId: string;
  /** What the recipes of what was sold take of it, in base units. */
  theory: Exact;
  /** Of one base unit, by the cost basis of the period; null where it is not known. */
  cost: Exact | null;
  /** What was used by the books: what lay there and came, less what went and was left. */
  actualE4: number;
  /** Quantities that left by role; a gain is below zero. */
  useMicro: number;
  wasteMicro: number;
  transfersMicro: number;
  countsMicro: number;
  /** Value without goods that transfers were charged beside their cost. */
  transfersValueE4: number;
  /** Value without goods that reversals took out beyond what the balance could give, or left in it. */
  reversalsValueE4: number;
  /** Somebody counted it in the period. */
  isCounted: boolean;
}

export interface ItemVariance {
  itemId: string;
  theoreticalE4: number;
  actualE4: number;
  parts: Record<VariancePart, number>;
}

/** What the recipes of what was sold take of an item, at the cost of the basis; nothing where no cost is known. */
function expectedE4({ theory, cost }: Pick<ItemFigures, 'theory' | 'cost'>): number {
  return cost === null ? 0 : toSafeNumber(divideHalfEven(theory.num * cost.num, theory.den * cost.den));
}

/**
 * An item's difference between what was used and what should have been, told apart. Together the parts are exactly that
 * difference, to the last unit of money.
 *
 * - `price`: what was used, at what it cost beside the cost of the basis: (actual - standard price) x actual quantity.
 * - `portions`: what was recorded as used beyond what the recipes take: portions and yield.
 * - `waste`, `transfers`: what was recorded as such, at the cost of the basis.
 * - `reversals`: what goods that were used had cost too much or too little, by documents that were reversed since.
 * - `counts`: what counts found missing beyond what recipes take and nobody had recorded.
 * - `unexplained`: the same of an item that nobody counted: the recipes take it, and the books know nothing of it.
 *
 * Where no cost is known nothing is expected, and all that was used is unexplained.
 */
export function itemVariance(item: ItemFigures): ItemVariance {
  const { itemId, cost, theory, actualE4 } = item;
  const parts = { price: 0, portions: 0, waste: 0, transfers: 0, counts: 0, reversals: 0, unexplained: 0 };
  if (cost === null)
    return { itemId, theoreticalE4: 0, actualE4, parts: { ...parts, unexplained: actualE4 } };
  // Every amount is told in whole parts of this one, so that nothing is brought to lowest terms on the way.
  const perUnit = 1_000_000n * theory.den;
  const whole = perUnit * cost.den;
  const quantity = (qtyMicro: number) => (qtyMicro === 0 ? 0n : BigInt(qtyMicro) * theory.den);
  const expected = theory.num * 1_000_000n;
  // What recipes take and nobody recorded has to be found by a count.
  const over = quantity(item.useMicro) - expected;
  const found = quantity(item.countsMicro) + (over > 0n ? 0n : over);
  const charged = item.transfersValueE4 === 0 ? 0n : BigInt(item.transfersValueE4) * whole;
  const at = (amount: bigint) => amount * cost.num;
  const rounded = (amount: bigint) => (amount === 0n ? 0 : toSafeNumber(divideHalfEven(amount, whole)));
  const theoreticalE4 = expectedE4(item);
  // Rounded at the edges between the parts, so that nothing is lost between them; price is what is left.
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

/** The parts of several items together. */
export function sumVarianceParts(items: readonly Pick<ItemVariance, 'parts'>[]): ItemVariance['parts'] {
  const sums = { price: 0, portions: 0, waste: 0, transfers: 0, counts: 0, reversals: 0, unexplained: 0 };
  for (const { parts } of items) for (const part of varianceParts) sums[part] += parts[part];
  return sums;
}

/** How much of a value is known. Refunds may make values negative: sizes count. */
export class Coverage {
  readonly #known = new Size();
  readonly #all = new Size();

  add(value: number, isKnown: boolean): void {
    this.#all.add(value);
    if (isKnown) this.#known.add(value);
  }

  /** In millionths of a percent, rounded down so that 100 % is all of it; null of nothing. */
  get micro(): number | null {
    const whole = this.#all.value;
    return whole === 0n ? null : Number((this.#known.value * 100_000_000n) / whole);
  }
}

/** What values come to whatever their sign, exactly: in plain numbers as far as these are exact. */
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

/** A figure, or null where less than `leastMicro` (millionths of a percent) of what it stands on is known. */
export const figureIfCovered = <T>(coverage: number | null, leastMicro: number, figure: T): T | null =>
  coverage === null || coverage < leastMicro ? null : figure;

/** A cost as a share of net sales, in percent with up to two decimals; null without sales. */
export function costPercent(costE4: number, netE4: number): number | null {
  return netE4 > 0 ? Number(roundExact(exact(BigInt(costE4) * 10_000n, BigInt(netE4)))) / 100 : null;
}
