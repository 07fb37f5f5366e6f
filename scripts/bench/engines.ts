import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/node/postgres.ts';
import { openSqliteFile } from '#server/db/node/sqlite.ts';
import type { Db } from '#server/db/types.ts';
import { startPostgres } from '../pg.ts';

/**
 * Does something on a database of each engine: SQLite in a file, and PostgreSQL where one is installed. It is empty, and thrown away
 * afterwards; unless it is kept: then SQLite works in this file, with whatever is in it, and leaves it there.
 */
export async function onEngines(
  only: string,
  work: (engine: 'SQLite' | 'PostgreSQL', db: Db) => Promise<void>,
  keptFile?: string,
): Promise<void> {
  if (only === '' || only === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'commissary-bench-'));
    const db = openSqliteFile(keptFile ?? join(folder, 'bench.db'));
    try {
      await migrate(db);
      await work('SQLite', db);
    } finally {
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  if (only !== '' && only !== 'postgresql') return;
  const postgres = await startPostgres();
  if (!postgres) return;
  const db = openPostgres({ url: postgres.url, poolSize: 10 });
  try {
    await migrate(db);
    await work('PostgreSQL', db);
  } finally {
    await db.close();
    await postgres.stop();
  }
}
