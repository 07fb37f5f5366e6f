import type { KyselyPlugin } from 'kysely';
import type { Db } from '../db/types.ts';

/** Thrown in place of a statement. */
class CutError extends Error {
  override readonly name = 'CutError';
}

/** Where a transaction breaks: before its n-th statement (from 1), or `commit`: after the last one. */
export type Cut = number | 'commit';

/** A database whose next writing transactions break where they are told to. */
export interface FailingDb {
  wrap(db: Db): Db;
  cutAt(cut: Cut | null): void;
  /** Statements that the last transaction began. */
  statements(): number;
}

export function failingDb(): FailingDb {
  let cut: Cut | null = null;
  let begun = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      begun += 1;
      if (begun === cut) throw new CutError(`cut before statement ${begun}`);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    wrap: (db) => ({
      ...db,
      write: (work) =>
        db.write(async (tx) => {
          begun = 0;
          if (cut === null) return work(tx);
          const done = await work(tx.withPlugin(plugin));
          if (cut === 'commit') throw new CutError('cut before the commit');
          return done;
        }),
    }),
    cutAt: (at) => {
      cut = at;
    },
    statements: () => begun,
  };
}
