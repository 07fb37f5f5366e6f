import type { KyselyPlugin } from 'kysely';
import { toTx } from '#platform/server/db/locking.ts';
import type { Db } from '#platform/server/db/types.ts';

/** Thrown after a statement. */
class CutError extends Error {
  override readonly name = 'CutError';
}

/** Point at which a transaction breaks: after its n-th statement (from 1), or at the `commit`. */
export type TransactionCutPoint = number | 'commit';

/** A database whose next writing transactions break at set positions. */
export interface FailingDb {
  wrap(db: Db): Db;
  cutAt(cut: TransactionCutPoint | null): void;
  /** Completed statements of the last transaction. */
  statements(): number;
}

export function createFailingDb(): FailingDb {
  let cut: TransactionCutPoint | null = null;
  let done = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Called for every statement, including compiled ones.
    transformResult: async ({ result }) => {
      done += 1;
      if (done === cut) throw new CutError(`cut after statement ${done}`);
      return result;
    },
  };
  return {
    wrap: (db) => ({
      ...db,
      write: (work) =>
        db.write(async (tx) => {
          done = 0;
          if (cut === null) return work(tx);
          const result = await work(toTx(tx.withPlugin(plugin), tx.dialect));
          if (cut === 'commit') throw new CutError('cut before the commit');
          return result;
        }),
    }),
    cutAt: (at) => {
      cut = at;
    },
    statements: () => done,
  };
}
