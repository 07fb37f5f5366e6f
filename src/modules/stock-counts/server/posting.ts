import { valueAtPrice } from '#core/money.ts';
import type { Posting } from '#modules/stock/postings.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { AppEvent } from '#platform/server/http/services.ts';
import { openBalanceBook } from '#modules/stock/server/balance-book.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { type ComparedCountLine, compareLines } from './compare.ts';
import type { CountHeader, StoredCountLine } from './rows.ts';

/**
 * Up to this many differences are posted with the approval; more are posted in steps afterwards, so that
 * nobody waits.
 */
export const maxPostedWithApproval = 100;
/** Lines per step: about 50 ms, during which nobody else can write on SQLite. */
export const linesPerPostingStep = 250;

/** An opening count also sets the cost of stock without a variance. */
export const hasDifferenceToPost = (
  { type }: CountHeader,
  { varianceMicro, variancePieces, line, ledger: books }: ComparedCountLine,
): boolean =>
  varianceMicro !== 0 ||
  (variancePieces ?? 0) !== 0 ||
  (type === 'opening' && line.givenCostMicro !== null && books.onHandMicro > 0);

/** The line with its variance. */
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
 * Posts the differences of lines after comparing them again under the lock of their balances; returns the
 * lines that can't be posted. Posted lines are skipped, so it can be called again after a kill.
 */
export async function postCountLines(
  tx: Tx,
  head: CountHeader,
  lines: readonly StoredCountLine[],
  now: string,
  emit: (event: AppEvent) => void,
): Promise<ComparedCountLine[]> {
  const open = lines.filter(({ posted }) => posted === 0);
  if (open.length === 0) return [];
  // Only differing lines are posted, but all are locked, because they may differ by now.
  await openBalanceBook(
    tx,
    open.map(({ itemId }) => ({ placeId: head.branch, itemId })),
  );
  const judged = await compareLines(tx, { ...head, status: 'Submitted' }, open);
  const unposted = judged.filter(({ questions }) => questions.length > 0);
  const going = judged.filter(({ questions }) => questions.length === 0);
  const planned = going.map((compared) => ({ one: compared, postings: postingsOf(head, compared) }));
  const { posted } = await postStockChange(
    tx,
    { postings: planned.flatMap(({ postings }) => postings) },
    { userId: head.approvedBy ?? head.userId, now, docNo: head.number, emit },
  );
  let at = 0;
  const saved = planned.map(({ one: compared, postings }): StoredCountLine => {
    const parts = posted.slice(at, (at += postings.length));
    const valueE4 = parts.reduce((sum, part, nth) => {
      const sign = postings[nth]?.toPlace === head.branch ? 1 : -1;
      return sum + sign * part.valueE4 + (part.revaluationE4 ?? 0);
    }, 0);
    return { ...withVariance({ ...compared, valueE4 }), posted: 1, leftWhy: null };
  });
  await saveVariances(tx, saved);
  return unposted;
}

/** Move kinds for gains and losses. An opening count finds existing stock, so it posts no gain or loss. */
const moveKindsOf = (type: CountHeader['type']) =>
  type === 'opening'
    ? ({ more: 'opening', less: 'opening_reversal' } as const)
    : ({ more: 'count_gain', less: 'count_loss' } as const);

/** Builds the postings of a variance: a gain enters at cost, a loss leaves at the average. */
function postingsOf(
  head: CountHeader,
  { line, varianceMicro, variancePieces, costMicro, ledger: books }: ComparedCountLine,
): Posting[] {
  const kinds = moveKindsOf(head.type);
  const difference = varianceMicro ?? 0;
  const thenMicro = books.onHandMicro + difference;
  // Zero stock has no pieces. A weight counted in pieces keeps at least one, because pieces issued since are
  // estimated by average.
  const minPieces = Math.min(1, line.pieces ?? 0) - books.pieces;
  const morePieces = thenMicro > 0 && variancePieces !== null ? Math.max(variancePieces, minPieces) : null;
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
  // The cost entered in an opening count applies to all stock: it is issued and received again at that cost.
  if (head.type === 'opening' && line.givenCostMicro !== null && books.onHandMicro > 0 && thenMicro > 0)
    return [
      { ...loss(books.onHandMicro, morePieces === null ? null : books.pieces), comesBack: true },
      gain(thenMicro, line.givenCostMicro, morePieces === null ? null : books.pieces + morePieces),
    ];
  if (difference > 0) return [gain(difference, costMicro ?? 0, morePieces)];
  if (difference < 0) return [loss(-difference, morePieces === null ? null : 0 - morePieces)];
  if (morePieces === null || morePieces === 0) return [];
  // At book weight only the pieces are corrected, without quantity or value.
  const [fromPlace, toPlace] =
    morePieces > 0 ? (['adjustment', head.branch] as const) : ([head.branch, 'adjustment'] as const);
  const pieces = Math.abs(morePieces);
  return [{ ...common, fromPlace, toPlace, qtyMicro: 0, kind: 'count_pieces', pieces }];
}
