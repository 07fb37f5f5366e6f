import { isOutsideLocation } from '#domain/stock/ledger-locations.ts';
import { insertRows } from '../../db/statements.ts';
import type { Tx } from '../../db/types.ts';
import { newId } from '../../ids.ts';
import type { BalanceBook } from './balance-book.ts';

/**
 * Says that days which are over are not what they were at some places: what is kept of their demand is worked out anew. A row for each
 * change, so that nobody waits for anybody; whoever works it out takes away those that it found before it began to read.
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

/** The same for moves that take effect on a day that is over where they happen. */
export async function recordLateDemandChanges(
  tx: Tx,
  moves: readonly DatedMove[],
  book: Pick<BalanceBook, 'place' | 'dayAt'>,
  at: string,
): Promise<void> {
  const late = new Set<string>();
  const look = (placeId: string, day: string | undefined) => {
    if (day === undefined || isOutsideLocation(placeId) || late.has(placeId)) return;
    if (!book.place(placeId).isKitchen && day < book.dayAt(placeId, at)) late.add(placeId);
  };
  for (const { fromPlace, toPlace, businessDay, arrivalDay } of moves) {
    look(fromPlace, businessDay);
    look(toPlace, arrivalDay);
  }
  await recordDemandChanges(tx, late, new Date(at));
}
