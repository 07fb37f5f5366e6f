import { type Exact, exact, isGreater } from '#core/exact.ts';

/**
 * Tolerances set on an item or supplier: of receipts against the order, and of prices against the agreed
 * price. Percentages in millionths, quantities in millionths of the base unit. Null if not set.
 */
export interface OwnTolerances {
  overReceiptPercentMicro: number | null;
  overReceiptQtyMicro: number | null;
  shortReceiptPercentMicro: number | null;
  shortReceiptQtyMicro: number | null;
  priceTolerancePercentMicro: number | null;
}

/** The effective tolerances; 0 means that values must be equal. */
export type Tolerances = { [Name in keyof OwnTolerances]: number };

/** Tolerance fields of items and suppliers. */
export const toleranceFields = [
  'overReceiptPercentMicro',
  'overReceiptQtyMicro',
  'shortReceiptPercentMicro',
  'shortReceiptQtyMicro',
  'priceTolerancePercentMicro',
] as const satisfies readonly (keyof OwnTolerances)[];

/**
 * Returns the effective tolerances: each is the item's if set (including 0), otherwise the supplier's,
 * otherwise 0.
 */
export function resolveTolerances(item: OwnTolerances | null, supplier: OwnTolerances | null): Tolerances {
  const entries = toleranceFields.map((name) => [name, item?.[name] ?? supplier?.[name] ?? 0] as const);
  return Object.fromEntries(entries) as Tolerances;
}

/** Allowed difference: a percentage or an absolute amount; the wider one applies. */
export interface Tolerance {
  percentMicro: number;
  /** In the same scale as the compared values. */
  amount: number;
}

/**
 * Returns whether a value is within a tolerance of the agreed value, including the limit. Both are exact and
 * on the same scale, so a tolerance of 0 means exactly equal.
 */
export function isWithinToleranceExact(
  actual: Exact,
  agreed: Exact,
  { percentMicro, amount }: Tolerance,
): boolean {
  const [actualScaled, agreedScaled] = [actual.num * agreed.den, agreed.num * actual.den];
  const difference = actualScaled > agreedScaled ? actualScaled - agreedScaled : agreedScaled - actualScaled;
  return (
    difference <= BigInt(amount) * actual.den * agreed.den ||
    difference * hundredPercentMicro <= agreedScaled * BigInt(percentMicro)
  );
}

/** Returns whether an integer is within a tolerance of the agreed integer, including the limit. */
export const isWithinTolerance = (actual: number, agreed: number, tolerance: Tolerance): boolean =>
  isWithinToleranceExact(exact(BigInt(actual), 1n), exact(BigInt(agreed), 1n), tolerance);

/** A hundred percent, in millionths of a percent. */
const hundredPercentMicro = 100_000_000n;

/**
 * Compares a received quantity with the order; `over` and `short` mean beyond tolerance. Both quantities are
 * for the whole line, in millionths of the base unit; the received quantity is the exact sum of all receipts.
 */
export function compareReceiptWithOrder(
  received: Exact,
  ordered: Exact,
  tolerances: Omit<Tolerances, 'priceTolerancePercentMicro'>,
): 'within' | 'over' | 'short' {
  const isOverReceived = isGreater(received, ordered);
  const tolerance = isOverReceived
    ? { percentMicro: tolerances.overReceiptPercentMicro, amount: tolerances.overReceiptQtyMicro }
    : { percentMicro: tolerances.shortReceiptPercentMicro, amount: tolerances.shortReceiptQtyMicro };
  if (isWithinToleranceExact(received, ordered, tolerance)) return 'within';
  return isOverReceived ? 'over' : 'short';
}

/**
 * Returns whether an amount is within the price tolerance of the expected one; both are integers on the same
 * scale.
 */
export function isAmountWithinTolerance(amount: number, expected: number, tolerances: Tolerances): boolean {
  return isWithinTolerance(amount, expected, {
    percentMicro: tolerances.priceTolerancePercentMicro,
    amount: 0,
  });
}

/** Smallest step of prices on printed documents, which have at most four decimals; in millionths. */
const printedPriceStepMicro = 100;

/**
 * Returns whether a price is within the price tolerance of the agreed one; both in millionths. A price with
 * four decimals also matches a more precise one that rounds to it: 0.4167 and 10 / 24.
 */
export const isPriceWithinTolerance = (
  priceMicro: number,
  agreedMicro: number,
  tolerances: Tolerances,
): boolean =>
  isAmountWithinTolerance(priceMicro, agreedMicro, tolerances) ||
  (priceMicro % printedPriceStepMicro === 0 &&
    Math.abs(priceMicro - agreedMicro) <= printedPriceStepMicro / 2);
