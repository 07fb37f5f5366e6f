import { lockRowsShared } from '#platform/server/db/locking.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';

const selectBaseCurrency = statement((db) =>
  db.selectFrom('currencies').select('_id').where('isBase', '=', 1),
);

/**
 * Locks the supplier's currency and the base currency before a document reads an exchange rate; the lock is
 * released on commit. A concurrent change to either currency waits, finds the document, and is rejected.
 * Documents without rates (orders, waste) don't need the lock.
 */
export async function lockCurrencies(tx: Queryable, supplier: string): Promise<void> {
  await lockRowsShared(tx, 'suppliers', [supplier]);
  if (!tx.isTransaction || tx.dialect !== 'postgres') return;
  for (let lockedCurrency: string | null = null; ; ) {
    const [base] = await selectBaseCurrency(tx);
    // The base currency may have changed while waiting for the lock.
    if (!base || base._id === lockedCurrency) return;
    lockedCurrency = base._id;
    await lockRowsShared(tx, 'currencies', [lockedCurrency]);
  }
}

/** Waits for documents that have locked the base currency, and blocks new ones while the base changes. */
export async function lockBaseCurrency(tx: Tx): Promise<void> {
  for (let lockedCurrency: string | null = null; ; ) {
    const [base] = await selectBaseCurrency(tx);
    if (!base || base._id === lockedCurrency) return;
    lockedCurrency = base._id;
    await tx
      .selectFrom('currencies')
      .select('_id')
      .where('_id', '=', lockedCurrency)
      .$call(tx.lock)
      .execute();
  }
}
