import type { StockMove } from '#contract/stock.ts';
import { fromMicro, toMicro } from '#domain/quantity.ts';

/** A posting as one place sees it, in the item's base unit. */
export interface LedgerEntry {
  move: StockMove;
  /** It left the place: told by its places, for what moves value or pieces alone has no quantity. */
  isOut: boolean;
  /** What it brought; negative for what it took away. */
  change: number;
  /** What was on hand right after it. */
  balance: number;
  /** The same in pieces, of what is counted in them. */
  pieces: { change: number; balance: number } | null;
}

/**
 * The ledger of a place with its running balance. Postings come newest first, so the balance is worked out from
 * what is on hand now, backwards.
 *
 * @param onHand after the newest of the postings
 * @param pieces the same in pieces; left out of what is not counted in them
 */
export function runningLedger(
  moves: readonly StockMove[],
  placeId: string,
  onHand: number,
  pieces?: number,
): LedgerEntry[] {
  let micro = toMicro(onHand);
  let left = pieces ?? null;
  return moves.map((move) => {
    const sign = Number(move.toPlace === placeId) - Number(move.fromPlace === placeId);
    const changeMicro = sign * toMicro(move.qty);
    // What moves value alone moves no piece.
    const moved = move.pieces ?? (move.qty === 0 ? 0 : null);
    const change = moved === null ? null : moved === 0 ? 0 : sign * moved;
    const entry = {
      move,
      isOut: sign < 0,
      change: fromMicro(changeMicro),
      balance: fromMicro(micro),
      pieces: left === null || change === null ? null : { change, balance: left },
    };
    micro -= changeMicro;
    // Before it was counted in pieces there were none: nothing is told of them from there on.
    left = left === null || change === null ? null : left - change;
    return entry;
  });
}
