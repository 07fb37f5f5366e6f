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
  if (!persistent || !existsSync(toldFile(engine, persistent))) return null;
  return JSON.parse(readFileSync(toldFile(engine, persistent), 'utf8')) as T;
}

export function writeDescription(
  engine: Engine,
  persistent: PersistentDatabase | undefined,
  description: unknown,
): void {
  if (persistent) writeFileSync(toldFile(engine, persistent), JSON.stringify(description));
}

const toldFile = (engine: Engine, { folder, name }: PersistentDatabase) =>
  join(folder, `${name}.${engine.toLowerCase()}.json`);

/** Returns its folder; an incomplete database is deleted. */
function placeOf(engine: Engine, persistent: PersistentDatabase): string {
  const place = join(persistent.folder, `${persistent.name}.${engine.toLowerCase()}`);
  if (readDescription(engine, persistent) === null)
    for (const end of ['', '-wal', '-shm']) rmSync(place + end, { recursive: true, force: true });
  mkdirSync(persistent.folder, { recursive: true });
  return place;
}

/**
 * Runs work on a database of each engine: SQLite in a file, and PostgreSQL where one is installed. It is
 * empty and temporary, or persistent with the contents of an earlier run.
 */
export async function runOnEngines(
  only: string,
  work: (engine: Engine, db: Db) => Promise<void>,
  persistent?: PersistentDatabase,
): Promise<void> {
  if (only === '' || only === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'commissary-bench-'));
    const db = openSqliteFile(persistent ? placeOf('SQLite', persistent) : join(folder, 'bench.db'));
    try {
      await migrate(db);
      await work('SQLite', db);
    } finally {
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  if (only !== '' && only !== 'postgresql') return;
  const postgres = await startPostgres({ keptIn: persistent && placeOf('PostgreSQL', persistent) });
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
