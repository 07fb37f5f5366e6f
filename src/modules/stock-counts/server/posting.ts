import { computeValueAtPrice } from '#core/money.ts';
import type { Posting } from '#modules/stock/postings.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { AppEvent } from '#platform/server/http/services.ts';
import { openBalanceBook } from '#modules/stock/server/balance-book.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { type ComparedCountLine, compareLines } from './compare.ts';
import type { CountHeader, StoredCountLine } from './rows.ts';

/**
 * Maximum number of differences posted together with the approval; more are posted in steps by a job, to keep
 * the request short.
 */
export const maxPostedWithApproval = 100;
/** Lines per step. A step takes about 50 ms, during which no other request can write to SQLite. */
export const linesPerPostingStep = 250;

/**
 * Returns whether a line has something to post. An opening count also sets the cost of stock without a
 * variance.
 */
export const hasDifferenceToPost = (
  { type }: CountHeader,
  { varianceMicro, variancePieces, line, ledger }: ComparedCountLine,
): boolean =>
  varianceMicro !== 0 ||
  (variancePieces ?? 0) !== 0 ||
  (type === 'opening' && line.enteredCostMicro !== null && ledger.onHandMicro > 0);

/** Returns the line with its variance columns. */
const withVariance = ({
  line,
  bookMicro,
  varianceMicro,
  variancePieces,
  valueE4,
  costMicro,
}: ComparedCountLine): StoredCountLine => ({
  ...line,
  variancePieces,
  bookQtyMicro: bookMicro,
  varianceQtyMicro: varianceMicro,
  varianceValueE4: valueE4,
  unitCostMicro: costMicro,
});

const saveVariances = (tx: Tx, lines: readonly StoredCountLine[]): Promise<void> =>
  insertRows(tx, 'stockCountLines', lines, { key: ['lineId'] });

/**
 * Compares lines again under the lock of their balances and posts the differences; returns the lines that
 * can't be posted. Posted lines are skipped, so it can be called again after a crash.
 */
export async function postCountLines(
  tx: Tx,
  header: CountHeader,
  lines: readonly StoredCountLine[],
  now: string,
  emit: (event: AppEvent) => void,
): Promise<ComparedCountLine[]> {
  const unpostedLines = lines.filter(({ posted }) => posted === 0);
  if (unpostedLines.length === 0) return [];
  // Only differing lines are posted, but all are locked, because the others may differ by now.
  await openBalanceBook(
    tx,
    unpostedLines.map(({ itemId }) => ({ placeId: header.branch, itemId })),
  );
  const comparedLines = await compareLines(tx, { ...header, status: 'Submitted' }, unpostedLines);
  const blockedLines = comparedLines.filter(({ questions }) => questions.length > 0);
  const postableLines = comparedLines.filter(({ questions }) => questions.length === 0);
  const linePostings = postableLines.map((compared) => ({
    compared,
    postings: buildPostings(header, compared),
  }));
  const { posted } = await postStockChange(
    tx,
    { postings: linePostings.flatMap(({ postings }) => postings) },
    { userId: header.approvedBy ?? header.userId, now, docNo: header.number, emit },
  );
  let offset = 0;
  const postedLines = linePostings.map(({ compared, postings }): StoredCountLine => {
    const parts = posted.slice(offset, (offset += postings.length));
    const valueE4 = parts.reduce((sum, part, index) => {
      const sign = postings[index]?.toPlace === header.branch ? 1 : -1;
      return sum + sign * part.valueE4 + (part.revaluationE4 ?? 0);
    }, 0);
    return { ...withVariance({ ...compared, valueE4 }), posted: 1, unpostedReason: null };
  });
  await saveVariances(tx, postedLines);
  return blockedLines;
}

/**
 * Movement kinds for gains and losses. Stock found by an opening count already existed, so it isn't posted as
 * a gain or loss.
 */
const getMoveKinds = (type: CountHeader['type']) =>
  type === 'opening'
    ? ({ gain: 'opening', loss: 'opening_reversal' } as const)
    : ({ gain: 'count_gain', loss: 'count_loss' } as const);

/** Builds the postings of a variance: a gain enters at cost, a loss leaves at the average. */
function buildPostings(
  header: CountHeader,
  { line, varianceMicro, variancePieces, costMicro, ledger }: ComparedCountLine,
): Posting[] {
  const kinds = getMoveKinds(header.type);
  const differenceMicro = varianceMicro ?? 0;
  const resultingMicro = ledger.onHandMicro + differenceMicro;
  // Zero stock has no pieces. A remaining weight has at least one if pieces were counted, because pieces
  // issued since are estimated from the average weight.
  const minPieces = Math.min(1, line.pieces ?? 0) - ledger.pieces;
  const pieceChange =
    resultingMicro > 0 && variancePieces !== null ? Math.max(variancePieces, minPieces) : null;
  const common = {
    itemId: line.itemId,
    docType: 'stock_count' as const,
    docId: header._id,
    docLineId: line.lineId,
    lot: line.lot,
    ...(line.causeCode !== null && { reason: line.causeCode }),
  };
  const gain = (qtyMicro: number, costMicro: number, pieces: number | null): Posting => ({
    ...common,
    fromPlace: 'adjustment',
    toPlace: header.branch,
    qtyMicro,
    kind: kinds.gain,
    valueE4: computeValueAtPrice(qtyMicro, costMicro),
    ...(pieces !== null && { pieces }),
    ...(line.expiry !== null && { expiry: line.expiry }),
  });
  const loss = (qtyMicro: number, pieces: number | null): Posting => ({
    ...common,
    fromPlace: header.branch,
    toPlace: 'adjustment',
    qtyMicro,
    kind: kinds.loss,
    ...(pieces !== null && { pieces }),
  });
  // The cost entered in an opening count applies to all stock: it is issued and received again at that cost.
  if (
    header.type === 'opening' &&
    line.enteredCostMicro !== null &&
    ledger.onHandMicro > 0 &&
    resultingMicro > 0
  )
    return [
      { ...loss(ledger.onHandMicro, pieceChange === null ? null : ledger.pieces), isReturnedByChange: true },
      gain(resultingMicro, line.enteredCostMicro, pieceChange === null ? null : ledger.pieces + pieceChange),
    ];
  if (differenceMicro > 0) return [gain(differenceMicro, costMicro ?? 0, pieceChange)];
  if (differenceMicro < 0) return [loss(-differenceMicro, pieceChange === null ? null : 0 - pieceChange)];
  if (pieceChange === null || pieceChange === 0) return [];
  // At book weight only the pieces are corrected, without quantity or value.
  const [fromPlace, toPlace] =
    pieceChange > 0 ? (['adjustment', header.branch] as const) : ([header.branch, 'adjustment'] as const);
  const pieces = Math.abs(pieceChange);
  return [{ ...common, fromPlace, toPlace, qtyMicro: 0, kind: 'count_pieces', pieces }];
}
