import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';

const selectNewestSeq = statement((db) =>
  db.selectFrom('stockMoves').select((eb) => eb.fn.max('seq').as('seq')),
);

/** Returns the last sequence number of the ledger; 0 while it is empty. */
export async function loadLedgerPosition(db: Queryable): Promise<number> {
  const [row] = await selectNewestSeq(db);
  return Number(row?.seq ?? 0);
}
