import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/node/postgres.ts';
import { openSqliteFile } from '#server/db/node/sqlite.ts';
import type { Db } from '#server/db/types.ts';
import { startPostgres } from '../pg.ts';

type Engine = 'SQLite' | 'PostgreSQL';

/** A database that outlives the run: its folder and contents. */
export interface PersistentDatabase {
  folder: string;
  name: string;
}

/** Returns the stored description of a persistent database; null until it is complete. */
export function readDescription<T>(engine: Engine, kept: PersistentDatabase | undefined): T | null {
  if (!kept || !existsSync(toldFile(engine, kept))) return null;
  return JSON.parse(readFileSync(toldFile(engine, kept), 'utf8')) as T;
}

export function writeDescription(engine: Engine, kept: PersistentDatabase | undefined, told: unknown): void {
  if (kept) writeFileSync(toldFile(engine, kept), JSON.stringify(told));
}

const toldFile = (engine: Engine, { folder, name }: PersistentDatabase) =>
  join(folder, `${name}.${engine.toLowerCase()}.json`);

/** Returns its folder; an incomplete database is deleted. */
function placeOf(engine: Engine, kept: PersistentDatabase): string {
  const place = join(kept.folder, `${kept.name}.${engine.toLowerCase()}`);
  if (readDescription(engine, kept) === null)
    for (const end of ['', '-wal', '-shm']) rmSync(place + end, { recursive: true, force: true });
  mkdirSync(kept.folder, { recursive: true });
  return place;
}

/**
 * Runs work on a database of each engine: SQLite in a file, and PostgreSQL where one is installed. It is
 * empty and temporary, or persistent with the contents of an earlier run.
 */
export async function runOnEngines(
  only: string,
  work: (engine: Engine, db: Db) => Promise<void>,
  kept?: PersistentDatabase,
): Promise<void> {
  if (only === '' || only === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'commissary-bench-'));
    const db = openSqliteFile(kept ? placeOf('SQLite', kept) : join(folder, 'bench.db'));
    try {
      await migrate(db);
      await work('SQLite', db);
    } finally {
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  if (only !== '' && only !== 'postgresql') return;
  const postgres = await startPostgres({ keptIn: kept && placeOf('PostgreSQL', kept) });
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
