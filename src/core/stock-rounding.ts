import type { Ratio } from '#core/quantity.ts';

/**
 * Rounding of stock quantities. Every line is converted to base units and rounded to a millionth. For
 * example, eight of a case's 24 pieces are 0.333333 cases, and three such lines are 0.000001 less than a
 * case.
 */

/** Upper limit of the total rounding, regardless of the number of lines, in millionths of a base unit. */
export const maxRoundingMicro = 100;

/**
 * Returns how much stock must be corrected before a quantity is taken, so that taking the quantity leaves
 * nothing behind: positive to add, negative to remove, 0 if the two differ by more than rounding.
 *
 * @param lines number of lines that moved this stock since it was last empty, including this one; each may
 *   have been rounded by up to a millionth
 */
export function computeRoundingDifferenceMicro(
  takenMicro: number,
  availableMicro: number,
  lines: number,
): number {
  const differenceMicro = takenMicro - availableMicro;
  const sizeMicro = Math.abs(differenceMicro);
  const isRounding = sizeMicro > 0 && sizeMicro <= Math.min(lines, maxRoundingMicro);
  return isRounding && availableMicro > 0 && takenMicro > sizeMicro ? differenceMicro : 0;
}

/** Returns whether a requested quantity exceeds the available one by more than the rounding of these lines. */
export function exceedsStock(requestedMicro: number, availableMicro: number, lines: number): boolean {
  return (
    requestedMicro > availableMicro &&
    computeRoundingDifferenceMicro(requestedMicro, availableMicro, lines) === 0
  );
}

/** The largest rounding in a unit of `num / den` base units, as a quantity on the wire. */
export const getMaxRounding = ({ num, den }: Ratio): number => ((maxRoundingMicro / 1e6) * den) / num;

/**
 * Returns whether a quantity exceeds the displayed stock by more than rounding, both in a unit of `num / den`
 * base units. For warnings only, because the number of rounded lines is only available in the ledger.
 */
export const exceedsShownStock = (qty: number, available: number, unit: Ratio): boolean =>
  qty > available + getMaxRounding(unit);

/** A move of one item into (positive) or out of (negative) one location, in millionths of a base unit. */
export type SignedMove = { qtyMicro: number };

/**
 * Counts the moves since a balance was last zero or negative.
 *
 * @param newestFirst the balance's latest moves
 */
export function countMovesSinceEmpty(onHandMicro: number, newestFirst: readonly SignedMove[]): number {
  let beforeMicro = onHandMicro;
  let count = 0;
  for (const { qtyMicro } of newestFirst) {
    if (beforeMicro <= 0) break;
    beforeMicro -= qtyMicro;
    count += 1;
  }
  return count;
}
