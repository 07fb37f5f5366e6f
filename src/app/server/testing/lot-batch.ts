import type { Posting } from '#modules/stock/postings.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { ids } from './ids.ts';

interface LotQuantity {
  itemId: string;
  lot: string;
  qty: number;
}

let lines = 0;

/** Builds the posting for a lot's usage or output in a batch at the kitchen. */
export const buildBatchPosting = (
  docId: string,
  { itemId, lot, qty }: LotQuantity,
  isOutput: boolean,
  expiry: string | null = null,
): Posting => ({
  itemId,
  docType: 'production_batch',
  docId,
  docLineId: `${docId}-${++lines}`,
  fromPlace: isOutput ? 'production' : ids.kitchen,
  toPlace: isOutput ? ids.kitchen : 'production',
  kind: isOutput ? 'production' : 'consumption',
  qtyMicro: qty * 1e6,
  lot,
  ...(isOutput && { valueE4: 10_000 }),
  ...(isOutput && expiry !== null && { expiry }),
});

/** Produces one lot from another at the kitchen, in one posting. */
export const produceLot = (
  { db, clock }: { db: { write<T>(work: (tx: Tx) => Promise<T>): Promise<T> }; clock: { now(): Date } },
  docId: string,
  input: LotQuantity,
  output: LotQuantity,
) =>
  db.write((tx) =>
    postStockChange(
      tx,
      {
        postings: [
          buildBatchPosting(docId, input, false),
          buildBatchPosting(docId, output, true, '2026-12-31'),
        ],
      },
      { userId: ids.users.admin, now: clock.now().toISOString(), docNo: 'B-1' },
    ),
  );
