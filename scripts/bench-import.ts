// `npm run bench:import`: 10,000 items imported and undone, and the largest import that is written in one
// transaction, on SQLite (a file) and on PostgreSQL where one is installed. Options: --rows 10000, --at-once
// 500, --only sqlite, --write (updates docs/benchmarks-import.md).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/node/postgres.ts';
import { openSqliteFile } from '#server/db/node/sqlite.ts';
import type { Db } from '#server/db/types.ts';
import { maxRowsInOneTransaction } from '#server/modules/imports/apply.ts';
import { createTestApp } from '#server/testing/create-test-app.ts';
import {
  rowsPerPart,
  type ImportFigures,
  importRuns,
  measureImport,
  type ImportRun,
} from './bench/imports.ts';
import { startPostgres } from './pg.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    'at-once': { type: 'string', default: String(maxRowsInOneTransaction) },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});
const count = Number(values.rows);
const inOneGo = Number(values['at-once']);

async function* bringIn(db: Db): AsyncGenerator<[ImportRun, ImportFigures]> {
  const api = await createTestApp({ db });
  for (const run of importRuns(count, inOneGo)) yield [run, await measureImport(api, run, 2000)];
}

async function* onSqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'commissary-bench-'));
  const db = openSqliteFile(join(folder, 'bench.db'));
  try {
    await migrate(db);
    yield* bringIn(db);
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function* onPostgres() {
  const postgres = await startPostgres();
  if (!postgres) return;
  const db = openPostgres({ url: postgres.url, poolSize: 10 });
  try {
    await migrate(db);
    yield* bringIn(db);
  } finally {
    await db.close();
    await postgres.stop();
  }
}

const lines: string[] = [];
for (const [engine, measured] of [
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
] as const) {
  if (values.only && values.only !== engine.toLowerCase()) continue;
  for await (const [run, figure] of measured()) {
    const seconds = [figure.send, figure.check, figure.commit].map((value) => value.toFixed(1)).join(' | ');
    const back = figure.undo > 0 ? figure.undo.toFixed(1) : '–';
    const waits = [figure.usual, figure.besideCheck, figure.besideCommit, figure.besideUndo]
      .map((wait) => (wait ? `${wait.write.toFixed(0)} / ${wait.read.toFixed(0)}` : '–'))
      .join(' | ');
    lines.push(
      `| ${engine} | ${run.rows.length.toLocaleString('en')} | ${run.name} | ${seconds} | ${back} | ${figure.mostMemory.toFixed(0)} | ${waits} |`,
    );
    console.info(lines.at(-1));
  }
}

if (values.write) {
  const text = `# What an import costs

Written by \`npm run bench:import -- --write\` on ${new Date().toISOString().slice(0, 10)}: Node ${process.versions.node}, ${cpus().length} cores with a load of
${loadavg()[0]?.toFixed(0)}, ${count.toLocaleString('en')} items with a conversion, a barcode and a pack each (${(count * 2).toLocaleString('en')} rows written), sent in pieces of
${rowsPerPart}, in one process with the server. Seconds; the memory is the most that the process held.

A large commit on SQLite is written in steps, and so is its undo
([why](decisions/043-check-imports-as-a-whole-and-commit-large-ones-in-steps.md)). What is written in one transaction whatever the engine takes ${maxRowsInOneTransaction} rows at most: branches, units, taxes,
currencies, items whose base unit changes. "Beside" is a branch that orders and somebody who reads, one call after the
other all the time: the longest write / read in milliseconds, alone (for two seconds), during the dry run, the commit and
the undo. What else the machine does shows in all of them.

| engine | rows | what | sent and read | dry run | commit | undo | memory, MB | alone, ms | beside the dry run, ms | beside the commit, ms | beside the undo, ms |
|---|---|---|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}
`;
  writeFileSync(join(import.meta.dirname, '../docs/benchmarks-import.md'), text);
}
