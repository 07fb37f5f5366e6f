import { refusal } from '#core/refusals/refusal.ts';
import { estimatePieces, findPieceError, computeIssuedPieces, distributePieces } from '../pieces.ts';
import { isVirtualLocation } from '../ledger-locations.ts';
import type { Posting } from '../postings.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { NewRow } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { invalid } from '#platform/server/http/problems.ts';
import type { BalanceBook, BalanceEntry } from './balance-book.ts';

type Move = NewRow<'stockMoves'>;

interface PieceItem {
  _id: string;
  name: string;
  pieceWeightMicro: number;
}

const selectPieceItems = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('items')
    .select(['_id', 'name', 'pieceWeightMicro'])
    .where('catchWeight', '=', 1)
    .where('_id', 'in', ids),
);

/**
 * Assigns pieces to moves of catch-weight items and updates the balances: entered pieces, those of the
 * reversed move, or derived from the quantity. Quantities must already be applied to the balances.
 *
 * @throws ApiProblem 422 on `pieces` if they don't fit the stock, or the item isn't counted in pieces
 */
export async function assignPieces(
  tx: Tx,
  book: BalanceBook,
  moves: readonly Move[],
  postings: readonly Posting[],
): Promise<void> {
  if (moves.length === 0) return;
  const items = new Map<string, PieceItem>();
  for (const item of await selectPieceItems(tx, [...new Set(moves.map(({ itemId }) => itemId))]))
    items.set(item._id, { ...item, pieceWeightMicro: Number(item.pieceWeightMicro) });
  for (const { itemId, pieces, reversesSeq } of postings)
    if (pieces != null && reversesSeq === undefined && !items.has(itemId)) await throwNoPieces(tx, itemId);
  if (items.size === 0) return;
  const pieceMoves = moves.filter(({ itemId }) => items.has(itemId));
  const enteredPieces = getEnteredPieces(pieceMoves, postings);
  const quantitiesBefore = computeQuantitiesBefore(book, pieceMoves);
  for (const move of pieceMoves) {
    const { itemId, fromPlace, toPlace, qtyMicro } = move;
    const { name, pieceWeightMicro } = items.get(itemId) as PieceItem;
    const isReversal = (move.reversesSeq ?? null) !== null;
    // A count sets the pieces, regardless of the book.
    const isCounted = move.docType === 'stock_count';
    let pieces = enteredPieces.get(move) ?? null;
    if (isVirtualLocation(fromPlace))
      pieces ??= computeReceivedPieces(book, quantitiesBefore, move, pieceWeightMicro);
    else {
      const entry = book.entry(fromPlace, itemId);
      const stock = { onHandMicro: quantitiesBefore.get(entry) ?? 0, pieces: entry.pieces };
      if (pieces !== null && !isReversal && !isCounted) {
        const error = findPieceError(stock, qtyMicro, pieces);
        if (error) throw invalid({ pieces: refusal(`pieces-${error}`, { name, n: stock.pieces }) });
      }
      // The last of the quantity takes all remaining pieces.
      if ((isReversal || isCounted) && qtyMicro > 0 && qtyMicro === stock.onHandMicro) pieces = stock.pieces;
      pieces ??= computeIssuedPieces(stock, qtyMicro, pieceWeightMicro);
      quantitiesBefore.set(entry, stock.onHandMicro - qtyMicro);
      Object.assign(entry, { pieces: entry.pieces - pieces, isDirty: true });
    }
    if (!isVirtualLocation(toPlace)) {
      const entry = book.entry(toPlace, itemId);
      quantitiesBefore.set(entry, (quantitiesBefore.get(entry) ?? 0) + qtyMicro);
      Object.assign(entry, { pieces: entry.pieces + pieces, isDirty: true });
    }
    move.pieces = pieces;
  }
}

/**
 * Computes the pieces of goods received from virtual locations by nominal weight; a receipt that brings a
 * negative balance to exactly zero also brings its pieces to zero.
 */
function computeReceivedPieces(
  book: BalanceBook,
  quantitiesBefore: ReadonlyMap<BalanceEntry, number>,
  { toPlace, itemId, qtyMicro }: Move,
  pieceWeightMicro: number,
): number {
  const entry = book.entry(toPlace, itemId);
  const becomesZero = (quantitiesBefore.get(entry) ?? 0) + qtyMicro === 0;
  return becomesZero ? Math.max(0, -entry.pieces) : estimatePieces(qtyMicro, pieceWeightMicro);
}

const getKey = (move: Move | Posting) =>
  [
    move.docType,
    move.docId,
    move.docLineId,
    move.kind,
    move.fromPlace,
    move.toPlace,
    move.reversesSeq ?? '',
  ].join('|');

/** Returns the entered pieces by move; a posting that became several moves splits its pieces among them. */
function getEnteredPieces(moves: readonly Move[], postings: readonly Posting[]): Map<Move, number> {
  const enteredPieces = new Map<Move, number>();
  const byKey = Map.groupBy(moves, getKey);
  for (const posting of postings) {
    const sameMoves = byKey.get(getKey(posting)) ?? [];
    if (posting.pieces == null || sameMoves.length === 0) continue;
    const shares = distributePieces(
      posting.pieces,
      sameMoves.map(({ qtyMicro }) => qtyMicro),
    );
    for (const [index, move] of sameMoves.entries()) enteredPieces.set(move, shares[index] ?? 0);
  }
  return enteredPieces;
}

/** Returns the quantities on hand before these moves. */
function computeQuantitiesBefore(book: BalanceBook, moves: readonly Move[]): Map<BalanceEntry, number> {
  const quantities = new Map<BalanceEntry, number>();
  const add = (placeId: string, itemId: string, qtyMicro: number) => {
    if (isVirtualLocation(placeId)) return;
    const entry = book.entry(placeId, itemId);
    quantities.set(entry, (quantities.get(entry) ?? entry.onHandMicro) + qtyMicro);
  };
  for (const { itemId, fromPlace, toPlace, qtyMicro } of moves) {
    add(fromPlace, itemId, qtyMicro);
    add(toPlace, itemId, -qtyMicro);
  }
  return quantities;
}

async function throwNoPieces(tx: Tx, itemId: string): Promise<never> {
  const item = await tx.selectFrom('items').select('name').where('_id', '=', itemId).executeTakeFirst();
  throw invalid({ pieces: refusal('not-counted-in-pieces', { name: item?.name ?? '' }) });
}
