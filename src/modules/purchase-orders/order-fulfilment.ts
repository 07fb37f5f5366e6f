import { type Exact, exact, roundExact, multiplyExact } from '#core/exact.ts';
import { toUnitExact, type MeasuredQuantity, type UnitSize } from '#core/exact-totals.ts';
import { roundPriceMicro } from '#core/money.ts';
import { isPriceWithinTolerance, type Tolerances } from '#modules/suppliers/tolerance-rules.ts';

/** The purchase order line fields that receipts and invoices are compared with. */
export interface AgreedLine extends UnitSize {
  itemId: string;
  /** Price per unit of the line's quantity, in millionths. */
  priceMicro: number;
}

/** A receipt line that fulfils an ordered line. */
export interface FulfillingLine extends MeasuredQuantity {
  itemId: string;
  /**
   * Quantity of the ordered line that is fulfilled, as stored: entered for a substitute, otherwise rounded.
   */
  coversQtyMicro: number | null;
}

const toExact = (qtyMicro: number): Exact => exact(BigInt(qtyMicro), 1n);

/**
 * Returns how much of an ordered line a receipt line fulfils, in millionths of the ordered unit. For the same
 * item, it is converted exactly; for a substitute, it is the entered quantity, or the exact conversion if the
 * stored quantity is that conversion rounded.
 */
export function computeFulfilledQuantity(
  line: FulfillingLine,
  orderLine: Omit<AgreedLine, 'priceMicro'>,
): Exact {
  const converted = toUnitExact(line, orderLine);
  if (line.itemId === orderLine.itemId) return converted;
  const storedMicro = line.coversQtyMicro ?? 0;
  return roundExact(converted) === BigInt(storedMicro) ? converted : toExact(storedMicro);
}

/**
 * Returns how much of an ordered line a billed or credited line covers, in millionths of the ordered unit;
 * for a substitute, the corresponding share of the quantity that the receipt fulfils.
 */
export function computeBilledQuantity(
  line: FulfillingLine,
  receipt: FulfillingLine | null,
  orderLine: Omit<AgreedLine, 'priceMicro'>,
): Exact {
  if (line.itemId === orderLine.itemId || receipt === null || receipt.qtyMicro === 0)
    return computeFulfilledQuantity(line, orderLine);
  return multiplyExact(
    computeFulfilledQuantity(receipt, orderLine),
    exact(BigInt(line.qtyMicro), BigInt(receipt.qtyMicro)),
  );
}

/**
 * Returns the agreed price per unit of the line's quantity in millionths; null for a substitute, which has
 * none.
 *
 * @throws QuantityError OUT_OF_RANGE
 */
export function computeAgreedPriceMicro(
  line: UnitSize & { itemId: string },
  orderLine: AgreedLine,
): number | null {
  if (line.itemId !== orderLine.itemId) return null;
  const covered = toUnitExact({ ...line, qtyMicro: 1_000_000 }, orderLine);
  return roundPriceMicro(multiplyExact(covered, exact(BigInt(orderLine.priceMicro), 1_000_000n)));
}

/** Returns whether a price is within tolerance of the price in the purchase order. */
export function isAtAgreedPrice(
  line: UnitSize & { itemId: string; priceMicro: number },
  orderLine: AgreedLine,
  tolerances: Tolerances,
): boolean {
  const agreedMicro = computeAgreedPriceMicro(line, orderLine);
  return agreedMicro === null || isPriceWithinTolerance(line.priceMicro, agreedMicro, tolerances);
}
