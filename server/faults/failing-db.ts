import type { KyselyPlugin } from 'kysely';
import { openTx } from '../db/locking.ts';
import type { Db } from '../db/types.ts';

/** Thrown once a statement is done. */
class CutError extends Error {
  override readonly name = 'CutError';
}

/** Where a transaction breaks: after its n-th statement (from 1), or `commit`: when all of its work is done. */
export type Cut = number | 'commit';

/** A database whose next writing transactions break where they are told to. */
export interface FailingDb {
  wrap(db: Db): Db;
  cutAt(cut: Cut | null): void;
  /** Statements of the last transaction that were done. */
  statements(): number;
}

export function failingDb(): FailingDb {
  let cut: Cut | null = null;
  let done = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Of every statement, those compiled before as well.
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
          const answer = await work(openTx(tx.withPlugin(plugin), tx.dialect));
          if (cut === 'commit') throw new CutError('cut before the commit');
          return answer;
        }),
    }),
    cutAt: (at) => {
      cut = at;
    },
    statements: () => done,
  };
}
