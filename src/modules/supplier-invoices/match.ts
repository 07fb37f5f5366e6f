import { computeValueAtPrice } from '#core/money.ts';
import { divideHalfEven, toSafeNumber } from '#core/quantity.ts';
import { allocateByWeight } from '#modules/goods-receipts/landed-cost.ts';
import {
  isAmountWithinTolerance,
  isPriceWithinTolerance,
  type Tolerances,
} from '#modules/suppliers/tolerance-rules.ts';

/**
 * Match state of an invoice line, least urgent first. `unlinked` is a credit note line without a reference.
 */
export const matchStates = ['matched', 'price', 'quantity', 'unreceived', 'unlinked'] as const;
export type MatchState = (typeof matchStates)[number];

/** The fields of a receipt line that matter for billing; quantities in counted units. */
export interface AcceptedLine {
  lineId: string;
  /** Accepted and payable, without rejected and free quantities. */
  qtyMicro: number;
  billedQtyMicro: number;
  /** Returned before it was billed. */
  returnedQtyMicro: number;
  priceMicro: number;
}

/** Quantity of a receipt line matched with an invoice line. */
export interface MatchPart {
  lineId: string;
  qtyMicro: number;
}

/** Returns the accepted quantity that is neither billed nor returned. */
export const computeUnbilledMicro = ({
  qtyMicro,
  billedQtyMicro,
  returnedQtyMicro,
}: Pick<AcceptedLine, 'qtyMicro' | 'billedQtyMicro' | 'returnedQtyMicro'>): number =>
  Math.max(0, qtyMicro - billedQtyMicro - returnedQtyMicro);

/**
 * Returns the amounts expected to be billed for a receipt line in the base currency: goods, and freight and
 * charges.
 */
export const computeExpectedBilling = (line: {
  qtyMicro: number;
  priceMicro: number;
  chargeE4: number;
  landedValueE4: number;
}): number[] =>
  allocateByWeight(line.landedValueE4, [
    BigInt(computeValueAtPrice(line.qtyMicro, line.priceMicro)),
    BigInt(line.chargeE4),
  ]);

/**
 * Matches a billed quantity with receipt lines in order, each up to its accepted and unbilled quantity. The
 * remainder was billed but not accepted, or isn't received yet.
 */
export function matchQuantity(qtyMicro: number, accepted: readonly AcceptedLine[]): MatchPart[] {
  let leftMicro = qtyMicro;
  return accepted.flatMap((line) => {
    const partMicro = Math.min(leftMicro, computeUnbilledMicro(line));
    leftMicro -= partMicro;
    return partMicro > 0 ? [{ lineId: line.lineId, qtyMicro: partMicro }] : [];
  });
}

/** A quantity accepted at one price, with the ordered price; null if it wasn't ordered. */
export interface MatchedPart {
  qtyMicro: number;
  priceMicro: number;
  orderedPriceMicro: number | null;
}

/**
 * Returns the match state of a billed line: nothing accepted, more billed than accepted, or a price beyond
 * tolerance of the receipt or the order. Goods accepted at several prices are compared with each.
 */
export function classifyMatch(
  line: { qtyMicro: number; priceMicro: number },
  matched: readonly MatchedPart[],
  tolerances: Tolerances,
): MatchState {
  const matchedMicro = matched.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);
  if (matchedMicro === 0) return 'unreceived';
  if (matchedMicro < line.qtyMicro) return 'quantity';
  const isWithinTolerance = matched.every(({ priceMicro, orderedPriceMicro }) =>
    [priceMicro, orderedPriceMicro ?? line.priceMicro].every((agreedMicro) =>
      isPriceWithinTolerance(line.priceMicro, agreedMicro, tolerances),
    ),
  );
  return isWithinTolerance ? 'matched' : 'price';
}

/** One cent: suppliers may round a credit by this much. */
const centE4 = 100;

/**
 * Returns the match state of a credit note line: `price` if it exceeds the expected amount by more than the
 * price tolerance. A lower amount is fine; the rest is still expected. Both amounts are in ten-thousandths of
 * the same currency.
 */
export function classifyCredit(amountE4: number, expectedE4: number, tolerances: Tolerances): MatchState {
  return amountE4 <= expectedE4 + centE4 || isAmountWithinTolerance(amountE4, expectedE4, tolerances)
    ? 'matched'
    : 'price';
}

/** Returns the most urgent state of all lines, as shown in lists. */
export const findWorstState = (states: readonly MatchState[]): MatchState =>
  states.reduce<MatchState>(
    (worst, state) => (matchStates.indexOf(state) > matchStates.indexOf(worst) ? state : worst),
    'matched',
  );

/**
 * Returns the next part of an amount (ten-thousandths) allocated by quantity: the share of the cumulative
 * quantity, including this part, less the amount already allocated. However the quantity is split or
 * reversed, the last part leaves no remainder.
 */
export function computeNextAmountPart(
  amountE4: number,
  cumulativeMicro: number,
  totalMicro: number,
  allocatedE4: number,
): number {
  if (totalMicro === 0) return 0;
  return (
    toSafeNumber(divideHalfEven(BigInt(amountE4) * BigInt(cumulativeMicro), BigInt(totalMicro))) - allocatedE4
  );
}

/** A late change of value, in two parts that add up to it. */
export interface LateDifference {
  /** Revalues the stock still on hand. */
  stockE4: number;
  /** Price variance for the share already used. */
  varianceE4: number;
  /** Quantity of the receipt that was still on hand, in base units. */
  onHandMicro: number;
}

/**
 * Returns how much of a receipt is still on hand, first in first out: remaining stock is from the latest
 * receipts.
 *
 * @param onHandMicro quantity of the item at the location, in base units
 * @param laterMicro quantity received after this receipt
 */
export const computeRemainingOnHand = (
  onHandMicro: number,
  laterMicro: number,
  receivedMicro: number,
): number => Math.max(0, Math.min(onHandMicro - laterMicro, receivedMicro));

/**
 * Splits a late change of value: the share still on hand revalues stock, the used share is a variance. Stock
 * value never becomes negative.
 *
 * @param stockValueE4 current stock value of the item at the location
 * @param receivedMicro received quantity in base units; above 0
 */
export function splitLateDifference(
  stockValueE4: number,
  { onHandMicro, receivedMicro }: { onHandMicro: number; receivedMicro: number },
  differenceE4: number,
): LateDifference {
  const shareE4 = onHandMicro <= 0 ? 0 : computeNextAmountPart(differenceE4, onHandMicro, receivedMicro, 0);
  // Adding 0 turns -0 into 0.
  const stockE4 = Math.max(shareE4, -Math.max(0, stockValueE4)) + 0;
  return { stockE4, varianceE4: differenceE4 - stockE4, onHandMicro: Math.max(0, onHandMicro) };
}

/**
 * Reverses a late change in value: the revaluation of goods still on hand is undone, and the share used in
 * between becomes a variance. Without usage in between, both parts are undone exactly.
 *
 * @param onHandMicro quantity of the receipt still on hand
 */
export function undoLateDifference(
  stockValueE4: number,
  onHandMicro: number,
  original: LateDifference,
): LateDifference {
  const remaining = {
    onHandMicro: Math.min(onHandMicro, original.onHandMicro),
    receivedMicro: original.onHandMicro,
  };
  const undone = splitLateDifference(stockValueE4, remaining, -original.stockE4);
  return { ...undone, varianceE4: undone.varianceE4 - original.varianceE4 };
}
