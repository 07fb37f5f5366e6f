import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#platform/server/db/migrate.ts';
import { openPostgres } from '#platform/server/db/node/postgres.ts';
import { openSqliteFile } from '#platform/server/db/node/sqlite.ts';
import type { Db } from '#platform/server/db/types.ts';
import { startPostgres } from '../pg.ts';

type Engine = 'SQLite' | 'PostgreSQL';

/** A database that outlives the run: its folder and contents. */
export interface PersistentDatabase {
  folder: string;
  name: string;
}

/** Returns the stored description of a persistent database; null until it is complete. */
export function readDescription<T>(engine: Engine, persistent: PersistentDatabase | undefined): T | null {
  if (!persistent || !existsSync(getDescriptionFile(engine, persistent))) return null;
  return JSON.parse(readFileSync(getDescriptionFile(engine, persistent), 'utf8')) as T;
}

export function writeDescription(
  engine: Engine,
  persistent: PersistentDatabase | undefined,
  description: unknown,
): void {
  if (persistent) writeFileSync(getDescriptionFile(engine, persistent), JSON.stringify(description));
}

const getDescriptionFile = (engine: Engine, { folder, name }: PersistentDatabase) =>
  join(folder, `${name}.${engine.toLowerCase()}.json`);

/** Returns the path of a persistent database; an incomplete one is deleted. */
function preparePath(engine: Engine, persistent: PersistentDatabase): string {
  const path = join(persistent.folder, `${persistent.name}.${engine.toLowerCase()}`);
  if (readDescription(engine, persistent) === null)
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { recursive: true, force: true });
  mkdirSync(persistent.folder, { recursive: true });
  return path;
}

/**
 * Runs work on a database of each engine: SQLite (a file) and, if installed, PostgreSQL. The database is
 * empty and temporary, or persistent with the contents of an earlier run.
 */
export async function runOnEngines(
  only: string,
  work: (engine: Engine, db: Db) => Promise<void>,
  persistent?: PersistentDatabase,
): Promise<void> {
  if (only === '' || only === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'commissary-bench-'));
    const db = openSqliteFile(persistent ? preparePath('SQLite', persistent) : join(folder, 'bench.db'));
    try {
      await migrate(db);
      await work('SQLite', db);
    } finally {
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  if (only !== '' && only !== 'postgresql') return;
  const postgres = await startPostgres({
    persistentFolder: persistent && preparePath('PostgreSQL', persistent),
  });
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
