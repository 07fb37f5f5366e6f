import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type TemporaryPostgres } from '#scripts/pg.ts';
import { findPostgres } from '#scripts/pg-binaries.ts';
import { openPostgres } from '#platform/server/db/node/postgres.ts';
import { openSqliteFile } from '#platform/server/db/node/sqlite.ts';
import type { Db } from '#platform/server/db/types.ts';
import { openCopy } from '#app/server/testing/databases.ts';
import { getMigratedSnapshot } from '#app/server/testing/snapshots.ts';
import { chooseRepetitions } from './repetitions.ts';

/** A database of one test, for servers that are started and killed. */
export interface FaultDatabase {
  /** Environment of a server that uses it. */
  env: Record<string, string>;
  /** Opens the database, while the server runs or afterwards. */
  open(): Db;
  /** Returns the processes that write to the disk for a server with this pid. */
  syncingPids(serverPid: number): number[];
  drop(): void;
}

export interface FaultEngine {
  name: 'SQLite' | 'PostgreSQL';
  create(): Promise<FaultDatabase>;
  /** Opens a migrated copy for apps in this process, which are never killed. Closing drops it. */
  openMigrated(): Promise<Db>;
}

let postgres: Promise<TemporaryPostgres | null> | undefined;
let nonDurablePostgres: Promise<TemporaryPostgres | null> | undefined;
let lastDatabase = 0;

const sqlite: FaultEngine = {
  name: 'SQLite',
  async create() {
    const folder = mkdtempSync(join(tmpdir(), 'commissary-fault-'));
    return {
      env: { DATA_DIR: folder, DATABASE_URL: '' },
      open: () => openSqliteFile(join(folder, 'commissary.db')),
      syncingPids: (serverPid) => [serverPid],
      drop: () => rmSync(folder, { recursive: true, force: true }),
    };
  },
  async openMigrated() {
    const { env, open, drop } = await sqlite.create();
    writeFileSync(join(env['DATA_DIR'] ?? '', 'commissary.db'), await getMigratedSnapshot());
    const db = open();
    return {
      ...db,
      async close() {
        await db.close();
        drop();
      },
    };
  },
};

const postgresql: FaultEngine = {
  name: 'PostgreSQL',
  async create() {
    const server = await getPostgresServer();
    const url = await server.createDatabase(`fault_${++lastDatabase}`);
    return {
      env: { DATABASE_URL: url },
      open: () => openPostgres({ url, poolSize: 2 }),
      syncingPids: () => [server.pid, ...listChildPids(server.pid)],
      drop: () => undefined,
    };
  },
  async openMigrated() {
    // This server is never killed, and waiting for the disk would take most of a test's time; only full runs
    // are durable.
    nonDurablePostgres ??= startPostgres({ isDurable: chooseRepetitions(0, 1) > 0 });
    return openCopy(((await nonDurablePostgres) ?? throwNoPostgres()).url);
  },
};

/** The database engines available on this machine, for `describe.each`. */
export const engines: FaultEngine[] = findPostgres() === null ? [sqlite] : [sqlite, postgresql];

/** Returns the PostgreSQL server of this file's databases; a test may restart it while the API uses it. */
export async function getPostgresServer(): Promise<TemporaryPostgres> {
  postgres ??= startPostgres();
  return (await postgres) ?? throwNoPostgres();
}

function throwNoPostgres(): never {
  throw new Error('There is no PostgreSQL on this machine');
}

/** Stops the PostgreSQL server of this file's tests; call it after all of them. */
export async function stopEngines(): Promise<void> {
  for (const server of [postgres, nonDurablePostgres]) await (await server)?.stop();
}

function listChildPids(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}
