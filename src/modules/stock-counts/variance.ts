import { toExactOrNull } from '#core/quantity.ts';
import { computeAverageE4, convertCostToPriceMicro, computeValueAtPrice } from '#core/money.ts';
import type { Balance } from '#modules/stock/balance.ts';

/**
 * A stock movement of a line's goods from the location's point of view: positive in, negative out, in base
 * units.
 */
export interface LineMove {
  seq: number;
  effectiveAt: string;
  qtyMicro: number;
  /** The movement that it reverses. */
  reversesSeq: number | null;
}

/** The fields of a count line that determine which movements the count already includes. */
export interface CountLinePosition {
  /** The ledger positions that the devices had received at its newest and its earliest entry. */
  bookSeq: number;
  fromSeq: number;
  countedAt: string;
  /** The answer for movements up to `answeredSeq`. */
  lateMovementAnswer: string | null;
  answeredSeq: number | null;
}

export interface BookComparison {
  /** Book quantity at the time of the count. */
  bookMicro: number;
  /** Net movement since then. */
  movedSinceMicro: number;
  /** Movements whose question (does the count include them?) is unanswered. */
  unansweredMoves: LineMove[];
  /** The newest movement that raised a question, answered or not. */
  lastQuestionSeq: number | null;
}

/**
 * Compares a count with the book quantity at the ledger position that the counter had received; later
 * movements aren't a variance. Two kinds of movement raise a question: those recorded late that happened
 * before the count (or reverse one that did), and those between two people's counts of the line. Until
 * answered, the first kind is excluded from the book quantity and the second is included.
 *
 * @param moves movements after `fromSeq`, in any order
 */
export function compareWithBook(
  onHandMicro: number,
  moves: readonly LineMove[],
  { bookSeq, fromSeq, countedAt, lateMovementAnswer, answeredSeq }: CountLinePosition,
): BookComparison {
  const movesAfterCount = moves.filter(({ seq }) => seq > bookSeq);
  // A reversal of a late movement is also late: either both happened before the count, or neither did.
  const lateSeqs = new Set<number>();
  for (const { seq, effectiveAt, reversesSeq } of movesAfterCount.toSorted((a, b) => a.seq - b.seq)) {
    const reversesEarlier = reversesSeq !== null && (reversesSeq <= bookSeq || lateSeqs.has(reversesSeq));
    if (effectiveAt < countedAt || reversesEarlier) lateSeqs.add(seq);
  }
  const lateMoves = movesAfterCount.filter(({ seq }) => lateSeqs.has(seq));
  const movesBetween = moves.filter(({ seq }) => seq > fromSeq && seq <= bookSeq);
  const isAnswered = ({ seq }: LineMove) => answeredSeq !== null && seq <= answeredSeq;
  const candidates = [...movesBetween, ...lateMoves];
  const includedMoves = lateMovementAnswer === 'before' ? lateMoves.filter(isAnswered) : [];
  const excludedMoves = lateMovementAnswer === 'since' ? movesBetween.filter(isAnswered) : [];
  const correctedMicro = sumQuantities(includedMoves) - sumQuantities(excludedMoves);
  return {
    bookMicro: onHandMicro - sumQuantities(movesAfterCount) + correctedMicro,
    movedSinceMicro: sumQuantities(movesAfterCount) - correctedMicro,
    unansweredMoves: candidates.filter((move) => !isAnswered(move)),
    lastQuestionSeq: candidates.reduce<number | null>((max, { seq }) => Math.max(max ?? 0, seq), null),
  };
}

const sumQuantities = (moves: readonly LineMove[]): number =>
  moves.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);

/** Possible costs per base unit, best first, in ten-thousandths. */
export interface CostCandidates {
  balance: Balance;
  lastReceiptE4: number | null;
  standardMicro: number | null;
  /** The cost that a person entered. */
  enteredMicro: number | null;
}

/**
 * Returns the cost per base unit (in millionths) for valuing a variance: the current average, otherwise the
 * last average, the cost of the last receipt, the standard cost, or the entered cost, in that order. Null if
 * none is known; never 0 by default.
 *
 * @param isOpening whether the entered cost takes precedence, as in an opening count
 */
export function getVarianceCostMicro(costs: CostCandidates, isOpening = false): number | null {
  const { balance, lastReceiptE4, standardMicro, enteredMicro } = costs;
  const toPriceMicro = (costE4: number | null) =>
    costE4 === null ? null : toExactOrNull(() => convertCostToPriceMicro(costE4));
  const currentAverageE4 =
    balance.onHandMicro > 0 ? computeAverageE4(balance.valueE4, balance.onHandMicro) : null;
  const ledgerCosts = [currentAverageE4, balance.lastCostE4, lastReceiptE4].map(toPriceMicro);
  const unitCost = [...ledgerCosts, standardMicro].find((cost) => (cost ?? 0) > 0);
  return isOpening ? (enteredMicro ?? unitCost ?? null) : (unitCost ?? enteredMicro);
}

/** Computes the signed value of a variance before posting; null if the cost is unknown. */
export function computeVarianceValue(varianceMicro: number, costMicro: number | null): number | null {
  if (varianceMicro === 0) return 0;
  return costMicro === null ? null : computeValueAtPrice(varianceMicro, costMicro);
}

/** Count tolerances; null for those that aren't set. */
export interface CountTolerance {
  percentMicro: number | null;
  qtyMicro: number | null;
  valueE4: number | null;
}

/** Returns whether a variance exceeds any tolerance; false if none is set. */
export function exceedsCountTolerance(
  { varianceMicro, bookMicro, valueE4 }: { varianceMicro: number; bookMicro: number; valueE4: number | null },
  tolerance: CountTolerance,
): boolean {
  if (varianceMicro === 0) return false;
  const absolute = (n: number) => BigInt(Math.abs(n));
  const { percentMicro, qtyMicro, valueE4: maxValueE4 } = tolerance;
  // variance / book > percent / 100; with a book quantity of 0 every variance exceeds it.
  const exceedsPercent =
    percentMicro !== null &&
    absolute(varianceMicro) * 100_000_000n > absolute(bookMicro) * BigInt(percentMicro);
  const exceedsQty = qtyMicro !== null && Math.abs(varianceMicro) > qtyMicro;
  const exceedsValue = maxValueE4 !== null && valueE4 !== null && Math.abs(valueE4) > maxValueE4;
  return exceedsPercent || exceedsQty || exceedsValue;
}
