import { afterEach, describe, expect, it } from 'vitest';
import { listCurrentColumns, type ImportKind, importKinds } from '../kinds.ts';
import { toXlsx } from '#platform/web/data-table/xlsx.ts';
import { type CsvCell, toCsv } from '#core/csv.ts';
import { type Locale, localeStore } from '#platform/web/i18n/locale.ts';
import { readTable } from '#platform/web/spreadsheet/read-table.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { useMockApi } from '#app/web/testing/render-app.tsx';
import { type CollectionKey, getDefinition } from '#modules/master-data/collections.ts';
import { arabic as listsInArabic } from '#modules/master-data/web/list-messages.ar.ts';
import { resourceListMessages } from '#modules/master-data/web/list-messages.ts';
import { arabic as resourcesInArabic } from '#modules/master-data/web/messages.ar.ts';
import { resourceMessages } from '#modules/master-data/web/messages.ts';
import { createImportLabels, getLabelsInAllLanguages, guideSheets } from './import-labels.ts';
import { buildCurrentTable, buildGuideSheet } from './template.ts';
import { guessFormat, guessMapping } from './guess-mapping.ts';
import { arabic } from './messages.ar.ts';
import { importMessages } from './messages.ts';
import { buildImportInput, batchRows } from './plan.ts';

const mock = useMockApi({ seed: 'demonstration' });
afterEach(() => localeStore.set('en'));

type Call = Awaited<ReturnType<typeof apiAs>>;
type Row = Record<string, unknown> & { _id: string; rowId: string; name: string };
type FileType = 'csv' | 'xlsx';

const kinds = Object.values(importKinds).filter((kind) => listCurrentColumns(kind).length > 0);
const getKind = (name: string) => importKinds[name] as ImportKind;
const createLabels = (kind: ImportKind, locale: Locale) =>
  locale === 'ar'
    ? createImportLabels(kind, arabic, resourcesInArabic, listsInArabic)
    : createImportLabels(kind, importMessages.en, resourceMessages.en, resourceListMessages.en);

/** The test environment's Blob has no `arrayBuffer()`. */
const readBytes = (blob: Blob) =>
  new Promise<Uint8Array<ArrayBuffer>>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });

async function loadExportRows(call: Call, kind: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const pageRows = (await call(
      'GET',
      `/import-data?kind=${kind}&limit=500&page=${page}`,
    )) as unknown as Row[];
    rows.push(...pageRows);
    if (pageRows.length < 500) return rows;
  }
}

/** Builds the file that a user downloads. */
async function buildFile(kind: ImportKind, rows: readonly Row[], type: FileType, locale: Locale) {
  const labels = createLabels(kind, locale);
  const table = buildCurrentTable(kind, rows, labels);
  if (type === 'csv') return { table, bytes: new TextEncoder().encode(toCsv(table)) };
  const note = buildGuideSheet(kind, listCurrentColumns(kind), labels);
  return { table, bytes: await readBytes(await toXlsx(table, { sheet: labels.many, note })) };
}

/** Runs a file through the import up to the dry run, as the screen does. */
async function checkFile(call: Call, kind: ImportKind, bytes: Uint8Array<ArrayBuffer>) {
  const table = await readTable(bytes, { notes: guideSheets });
  const labels = getLabelsInAllLanguages(kind);
  const { header, rows } = table;
  const mapping = guessMapping({
    kind,
    header,
    rows,
    labelsOf: labels.ofColumn,
    cellWordsOf: labels.ofCells,
    rememberedKeys: {},
  });
  const plan = { mapping, defaults: {}, format: guessFormat(kind, mapping, rows), createMissing: [] };
  const { _id } = await call('POST', '/imports', buildImportInput(kind, 'current', plan, labels.ofCells));
  const path = `/imports/${String(_id)}`;
  for (const batch of batchRows(table, mapping)) await call('POST', `${path}/rows`, { rows: batch });
  const { created, changed, unchanged, invalid, relatedRows } = await call('POST', `${path}/check`);
  const invalidRows = (await call('GET', `${path}/rows?outcome=invalid&limit=3`)) as unknown as Row[];
  const changedRows = (await call('GET', `${path}/rows?outcome=changed&limit=3`)) as unknown as Row[];
  return {
    path,
    mapping,
    invalidRows,
    changedRows,
    counts: { created, changed, unchanged, invalid, relatedRows },
  };
}

/** Adds rows with values that spreadsheets tend to misread, and every kind of structured value. */
async function addTrickyRows(call: Call): Promise<void> {
  const firstRow = async (path: string) =>
    ((await call('GET', `${path}?limit=1`)) as unknown as Row[])[0] as Row;
  const [item, branch] = [await firstRow('/items'), await firstRow('/branch')];
  await call('POST', '/suppliers', {
    code: '007',
    name: "'=SUM(A1)",
    nameAlt: 'مورّد، "أول"',
    contact: '-Anna; Bob',
    phone: '+44 20 7946 0000',
    taxNumber: '1e3',
    minOrderValue: 1234.5678,
    orderDays: [4, 1],
  });
  await call('POST', '/taxes', {
    name: '@home',
    rate: 7.5,
    validFrom: '2026-01-31',
    rates: [
      { from: null, rate: 5 },
      { from: '2020-02-01', rate: 6.25 },
    ],
  });
  const category = await call('POST', '/item-categories', { name: 'Dry, "white"; hot=yes', code: 'A;B' });
  await call('POST', '/brands', { name: '\t-1+1', code: '=A1' });
  const brand = await call('POST', '/brands', { name: 'Nut, and; raisin' });
  await call('PUT', `/branch/${branch._id}`, {
    address: 'Line one\r\nLine "two"; three,\n+4',
    closedDays: [
      { from: '2026-12-24', until: '2027-01-02', yearly: true, note: 'Christmas: "quiet", =all' },
      { from: '2026-03-09', until: '2026-03-09', yearly: false, note: null },
    ],
    deliveryDays: [
      { weekday: 7, cutoffDaysBefore: 2, cutoffTime: '09:05' },
      { weekday: 1, cutoffDaysBefore: 0, cutoffTime: '00:00' },
    ],
  });
  const units = (await call('GET', '/units?limit=100')) as unknown as (Row & { symbol: string })[];
  const unitId = (symbol: string) => {
    const unit = units.find((candidate) => candidate.symbol === symbol);
    if (!unit) throw new Error(`Unit ${symbol} is missing`);
    return unit._id;
  };
  const createdItem = await call('POST', '/items', {
    itemCode: '0012',
    name: '+Hard-boiled',
    kind: 'finished',
    category: String(category['_id']),
    baseUnit: unitId('kg'),
    barcodes: ['40123450', 'A-1.b'],
    brands: [String(brand['_id'])],
    substitutes: [item._id],
    allergens: { nuts: 'may_contain', milk: 'free', eggs: 'contains' },
    transferPrice: { mode: 'cost_plus', percent: 12.5 },
    shelfLifeDays: 0,
    conversions: [
      { fromUnit: unitId('case'), toUnit: unitId('kg'), num: 50, den: 4 },
      { fromUnit: unitId('each'), toUnit: unitId('kg'), num: 1, den: 3 },
    ],
  });
  for (const name of ['Case, 12', 'Case, 24'])
    await call('POST', '/packagings', {
      itemId: String(createdItem['_id']),
      name,
      unit: unitId('case'),
      contentsQty: 0.000001,
      price: 0.0001,
    });
  await call('POST', '/item-levels', {
    itemId: String(createdItem['_id']),
    branchId: branch._id,
    par: 12.5,
    weekdayPar: { 6: 40.25, 2: 0 },
  });
  const flaked = await call('POST', '/recipes', {
    code: 'FLAKE',
    name: 'Flakes (thin); 2',
    kind: 'sub-recipe',
    yieldQty: 1.25,
    yieldUnit: unitId('kg'),
    portions: 3,
    components: [
      {
        itemId: String(createdItem['_id']),
        qty: 1.234,
        unit: unitId('kg'),
        trimPercent: 2.5,
        alternatives: [item._id],
      },
    ],
    steps: ['Flake; finely, and fold.', '=Two\nlines'],
  });
  await call('POST', '/recipes', {
    name: 'Flaked dish',
    yieldQty: 1,
    yieldUnit: unitId('each'),
    components: [
      { recipeId: String(flaked['_id']), qty: 2, unit: 'portion', cookingPercent: 0 },
      { itemId: item._id, qty: 0.000001, unit: unitId('kg') },
    ],
    steps: ['Cook', 'Serve'],
    price: 9.95,
  });
  await call('POST', '/count-schedules', {
    name: 'Nightly',
    branchId: branch._id,
    weekdays: [7, 3],
    time: '22:30',
  });
}

describe('importing an unchanged export changes nothing', () => {
  it.each([
    ['csv', 'en'],
    ['xlsx', 'ar'],
  ] as const)('as %s, in %s', async (type, locale) => {
    localeStore.set(locale);
    const call = await apiAs(mock.api, 'admin');
    await addTrickyRows(call);
    for (const kind of kinds) {
      const rows = await loadExportRows(call, kind.kind);
      expect(rows.length, kind.kind).toBeGreaterThan(0);
      const { table, bytes } = await buildFile(kind, rows, type, locale);
      expect(new Set(table[0]).size, kind.kind).toBe(table[0]?.length);
      const { mapping, invalidRows, changedRows, counts } = await checkFile(call, kind, bytes);
      expect([kind.kind, mapping]).toEqual([kind.kind, listCurrentColumns(kind).map(({ key }) => key)]);
      const unchangedCounts = { created: 0, changed: 0, unchanged: rows.length, invalid: 0, relatedRows: 0 };
      expect([kind.kind, counts, invalidRows, changedRows]).toEqual([kind.kind, unchangedCounts, [], []]);
    }
  });
});

describe('changing a cell changes only its value', () => {
  /** Kind, column, entered value, stored value. */
  const changes: [string, string, CsvCell, unknown][] = [
    ['items', 'itemCode', 'NEW-1', 'NEW-1'],
    ['items', 'name', 'Another name', 'Another name'],
    ['items', 'barcodes', '40123450; 40123467', ['40123450', '40123467']],
    ['items', 'allergens', 'milk, nuts: may contain', { milk: 'contains', nuts: 'may_contain' }],
    ['items', 'transferPrice', 12.5, { mode: 'fixed', price: 12.5 }],
    ['branch', 'code', 'B-99', 'B-99'],
    [
      'branch',
      'deliveryDays',
      'Mon,Thu 14:00',
      [1, 4].map((weekday) => ({ weekday, cutoffDaysBefore: 0, cutoffTime: '14:00' })),
    ],
    ['suppliers', 'code', '0012', '0012'],
    ['suppliers', 'orderDays', 'Tue', [2]],
    ['item-levels', 'weekdayPar', 'Fri=12.5', { 5: 12.5 }],
    ['packagings', 'name', 'Crate', 'Crate'],
    ['count-schedules', 'time', '6:15', '06:15'],
    ['taxes', 'name', 'Reduced', 'Reduced'],
    ['units', 'wholeOnly', 'Yes', true],
    ['recipes', 'targetFoodCostPercent', '27.5', 27.5],
  ];

  it.each(changes)('%s: %s', async (name, key, entered, expected) => {
    const call = await apiAs(mock.api, 'admin');
    if (name === 'count-schedules') await addTrickyRows(call);
    const kind = getKind(name);
    const { path } = getDefinition(name as CollectionKey);
    const rows = await loadExportRows(call, name);
    const { table } = await buildFile(kind, rows, 'csv', 'en');
    const columnIndex = listCurrentColumns(kind).findIndex((column) => column.key === key);
    const rowIndex = table.findIndex((cells, row) => row > 0 && cells[columnIndex] !== entered);
    const changed = table.map((cells, row) =>
      cells.map((cell, column) => (row === rowIndex && column === columnIndex ? entered : cell)),
    );
    const id = rows[rowIndex - 1]?.rowId ?? '';
    const before = await call('GET', `${path}/${id}`);
    const run = await checkFile(call, kind, new TextEncoder().encode(toCsv(changed)));
    expect([run.counts, run.invalidRows]).toEqual([
      { created: 0, changed: 1, unchanged: rows.length - 1, invalid: 0, relatedRows: 0 },
      [],
    ]);
    await call('POST', `${run.path}/commit`);
    const { updatedAt: _, version, ...after } = await call('GET', `${path}/${id}`);
    const { updatedAt: __, version: versionBefore, ...unchangedFields } = before;
    expect(after).toEqual({ ...unchangedFields, [key]: expected });
    expect(version).toBe(Number(versionBefore) + 1);
    await call('POST', `${run.path}/undo`);
    expect((await call('GET', `${path}/${id}`))[key]).toEqual(before[key]);
  });

  it('reads manually entered conversions', async () => {
    const call = await apiAs(mock.api, 'admin');
    await addTrickyRows(call);
    const kind = getKind('items');
    const item = (await loadExportRows(call, 'items')).find(({ name }) => name === '+Hard-boiled') as Row;
    const { table } = await buildFile(kind, [item], 'csv', 'en');
    const columnIndex = listCurrentColumns(kind).findIndex((column) => column.key === 'conversions');
    expect(table[1]?.[columnIndex]).toBe('case=12.5 kg; each=1/3 kg');
    const changed = table.map((cells, row) =>
      cells.map((cell, column) =>
        row === 1 && column === columnIndex ? '1 case = 2 x 7,5 kg; each=1/3 kg' : cell,
      ),
    );
    const run = await checkFile(call, kind, new TextEncoder().encode(toCsv(changed)));
    expect([run.counts, run.invalidRows]).toMatchObject([{ changed: 1, invalid: 0 }, []]);
    await call('POST', `${run.path}/commit`);
    expect((await call('GET', `/items/${item.rowId}`))['conversions']).toMatchObject([
      { num: 15, den: 1 },
      { num: 1, den: 3 },
    ]);
  });
});
