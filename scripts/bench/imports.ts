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

const buildCells = (index: number, price: number) => [
  `BENCH-${index}`,
  `Item number ${index}`,
  'raw',
  'FOOD',
  'kg',
  'case',
  12,
  price,
  `9${String(index).padStart(7, '0')}`,
  `Case of ${index}`,
  12,
  price * 12,
];

const repeat = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index));

/** Returns three letters that aren't an existing currency code. */
const createCurrencyCode = (index: number) =>
  `X${String.fromCharCode(65 + Math.floor(index / 26))}${String.fromCharCode(65 + (index % 26))}`;

const buildPlainCells = (index: number) => [`ALONE-${index}`, `Alone ${index}`, 'raw', 'FOOD', 'kg'];
const plainColumns = ['itemCode', 'name', 'kind', 'category', 'baseUnit'];

/**
 * Returns the imports: `count` items created, undone, created again and changed; then `rowsInOneTransaction`
 * rows, which are written in one transaction on either engine.
 */
export function buildImportRuns(count: number, rowsInOneTransaction: number): ImportRun[] {
  const createItemRun = (name: string, price: number, isUndone: boolean): ImportRun => ({
    name,
    kind: 'items',
    columns: itemColumns,
    rows: repeat(count, (index) => buildCells(index, price)),
    isUndone,
  });
  const createRun = (
    name: string,
    kind: string,
    columns: string[],
    cells: (index: number) => unknown[],
    maxRows = rowsInOneTransaction,
  ): ImportRun => ({ name, kind, columns, rows: repeat(maxRows, cells), isUndone: true });
  return [
    createItemRun('all created', 2, true),
    createItemRun('imported again', 2, false),
    createItemRun('all changed', 3, true),
    createRun('branches', 'branch', ['code', 'name', 'type', 'timezone', 'supplyingKitchenId'], (index) => [
      `BR-${index}`,
      `Bench branch ${index}`,
      'branch',
      'Europe/London',
      ids.kitchen,
    ]),
    createRun('units', 'units', ['name', 'symbol', 'dimension', 'factorNum', 'factorDen'], (index) => [
      `Bench unit ${index}`,
      `u${index}`,
      'mass',
      index + 1,
      1,
    ]),
    createRun('taxes', 'taxes', ['name', 'rate'], (index) => [`Bench tax ${index}`, index % 30]),
    createRun(
      'currencies',
      'currencies',
      ['code', 'name', 'symbol'],
      (index) => [createCurrencyCode(index), `Bench currency ${index}`, createCurrencyCode(index)],
      Math.min(rowsInOneTransaction, 26 * 26),
    ),
    { ...createRun('items for the next row', 'items', plainColumns, buildPlainCells), isUndone: false },
    createRun('base units changed', 'items', ['itemCode', 'baseUnit', 'orderUnit'], (index) => [
      `ALONE-${index}`,
      'g',
      'g',
    ]),
  ];
}

/** Times in ms of another user's slowest concurrent requests. */
export interface LongestWaits {
  write: number;
  read: number;
}

export interface ImportFigures {
  send: number;
  check: number;
  commit: number;
  undo: number;
  peakMemory: number;
  withoutImport: LongestWaits;
  duringCheck: LongestWaits;
  duringCommit: LongestWaits;
  duringUndo: LongestWaits | null;
}

/**
 * Creates orders and reads units continuously.
 *
 * @returns a function that stops and returns the times of the slowest requests
 */
function startConcurrentWork(api: TestApp): () => Promise<LongestWaits> {
  const other = api.as('branch');
  const longest: LongestWaits = { write: 0, read: 0 };
  let isStopped = false;
  const timeCall = async (
    kind: keyof LongestWaits,
    call: () => Promise<{ status: number; text: string }>,
  ) => {
    const from = performance.now();
    const { status, text } = await call();
    if (status >= 300) throw new Error(text);
    longest[kind] = Math.max(longest[kind], performance.now() - from);
  };
  // If the process is blocked before the next request, that delays users too, so the pause is measured.
  const pause = async (kind: keyof LongestWaits) => {
    const from = performance.now();
    await new Promise<void>((resolve) => setTimeout(resolve, 5));
    longest[kind] = Math.max(longest[kind], performance.now() - from - 5);
  };
  const order = { deliveryDate: '2026-03-06', items: [{ itemId: ids.items.flour, orderQty: 1 }] };
  const work = async (kind: keyof LongestWaits, call: () => Promise<{ status: number; text: string }>) => {
    for (; !isStopped; await pause(kind)) await timeCall(kind, call);
  };
  const done = Promise.all([
    work('write', () => other.post('/orders', order)),
    work('read', () => other.get('/units?limit=5')),
  ]);
  return async () => {
    isStopped = true;
    await done;
    return longest;
  };
}

/**
 * Measures one import from the first row to the commit, and its undo, with a concurrent user. That user first
 * works alone for `aloneMs`.
 */
export async function measureImport(
  api: TestApp,
  { kind, columns, rows, isUndone }: ImportRun,
  aloneMs: number,
): Promise<ImportFigures> {
  const admin = api.as('admin');
  let peakMemory = 0;
  const timeCall = async (
    work: () => Promise<{ status: number; text: string } | undefined>,
  ): Promise<number> => {
    const from = performance.now();
    const result = await work();
    if (result && result.status >= 300) throw new Error(result.text);
    peakMemory = Math.max(peakMemory, process.memoryUsage().rss);
    return (performance.now() - from) / 1000;
  };
  const withConcurrentUser = async (work: () => Promise<number>): Promise<[number, LongestWaits]> => {
    const stop = startConcurrentWork(api);
    const seconds = await work();
    return [seconds, await stop()];
  };
  const importRow = await admin.post('/imports', { kind, fileName: 'bench.csv', columns });
  if (importRow.status !== 201) throw new Error(importRow.text);
  const path = `/imports/${importRow.body._id}`;
  const send = await timeCall(async () => {
    for (let from = 0; from < rows.length; from += rowsPerPart) {
      const batch = rows
        .slice(from, from + rowsPerPart)
        .map((cells, index) => ({ row: from + index + 2, cells }));
      const response = await admin.post(`${path}/rows`, { rows: batch });
      if (response.status !== 200) return response;
    }
    return undefined;
  });
  const pause = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), aloneMs));
  const [, withoutImport] = await withConcurrentUser(() => timeCall(pause));
  const [check, duringCheck] = await withConcurrentUser(() => timeCall(() => admin.post(`${path}/check`)));
  const [commit, duringCommit] = await withConcurrentUser(() => timeCall(() => admin.post(`${path}/commit`)));
  const [undo, duringUndo] = isUndone
    ? await withConcurrentUser(() => timeCall(() => admin.post(`${path}/undo`)))
    : [0, null];
  return {
    send,
    check,
    commit,
    undo,
    peakMemory: peakMemory / 1024 / 1024,
    withoutImport,
    duringCheck,
    duringCommit,
    duringUndo,
  };
}
