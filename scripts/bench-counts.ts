// `npm run bench:counts`: a stock count of 5,000 lines from its start to its last posting while somebody else goes on writing,
// on SQLite (a file) and on PostgreSQL where one is installed. Calls go through the whole API, without a network.
// Options: --lines 5000, --only sqlite. In brackets: how long this process itself was at work, whatever else the machine did.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/node/postgres.ts';
import { openSqliteFile } from '#server/db/node/sqlite.ts';
import type { Db } from '#server/db/types.ts';
import { measureCount, type Took } from './bench/counts.ts';
import { startPostgres } from './pg.ts';

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '5000' },
    only: { type: 'string', default: '' },
  },
});

async function onSqlite(work: (db: Db) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'commissary-bench-'));
  const db = openSqliteFile(join(folder, 'bench.db'));
  try {
    await migrate(db);
    await work(db);
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onPostgres(work: (db: Db) => Promise<void>): Promise<void> {
  const postgres = await startPostgres();
  if (!postgres) return;
  const db = openPostgres({ url: postgres.url, poolSize: 10 });
  try {
    await migrate(db);
    await work(db);
  } finally {
    await db.close();
    await postgres.stop();
  }
}

const words = ({ ms, workMs }: Took) => `${ms.toFixed(0)} ms (${workMs.toFixed(0)} at work)`;

for (const [engine, on] of [
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
] as const) {
  if (values.only && values.only !== engine.toLowerCase()) continue;
  await on(async (db) => {
    const load = loadavg()[0]?.toFixed(1);
    console.info(`${engine}, ${values.lines} lines, load of the machine ${load}`);
    for await (const { what, wait, bare, ...took } of measureCount(db, Number(values.lines))) {
      const said = [`${what}: ${words(took)}`];
      if (wait) said.push(`another writer waited ${words(wait)} at most`);
      if (bare) said.push(`${(took.workMs / bare.workMs).toFixed(1)} times bare SQL, ${words(bare)}`);
      console.info(`  ${said.join('; ')}`);
    }
  });
}
