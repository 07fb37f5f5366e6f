import type { StockMove } from '#modules/stock/shapes.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';

/** A posting from one location's point of view, in the item's base unit. */
export interface LedgerEntry {
  move: StockMove;
  /**
   * Whether it left the location; derived from the posting's locations, because value-only and pieces-only
   * postings have no quantity.
   */
  isOut: boolean;
  /** Quantity change; negative for issues. */
  change: number;
  /** Balance after the posting. */
  balance: number;
  /** Change and balance in pieces, for catch weight items. */
  pieces: { change: number; balance: number } | null;
}

/**
 * Returns the ledger of a location with its running balance. Postings come newest first, so the balance is
 * computed backwards from the current one.
 *
 * @param onHand balance after the newest posting
 * @param pieces balance in pieces; omitted for items without pieces
 */
export function buildRunningLedger(
  moves: readonly StockMove[],
  placeId: string,
  onHand: number,
  pieces?: number,
): LedgerEntry[] {
  let micro = toMicro(onHand);
  let balancePieces = pieces ?? null;
  return moves.map((move) => {
    const sign = Number(move.toPlace === placeId) - Number(move.fromPlace === placeId);
    const changeMicro = sign * toMicro(move.qty);
    // A value-only posting moves no pieces.
    const movedPieces = move.pieces ?? (move.qty === 0 ? 0 : null);
    const change = movedPieces === null ? null : movedPieces === 0 ? 0 : sign * movedPieces;
    const entry = {
      move,
      isOut: sign < 0,
      change: fromMicro(changeMicro),
      balance: fromMicro(micro),
      pieces: balancePieces === null || change === null ? null : { change, balance: balancePieces },
    };
    micro -= changeMicro;
    // Pieces are unknown for the time before the item was marked as catch weight.
    balancePieces = balancePieces === null || change === null ? null : balancePieces - change;
    return entry;
  });
}
