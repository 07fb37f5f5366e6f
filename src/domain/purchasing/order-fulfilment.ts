import { type Exact, exact, roundExact, times } from '../recipes/exact.ts';
import { toUnitExact, type MeasuredQuantity, type UnitSize } from '../exact-totals.ts';
import { roundPriceMicro } from '../money.ts';
import { isPriceWithin, type Tolerances } from '../tolerances/tolerances.ts';

/** A line of a purchase order as far as receipts and invoices are compared with it. */
export interface AgreedLine extends UnitSize {
  itemId: string;
  /** Of one of what it counts, in millionths. */
  priceMicro: number;
}

/** A line of a receipt that fulfils an ordered line. */
export interface FulfillingLine extends MeasuredQuantity {
  itemId: string;
  /** How much of the ordered line it fulfils, as stored: entered for a substitute, otherwise rounded. */
  coversQtyMicro: number | null;
}

const whole = (qtyMicro: number): Exact => exact(BigInt(qtyMicro), 1n);

/**
 * How much of an ordered line a received line fulfils, in millionths of the ordered unit. The same item is converted exactly; a
 * substitute fulfils what was entered for it, or its exact conversion where that is what the stored figure was rounded from.
 */
export function fulfilledQuantity(line: FulfillingLine, ordered: Omit<AgreedLine, 'priceMicro'>): Exact {
  const converted = toUnitExact(line, ordered);
  if (line.itemId === ordered.itemId) return converted;
  const storedMicro = line.coversQtyMicro ?? 0;
  return roundExact(converted) === BigInt(storedMicro) ? converted : whole(storedMicro);
}

/**
 * How much of an ordered line a billed or credited line stands for, in millionths of the ordered unit. A substitute stands for its
 * share of what its receipt fulfils.
 */
export function billedQuantity(
  line: FulfillingLine,
  came: FulfillingLine | null,
  ordered: Omit<AgreedLine, 'priceMicro'>,
): Exact {
  if (line.itemId === ordered.itemId || came === null || came.qtyMicro === 0)
    return fulfilledQuantity(line, ordered);
  return times(fulfilledQuantity(came, ordered), exact(BigInt(line.qtyMicro), BigInt(came.qtyMicro)));
}

/**
 * The agreed price of one of what a line counts, in millionths; null for a substitute, for which no price was agreed.
 *
 * @throws QuantityError OUT_OF_RANGE
 */
export function agreedPriceMicro(line: UnitSize & { itemId: string }, ordered: AgreedLine): number | null {
  if (line.itemId !== ordered.itemId) return null;
  const covered = toUnitExact({ ...line, qtyMicro: 1_000_000 }, ordered);
  return roundPriceMicro(times(covered, exact(BigInt(ordered.priceMicro), 1_000_000n)));
}

/** Whether the price of one of what a line counts is within tolerance of the price in the purchase order. */
export function isAtAgreedPrice(
  line: UnitSize & { itemId: string; priceMicro: number },
  ordered: AgreedLine,
  tolerances: Tolerances,
): boolean {
  const agreedMicro = agreedPriceMicro(line, ordered);
  return agreedMicro === null || isPriceWithin(line.priceMicro, agreedMicro, tolerances);
}
