import { valueAtPrice } from '../money.ts';
import { divideHalfEven, toSafeNumber } from '../quantity.ts';
import { allocateByWeight } from './landed-cost.ts';
import { isAmountWithin, isPriceWithin, type Tolerances } from '../tolerances/tolerances.ts';

/**
 * How a line of an invoice compares with its order and receipts, in the order of urgency. `unlinked` is a line of a credit note
 * that refers to nothing.
 */
export const matchStates = ['matched', 'price', 'quantity', 'unreceived', 'unlinked'] as const;
export type MatchState = (typeof matchStates)[number];

/** A line of a receipt as far as a bill asks; quantities in what it counts. */
export interface AcceptedLine {
  lineId: string;
  /** Accepted and to be paid: what was rejected or came free is not in it. */
  qtyMicro: number;
  billedQtyMicro: number;
  /** Went back and was not billed. */
  returnedQtyMicro: number;
  priceMicro: number;
}

/** How much of a receipt's line one line of an invoice is matched with. */
export interface MatchPart {
  lineId: string;
  qtyMicro: number;
}

/** What of a line was accepted, is not billed, and did not go back. */
export const unbilledMicro = ({
  qtyMicro,
  billedQtyMicro,
  returnedQtyMicro,
}: Pick<AcceptedLine, 'qtyMicro' | 'billedQtyMicro' | 'returnedQtyMicro'>): number =>
  Math.max(0, qtyMicro - billedQtyMicro - returnedQtyMicro);

/** What a line of a receipt expects to be billed, in the money of the business: for its goods, and of freight and charges. */
export const expectedToBeBilled = (line: {
  qtyMicro: number;
  priceMicro: number;
  chargeE4: number;
  landedValueE4: number;
}): number[] =>
  allocateByWeight(line.landedValueE4, [
    BigInt(valueAtPrice(line.qtyMicro, line.priceMicro)),
    BigInt(line.chargeE4),
  ]);

/**
 * What a billed quantity is matched with: the lines of receipts in their order, each as far as it was accepted and is not billed.
 * What is left over was billed and never accepted, or has not come yet.
 */
export function matchQuantity(qtyMicro: number, accepted: readonly AcceptedLine[]): MatchPart[] {
  let leftMicro = qtyMicro;
  return accepted.flatMap((line) => {
    const partMicro = Math.min(leftMicro, unbilledMicro(line));
    leftMicro -= partMicro;
    return partMicro > 0 ? [{ lineId: line.lineId, qtyMicro: partMicro }] : [];
  });
}

/** A price at which some of a line was accepted, and the price that was agreed for it; null where nobody ordered it. */
export interface MatchedPart {
  qtyMicro: number;
  priceMicro: number;
  orderedPriceMicro: number | null;
}

/**
 * Compares a billed line with what was received and ordered: nothing of it was accepted, more is billed than was accepted, or the
 * price is beyond tolerance of a receipt or of the order. What was accepted at several prices is compared with each of them.
 */
export function classifyMatch(
  line: { qtyMicro: number; priceMicro: number },
  matched: readonly MatchedPart[],
  tolerances: Tolerances,
): MatchState {
  const matchedMicro = matched.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);
  if (matchedMicro === 0) return 'unreceived';
  if (matchedMicro < line.qtyMicro) return 'quantity';
  const isWithin = matched.every(({ priceMicro, orderedPriceMicro }) =>
    [priceMicro, orderedPriceMicro ?? line.priceMicro].every((agreedMicro) =>
      isPriceWithin(line.priceMicro, agreedMicro, tolerances),
    ),
  );
  return isWithin ? 'matched' : 'price';
}

/** A cent, by which suppliers round a credit for themselves. */
const centE4 = 100;

/**
 * How a line of a credit note stands: it gives more than what it answers comes to, beyond the tolerance of prices, or it does not. Less is
 * no question: what lacks stays expected. Both amounts are in ten-thousandths of one currency.
 */
export function classifyCredit(amountE4: number, expectedE4: number, tolerances: Tolerances): MatchState {
  return amountE4 <= expectedE4 + centE4 || isAmountWithin(amountE4, expectedE4, tolerances)
    ? 'matched'
    : 'price';
}

/** The state that asks most of all lines: what a list shows of an invoice. */
export const worstState = (states: readonly MatchState[]): MatchState =>
  states.reduce<MatchState>(
    (worst, state) => (matchStates.indexOf(state) > matchStates.indexOf(worst) ? state : worst),
    'matched',
  );

/**
 * The next part of an amount (ten-thousandths) that is told by quantity: what all of it comes to up to `uptoMicro`, less what was
 * told before. However the quantity is taken apart, and whatever of it is taken back between, the last part leaves nothing over.
 */
export function nextAmountPart(
  amountE4: number,
  uptoMicro: number,
  wholeMicro: number,
  toldE4: number,
): number {
  if (wholeMicro === 0) return 0;
  return toSafeNumber(divideHalfEven(BigInt(amountE4) * BigInt(uptoMicro), BigInt(wholeMicro))) - toldE4;
}

/** A late difference of value, in two parts that add up to it. */
export interface LateDifference {
  /** What revalues the stock that is still on hand. */
  stockE4: number;
  /** What the used part cost more, or less: a variance by name. */
  varianceE4: number;
  /** How much of what came was still on hand, in base units. */
  onHandMicro: number;
}

/**
 * How much of what came once is still on hand: what came first is used first, so that what is there came last. All that came is
 * on hand at most once, whichever of it is asked about.
 *
 * @param onHandMicro of the item at the place, in base units
 * @param laterMicro what came to that place after it
 */
export const stillOnHand = (onHandMicro: number, laterMicro: number, cameMicro: number): number =>
  Math.max(0, Math.min(onHandMicro - laterMicro, cameMicro));

/**
 * What a difference of value does that is known only after goods came: the share of them that is still on hand is revalued by
 * its part, the rest was used at the former cost and is a variance. Stock is never worth less than nothing.
 *
 * @param stockValueE4 what the place's stock of the item is worth now
 * @param cameMicro what came, in base units; above 0
 */
export function splitLateDifference(
  stockValueE4: number,
  { onHandMicro, cameMicro }: { onHandMicro: number; cameMicro: number },
  differenceE4: number,
): LateDifference {
  const shareE4 = onHandMicro <= 0 ? 0 : nextAmountPart(differenceE4, onHandMicro, cameMicro, 0);
  // Never -0.
  const stockE4 = Math.max(shareE4, -Math.max(0, stockValueE4)) + 0;
  return { stockE4, varianceE4: differenceE4 - stockE4, onHandMicro: Math.max(0, onHandMicro) };
}

/**
 * What taking such a difference back does: what revalued stock leaves it again as far as the goods are still there, and what was
 * used meanwhile is a variance. With nothing used in between both are undone exactly.
 *
 * @param onHandMicro how much of what came is on hand now
 */
export function undoLateDifference(
  stockValueE4: number,
  onHandMicro: number,
  was: LateDifference,
): LateDifference {
  const left = { onHandMicro: Math.min(onHandMicro, was.onHandMicro), cameMicro: was.onHandMicro };
  const undone = splitLateDifference(stockValueE4, left, -was.stockE4);
  return { ...undone, varianceE4: undone.varianceE4 - was.varianceE4 };
}
