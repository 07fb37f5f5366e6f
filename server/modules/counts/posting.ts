import { valueAtPrice } from '#domain/money.ts';
import type { Posting } from '#domain/stock/postings.ts';
import { insertRows } from '../../db/statements.ts';
import type { Tx } from '../../db/types.ts';
import type { AppEvent } from '../../http/services.ts';
import { openBalanceBook } from '../stock/balance-book.ts';
import { postStockChange } from '../stock/ledger.ts';
import { type ComparedLine, compareLines } from './compare.ts';
import type { CountHeader, StoredCountLine } from './rows.ts';

/** So many differences are posted with the approval itself; more of them step by step after it, so that nobody waits. */
export const maxPostedWithApproval = 100;
/** As many lines as one step takes: some 50 ms, in which nobody else writes on SQLite. */
export const linesPerPostingStep = 250;

/** An opening count also sets what goods are worth that are there as the books say. */
export const hasDifferenceToPost = (
  { type }: CountHeader,
  { varianceMicro, variancePieces, line, ledger: books }: ComparedLine,
): boolean =>
  varianceMicro !== 0 ||
  (variancePieces ?? 0) !== 0 ||
  (type === 'opening' && line.givenCostMicro !== null && books.onHandMicro > 0);

/** A line with what it differs by. */
const withVariance = ({
  line,
  bookMicro,
  varianceMicro,
  variancePieces,
  valueE4,
  costMicro,
}: ComparedLine): StoredCountLine => ({
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
 * Posts the differences of these lines: under the lock of their balances each is looked at once more, and what cannot be posted any
 * more is answered and left. What is posted already is left alone, so that it may be called again after a kill.
 */
export async function postCountLines(
  tx: Tx,
  head: CountHeader,
  lines: readonly StoredCountLine[],
  now: string,
  emit: (event: AppEvent) => void,
): Promise<ComparedLine[]> {
  const open = lines.filter(({ posted }) => posted === 0);
  if (open.length === 0) return [];
  // Only what differs is posted, but all of it is held: it may differ by now.
  await openBalanceBook(
    tx,
    open.map(({ itemId }) => ({ placeId: head.branch, itemId })),
  );
  const judged = await compareLines(tx, { ...head, status: 'Submitted' }, open);
  const left = judged.filter(({ questions: asks }) => asks.length > 0);
  const going = judged.filter(({ questions: asks }) => asks.length === 0);
  const planned = going.map((one) => ({ one, postings: postingsOf(head, one) }));
  const { posted } = await postStockChange(
    tx,
    { postings: planned.flatMap(({ postings }) => postings) },
    { userId: head.approvedBy ?? head.userId, now, docNo: head.number, emit },
  );
  let at = 0;
  const saved = planned.map(({ one, postings }): StoredCountLine => {
    const parts = posted.slice(at, (at += postings.length));
    const valueE4 = parts.reduce((sum, part, nth) => {
      const sign = postings[nth]?.toPlace === head.branch ? 1 : -1;
      return sum + sign * part.valueE4 + (part.revaluationE4 ?? 0);
    }, 0);
    return { ...withVariance({ ...one, valueE4 }), posted: 1, leftWhy: null };
  });
  await saveVariances(tx, saved);
  return left;
}

/**
 * The kinds of moves by which a count says that there is more, and less. What an opening count finds was there before: nobody
 * gained it, and nobody used what it does not find.
 */
const moveKindsOf = (type: CountHeader['type']) =>
  type === 'opening'
    ? ({ more: 'opening', less: 'opening_reversal' } as const)
    : ({ more: 'count_gain', less: 'count_loss' } as const);

/** What a difference posts: more comes from nowhere at what it costs, less goes at the average. */
function postingsOf(
  head: CountHeader,
  { line, varianceMicro, variancePieces, costMicro, ledger: books }: ComparedLine,
): Posting[] {
  const kinds = moveKindsOf(head.type);
  const difference = varianceMicro ?? 0;
  const thenMicro = books.onHandMicro + difference;
  // Where nothing is left, no piece is. A weight that was counted in pieces stays in one at least: what left since is known by an average.
  const least = Math.min(1, line.pieces ?? 0) - books.pieces;
  const morePieces = thenMicro > 0 && variancePieces !== null ? Math.max(variancePieces, least) : null;
  const common = {
    itemId: line.itemId,
    docType: 'stock_count' as const,
    docId: head._id,
    docLineId: line.lineId,
    lot: line.lot,
    ...(line.causeCode !== null && { reason: line.causeCode }),
  };
  const gain = (qtyMicro: number, costMicro: number, pieces: number | null): Posting => ({
    ...common,
    fromPlace: 'adjustment',
    toPlace: head.branch,
    qtyMicro,
    kind: kinds.more,
    valueE4: valueAtPrice(qtyMicro, costMicro),
    ...(pieces !== null && { pieces }),
    ...(line.expiry !== null && { expiry: line.expiry }),
  });
  const loss = (qtyMicro: number, pieces: number | null): Posting => ({
    ...common,
    fromPlace: head.branch,
    toPlace: 'adjustment',
    qtyMicro,
    kind: kinds.less,
    ...(pieces !== null && { pieces }),
  });
  // What an opening count says of the worth holds for all that is there: it goes, and comes at that.
  if (head.type === 'opening' && line.givenCostMicro !== null && books.onHandMicro > 0 && thenMicro > 0)
    return [
      { ...loss(books.onHandMicro, morePieces === null ? null : books.pieces), comesBack: true },
      gain(thenMicro, line.givenCostMicro, morePieces === null ? null : books.pieces + morePieces),
    ];
  if (difference > 0) return [gain(difference, costMicro ?? 0, morePieces)];
  if (difference < 0) return [loss(-difference, morePieces === null ? null : 0 - morePieces)];
  if (morePieces === null || morePieces === 0) return [];
  // At the weight of the books the pieces alone are put right: no goods, and no money.
  const [fromPlace, toPlace] =
    morePieces > 0 ? (['adjustment', head.branch] as const) : ([head.branch, 'adjustment'] as const);
  const pieces = Math.abs(morePieces);
  return [{ ...common, fromPlace, toPlace, qtyMicro: 0, kind: 'count_pieces', pieces }];
}
