import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxImportCharacters, maxProblemsPerRow } from '../wire.ts';
import { type CellChange, type CellProblem } from '../shapes.ts';
import { importKinds } from '../kinds.ts';
import { dayMs } from '#core/day.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { cleanUp } from '#app/server/housekeeping/clean-up.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createSupplier } from '#app/server/testing/document-samples.ts';
import type { TestUser } from '#app/server/testing/ids.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

interface TestImport {
  kind: string;
  columns: string[];
  rows: unknown[][];
  as?: TestUser;
  [option: string]: unknown;
}

/** Starts an import, sends its rows (the first is row 2) and checks it. */
async function createCheckedImport({ rows, as = 'admin', ...input }: TestImport) {
  const client = api.as(as);
  const created = await client.post('/imports', { fileName: 'file.csv', ...input });
  expect(created.status, created.text).toBe(201);
  const path = `/imports/${created.body._id}`;
  const body = { rows: rows.map((cells, index) => ({ row: index + 2, cells })) };
  const received = await client.post(`${path}/rows`, body);
  expect(received.status, received.text).toBe(200);
  const checked = await client.post(`${path}/check`);
  expect(checked.status, checked.text).toBe(200);
  return { path, client, checked: checked.body, received: received.body };
}

async function loadProblems({ path, client }: Awaited<ReturnType<typeof createCheckedImport>>) {
  const { body } = await client.get(`${path}/rows?outcome=invalid`);
  return body.flatMap((row: { row: number; problems: CellProblem[] }) =>
    row.problems.map(({ column, code, message, reason }) => {
      // Clients have localized messages for every rule.
      if (code === 'rule') expect([message, reason]).toEqual([message, expect.any(String)]);
      return `${row.row} ${column} ${code}`;
    }),
  );
}

describe('a dry run', () => {
  it('reports every error in its cell and imports nothing', async () => {
    const units = { kind: 'units', columns: ['symbol', 'name', 'dimension', 'factorNum'] };
    const run = await createCheckedImport({
      ...units,
      rows: [
        ['oz', 'Ounce', 'weight', '28,35'],
        ['', 'Pound', 'mass', '0'],
        ['oz', 'Ounce', 'mass', 28],
        ['st', 'Stone', 'mass', 'many'],
        ['kg', 'Kilo', '', ''],
      ],
    });
    expect(run.checked).toMatchObject({ status: 'Checked', rows: 5, invalid: 4, changed: 1, created: 0 });
    expect(await loadProblems(run)).toEqual([
      '2 dimension not-choice',
      '2 factorNum not-number',
      '3 symbol needed',
      '3 factorNum rule',
      '4 symbol twice-in-file',
      '5 factorNum not-number',
    ]);
    expect((await run.client.post(`${run.path}/commit`)).status).toBe(409);
    expect((await run.client.get('/units?q=ounce')).body).toEqual([]);
  });

  it("resolves references by code, name or second name, and reports those that it can't find", async () => {
    const run = await createCheckedImport({
      kind: 'items',
      columns: ['itemCode', 'name', 'kind', 'category', 'baseUnit', 'section'],
      rows: [
        ['A1', 'By code', 'raw', 'FOOD', 'KG', 'dry'],
        ['A2', 'By name', 'raw', 'food', 'kilogram', 'Dry Store'],
        ['A3', 'Unknown', 'raw', 'Fish', 'stone', 'Attic'],
      ],
    });
    expect(await loadProblems(run)).toEqual([
      '4 category not-found',
      '4 baseUnit not-found',
      '4 section not-found',
    ]);
    expect(run.checked).toMatchObject({ created: 2, invalid: 1 });
  });

  it('derives missing item codes from the names, and recognizes existing items by name', async () => {
    const items = { kind: 'items', columns: ['name', 'nameAlt', 'kind', 'category', 'baseUnit'] };
    const rows = [
      ['Tomato', 'طماطم', 'raw', 'FOOD', 'KG'],
      ['Olive oil (1 l)', 'زيت زيتون', 'raw', 'FOOD', 'KG'],
      ['Olive oil, 1 L', 'زيت زيتون بكر', 'raw', 'FOOD', 'KG'],
    ];
    const run = await createCheckedImport({ ...items, rows });
    expect(await loadProblems(run)).toEqual([]);
    expect(run.checked).toMatchObject({ changed: 1, created: 2, invalid: 0 });
    expect((await run.client.post(`${run.path}/commit`)).status).toBe(200);
    const { body } = await run.client.get('/items?q=olive&sort=itemCode');
    expect(body.map(({ itemCode }: { itemCode: string }) => itemCode)).toEqual([
      'OLIVE-OIL-1-L',
      'OLIVE-OIL-1-L-2',
    ]);
    const repeated = await createCheckedImport({ ...items, rows });
    expect(repeated.checked).toMatchObject({ unchanged: 3, created: 0, invalid: 0 });
    await run.client.post(`${run.path}/undo`);
  });

  it("applies the collection's own rules: a branch can't supply a branch", async () => {
    const run = await createCheckedImport({
      kind: 'branch',
      columns: ['code', 'name', 'supplyingKitchenId'],
      defaults: { type: 'branch', timezone: 'Europe/Berlin' },
      rows: [
        ['N1', 'North', 'B1'],
        ['N2', 'South', 'N3'],
        ['N3', 'Depot', 'CK'],
      ],
    });
    expect(await loadProblems(run)).toEqual(['2 supplyingKitchenId rule', '3 supplyingKitchenId rule']);
  });
});

/** The changes of a checked file, by row. */
async function loadChanges({ path, client }: Awaited<ReturnType<typeof createCheckedImport>>) {
  const { body } = await client.get(`${path}/rows?outcome=changed`);
  return Object.fromEntries(
    body.map(({ row, changes }: { row: number; changes: CellChange[] }) => [row, changes]),
  );
}

describe('old and new values', () => {
  it('are listed for every changed field, with references as text, and for renamed rows', async () => {
    const run = await createCheckedImport({
      kind: 'items',
      columns: ['itemCode', 'name', 'category', 'perOrderUnit', 'pack.name', 'pack.contentsQty'],
      createMissing: ['category'],
      rows: [
        ['IT-001', 'Strong flour', 'Baking', 12, '', ''],
        ['IT-002', '', '', '', 'Sack', 25],
        ['NEW-1', 'New', 'Baking', '', '', ''],
      ],
      defaults: { kind: 'raw', baseUnit: 'kg' },
    });
    const [flour, second] = (await run.client.get('/items')).body
      .filter(({ itemCode }: { itemCode: string }) => ['IT-001', 'IT-002'].includes(itemCode))
      .toSorted((a: { itemCode: string }, b: { itemCode: string }) => (a.itemCode < b.itemCode ? -1 : 1));
    expect(flour.conversions).toMatchObject([{ num: 10 }]);
    expect(second.itemCode).toBe('IT-002');
    const changes = await loadChanges(run);
    expect(Object.keys(changes)).toEqual(['2', '3']);
    expect(changes[2]).toEqual([
      { column: 'name', before: flour.name, after: 'Strong flour' },
      { column: 'category', before: 'FOOD', after: 'Baking' },
      {
        column: 'conversions',
        before: [{ fromUnit: 'case', toUnit: 'kg', num: 10, den: 1 }],
        after: [{ fromUnit: 'case', toUnit: 'kg', num: 12, den: 1 }],
      },
    ]);
    expect(changes[3]).toEqual(
      expect.arrayContaining([
        { column: 'pack.name', before: null, after: 'Sack' },
        { column: 'pack.contentsQty', before: null, after: 25 },
      ]),
    );
    const created = await run.client.get(`${run.path}/rows?outcome=created`);
    expect(created.body).toMatchObject([{ row: 4, changes: [] }]);
    await run.client.delete(run.path);
  });

  it('are updated by the next check, and removed when the row is sent again', async () => {
    const file = { kind: 'sections', columns: ['code', 'name'] };
    const client = api.as('admin');
    await client.post('/sections', { code: 'CELLAR', name: 'Cellar', type: 'storage' });
    const run = await createCheckedImport({ ...file, rows: [['CELLAR', 'Vault']] });
    expect(await loadChanges(run)).toEqual({ 2: [{ column: 'name', before: 'Cellar', after: 'Vault' }] });
    const [cellar] = (await client.get('/sections?q=cellar')).body;
    await client.put(`/sections/${cellar._id}`, { name: 'Basement' });
    await client.post(`${run.path}/check`);
    expect(await loadChanges(run)).toEqual({ 2: [{ column: 'name', before: 'Basement', after: 'Vault' }] });
    await client.post(`${run.path}/rows`, { rows: [{ row: 2, cells: ['CELLAR', 'Basement'] }] });
    expect((await client.get(`${run.path}/rows`)).body).toMatchObject([{ changes: [] }]);
    expect((await client.post(`${run.path}/check`)).body).toMatchObject({ unchanged: 1 });
    await client.delete(run.path);
  });

  it('reveal nothing about other locations', async () => {
    const admin = api.as('admin');
    const levels = (await admin.get('/item-levels?limit=500')).body;
    const levelAt = (branch: string) =>
      levels.find(({ branchId }: { branchId: string }) => branchId === ids[branch as 'branch1']);
    const [ownLevel, otherLevel] = [levelAt('branch1'), levelAt('branch2')];
    expect([ownLevel, otherLevel]).toMatchObject([{ _id: expect.any(String) }, { _id: expect.any(String) }]);
    const run = await createCheckedImport({
      as: 'branch',
      kind: 'item-levels',
      columns: ['rowId', 'par'],
      rows: [
        [ownLevel._id, ownLevel.par + 1],
        [otherLevel._id, 77],
      ],
    });
    expect((await run.client.get(`${run.path}/rows`)).body).toMatchObject([
      { outcome: 'changed', changes: [{ column: 'par', before: ownLevel.par, after: ownLevel.par + 1 }] },
      { outcome: 'invalid', changes: [] },
    ]);
    await run.client.delete(run.path);
  });
});

describe('a commit', () => {
  it('creates, changes and skips rows, each with an audit row, and can be undone', async () => {
    const file = { kind: 'item-categories', columns: ['name', 'code', 'sortOrder'] };
    const run = await createCheckedImport({
      ...file,
      rows: [
        ['Food', 'F', ''],
        ['Drinks', 'D', 5],
      ],
    });
    expect(run.checked).toMatchObject({ created: 1, changed: 1, unchanged: 0, invalid: 0 });
    const committed = await run.client.post(`${run.path}/commit`);
    expect(committed.body).toMatchObject({ status: 'Committed', created: 1, changed: 1 });
    const [food, drinks] = [await findCategory('food'), await findCategory('drinks')];
    expect([food, drinks]).toMatchObject([
      { code: 'F', sortOrder: 1, version: 2 },
      { code: 'D', sortOrder: 5 },
    ]);
    expect(await loadAuditActions(drinks._id)).toEqual(['create']);
    expect(await loadAuditActions(food._id)).toEqual(['edit']);

    const repeated = await createCheckedImport({
      ...file,
      rows: [
        ['food', '', 1],
        ['Drinks', 'D', ''],
      ],
    });
    expect(repeated.checked).toMatchObject({ created: 0, unchanged: 1, changed: 1 });
    await repeated.client.delete(repeated.path);

    const undone = await run.client.post(`${run.path}/undo`);
    expect(undone.body).toMatchObject({ status: 'Undone' });
    expect(await findCategory('drinks')).toBeUndefined();
    expect(await findCategory('food')).toMatchObject({ code: 'FOOD', version: 3 });
    expect(await loadAuditActions(drinks._id)).toEqual(['delete', 'create']);
    expect((await run.client.post(`${run.path}/undo`)).status).toBe(409);
  });

  it("can't be undone once something depends on it, and names the dependency", async () => {
    const run = await createCheckedImport({ kind: 'brands', columns: ['name'], rows: [['Red'], ['Blue']] });
    await run.client.post(`${run.path}/commit`);
    const [red] = (await run.client.get('/brands?q=red')).body;
    const [blue] = (await run.client.get('/brands?q=blue')).body;
    await api.as('admin').put(`/items/${ids.items.box}`, { brands: [blue._id] });
    const used = await run.client.post(`${run.path}/undo`);
    expect([used.status, used.body.error]).toEqual([
      409,
      expect.stringContaining('Blue is now used by items'),
    ]);
    const params = { name: 'Blue', collection: 'brands', usedBy: 'items' };
    expect(used.body.details).toEqual({ reason: 'undo-used', params });
    await api.as('admin').put(`/items/${ids.items.box}`, { brands: [] });
    await api.as('admin').put(`/brands/${red._id}`, { code: 'R' });
    const changed = await run.client.post(`${run.path}/undo`);
    expect([changed.status, changed.body.error]).toEqual([409, expect.stringContaining('Red was changed')]);
    expect((await run.client.get('/brands?q=blue')).body).toHaveLength(1);
  });

  it('writes nothing if the data changed since the dry run', async () => {
    const run = await createCheckedImport({
      kind: 'departments',
      columns: ['name', 'code'],
      rows: [
        ['Bakery', 'B'],
        ['Butchery', 'C'],
      ],
    });
    const other = await createCheckedImport({
      kind: 'sections',
      columns: ['code', 'name'],
      rows: [['DRY', 'Dry goods']],
    });
    await api.as('admin').put(`/sections/${ids.section}`, { code: 'DRY2' });
    const moved = await other.client.post(`${other.path}/commit`);
    expect([moved.status, moved.body.code]).toEqual([409, 'NOT_EDITABLE']);
    const committed = await run.client.post(`${run.path}/commit`);
    // A client that retries gets the stored outcome.
    const repeated = await run.client.post(`${run.path}/commit`);
    expect([committed.status, repeated.status, repeated.body]).toEqual([200, 200, committed.body]);
    expect((await run.client.get('/departments?q=butchery')).body).toHaveLength(1);
  });

  it('is rejected before a check, and after more rows were uploaded', async () => {
    const run = await createCheckedImport({ kind: 'brands', columns: ['name'], rows: [['Green']] });
    await run.client.post(`${run.path}/rows`, { rows: [{ row: 3, cells: ['Grey'] }] });
    expect((await run.client.post(`${run.path}/commit`)).body.code).toBe('NOT_EDITABLE');
    expect((await run.client.delete(run.path)).status).toBe(204);
    expect((await run.client.get(run.path)).status).toBe(404);
  });
});

describe('items', () => {
  const columns = ['itemCode', 'name', 'kind', 'category', 'baseUnit', 'orderUnit', 'perOrderUnit'];
  const detailColumns = [
    'pack.name',
    'pack.contentsQty',
    'pack.price',
    'level.branchId',
    'level.par',
    'barcodes',
  ];

  it('are imported with their conversion, a pack, a level and new categories, and undone with them', async () => {
    const run = await createCheckedImport({
      kind: 'items',
      columns: [...columns, ...detailColumns],
      createMissing: ['category'],
      rows: [
        [
          'RICE',
          'Rice',
          'raw',
          'Dry goods',
          'kg',
          'case',
          12.5,
          'Sack 25 kg',
          25,
          30.5,
          'B1',
          50,
          '40123450; 40123467',
        ],
        ['OIL', 'Oil', 'raw', 'Dry goods', 'l', '', '', '', '', '', '', '', ''],
      ],
    });
    expect(await loadProblems(run)).toEqual([]);
    expect(run.checked).toMatchObject({ created: 2, relatedRows: 3, invalid: 0 });
    expect((await run.client.post(`${run.path}/commit`)).status).toBe(200);
    const [rice] = (await run.client.get('/items?q=rice')).body;
    expect(rice).toMatchObject({
      barcodes: ['40123450', '40123467'],
      conversions: [{ fromUnit: ids.units.case, toUnit: ids.units.kg, num: 25, den: 2 }],
    });
    expect((await run.client.get(`/packagings?itemId=${rice._id}`)).body).toMatchObject([
      { name: 'Sack 25 kg', contentsQty: 25, price: 30.5, unit: ids.units.kg },
    ]);
    expect((await run.client.get(`/item-levels?itemId=${rice._id}`)).body).toMatchObject([{ par: 50 }]);
    const undone = await run.client.post(`${run.path}/undo`);
    expect(undone.body, undone.text).toMatchObject({ status: 'Undone' });
    expect((await run.client.get('/items?q=rice')).body).toEqual([]);
    expect((await run.client.get('/item-categories?q=dry')).body).toEqual([]);
    expect((await run.client.get(`/packagings?itemId=${rice._id}`)).body).toEqual([]);
  });

  it("can't change their base unit once they have stock movements, and can't share a barcode", async () => {
    const run = await createCheckedImport({
      kind: 'items',
      columns: ['itemCode', 'baseUnit', 'barcodes'],
      rows: [
        ['IT-001', 'g', '40999990'],
        ['IT-002', 'l', '40999990'],
      ],
    });
    expect(await loadProblems(run)).toEqual(['2 baseUnit rule', '3 barcodes rule']);
  });

  describe('with changed units', () => {
    const unitColumns = ['itemCode', 'name', 'kind', 'category', 'baseUnit', 'catchWeight'];
    const loadItem = async (code: string) => (await api.as('admin').get(`/items?q=${code}`)).body[0];
    const createItem = async (code: string) => {
      const run = await createCheckedImport({
        kind: 'items',
        columns: unitColumns,
        rows: [[code, code, 'raw', 'FOOD', 'kg', 'no']],
      });
      expect((await run.client.post(`${run.path}/commit`)).status).toBe(200);
      return (await loadItem(code))._id as string;
    };
    const createOrder = (itemId: string) =>
      api.as('branch').post('/orders', { deliveryDate: '2026-03-06', items: [{ itemId, orderQty: 2 }] });
    const openStock = (itemId: string) =>
      api
        .as('admin')
        .post('/stock/openings', { place: ids.kitchen, items: [{ itemId, qty: 2, unitCost: 1 }] });

    it('are rejected if the item was ordered or stocked after the check', async () => {
      const [eggs, tuna] = [await createItem('EGGS'), await createItem('TUNA')];
      const columns = ['itemCode', 'baseUnit', 'orderUnit', 'catchWeight', 'pieceWeight'];
      const base = await createCheckedImport({
        kind: 'items',
        columns,
        rows: [['EGGS', 'g', 'g', 'no', '']],
      });
      expect((await createOrder(eggs)).status).toBe(201);
      expect((await base.client.post(`${base.path}/commit`)).status).toBe(409);
      const pieces = await createCheckedImport({
        kind: 'items',
        columns,
        rows: [['TUNA', 'kg', 'kg', 'yes', 1]],
      });
      const opened = await openStock(tuna);
      expect(opened.status, opened.text).toBe(201);
      expect((await pieces.client.post(`${pieces.path}/commit`)).status).toBe(409);
      expect(await loadItem('EGGS')).toMatchObject({ baseUnit: ids.units.kg });
      expect(await loadItem('TUNA')).toMatchObject({ catchWeight: false });
    });

    it('are rejected if the item is only in a purchase order', async () => {
      const kale = await createItem('KALE');
      const items = [{ itemId: kale, qty: 2, price: 1 }];
      const supplier = await createSupplier(api);
      const ordered = await api.as('branch').post('/purchase-orders', { supplier, items });
      expect(ordered.status, ordered.text).toBe(201);
      const run = await createCheckedImport({
        kind: 'items',
        columns: ['itemCode', 'baseUnit'],
        rows: [['KALE', 'g']],
      });
      expect(await loadProblems(run)).toEqual(['2 baseUnit rule']);
    });

    const createPack = (itemId: string) =>
      api.as('admin').post('/packagings', { itemId, name: 'Case', unit: ids.units.case, contentsQty: 1 });

    it.each([
      ['CRAB', ['g', 'no', 'g', '', ''], createOrder, 'orders', 0],
      ['CLAM', ['g', 'no', 'g', '', ''], createOrder, 'orders', 200],
      ['SOLE', ['kg', 'yes', 'kg', '', 1.5], openStock, 'stock', 0],
      ['KELP', ['kg', 'no', 'case', 12, ''], createPack, 'packagings', 0],
    ] as const)('cannot be undone once %s is used', async (code, cells, use, usedBy, otherCount) => {
      const id = await createItem(code);
      const otherRows = Array.from({ length: otherCount }, (_, n) => `${code}-${n}`).map((name) =>
        [name, name].concat(['raw', 'FOOD', 'kg', 'no', 'kg', '', '']),
      );
      const run = await createCheckedImport({
        kind: 'items',
        columns: [...unitColumns, 'orderUnit', 'perOrderUnit', 'pieceWeight'],
        rows: [[code, code, 'raw', 'FOOD', ...cells], ...otherRows],
      });
      expect((await run.client.post(`${run.path}/commit`)).body).toMatchObject({ status: 'Committed' });
      const before = await loadItem(code);
      const used = await use(id);
      expect(used.status, used.text).toBe(201);
      const undone = await run.client.post(`${run.path}/undo`);
      expect([undone.status, undone.body.params]).toEqual([409, { usedBy, name: code, collection: 'items' }]);
      expect(await loadItem(code)).toEqual(before);
      expect(await reconcile(api.db.read)).toEqual([]);
    });
  });
});

describe('packs', () => {
  it('must be convertible to the base unit, for existing and for imported items', async () => {
    const packs = await createCheckedImport({
      kind: 'packagings',
      columns: ['itemId', 'name', 'unit', 'contentsQty'],
      rows: [
        ['IT-001', 'Sack', 'g', 25_000],
        ['IT-001', 'Jug', 'l', 2],
      ],
    });
    expect(await loadProblems(packs)).toEqual(['3 unit rule']);
    const columns = [
      'itemCode',
      'name',
      'kind',
      'category',
      'baseUnit',
      'pack.name',
      'pack.contentsQty',
      'pack.unit',
    ];
    const items = await createCheckedImport({
      kind: 'items',
      columns,
      rows: [
        ['SALT', 'Salt', 'raw', 'FOOD', 'kg', 'Bag', 500, 'g'],
        ['PEPPER', 'Pepper', 'raw', 'FOOD', 'kg', 'Jar', 2, 'l'],
      ],
    });
    expect(await loadProblems(items)).toEqual(['3 pack.unit rule']);
  });
});

describe("an error from a collection's own rules", () => {
  it('has a reason code for localization', async () => {
    const cases: [string, string[], unknown[], string[]][] = [
      ['branch', ['code', 'type'], ['B1', 'warehouse'], ['2 type rule']],
      ['units', ['symbol', 'factorNum'], ['kg', 2000], ['2 factorNum rule']],
      ['currencies', ['code', 'isBase'], ['GBP', 'no'], ['2 name rule']],
      ['items', ['itemCode', 'orderUnit'], ['IT-002', 'kg'], ['2 orderUnit rule']],
      ['items', ['itemCode', 'conversions'], ['IT-001', 'case=10 kg; kg=900 g'], ['2 conversions rule']],
      ['items', ['itemCode', 'conversions'], ['IT-001', 'kg=kg 2'], ['2 conversions not-readable']],
      ['items', ['itemCode', 'conversions'], ['IT-001', 'case=10 kg; kg=2 kg'], ['2 conversions rule']],
      [
        'items',
        ['itemCode', 'conversions'],
        ['IT-001', 'case=10 kg; stone=2 kg'],
        ['2 conversions not-found'],
      ],
      ['items', ['itemCode', 'perOrderUnit'], ['IT-001', 0], ['2 perOrderUnit rule']],
      ['items', ['itemCode', 'image'], ['IT-001', 'somewhere'], ['2 image not-found']],
      ['item-levels', ['itemId', 'branchId', 'min', 'par'], ['IT-001', 'B1', 9, 1], ['2 par rule']],
      ['taxes', ['name', 'rate', 'rates'], ['New', 5, '2026-01-01=3'], ['2 rates rule']],
      [
        'opening-stock',
        ['itemId', 'placeId', 'qty', 'unit'],
        ['IT-001', 'B1', 0, 'l'],
        ['2 qty rule', '2 unit rule'],
      ],
    ];
    for (const [kind, columns, cells, problems] of cases) {
      const run = await createCheckedImport({ kind, columns, rows: [cells] });
      expect([kind, cells, await loadProblems(run)]).toEqual([kind, cells, problems]);
    }
  });
});

describe('opening stock', () => {
  const columns = ['itemId', 'placeId', 'qty', 'unit', 'unitCost'];

  it("is posted once at the file's value, and undone", async () => {
    const run = await createCheckedImport({
      kind: 'opening-stock',
      columns,
      rows: [
        ['IT-001', 'B1', 3, 'case', 11.9],
        ['Whole milk', 'Riverside', '2.5', '', '0.95'],
      ],
    });
    expect(run.checked).toMatchObject({ created: 2, invalid: 0 });
    expect((await run.client.post(`${run.path}/commit`)).status).toBe(200);
    expect(await loadItemState(ids.items.flour)).toEqual({ onHand: 30, avgCost: 1.19 });
    const repeated = await createCheckedImport({
      kind: 'opening-stock',
      columns,
      rows: [['IT-001', 'B1', 1, '', 1]],
    });
    expect(await loadProblems(repeated)).toEqual(['2 itemId rule']);
    expect((await run.client.post(`${run.path}/undo`)).body).toMatchObject({ status: 'Undone' });
    expect(await loadItemState(ids.items.flour)).toMatchObject({ onHand: 0 });
    const after = await createCheckedImport({
      kind: 'opening-stock',
      columns,
      rows: [['IT-001', 'B1', 1, '', 1]],
    });
    expect(after.checked).toMatchObject({ created: 1, invalid: 0 });
    expect(await reconcile(api.db.read)).toEqual([]);
  });

  it('is imported file by file, and can be imported again after an undo', async () => {
    const importFile = (item: string) =>
      createCheckedImport({ kind: 'opening-stock', columns, rows: [[item, 'B2', 2, '', 1]] });
    const [first, second] = [await importFile('IT-001'), await importFile('IT-002')];
    expect((await first.client.post(`${first.path}/commit`)).status).toBe(200);
    expect((await second.client.post(`${second.path}/commit`)).status).toBe(200);
    for (const run of [first, second])
      expect((await run.client.post(`${run.path}/undo`)).body).toMatchObject({ status: 'Undone' });
    const third = await importFile('IT-001');
    expect((await third.client.post(`${third.path}/commit`)).body).toMatchObject({ status: 'Committed' });
    expect((await third.client.post(`${third.path}/undo`)).status).toBe(200);
    expect(await reconcile(api.db.read)).toEqual([]);
  });

  it('requires permission to see costs and access to the location', async () => {
    const body = { kind: 'opening-stock', fileName: 'x.csv', columns };
    expect((await api.as('branch').post('/imports', body)).status).toBe(403);
    expect((await api.as('kitchen').post('/imports', body)).status).toBe(403);
  });
});

describe('a row identified by its ID', () => {
  it('is matched even if all other values change, including swapped codes', async () => {
    const created = await createCheckedImport({
      kind: 'sections',
      columns: ['code', 'name'],
      rows: [
        ['S1', 'First'],
        ['S2', 'Second'],
      ],
    });
    await created.client.post(`${created.path}/commit`);
    const getId = async (name: string) =>
      (await created.client.get(`/sections?q=${name}`)).body[0]._id as string;
    const [first, second] = [await getId('first'), await getId('second')];
    const run = await createCheckedImport({
      kind: 'sections',
      columns: ['rowId', 'code', 'name'],
      rows: [
        [first, 'S2', 'Was first'],
        [second, 'S1', ''],
        ['', 'S3', 'Third'],
      ],
    });
    expect(await loadProblems(run)).toEqual([]);
    expect(run.checked).toMatchObject({ created: 1, changed: 2, invalid: 0 });
    expect((await run.client.post(`${run.path}/commit`)).status).toBe(200);
    expect((await run.client.get(`/sections/${first}`)).body).toMatchObject({
      code: 'S2',
      name: 'Was first',
    });
    expect((await run.client.get(`/sections/${second}`)).body).toMatchObject({ code: 'S1', name: 'Second' });
    expect((await run.client.post(`${run.path}/undo`)).body).toMatchObject({ status: 'Undone' });
    expect((await run.client.get(`/sections/${first}`)).body).toMatchObject({ code: 'S1', name: 'First' });
  });

  it("must exist, occur once, and belong to the user's own branch", async () => {
    const columns = ['rowId', 'par'];
    const levelId = ids.levels(0, 0);
    const run = await createCheckedImport({
      kind: 'item-levels',
      columns,
      as: 'branch',
      rows: [
        [levelId, 41],
        [ids.levels(0, 1), 41],
        ['01900000-0000-7000-8000-00000000dead', 41],
        [levelId, 42],
      ],
    });
    const problems = await loadProblems(run);
    expect(problems).toContain('3 rowId no-such-row');
    expect(problems).toContain('4 rowId no-such-row');
    expect(problems.filter((problem: string) => problem.startsWith('5 '))).not.toEqual([]);
    expect(problems.filter((problem: string) => problem.startsWith('2 '))).toEqual([]);
  });
});

describe('exported data', () => {
  it('is in the format that the import reads, with pagination', async () => {
    const client = api.as('admin');
    const first = await client.get('/import-data?kind=items&limit=1');
    const all = await client.get('/import-data?kind=items');
    expect(Number(first.headers.get('x-total-count'))).toBe(all.body.length);
    const flour = all.body.find((row: { rowId: string }) => row.rowId === ids.items.flour);
    expect(flour).toMatchObject({
      itemCode: 'IT-001',
      category: 'FOOD',
      baseUnit: 'kg',
      conversions: [{ fromUnit: 'case', toUnit: 'kg', num: 10, den: 1 }],
    });
  });

  it("is limited to the user's branches, without costs for users who can't see them", async () => {
    const levels = (await api.as('branch').get('/import-data?kind=item-levels')).body;
    expect(new Set(levels.map((row: { branchId: string }) => row.branchId))).toEqual(new Set(['B1']));
    await api.as('admin').put(`/items/${ids.items.flour}`, { standardCost: 3 });
    const costs = async (user: TestUser) =>
      (await api.as(user).get('/import-data?kind=items')).body.map(
        (row: { standardCost: number | null }) => row.standardCost,
      );
    expect(await costs('admin')).toContain(3);
    expect(new Set(await costs('branch'))).toEqual(new Set([null]));
  });

  it('requires access to the list, and only covers collections', async () => {
    for (const user of ['viewer', 'kitchen', 'staff'] as const)
      for (const { kind, resource } of Object.values(importKinds)) {
        const [list, data] = await Promise.all([
          api.as(user).get(`${resource?.path ?? '/none'}?limit=1`),
          api.as(user).get(`/import-data?kind=${kind}&limit=1`),
        ]);
        if (resource) expect([user, kind, data.status]).toEqual([user, kind, list.status]);
        else expect(data.status).toBe(400);
      }
    expect((await api.as('admin').get('/import-data')).status).toBe(400);
  });
});

describe('an import', () => {
  it('requires the same permissions as making the changes by hand', async () => {
    const body = { fileName: 'x.csv', columns: ['name'] };
    expect((await api.as('branch').post('/imports', { kind: 'brands', ...body })).status).toBe(403);
    expect((await api.as('viewer').post('/imports', { kind: 'brands', ...body })).status).toBe(403);
    const levels = { kind: 'item-levels', fileName: 'x.csv', columns: ['itemId', 'branchId', 'par'] };
    expect((await api.as('staff').post('/imports', levels)).status).toBe(403);
    const run = await createCheckedImport({
      ...levels,
      as: 'branch',
      rows: [
        ['IT-001', 'B2', 40],
        ['IT-001', 'B1', 40],
      ],
    });
    expect(await loadProblems(run)).toEqual(['2 branchId rule']);
    expect((await api.as('admin').get(run.path)).status).toBe(404);
    expect((await api.as('branch2').post(`${run.path}/commit`)).status).toBe(404);
  });

  it("can't bypass a review that the role requires", async () => {
    const body = { kind: 'items', fileName: 'x.csv', columns: ['itemCode', 'unitPrice'] };
    await api.db.writer.updateTable('roles').set({ requiresReview: 1 }).where('key', '=', 'admin').execute();
    const response = await api.as('admin').post('/imports', body);
    await api.db.writer.updateTable('roles').set({ requiresReview: 0 }).where('key', '=', 'admin').execute();
    expect([response.status, response.body.code]).toEqual([409, 'REVIEW_NEEDED']);
  });

  it('rejects unknown columns, defaults and choices', async () => {
    const input = {
      kind: 'units',
      fileName: 'x.csv',
      columns: ['name', 'nose'],
      defaults: { dimension: 'weight' },
    };
    const response = await api.as('admin').post('/imports', input);
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['columns.nose']]);
    const invalidDefault = await api.as('admin').post('/imports', { ...input, columns: ['name'] });
    expect([invalidDefault.status, Object.keys(invalidDefault.body.fields)]).toEqual([
      422,
      ['defaults.dimension'],
    ]);
    expect((await api.as('admin').post('/imports', { ...input, kind: 'users' })).status).toBe(422);
  });

  it('is deleted if unfinished once the user has started three more', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five'])
      await createCheckedImport({ kind: 'brands', columns: ['name'], rows: [[name]] });
    const open = (await api.as('admin').get('/imports?kind=brands')).body as { status: string }[];
    expect(open.filter(({ status }) => status === 'Checked')).toHaveLength(3);
  });
});

it('an unfinished import is deleted after a day without activity; a committed one can still be undone', async () => {
  const unfinished = await createCheckedImport({
    kind: 'departments',
    columns: ['name'],
    rows: [['Unfinished']],
  });
  const committed = await createCheckedImport({
    kind: 'departments',
    columns: ['name'],
    rows: [['Committed']],
  });
  await committed.client.post(`${committed.path}/commit`);
  const cleanUpAfter = (days: number) => cleanUp(api.db, new Date(api.clock.now().getTime() + days * dayMs));
  await cleanUpAfter(1.01);
  expect((await unfinished.client.get(unfinished.path)).status).toBe(404);
  expect((await committed.client.get(committed.path)).body.status).toBe('Committed');
  expect((await committed.client.post(`${committed.path}/undo`)).body.status).toBe('Undone');
});

async function findCategory(q: string) {
  return (await api.as('admin').get(`/item-categories?q=${q}`)).body[0];
}

async function loadAuditActions(id: string): Promise<string[]> {
  const { body } = await api.as('admin').get(`/audit?entityId=${id}`);
  return body.map(({ action }: { action: string }) => action);
}

async function loadItemState(itemId: string) {
  const { body } = await api.as('admin').get(`/stock?itemId=${itemId}&placeId=${ids.branch1}`);
  const [{ onHand, avgCost }] = body;
  return { onHand, avgCost };
}

describe('corrections after the check', () => {
  const columns = ['symbol', 'name', 'dimension'];
  const rows = [
    ['st', 'Stone', 'weight'],
    ['gal', 'Gallon', 'volume'],
    ['oz', 'Ounce', ' weight '],
    ['lb', 'Pound', 'mass'],
  ];
  const createImport = () => createCheckedImport({ kind: 'units', columns, rows });
  const loadRow = async (run: Awaited<ReturnType<typeof createCheckedImport>>, number: number) =>
    (await run.client.get(`${run.path}/rows`)).body.find((stored: { row: number }) => stored.row === number);
  const correct = (run: Awaited<ReturnType<typeof createCheckedImport>>, body: object) =>
    run.client.post(`${run.path}/corrections`, body);

  it('apply to one cell and are checked by the same rules before anything is imported', async () => {
    const run = await createImport();
    expect(run.checked).toMatchObject({ invalid: 2, columns, ignoredColumns: [] });
    const corrected = await correct(run, { row: 2, column: 'dimension', value: 'depth' });
    expect(corrected).toMatchObject({ status: 200, body: { status: 'Receiving', corrected: 1 } });
    expect((await run.client.post(`${run.path}/commit`)).body).toMatchObject({
      details: { reason: 'check-first' },
    });
    expect((await run.client.post(`${run.path}/check`)).body).toMatchObject({ invalid: 2 });
    expect(await loadProblems(run)).toEqual(['2 dimension not-choice', '4 dimension not-choice']);
    await correct(run, { row: 2, column: 'dimension', value: 'Mass' });
    expect((await run.client.post(`${run.path}/check`)).body).toMatchObject({ invalid: 1, created: 3 });
    expect(await loadRow(run, 2)).toMatchObject({
      cells: ['st', 'Stone', 'Mass'],
      corrected: [{ column: 'dimension', originalValue: 'weight' }],
    });
    await correct(run, { row: 2, column: 'dimension', value: 'weight' });
    expect(await loadRow(run, 2)).toMatchObject({ cells: ['st', 'Stone', 'weight'], corrected: [] });
    await run.client.delete(run.path);
  });

  it('apply to all cells with the same text and are imported', async () => {
    const run = await createImport();
    const countMatching = (number: number) =>
      run.client.get(`${run.path}/matching-cells?row=${number}&column=dimension`);
    expect((await countMatching(4)).body).toEqual({ count: 2 });
    expect((await countMatching(9)).status).toBe(422);
    const response = await correct(run, {
      row: 4,
      column: 'dimension',
      value: 'mass',
      applyToMatching: true,
    });
    expect(response.body).toMatchObject({ corrected: 2 });
    expect((await run.client.post(`${run.path}/check`)).body).toMatchObject({ invalid: 0, created: 4 });
    expect((await run.client.post(`${run.path}/commit`)).body).toMatchObject({
      status: 'Committed',
      created: 4,
    });
    expect((await run.client.get('/units?q=stone')).body).toMatchObject([
      { symbol: 'st', dimension: 'mass' },
    ]);
    expect((await correct(run, { row: 4, column: 'dimension', value: 'mass' })).body).toMatchObject({
      details: { reason: 'import-already-finished' },
    });
    expect((await countMatching(4)).status).toBe(404);
    await run.client.post(`${run.path}/undo`);
  });

  it("are possible in a column that the file doesn't have", async () => {
    const run = await createCheckedImport({
      kind: 'units',
      columns: ['symbol', 'name'],
      rows: [
        ['st', 'Stone'],
        ['kg', 'Kilos'],
      ],
    });
    expect(await loadProblems(run)).toEqual(['2 dimension needed']);
    await correct(run, { row: 2, column: 'dimension', value: 'mass' });
    await correct(run, { row: 3, column: 'name', value: 'Kilogramme' });
    const checked = (await run.client.post(`${run.path}/check`)).body;
    expect(checked).toMatchObject({
      created: 1,
      changed: 1,
      invalid: 0,
      columns: ['symbol', 'name', 'dimension'],
    });
    expect(await loadChanges(run)).toMatchObject({ 3: [{ column: 'name', after: 'Kilogramme' }] });
    await run.client.delete(run.path);
  });

  it("are limited in size, and only accepted from the import's owner for its current version", async () => {
    const run = await createImport();
    const body = { row: 2, column: 'dimension', value: 'mass' };
    for (const [invalidBody, field] of [
      [{ ...body, column: 'nose' }, 'column'],
      [{ ...body, row: 99 }, 'row'],
      [{ ...body, value: 'x'.repeat(5001) }, 'value'],
      [{ ...body, value: ['mass'] }, 'value'],
    ] as const) {
      const response = await correct(run, invalidBody);
      expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]]);
    }
    expect((await api.as('master').post(`${run.path}/corrections`, body)).status).toBe(404);
    expect((await api.as('viewer').post(`${run.path}/corrections`, body)).status).toBe(404);
    const versionHeader = { 'if-match': `"${Number(run.checked.version)}"` };
    expect((await run.client.post(`${run.path}/corrections`, body, versionHeader)).status).toBe(200);
    expect((await run.client.post(`${run.path}/corrections`, body, versionHeader)).status).toBe(412);
    const reviewedImport = await createCheckedImport({
      kind: 'items',
      columns: ['itemCode'],
      rows: [['X-1']],
    });
    await api.db.writer.updateTable('roles').set({ requiresReview: 1 }).where('key', '=', 'admin').execute();
    const corrected = await correct(reviewedImport, { row: 2, column: 'name', value: 'X' });
    await api.db.writer.updateTable('roles').set({ requiresReview: 0 }).where('key', '=', 'admin').execute();
    expect([corrected.status, corrected.body.code]).toEqual([409, 'REVIEW_NEEDED']);
  });
});

describe('an import is limited', () => {
  it('to a total number of characters', async () => {
    const client = api.as('admin');
    const columns = ['code', 'name', 'address'];
    const created = await client.post('/imports', { kind: 'branch', fileName: 'long.csv', columns });
    const path = `/imports/${created.body._id}`;
    const rowsPerBatch = 190;
    const sendBatch = (batch: number) =>
      client.post(`${path}/rows`, {
        rows: Array.from({ length: rowsPerBatch }, (_, index) => ({
          row: batch * rowsPerBatch + index + 2,
          cells: [`X${batch}-${index}`, 'Name', 'x'.repeat(5000)],
        })),
      });
    let storedBatches = 0;
    let response = await sendBatch(storedBatches);
    for (; response.status === 200; response = await sendBatch(storedBatches)) storedBatches += 1;
    expect(response).toMatchObject({ status: 422, body: { details: { reason: 'too-much-text' } } });
    expect(storedBatches * rowsPerBatch * 5000).toBeLessThanOrEqual(maxImportCharacters);
    expect((await client.get(path)).body.rows).toBe(storedBatches * rowsPerBatch);
    // Resent rows replace the earlier ones.
    expect((await sendBatch(0)).status).toBe(200);
    expect((await client.post(`${path}/check`)).body).toMatchObject({
      invalid: storedBatches * rowsPerBatch,
      created: 0,
    });
    await client.delete(path);
  });

  it('to a dozen reported errors per row', async () => {
    const columns = (importKinds['items']?.columns ?? []).map(({ key }) => key);
    const run = await createCheckedImport({
      kind: 'items',
      columns,
      rows: [columns.map(() => 'x'.repeat(2500))],
    });
    const { body } = await run.client.get(`${run.path}/rows`);
    expect(body[0].problems).toHaveLength(maxProblemsPerRow);
  });
});

describe('other writes', () => {
  it('proceed while a large import is checked or committed', async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => [`LONG-${index}`, `Long ${index}`]);
    const first = await createCheckedImport({
      kind: 'sections',
      columns: ['code', 'name'],
      rows: rows.slice(0, 500),
    });
    for (let from = 500; from < rows.length; from += 500)
      await first.client.post(`${first.path}/rows`, {
        rows: rows.slice(from, from + 500).map((cells, index) => ({ row: from + index + 2, cells })),
      });
    const finished: string[] = [];
    const work = async (name: string, call: Promise<{ status: number }>) => {
      expect((await call).status).toBeLessThan(300);
      finished.push(name);
    };
    const order = { deliveryDate: '2026-03-06', items: [{ itemId: ids.items.flour, orderQty: 1 }] };
    await Promise.all([
      work('check', first.client.post(`${first.path}/check`)),
      work('order', api.as('branch').post('/orders', order)),
    ]);
    await Promise.all([
      work('commit', first.client.post(`${first.path}/commit`)),
      work('order', api.as('branch').post('/orders', order)),
    ]);
    // PostgreSQL runs both concurrently, so either may finish first; SQLite has one writer, which a check
    // must not occupy.
    const expectedOrder = ['order', 'check', 'order', 'commit'];
    expect(api.db.dialect === 'sqlite' ? finished : finished.toSorted()).toEqual(
      api.db.dialect === 'sqlite' ? expectedOrder : expectedOrder.toSorted(),
    );
    await first.client.post(`${first.path}/undo`);
  });

  it('conflict with an import of the same code', async () => {
    const run = await createCheckedImport({
      kind: 'sections',
      columns: ['code', 'name'],
      rows: [['RACE', 'Race']],
    });
    const [commit, other] = await Promise.all([
      run.client.post(`${run.path}/commit`),
      api.as('master').post('/sections', { code: 'RACE', name: 'Created first' }),
    ]);
    expect([commit.status, other.status].filter((status) => status === 409)).toHaveLength(1);
    expect((await run.client.get('/sections?q=race')).body).toHaveLength(1);
  });
});
