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

Written by \`npm run bench:import -- --write\` on ${utcDay(Date.now())} with Node ${process.versions.node}, on ${cpus().length} cores at a load average of
${loadavg()[0]?.toFixed(0)}. The file has ${count.toLocaleString('en')} items with a conversion, a barcode and a pack each (${(count * 2).toLocaleString('en')} rows written). It is uploaded in pieces of
${rowsPerPart} rows by the process that also runs the server. Times are in seconds. Memory is the peak memory use of the process.

On SQLite, a large commit and its undo are written in steps
([decision 043](decisions/043-validate-imports-as-a-whole-and-write-large-ones-in-steps.md)). Some imports are written in one transaction on
both engines and limited to ${maxRowsInOneTransaction} rows: branches, units, taxes, currencies, and items whose base unit changes. During the measurement, one
client keeps creating orders and one keeps reading. The "latency" columns show the longest write and the longest read in milliseconds: without
an import (for two seconds), during the dry run, during the commit and during the undo. Other load on the machine affects all of them.

| engine | rows | what | upload and parse | dry run | commit | undo | memory, MB | latency alone, ms | latency during the dry run, ms | latency during the commit, ms | latency during the undo, ms |
|---|---|---|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}
`;
  writeFileSync(join(import.meta.dirname, '../docs/benchmarks-import.md'), text);
}
