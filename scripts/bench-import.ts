// `npm run bench:import`: imports 10,000 items and undoes the import, and measures the largest import written
// in one transaction, on SQLite (a file) and, if installed, PostgreSQL. Options: --rows 10000, --at-once 500,
// --only sqlite, --write (updates docs/benchmarks-import.md).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '#platform/server/db/migrate.ts';
import { openPostgres } from '#platform/server/db/node/postgres.ts';
import { openSqliteFile } from '#platform/server/db/node/sqlite.ts';
import type { Db } from '#platform/server/db/types.ts';
import { maxRowsInOneTransaction } from '#modules/imports/server/apply.ts';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { utcDay } from '#core/day.ts';
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
const rowsInOneTransaction = Number(values['at-once']);

async function* runImports(db: Db): AsyncGenerator<[ImportRun, ImportFigures]> {
  const api = await createTestApp({ db });
  for (const run of importRuns(count, rowsInOneTransaction)) yield [run, await measureImport(api, run, 2000)];
}

async function* runOnSqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'commissary-bench-'));
  const db = openSqliteFile(join(folder, 'bench.db'));
  try {
    await migrate(db);
    yield* runImports(db);
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function* runOnPostgres() {
  const postgres = await startPostgres();
  if (!postgres) return;
  const db = openPostgres({ url: postgres.url, poolSize: 10 });
  try {
    await migrate(db);
    yield* runImports(db);
  } finally {
    await db.close();
    await postgres.stop();
  }
}

const lines: string[] = [];
for (const [engine, runOn] of [
  ['SQLite', runOnSqlite],
  ['PostgreSQL', runOnPostgres],
] as const) {
  if (values.only && values.only !== engine.toLowerCase()) continue;
  for await (const [run, figure] of runOn()) {
    const seconds = [figure.send, figure.check, figure.commit].map((value) => value.toFixed(1)).join(' | ');
    const undoText = figure.undo > 0 ? figure.undo.toFixed(1) : '–';
    const waits = [figure.withoutImport, figure.duringCheck, figure.duringCommit, figure.duringUndo]
      .map((wait) => (wait ? `${wait.write.toFixed(0)} / ${wait.read.toFixed(0)}` : '–'))
      .join(' | ');
    lines.push(
      `| ${engine} | ${run.rows.length.toLocaleString('en')} | ${run.name} | ${seconds} | ${undoText} | ${figure.peakMemory.toFixed(0)} | ${waits} |`,
    );
    console.info(lines.at(-1));
  }
}

if (values.write) {
  const text = `# Import performance

Written by \`npm run bench:import -- --write\` on ${utcDay(Date.now())}: Node ${process.versions.node}, ${cpus().length} cores with a load of
${loadavg()[0]?.toFixed(0)}, ${count.toLocaleString('en')} items with a conversion, a barcode and a pack each (${(count * 2).toLocaleString('en')} rows written), sent in chunks of
${rowsPerPart}, in the same process as the server. Times are in seconds; memory is the process's peak.

A large commit on SQLite is written in steps, and so is its undo
([why](decisions/043-validate-imports-as-a-whole-and-write-large-ones-in-steps.md)). Imports that are written in one transaction on both engines
are limited to ${maxRowsInOneTransaction} rows: branches, units, taxes, currencies, and items whose base unit changes. The "latency" columns show the longest
write / read in milliseconds of a branch that keeps ordering and a user who keeps reading: without an import (for two seconds), during the
dry run, the commit and the undo. Other load on the machine affects all of them.

| engine | rows | what | upload and parse | dry run | commit | undo | memory, MB | latency alone, ms | latency during the dry run, ms | latency during the commit, ms | latency during the undo, ms |
|---|---|---|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}
`;
  writeFileSync(join(import.meta.dirname, '../docs/benchmarks-import.md'), text);
}
