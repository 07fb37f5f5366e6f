// `npm run bench:import`: 10,000 items through an import, on SQLite (a file) and on PostgreSQL where one is installed.
// Options: --rows 10000, --write (puts the figures into docs/benchmarks-import.md).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/node/postgres.ts';
import { openSqliteFile } from '#server/db/node/sqlite.ts';
import type { Db } from '#server/db/types.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { ids } from '#server/testing/ids.ts';
import { startPostgres } from './pg.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '10000' }, write: { type: 'boolean', default: false } },
});
const count = Number(values.rows);
const atOnce = 500;
const columns = [
  'itemCode',
  'name',
  'kind',
  'category',
  'baseUnit',
  'orderUnit',
  'perOrderUnit',
  'unitPrice',
  'barcodes',
  'pack.name',
  'pack.contentsQty',
  'pack.price',
];

const cellsOf = (nth: number, price: number) => [
  `BENCH-${nth}`,
  `Item number ${nth}`,
  'raw',
  'FOOD',
  'kg',
  'case',
  12,
  price,
  `9${String(nth).padStart(7, '0')}`,
  `Case of ${nth}`,
  12,
  price * 12,
];

/** The longest that calls of somebody else took, in milliseconds. */
interface Waits {
  write: number;
  read: number;
}

interface Figures {
  send: number;
  check: number;
  commit: number;
  undo: number;
  mostMemory: number;
  usual: Waits;
  besideCommit: Waits;
  besideUndo: Waits | null;
}

/** Somebody who goes on working: orders and reads, one after the other. */
function workBeside(api: TestApp): () => Promise<Waits> {
  const other = api.as('branch');
  const longest: Waits = { write: 0, read: 0 };
  let isOver = false;
  const timed = async (which: keyof Waits, call: () => Promise<{ status: number; text: string }>) => {
    const from = performance.now();
    const { status, text } = await call();
    if (status >= 300) throw new Error(text);
    longest[which] = Math.max(longest[which], performance.now() - from);
  };
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 5));
  const order = { deliveryDate: '2026-03-06', items: [{ itemId: ids.items.flour, orderQty: 1 }] };
  const work = async (which: keyof Waits, call: () => Promise<{ status: number; text: string }>) => {
    for (; !isOver; await pause()) await timed(which, call);
  };
  const done = Promise.all([
    work('write', () => other.post('/orders', order)),
    work('read', () => other.get('/units?limit=5')),
  ]);
  return async () => {
    isOver = true;
    await done;
    return longest;
  };
}

/** One import from the first row to the commit; `price` makes the second one change every row. */
async function bringIn(db: Db): Promise<{ made: Figures; changed: Figures }> {
  const api = await createTestApp({ db });
  const admin = api.as('admin');
  const run = async (price: number, isUndone: boolean): Promise<Figures> => {
    let mostMemory = 0;
    const timed = async (
      work: () => Promise<{ status: number; text: string } | undefined>,
    ): Promise<number> => {
      const from = performance.now();
      const answer = await work();
      if (answer && answer.status >= 300) throw new Error(answer.text);
      mostMemory = Math.max(mostMemory, process.memoryUsage().rss);
      return (performance.now() - from) / 1000;
    };
    const beside = async (work: () => Promise<number>): Promise<[number, Waits]> => {
      const stop = workBeside(api);
      const seconds = await work();
      return [seconds, await stop()];
    };
    const begun = await admin.post('/imports', { kind: 'items', fileName: 'bench.csv', columns });
    const at = `/imports/${begun.body._id}`;
    const send = await timed(async () => {
      for (let from = 0; from < count; from += atOnce) {
        const rows = Array.from({ length: Math.min(atOnce, count - from) }, (_, nth) => ({
          row: from + nth + 2,
          cells: cellsOf(from + nth, price),
        }));
        const answer = await admin.post(`${at}/rows`, { rows });
        if (answer.status !== 200) return answer;
      }
      return undefined;
    });
    const [, usual] = await beside(() =>
      timed(() => new Promise((resolve) => setTimeout(() => resolve(undefined), 2000))),
    );
    const check = await timed(() => admin.post(`${at}/check`));
    const [commit, besideCommit] = await beside(() => timed(() => admin.post(`${at}/commit`)));
    const [undo, besideUndo] = isUndone
      ? await beside(() => timed(() => admin.post(`${at}/undo`)))
      : [0, null];
    return {
      send,
      check,
      commit,
      undo,
      mostMemory: mostMemory / 1024 / 1024,
      usual,
      besideCommit,
      besideUndo,
    };
  };
  const made = await run(2, false);
  const changed = await run(3, true);
  return { made, changed };
}

async function onSqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'commissary-bench-'));
  const db = openSqliteFile(join(folder, 'bench.db'));
  try {
    await migrate(db);
    return await bringIn(db);
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onPostgres() {
  const postgres = await startPostgres();
  if (!postgres) return null;
  const db = openPostgres({ url: postgres.url, poolSize: 10 });
  try {
    await migrate(db);
    return await bringIn(db);
  } finally {
    await db.close();
    await postgres.stop();
  }
}

const lines: string[] = [];
for (const [engine, measure] of [
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
] as const) {
  const figures = await measure();
  if (!figures) {
    console.info(`${engine}: not installed here.`);
    continue;
  }
  for (const [what, figure] of Object.entries(figures)) {
    const seconds = [figure.send, figure.check, figure.commit].map((value) => value.toFixed(1)).join(' | ');
    const back = figure.undo > 0 ? figure.undo.toFixed(1) : '–';
    const waits = [figure.usual, figure.besideCommit, figure.besideUndo]
      .map((wait) => (wait ? `${wait.write.toFixed(0)} / ${wait.read.toFixed(0)}` : '–'))
      .join(' | ');
    lines.push(
      `| ${engine} | all ${what} | ${seconds} | ${back} | ${figure.mostMemory.toFixed(0)} | ${waits} |`,
    );
    console.info(lines.at(-1));
  }
}

if (values.write) {
  const text = `# What an import costs

Written by \`npm run bench:import -- --write\` on ${new Date().toISOString().slice(0, 10)}: Node ${process.versions.node}, ${cpus().length} cores with a load of
${loadavg()[0]?.toFixed(0)}, ${count.toLocaleString('en')} items with a conversion, a barcode and a pack each (${(count * 2).toLocaleString('en')} rows written), sent in pieces of
${atOnce}, in one process with the server. Seconds; the memory is the most that the process held.

A large commit on SQLite is written in steps ([decision 076](decisions/076-large-imports-in-steps.md)); an undo is one transaction, beside
which reads go on and other writes wait. "Beside" is a branch that orders and somebody who reads, one call after the
other all the time: the longest write / read in milliseconds, alone (for two seconds), during the commit and during the
undo. What else the machine does shows in all of them.

| engine | rows | sent and read | dry run | commit | undo | memory, MB | alone, ms | beside the commit, ms | beside the undo, ms |
|---|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}
`;
  writeFileSync(join(import.meta.dirname, '../docs/benchmarks-import.md'), text);
}
