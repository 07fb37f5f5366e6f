// `npm run bench:import`: 10,000 items through an import and back, and as many rows as go at once of what is written in
// one transaction, on SQLite (a file) and on PostgreSQL where one is installed.
// Options: --rows 10000, --at-once 500, --only sqlite, --write (puts the figures into docs/benchmarks-import.md).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/node/postgres.ts';
import { openSqliteFile } from '#server/db/node/sqlite.ts';
import type { Db } from '#server/db/types.ts';
import { mostRowsOfOneCommit } from '#server/modules/imports/apply.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { ids } from '#server/testing/ids.ts';
import { startPostgres } from './pg.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    'at-once': { type: 'string', default: String(mostRowsOfOneCommit) },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});
const count = Number(values.rows);
const inOneGo = Number(values['at-once']);
const atOnce = 500;

/** One import: what is sent, and whether it is taken back. */
interface Run {
  name: string;
  kind: string;
  columns: string[];
  rows: unknown[][];
  isUndone: boolean;
}

const itemColumns = [
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

const times = <T>(many: number, make: (nth: number) => T): T[] =>
  Array.from({ length: many }, (_, nth) => make(nth));

const itemsRun = (name: string, price: number, isUndone: boolean): Run => {
  return {
    name,
    kind: 'items',
    columns: itemColumns,
    rows: times(count, (nth) => cellsOf(nth, price)),
    isUndone,
  };
};

/** The first is taken back; the second stays, for the third to change. */
const large = [
  itemsRun('all made', 2, true),
  itemsRun('made again', 2, false),
  itemsRun('all changed', 3, true),
];

/** Three letters that are not the code of a currency that is there. */
const letters = (nth: number) =>
  `X${String.fromCharCode(65 + Math.floor(nth / 26))}${String.fromCharCode(65 + (nth % 26))}`;

const made = (
  name: string,
  kind: string,
  columns: string[],
  cells: (nth: number) => unknown[],
  most = inOneGo,
): Run => {
  return { name, kind, columns, rows: times(most, cells), isUndone: true };
};

const alone = (nth: number) => [`ALONE-${nth}`, `Alone ${nth}`, 'raw', 'FOOD', 'kg'];
const plain = ['itemCode', 'name', 'kind', 'category', 'baseUnit'];

/** What is written in one transaction whatever the engine. */
const small: Run[] = [
  made('branches', 'branch', ['code', 'name', 'type', 'timezone', 'supplyingKitchenId'], (nth) => [
    `BR-${nth}`,
    `Bench branch ${nth}`,
    'branch',
    'Europe/London',
    ids.kitchen,
  ]),
  made('units', 'units', ['name', 'symbol', 'dimension', 'factorNum', 'factorDen'], (nth) => [
    `Bench unit ${nth}`,
    `u${nth}`,
    'mass',
    nth + 1,
    1,
  ]),
  made('taxes', 'taxes', ['name', 'rate'], (nth) => [`Bench tax ${nth}`, nth % 30]),
  made(
    'currencies',
    'currencies',
    ['code', 'name', 'symbol'],
    (nth) => [letters(nth), `Bench currency ${nth}`, letters(nth)],
    Math.min(inOneGo, 26 * 26),
  ),
  { ...made('items for the next', 'items', plain, alone), isUndone: false },
  made('base units changed', 'items', ['itemCode', 'baseUnit', 'orderUnit'], (nth) => [
    `ALONE-${nth}`,
    'g',
    'g',
  ]),
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
  besideCheck: Waits;
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
  // A process that is held up before the next call keeps people waiting as well.
  const pause = async (which: keyof Waits) => {
    const from = performance.now();
    await new Promise<void>((resolve) => setTimeout(resolve, 5));
    longest[which] = Math.max(longest[which], performance.now() - from - 5);
  };
  const order = { deliveryDate: '2026-03-06', items: [{ itemId: ids.items.flour, orderQty: 1 }] };
  const work = async (which: keyof Waits, call: () => Promise<{ status: number; text: string }>) => {
    for (; !isOver; await pause(which)) await timed(which, call);
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

/** One import after the other, from the first row to the commit, and back. */
async function* bringIn(db: Db): AsyncGenerator<[Run, Figures]> {
  const api = await createTestApp({ db });
  for (const run of [...large, ...small]) yield [run, await measure(api, run)];
}

async function measure(api: TestApp, { kind, columns, rows, isUndone }: Run): Promise<Figures> {
  const admin = api.as('admin');
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
  const begun = await admin.post('/imports', { kind, fileName: 'bench.csv', columns });
  if (begun.status !== 201) throw new Error(begun.text);
  const at = `/imports/${begun.body._id}`;
  const send = await timed(async () => {
    for (let from = 0; from < rows.length; from += atOnce) {
      const some = rows.slice(from, from + atOnce).map((cells, nth) => ({ row: from + nth + 2, cells }));
      const answer = await admin.post(`${at}/rows`, { rows: some });
      if (answer.status !== 200) return answer;
    }
    return undefined;
  });
  const pause = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 2000));
  const [, usual] = await beside(() => timed(pause));
  const [check, besideCheck] = await beside(() => timed(() => admin.post(`${at}/check`)));
  const [commit, besideCommit] = await beside(() => timed(() => admin.post(`${at}/commit`)));
  const [undo, besideUndo] = isUndone ? await beside(() => timed(() => admin.post(`${at}/undo`))) : [0, null];
  return {
    send,
    check,
    commit,
    undo,
    mostMemory: mostMemory / 1024 / 1024,
    usual,
    besideCheck,
    besideCommit,
    besideUndo,
  };
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
${atOnce}, in one process with the server. Seconds; the memory is the most that the process held.

A large commit on SQLite is written in steps, and so is its undo (decisions [076](decisions/076-large-imports-in-steps.md) and
[086](decisions/086-undo-in-steps.md)). What is written in one transaction whatever the engine takes ${mostRowsOfOneCommit} rows at most: branches, units, taxes,
currencies, items whose base unit changes. "Beside" is a branch that orders and somebody who reads, one call after the
other all the time: the longest write / read in milliseconds, alone (for two seconds), during the dry run, the commit and
the undo. What else the machine does shows in all of them.

| engine | rows | what | sent and read | dry run | commit | undo | memory, MB | alone, ms | beside the dry run, ms | beside the commit, ms | beside the undo, ms |
|---|---|---|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}
`;
  writeFileSync(join(import.meta.dirname, '../docs/benchmarks-import.md'), text);
}
