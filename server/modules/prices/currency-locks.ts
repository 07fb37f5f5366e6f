import { lockRowsShared } from '../../db/locking.ts';
import { statement } from '../../db/statements.ts';
import type { Queryable, Tx } from '../../db/types.ts';

const baseCurrency = statement((db) => db.selectFrom('currencies').select('_id').where('isBase', '=', 1));

/**
 * A supplier charges in the same money, and the business keeps its books in the same, until the transaction ends: asked before a paper
 * reads either of them. Whoever changes one of them waits, sees the paper, and is refused. What reads no rate (an order, waste) need
 * not ask: it says the same a moment after the change.
 */
export async function lockCurrencies(tx: Queryable, supplier: string): Promise<void> {
  await lockRowsShared(tx, 'suppliers', [supplier]);
  if (!tx.isTransaction || tx.dialect !== 'postgres') return;
  for (let held: string | null = null; ; ) {
    const [base] = await baseCurrency(tx);
    // Another one may have become the base while its row was waited for.
    if (!base || base._id === held) return;
    held = base._id;
    await lockRowsShared(tx, 'currencies', [held]);
  }
}

/** Waits for papers that hold the base currency, and lets no other begin before another one is the base. */
export async function lockBaseCurrency(tx: Tx): Promise<void> {
  for (let held: string | null = null; ; ) {
    const [base] = await baseCurrency(tx);
    if (!base || base._id === held) return;
    held = base._id;
    await tx.selectFrom('currencies').select('_id').where('_id', '=', held).$call(tx.lock).execute();
  }
}
