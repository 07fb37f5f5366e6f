import { lockRowsShared } from '#platform/server/db/locking.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';

const baseCurrency = statement((db) => db.selectFrom('currencies').select('_id').where('isBase', '=', 1));

/**
 * Locks the supplier's currency and the base currency until commit, before a document reads a rate. A
 * concurrent change of either waits, sees the document, and is refused. Documents without rates (orders,
 * waste) don't need it.
 */
export async function lockCurrencies(tx: Queryable, supplier: string): Promise<void> {
  await lockRowsShared(tx, 'suppliers', [supplier]);
  if (!tx.isTransaction || tx.dialect !== 'postgres') return;
  for (let lockedCurrency: string | null = null; ; ) {
    const [base] = await baseCurrency(tx);
    // Another currency may have become the base while waiting for the lock.
    if (!base || base._id === lockedCurrency) return;
    lockedCurrency = base._id;
    await lockRowsShared(tx, 'currencies', [lockedCurrency]);
  }
}

/** Waits for documents that hold the base currency, and blocks new ones until the base has changed. */
export async function lockBaseCurrency(tx: Tx): Promise<void> {
  for (let lockedCurrency: string | null = null; ; ) {
    const [base] = await baseCurrency(tx);
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
