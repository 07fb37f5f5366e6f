import type { KyselyPlugin } from 'kysely';
import { toTx } from '#platform/server/db/locking.ts';
import type { Db } from '#platform/server/db/types.ts';

class InjectedError extends Error {
  override readonly name = 'InjectedError';
}

/** Point at which a transaction fails: after its n-th statement (from 1), or at the `commit`. */
export type FailurePoint = number | 'commit';

/** A database whose next write transactions fail at the specified points. */
export interface FailingDb {
  wrap(db: Db): Db;
  failAt(failurePoint: FailurePoint | null): void;
  /** Returns the number of statements that the last transaction completed. */
  countStatements(): number;
}

export function createFailingDb(): FailingDb {
  let failurePoint: FailurePoint | null = null;
  let completed = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Called for every statement, including compiled ones.
    transformResult: async ({ result }) => {
      completed += 1;
      if (completed === failurePoint) throw new InjectedError(`injected after statement ${completed}`);
      return result;
    },
  };
  return {
    wrap: (db) => ({
      ...db,
      write: (work) =>
        db.write(async (tx) => {
          completed = 0;
          if (failurePoint === null) return work(tx);
          const result = await work(toTx(tx.withPlugin(plugin), tx.dialect));
          if (failurePoint === 'commit') throw new InjectedError('injected before the commit');
          return result;
        }),
    }),
    failAt: (point) => {
      failurePoint = point;
    },
    countStatements: () => completed,
  };
}
