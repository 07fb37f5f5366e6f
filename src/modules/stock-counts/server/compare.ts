import {
  exceedsCountTolerance,
  compareWithBook,
  getVarianceCostMicro,
  type CountTolerance,
  computeVarianceValue,
} from '../variance.ts';
import { type CountLineQuestion, openCountQuestions } from '../line-questions.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { type LedgerMove, type LineLedger, loadLineLedgers } from './line-ledger.ts';
import type { CountHeader, StoredCountLine } from './rows.ts';

/** A line compared with the ledger: its variance, the variance value and its open questions. */
export interface ComparedCountLine {
  line: StoredCountLine;
  ledger: LineLedger;
  bookMicro: number;
  /** Null if not counted. */
  varianceMicro: number | null;
  /** Variance in pieces; null if no pieces were entered. */
  variancePieces: number | null;
  costMicro: number | null;
  valueE4: number | null;
  movedSinceMicro: number | null;
  moves: LedgerMove[];
  /** Movements recorded late, for which it is undecided whether they happened before the count. */
  lateMoves: readonly { seq: number }[];
  lastQuestionSeq: number | null;
  questions: CountLineQuestion[];
}

const selectCountRules = statement((db, branch: string) =>
  db
    .selectFrom('branches')
    .select([
      'countTolerancePercentMicro',
      'countToleranceQtyMicro',
      'countToleranceValueE4',
      'countApprovalValueE4',
      'negativeStock',
      'countedAt',
    ])
    .where('_id', '=', branch),
);

/** Count settings of a location. */
export interface CountRules {
  tolerance: CountTolerance;
  approvalLimitE4: number | null;
  /** Whether the location doesn't allow negative stock. */
  blocksNegativeStock: boolean;
}

export async function loadCountRules(db: Queryable, branch: string): Promise<CountRules> {
  const [row] = await selectCountRules(db, branch);
  return {
    tolerance: {
      percentMicro: row?.countTolerancePercentMicro ?? null,
      qtyMicro: row?.countToleranceQtyMicro ?? null,
      valueE4: row?.countToleranceValueE4 ?? null,
    },
    approvalLimitE4: row?.countApprovalValueE4 ?? null,
    blocksNegativeStock: row?.negativeStock === 'block' && row.countedAt !== null,
  };
}

/** Compares lines of a count with the current ledger. Outside a transaction, the result is for display. */
export async function compareLines(
  db: Queryable,
  header: CountHeader,
  lines: readonly StoredCountLine[],
): Promise<ComparedCountLine[]> {
  const rules = await loadCountRules(db, header.branch);
  const getLedger = await loadLineLedgers(db, header.branch, lines);
  return lines.map((line) => compareLine(header, rules, line, getLedger(line)));
}

function compareLine(
  header: CountHeader,
  rules: CountRules,
  line: StoredCountLine,
  ledger: LineLedger,
): ComparedCountLine {
  const isOpening = header.type === 'opening';
  const { countedQtyMicro, bookSeq, countedAt } = line;
  const { balance, lastReceiptE4, standardMicro, onHandMicro } = ledger;
  const costMicro = getVarianceCostMicro(
    { balance, lastReceiptE4, standardMicro, enteredMicro: line.enteredCostMicro },
    isOpening,
  );
  if (countedQtyMicro === null || bookSeq === null || countedAt === null)
    return {
      line,
      ledger,
      bookMicro: onHandMicro,
      varianceMicro: null,
      variancePieces: null,
      costMicro,
      valueE4: null,
      movedSinceMicro: null,
      moves: [],
      lateMoves: [],
      lastQuestionSeq: null,
      questions: [],
    };
  const fromSeq = line.fromSeq ?? bookSeq;
  const moves = ledger.movesAfter(fromSeq);
  const otherMoves = moves.filter(({ docId }) => docId !== header._id);
  const ordinaryMoves = otherMoves.filter((move) => !isCountPosting(move));
  const laterCountMoves = otherMoves.filter((move) => isCountPosting(move) && move.seq > bookSeq);
  const lastCountMove = laterCountMoves.at(-1);
  const { lateMovementAnswer, answeredSeq } = line;
  const position = { bookSeq, fromSeq, countedAt, lateMovementAnswer, answeredSeq };
  // This count's own postings are ignored; postings of a different count raise a question.
  const ownMicro = moves.reduce((sum, move) => sum + (move.docId === header._id ? move.qtyMicro : 0), 0);
  const postedMicro = laterCountMoves.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);
  const comparison = compareWithBook(onHandMicro - ownMicro - postedMicro, ordinaryMoves, position);
  const varianceMicro = countedQtyMicro - comparison.bookMicro;
  const excludedMoves = [...moves.filter(({ docId }) => docId === header._id), ...laterCountMoves];
  const pieceMoves = ordinaryMoves.map((move) => ({ ...move, qtyMicro: move.pieces }));
  const bookPieces = compareWithBook(
    ledger.pieces - sumPieces(excludedMoves),
    pieceMoves,
    position,
  ).bookMicro;
  // A quantity of zero has no pieces, even if pieces were entered.
  const countedPieces = countedQtyMicro === 0 && line.pieces !== null ? 0 : line.pieces;
  const variancePieces = countedPieces === null ? null : countedPieces - bookPieces;
  const valueE4 = computeVarianceValue(varianceMicro, costMicro);
  const freeMicro = Math.min(
    onHandMicro - ledger.reservedMicro,
    balance.onHandMicro - ledger.itemReservedMicro,
  );
  const isShort = rules.blocksNegativeStock && varianceMicro < 0 && -varianceMicro > freeMicro;
  const isSubmitted = header.status === 'Submitted';
  return {
    line,
    ledger,
    bookMicro: comparison.bookMicro,
    varianceMicro,
    variancePieces,
    costMicro,
    valueE4,
    movedSinceMicro: comparison.movedSinceMicro + postedMicro,
    moves: otherMoves.filter(({ seq }) => seq > fromSeq),
    lateMoves: comparison.unansweredMoves,
    lastQuestionSeq: comparison.lastQuestionSeq,
    questions: openCountQuestions({
      hasConflict: hasConflictingCounts(line),
      unansweredMoves: comparison.unansweredMoves.length,
      varianceMicro,
      variancePieces,
      postedBy: lastCountMove ? { number: lastCountMove.docNo ?? '', id: lastCountMove.docId } : null,
      exceedsTolerance: exceedsCountTolerance(
        { varianceMicro, bookMicro: comparison.bookMicro, valueE4 },
        rules.tolerance,
      ),
      round: line.round,
      isOpening,
      hasCause: line.causeCode !== null,
      hasCost: costMicro !== null,
      maxReductionMicro: isShort ? Math.max(0, freeMicro) : null,
      isSubmitted,
    }),
  };
}

const sumPieces = (moves: readonly LedgerMove[]): number =>
  moves.reduce((sum, { pieces }) => sum + pieces, 0);

/** Returns whether a stock count posted the move. */
const isCountPosting = ({ docType }: LedgerMove): boolean => docType === 'stock_count';

/** Returns whether counts of one line by several people conflict. */
export function hasConflictingCounts({ claims }: Pick<StoredCountLine, 'claims'>): boolean {
  const parts: { isAgainst: boolean }[] = JSON.parse(claims);
  return parts.some(({ isAgainst }) => isAgainst);
}
