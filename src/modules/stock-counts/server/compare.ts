import {
  exceedsCountTolerance,
  compareWithBook,
  gainCostMicro,
  type CountTolerance,
  varianceValue,
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
  /** Null: not counted. */
  varianceMicro: number | null;
  /** Variance in pieces; null where no pieces were entered. */
  variancePieces: number | null;
  costMicro: number | null;
  valueE4: number | null;
  sinceMicro: number | null;
  moves: LedgerMove[];
  /** Late moves for which it is open whether they happened before the count. */
  lateMoves: readonly { seq: number }[];
  askedUpTo: number | null;
  questions: CountLineQuestion[];
}

const rules = statement((db, branch: string) =>
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
  /** Negative stock is not allowed. */
  blocks: boolean;
}

export async function loadCountRules(db: Queryable, branch: string): Promise<CountRules> {
  const [row] = await rules(db, branch);
  return {
    tolerance: {
      percentMicro: row?.countTolerancePercentMicro ?? null,
      qtyMicro: row?.countToleranceQtyMicro ?? null,
      valueE4: row?.countToleranceValueE4 ?? null,
    },
    approvalLimitE4: row?.countApprovalValueE4 ?? null,
    blocks: row?.negativeStock === 'block' && row.countedAt !== null,
  };
}

/** Compares lines of a count with the current ledger. Outside a transaction, the result is for display. */
export async function compareLines(
  db: Queryable,
  head: CountHeader,
  lines: readonly StoredCountLine[],
): Promise<ComparedCountLine[]> {
  const place = await loadCountRules(db, head.branch);
  const books = await loadLineLedgers(db, head.branch, lines);
  return lines.map((line) => compareLine(head, place, line, books(line)));
}

function compareLine(
  head: CountHeader,
  place: CountRules,
  line: StoredCountLine,
  books: LineLedger,
): ComparedCountLine {
  const isOpening = head.type === 'opening';
  const { countedQtyMicro, bookSeq, countedAt } = line;
  const { balance, lastReceiptE4, standardMicro, onHandMicro } = books;
  const costMicro = gainCostMicro(
    { balance, lastReceiptE4, standardMicro, givenMicro: line.givenCostMicro },
    isOpening,
  );
  if (countedQtyMicro === null || bookSeq === null || countedAt === null)
    return {
      line,
      ledger: books,
      bookMicro: onHandMicro,
      varianceMicro: null,
      variancePieces: null,
      costMicro,
      valueE4: null,
      sinceMicro: null,
      moves: [],
      lateMoves: [],
      askedUpTo: null,
      questions: [],
    };
  const fromSeq = line.fromSeq ?? bookSeq;
  const moves = books.since(fromSeq);
  const otherMoves = moves.filter(({ docId }) => docId !== head._id);
  const others = otherMoves.filter((move) => !isCounted(move));
  const later = otherMoves.filter((move) => isCounted(move) && move.seq > bookSeq);
  const posted = later.at(-1);
  const { movesAnswer, answeredSeq } = line;
  const position = { bookSeq, fromSeq, countedAt, movesAnswer, answeredSeq };
  // Postings of this count are not movement; postings of another count raise a question.
  const ownMicro = moves.reduce((sum, move) => sum + (move.docId === head._id ? move.qtyMicro : 0), 0);
  const postedMicro = later.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);
  const compared = compareWithBook(onHandMicro - ownMicro - postedMicro, others, position);
  const varianceMicro = countedQtyMicro - compared.bookMicro;
  const aside = [...moves.filter(({ docId }) => docId === head._id), ...later];
  const inPieces = others.map((move) => ({ ...move, qtyMicro: move.pieces }));
  const bookPieces = compareWithBook(books.pieces - sumOfPieces(aside), inPieces, position).bookMicro;
  // Zero quantity has no pieces, whatever was entered.
  const saidPieces = countedQtyMicro === 0 && line.pieces !== null ? 0 : line.pieces;
  const variancePieces = saidPieces === null ? null : saidPieces - bookPieces;
  const valueE4 = varianceValue(varianceMicro, costMicro);
  const freeMicro = Math.min(
    onHandMicro - books.reservedMicro,
    balance.onHandMicro - books.itemReservedMicro,
  );
  const isShort = place.blocks && varianceMicro < 0 && -varianceMicro > freeMicro;
  const isSubmitted = head.status === 'Submitted';
  return {
    line,
    ledger: books,
    bookMicro: compared.bookMicro,
    varianceMicro,
    variancePieces,
    costMicro,
    valueE4,
    sinceMicro: compared.sinceMicro + postedMicro,
    moves: otherMoves.filter(({ seq }) => seq > fromSeq),
    lateMoves: compared.asking,
    askedUpTo: compared.askedUpTo,
    questions: openCountQuestions({
      isTwice: hasConflictingCounts(line),
      movesAsking: compared.asking.length,
      varianceMicro,
      variancePieces,
      postedBy: posted ? { number: posted.docNo ?? '', id: posted.docId } : null,
      isBeyond: exceedsCountTolerance(
        { varianceMicro, bookMicro: compared.bookMicro, valueE4 },
        place.tolerance,
      ),
      round: line.round,
      isOpening,
      hasCause: line.causeCode !== null,
      hasCost: costMicro !== null,
      onlyMicro: isShort ? Math.max(0, freeMicro) : null,
      isSubmitted,
    }),
  };
}

const sumOfPieces = (moves: readonly LedgerMove[]): number =>
  moves.reduce((sum, { pieces }) => sum + pieces, 0);

/** Whether a count posted the move. */
const isCounted = ({ docType }: LedgerMove): boolean => docType === 'stock_count';

/** Whether several people's counts conflict. */
export function hasConflictingCounts({ claims }: Pick<StoredCountLine, 'claims'>): boolean {
  const parts: { isAgainst: boolean }[] = JSON.parse(claims);
  return parts.some(({ isAgainst }) => isAgainst);
}
