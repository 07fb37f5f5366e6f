import type { StockMove } from '#contract/stock.ts';
import { fromMicro, toMicro } from '#domain/quantity.ts';

/** A posting as one place sees it, in the item's base unit. */
export interface LedgerEntry {
  move: StockMove;
  /** What it brought; negative for what it took away. */
  change: number;
  /** What was on hand right after it. */
  balance: number;
}

/**
 * The ledger of a place with its running balance. Postings come newest first, so the balance is worked out from
 * what is on hand now, backwards.
 *
 * @param onHand after the newest of the postings
 */
export function runningLedger(moves: readonly StockMove[], placeId: string, onHand: number): LedgerEntry[] {
  let micro = toMicro(onHand);
  return moves.map((move) => {
    const qtyMicro = toMicro(move.qty);
    const changeMicro =
      (move.toPlace === placeId ? qtyMicro : 0) - (move.fromPlace === placeId ? qtyMicro : 0);
    const entry = { move, change: fromMicro(changeMicro), balance: fromMicro(micro) };
    micro -= changeMicro;
    return entry;
  });
}
