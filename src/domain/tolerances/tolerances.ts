import { type Exact, exact, isMore } from '../recipes/exact.ts';

/**
 * By how much a receipt may differ from what was ordered, and a price from what was agreed. Per cent in millionths,
 * quantities in millionths of the item's base unit. Null: nothing is said here.
 */
export interface OwnTolerances {
  overReceiptPercentMicro: number | null;
  overReceiptQtyMicro: number | null;
  shortReceiptPercentMicro: number | null;
  shortReceiptQtyMicro: number | null;
  priceTolerancePercentMicro: number | null;
}

/** The tolerances that hold; 0 is exactly 0. */
export type Tolerances = { [Name in keyof OwnTolerances]: number };

/** The fields of items and suppliers that hold tolerances. */
export const toleranceFields = [
  'overReceiptPercentMicro',
  'overReceiptQtyMicro',
  'shortReceiptPercentMicro',
  'shortReceiptQtyMicro',
  'priceTolerancePercentMicro',
] as const satisfies readonly (keyof OwnTolerances)[];

/** The tolerances that hold, each by itself: the item's, where it says one (0 included), else the supplier's, else 0. */
export function effectiveTolerances(item: OwnTolerances | null, supplier: OwnTolerances | null): Tolerances {
  const said = toleranceFields.map((name) => [name, item?.[name] ?? supplier?.[name] ?? 0] as const);
  return Object.fromEntries(said) as Tolerances;
}

/** How far something may lie from what was agreed: a share of that, or so much of its own scale; the wider one holds. */
export interface Tolerance {
  percentMicro: number;
  /** In the scale of the two figures. */
  amount: number;
}

/**
 * Whether a figure lies within a tolerance of what was agreed, the edge included. Both are exact figures of one scale, compared
 * without rounding, so that a tolerance of 0 means the very same figure.
 */
export function isWithinExactly(actual: Exact, agreed: Exact, { percentMicro, amount }: Tolerance): boolean {
  const [is, should] = [actual.num * agreed.den, agreed.num * actual.den];
  const apart = is > should ? is - should : should - is;
  return (
    apart <= BigInt(amount) * actual.den * agreed.den || apart * wholeMicro <= should * BigInt(percentMicro)
  );
}

/** The same of integers. */
export const withinTolerance = (actual: number, agreed: number, leeway: Tolerance): boolean =>
  isWithinExactly(exact(BigInt(actual), 1n), exact(BigInt(agreed), 1n), leeway);

/** A hundred per cent, in millionths of a per cent. */
const wholeMicro = 100_000_000n;

/**
 * Compares what was received with its order: `over` and `short` are beyond tolerance. Both quantities are of the whole line, in
 * millionths of the base unit: what was received is the exact sum of all its receipts.
 */
export function compareReceiptWithOrder(
  received: Exact,
  ordered: Exact,
  tolerances: Omit<Tolerances, 'priceTolerancePercentMicro'>,
): 'within' | 'over' | 'short' {
  const isOver = isMore(received, ordered);
  const leeway = isOver
    ? { percentMicro: tolerances.overReceiptPercentMicro, amount: tolerances.overReceiptQtyMicro }
    : { percentMicro: tolerances.shortReceiptPercentMicro, amount: tolerances.shortReceiptQtyMicro };
  if (isWithinExactly(received, ordered, leeway)) return 'within';
  return isOver ? 'over' : 'short';
}

/** Whether an amount is within the price tolerance of the expected one, up or down; both as integers of one scale. */
export function isAmountWithin(amount: number, expected: number, tolerances: Tolerances): boolean {
  return withinTolerance(amount, expected, {
    percentMicro: tolerances.priceTolerancePercentMicro,
    amount: 0,
  });
}

/** Documents print prices with four decimals at most: in millionths, a multiple of this. */
const printedMicro = 100;

/**
 * Whether a price is within the price tolerance of the agreed one, up or down; both in millionths. A price with four decimals
 * also agrees with one that has more and is rounded to it: 0.4167 with 10 / 24.
 */
export const isPriceWithin = (priceMicro: number, agreedMicro: number, tolerances: Tolerances): boolean =>
  isAmountWithin(priceMicro, agreedMicro, tolerances) ||
  (priceMicro % printedMicro === 0 && Math.abs(priceMicro - agreedMicro) <= printedMicro / 2);
