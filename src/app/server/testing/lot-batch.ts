import type { Posting } from '#modules/stock/postings.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { ids } from './ids.ts';

interface Batched {
  itemId: string;
  lot: string;
  qty: number;
}

let lines = 0;

/** Usage or output of a lot in a batch at the kitchen. */
export const batchPosting = (
  docId: string,
  { itemId, lot, qty }: Batched,
  isMade: boolean,
  expiry: string | null = null,
): Posting => ({
  itemId,
  docType: 'production_batch',
  docId,
  docLineId: `${docId}-${++lines}`,
  fromPlace: isMade ? 'production' : ids.kitchen,
  toPlace: isMade ? ids.kitchen : 'production',
  kind: isMade ? 'production' : 'consumption',
  qtyMicro: qty * 1e6,
  lot,
  ...(isMade && { valueE4: 10_000 }),
  ...(isMade && expiry !== null && { expiry }),
});

/** Makes one lot from another at the kitchen, in one posting. */
export const makeLotFrom = (
  { db, clock }: { db: { write<T>(work: (tx: Tx) => Promise<T>): Promise<T> }; clock: { now(): Date } },
  docId: string,
  used: Batched,
  output: Batched,
) =>
  db.write((tx) =>
    postStockChange(
      tx,
      { postings: [batchPosting(docId, used, false), batchPosting(docId, output, true, '2026-12-31')] },
      { userId: ids.users.admin, now: clock.now().toISOString(), docNo: 'B-1' },
    ),
  );
