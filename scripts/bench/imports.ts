import type { TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

/** Rows per uploaded part. */
export const rowsPerPart = 500;

/** One import: its rows, and whether it is undone. */
export interface ImportRun {
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

/** Three letters that are no existing currency code. */
const letters = (nth: number) =>
  `X${String.fromCharCode(65 + Math.floor(nth / 26))}${String.fromCharCode(65 + (nth % 26))}`;

const alone = (nth: number) => [`ALONE-${nth}`, `Alone ${nth}`, 'raw', 'FOOD', 'kg'];
const plain = ['itemCode', 'name', 'kind', 'category', 'baseUnit'];

/**
 * Returns the imports: `count` items created, undone, created again and changed; then `inOneGo` rows, which
 * are written in one transaction on either engine.
 */
export function importRuns(count: number, inOneGo: number): ImportRun[] {
  const items = (name: string, price: number, isUndone: boolean): ImportRun => ({
    name,
    kind: 'items',
    columns: itemColumns,
    rows: times(count, (nth) => cellsOf(nth, price)),
    isUndone,
  });
  const created = (
    name: string,
    kind: string,
    columns: string[],
    cells: (nth: number) => unknown[],
    maxRows = inOneGo,
  ): ImportRun => ({ name, kind, columns, rows: times(maxRows, cells), isUndone: true });
  return [
    items('all created', 2, true),
    items('imported again', 2, false),
    items('all changed', 3, true),
    created('branches', 'branch', ['code', 'name', 'type', 'timezone', 'supplyingKitchenId'], (nth) => [
      `BR-${nth}`,
      `Bench branch ${nth}`,
      'branch',
      'Europe/London',
      ids.kitchen,
    ]),
    created('units', 'units', ['name', 'symbol', 'dimension', 'factorNum', 'factorDen'], (nth) => [
      `Bench unit ${nth}`,
      `u${nth}`,
      'mass',
      nth + 1,
      1,
    ]),
    created('taxes', 'taxes', ['name', 'rate'], (nth) => [`Bench tax ${nth}`, nth % 30]),
    created(
      'currencies',
      'currencies',
      ['code', 'name', 'symbol'],
      (nth) => [letters(nth), `Bench currency ${nth}`, letters(nth)],
      Math.min(inOneGo, 26 * 26),
    ),
    { ...created('items for the next row', 'items', plain, alone), isUndone: false },
    created('base units changed', 'items', ['itemCode', 'baseUnit', 'orderUnit'], (nth) => [
      `ALONE-${nth}`,
      'g',
      'g',
    ]),
  ];
}

/** The slowest concurrent calls of another user, in milliseconds. */
export interface LongestWaits {
  write: number;
  read: number;
}

export interface ImportFigures {
  send: number;
  check: number;
  commit: number;
  undo: number;
  mostMemory: number;
  usual: LongestWaits;
  besideCheck: LongestWaits;
  besideCommit: LongestWaits;
  besideUndo: LongestWaits | null;
}

/** Orders and reads continuously, one call after the other. */
function workBeside(api: TestApp): () => Promise<LongestWaits> {
  const other = api.as('branch');
  const longest: LongestWaits = { write: 0, read: 0 };
  let isOver = false;
  const timed = async (which: keyof LongestWaits, call: () => Promise<{ status: number; text: string }>) => {
    const from = performance.now();
    const { status, text } = await call();
    if (status >= 300) throw new Error(text);
    longest[which] = Math.max(longest[which], performance.now() - from);
  };
  // A process that is blocked before the next call delays users as well.
  const pause = async (which: keyof LongestWaits) => {
    const from = performance.now();
    await new Promise<void>((resolve) => setTimeout(resolve, 5));
    longest[which] = Math.max(longest[which], performance.now() - from - 5);
  };
  const order = { deliveryDate: '2026-03-06', items: [{ itemId: ids.items.flour, orderQty: 1 }] };
  const work = async (which: keyof LongestWaits, call: () => Promise<{ status: number; text: string }>) => {
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

/**
 * Measures one import from the first row to the commit, and its undo, with a concurrent user; `aloneMs` is
 * the time that user works alone before.
 */
export async function measureImport(
  api: TestApp,
  { kind, columns, rows, isUndone }: ImportRun,
  aloneMs: number,
): Promise<ImportFigures> {
  const admin = api.as('admin');
  let mostMemory = 0;
  const timed = async (
    work: () => Promise<{ status: number; text: string } | undefined>,
  ): Promise<number> => {
    const from = performance.now();
    const result = await work();
    if (result && result.status >= 300) throw new Error(result.text);
    mostMemory = Math.max(mostMemory, process.memoryUsage().rss);
    return (performance.now() - from) / 1000;
  };
  const withConcurrentUser = async (work: () => Promise<number>): Promise<[number, LongestWaits]> => {
    const stop = workBeside(api);
    const seconds = await work();
    return [seconds, await stop()];
  };
  const importRow = await admin.post('/imports', { kind, fileName: 'bench.csv', columns });
  if (importRow.status !== 201) throw new Error(importRow.text);
  const at = `/imports/${importRow.body._id}`;
  const send = await timed(async () => {
    for (let from = 0; from < rows.length; from += rowsPerPart) {
      const some = rows.slice(from, from + rowsPerPart).map((cells, nth) => ({ row: from + nth + 2, cells }));
      const response = await admin.post(`${at}/rows`, { rows: some });
      if (response.status !== 200) return response;
    }
    return undefined;
  });
  const pause = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), aloneMs));
  const [, usual] = await withConcurrentUser(() => timed(pause));
  const [check, besideCheck] = await withConcurrentUser(() => timed(() => admin.post(`${at}/check`)));
  const [commit, besideCommit] = await withConcurrentUser(() => timed(() => admin.post(`${at}/commit`)));
  const [undo, besideUndo] = isUndone
    ? await withConcurrentUser(() => timed(() => admin.post(`${at}/undo`)))
    : [0, null];
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
