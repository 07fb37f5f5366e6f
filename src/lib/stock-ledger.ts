import type { StockMove } from '#contract/stock.ts';
import { fromMicro, toMicro } from '#domain/quantity.ts';
import { isMoveKind, moveKinds } from '#domain/stock/kinds.ts';

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

export interface DailyUse {
  perDay: number;
  /** Over how many days it was seen. */
  days: number;
}

const dayMs = 86_400_000;
const seenDays = { least: 7, most: 28 };

/**
 * How much of an item a place gives out on a day, from the part of the ledger that is there. Null when that part
 * reaches back less than a week, or nothing went out.
 *
 * @param nowMs the time now, in milliseconds
 */
export function dailyUse(entries: readonly LedgerEntry[], nowMs: number): DailyUse | null {
  const oldest = entries.at(-1);
  if (!oldest) return null;
  const reachMs = nowMs - Date.parse(oldest.move.postedAt);
  if (!(reachMs >= seenDays.least * dayMs)) return null;
  const days = Math.min(seenDays.most, Math.floor(reachMs / dayMs));
  const used = entries
    .filter(({ move }) => isUse(move) && nowMs - Date.parse(move.postedAt) <= days * dayMs)
    .reduce((sum, { change }) => sum - change, 0);
  return used > 0 ? { perDay: Math.round((used / days) * 1000) / 1000, days } : null;
}

const isUse = ({ kind }: StockMove) => isMoveKind(kind) && moveKinds[kind].isUse;

/** How many days what is available lasts at the daily use, to one decimal. */
export function daysOfCover(available: number, use: DailyUse | null): number | null {
  return use === null ? null : Math.round((available / use.perDay) * 10) / 10;
}
