import { isVirtualLocation } from '../ledger-locations.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { newId } from '#platform/server/ids.ts';
import type { BalanceBook } from './balance-book.ts';

/**
 * Records that past days of these places have changed, so that their demand is recomputed. Every change
 * inserts a row, so writers never wait; the job deletes only the rows that existed before it started reading.
 */
export async function recordDemandChanges(tx: Tx, placeIds: Iterable<string>, now: Date): Promise<void> {
  const rows = [...new Set(placeIds)].map((placeId) => ({ _id: newId({ now: () => now }), placeId }));
  if (rows.length > 0) await insertRows(tx, 'demandChanges', rows);
}

interface DatedMove {
  fromPlace: string;
  toPlace: string;
  businessDay?: string | undefined;
  arrivalDay?: string | undefined;
}

/** Records changed demand for moves that take effect on a past day of their place. */
export async function recordLateDemandChanges(
  tx: Tx,
  moves: readonly DatedMove[],
  book: Pick<BalanceBook, 'place' | 'dayAt'>,
  at: string,
): Promise<void> {
  const late = new Set<string>();
  const addIfLate = (placeId: string, day: string | undefined) => {
    if (day === undefined || isVirtualLocation(placeId) || late.has(placeId)) return;
    if (!book.place(placeId).isKitchen && day < book.dayAt(placeId, at)) late.add(placeId);
  };
  for (const { fromPlace, toPlace, businessDay, arrivalDay } of moves) {
    addIfLate(fromPlace, businessDay);
    addIfLate(toPlace, arrivalDay);
  }
  await recordDemandChanges(tx, late, new Date(at));
}
