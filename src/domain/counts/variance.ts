import { exactOrNull } from '../quantity.ts';
import { averageE4, priceMicroOf, valueAtPrice } from '../money.ts';
import type { Balance } from '../stock/balance.ts';

/** A move of a line's goods, as its place sees it: above zero it came, below it went. Base units. */
export interface LineMove {
  seq: number;
  effectiveAt: string;
  qtyMicro: number;
  /** The move that it takes back. */
  reversesSeq: number | null;
}

/** What of a count of a line decides which moves it has seen. */
export interface CountLinePosition {
  /** The position of the ledger that the newest of its entries had seen, and the earliest of any. */
  bookSeq: number;
  fromSeq: number;
  countedAt: string;
  /** How moves up to `answeredSeq` that asked were answered. */
  movesAnswer: string | null;
  answeredSeq: number | null;
}

export interface BookComparison {
  /** On hand by the books at the moment of the count. */
  bookMicro: number;
  /** By how much it has moved since. */
  sinceMicro: number;
  /** Moves of which nobody knows whether the count has seen them; not answered yet. */
  asking: LineMove[];
  /** The newest move that asked, answered or not. */
  askedUpTo: number | null;
}

/**
 * Compares with the books as they stood at the position of the ledger that the counter had seen: what moves afterwards moves what
 * was counted, too, and is no difference. Two kinds of moves ask: those that the books learned of later and that happened
 * before the count (or take back what happened before it), and those that came between two people's counts of one line.
 * Until somebody answers, the first are not in the compared balance and the second are.
 *
 * @param moves those after `fromSeq`, in any order
 */
export function compareWithBook(
  onHandMicro: number,
  moves: readonly LineMove[],
  { bookSeq, fromSeq, countedAt, movesAnswer, answeredSeq }: CountLinePosition,
): BookComparison {
  const later = moves.filter(({ seq }) => seq > bookSeq);
  // What takes back a late move is as late: both happened before the count, or neither.
  const lateSeqs = new Set<number>();
  for (const { seq, effectiveAt, reversesSeq } of later.toSorted((a, b) => a.seq - b.seq)) {
    const takesBack = reversesSeq !== null && (reversesSeq <= bookSeq || lateSeqs.has(reversesSeq));
    if (effectiveAt < countedAt || takesBack) lateSeqs.add(seq);
  }
  const late = later.filter(({ seq }) => lateSeqs.has(seq));
  const between = moves.filter(({ seq }) => seq > fromSeq && seq <= bookSeq);
  const isAnswered = ({ seq }: LineMove) => answeredSeq !== null && seq <= answeredSeq;
  const asked = [...between, ...late];
  const taken = movesAnswer === 'before' ? late.filter(isAnswered) : [];
  const left = movesAnswer === 'since' ? between.filter(isAnswered) : [];
  const correctedMicro = sumOf(taken) - sumOf(left);
  return {
    bookMicro: onHandMicro - sumOf(later) + correctedMicro,
    sinceMicro: sumOf(later) - correctedMicro,
    asking: asked.filter((move) => !isAnswered(move)),
    askedUpTo: asked.reduce<number | null>((most, { seq }) => Math.max(most ?? 0, seq), null),
  };
}

const sumOf = (moves: readonly LineMove[]): number => moves.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);

/** Where a cost per base unit may come from, the best first; ten-thousandths. */
export interface CostCandidates {
  balance: Balance;
  lastReceiptE4: number | null;
  standardMicro: number | null;
  /** What somebody said it is worth. */
  givenMicro: number | null;
}

/**
 * The cost per base unit (in millionths) that a difference is valued at: the current average, else what was paid last, else the standard
 * cost, else what somebody says. Null: nothing is known, and nobody has said anything; it is never silently 0.
 *
 * @param isOpening what an opening count says comes first
 */
export function gainCostMicro(costs: CostCandidates, isOpening = false): number | null {
  const { balance, lastReceiptE4, standardMicro, givenMicro } = costs;
  const inMicro = (costE4: number | null) =>
    costE4 === null ? null : exactOrNull(() => priceMicroOf(costE4));
  const averageNow = balance.onHandMicro > 0 ? averageE4(balance.valueE4, balance.onHandMicro) : null;
  const ofLedger = [averageNow, balance.lastCostE4, lastReceiptE4].map(inMicro);
  const known = [...ofLedger, standardMicro].find((cost) => (cost ?? 0) > 0);
  return isOpening ? (givenMicro ?? known ?? null) : (known ?? givenMicro);
}

/** What a difference is worth before it is posted, with its sign; null where its cost is not known. */
export function varianceValue(varianceMicro: number, costMicro: number | null): number | null {
  if (varianceMicro === 0) return 0;
  return costMicro === null ? null : valueAtPrice(varianceMicro, costMicro);
}

/** By how much a count may differ from the books before it is asked about; null: nothing is said. */
export interface CountTolerance {
  percentMicro: number | null;
  qtyMicro: number | null;
  valueE4: number | null;
}

/** Whether a difference is beyond any of the tolerances. None at all is said: nothing is. */
export function exceedsCountTolerance(
  { varianceMicro, bookMicro, valueE4 }: { varianceMicro: number; bookMicro: number; valueE4: number | null },
  tolerance: CountTolerance,
): boolean {
  if (varianceMicro === 0) return false;
  const size = (n: number) => BigInt(Math.abs(n));
  const { percentMicro, qtyMicro, valueE4: mostE4 } = tolerance;
  // variance / book > percent / 100, of whatever the books say; of nothing every difference is beyond.
  const byPercent =
    percentMicro !== null && size(varianceMicro) * 100_000_000n > size(bookMicro) * BigInt(percentMicro);
  const byQty = qtyMicro !== null && Math.abs(varianceMicro) > qtyMicro;
  const byValue = mostE4 !== null && valueE4 !== null && Math.abs(valueE4) > mostE4;
  return byPercent || byQty || byValue;
}
