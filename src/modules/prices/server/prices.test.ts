import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOf } from '#platform/shapes/shape.ts';
import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { packPrice, type PackPrice } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { loadPricesOn } from './history.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

/** The test clock's day, which is the same in every time zone. */
const today = '2026-03-04';

let packCount = 0;
async function createPack(values: Record<string, unknown> = {}) {
  const name = `Case ${++packCount}`;
  const body = { itemId: ids.items.flour, name, unit: ids.units.kg, contentsQty: 10, ...values };
  const response = await api.as('admin').post('/packagings', body);
  expect(response.status, response.text).toBe(201);
  return { id: String(response.body._id), name };
}

async function createSupplier(name: string) {
  const response = await api.as('admin').post('/suppliers', { code: name.replaceAll(' ', ''), name });
  expect(response.status, response.text).toBe(201);
  return String(response.body._id);
}

const updatePack = async (id: string, values: Record<string, unknown>) => {
  const response = await api.as('admin').put(`/packagings/${id}`, values);
  expect(response.status, response.text).toBe(200);
};

async function loadHistory(id: string, search = ''): Promise<PackPrice[]> {
  const response = await api.as('admin').get(`/packagings/${id}/prices${search}`);
  expect(response.status, response.text).toBe(200);
  return buildResponseSchema(listOf(packPrice)).parse(response.body);
}

/**
 * Returns lines such as `12 2026-03-01 20% *`: price, first day, change, and an asterisk if it is current.
 */
const loadResult = async (id: string, search = '') =>
  (await loadHistory(id, search)).map(({ price, validFrom, changePercent, isCurrent }) =>
    [price, validFrom, changePercent === null ? '-' : `${changePercent}%`, ...(isCurrent ? ['*'] : [])].join(
      ' ',
    ),
  );

/** Imports flour packs by name. */
async function importPacks(rows: (readonly [name: string, price: number | '', priceDate: string])[]) {
  const client = api.as('admin');
  const columns = ['itemId', 'name', 'contentsQty', 'price', 'priceDate'];
  const defaults = { unit: 'kg' };
  const importJob = await client.post('/imports', {
    kind: 'packagings',
    fileName: 'prices.csv',
    columns,
    defaults,
  });
  expect(importJob.status, importJob.text).toBe(201);
  const path = `/imports/${importJob.body._id}`;
  const cells = rows.map(([name, price, date], index) => ({
    row: index + 2,
    cells: ['IT-001', name, 10, price, date],
  }));
  await client.post(`${path}/rows`, { rows: cells });
  const checkedImport = await client.post(`${path}/check`);
  expect(checkedImport.body, checkedImport.text).toMatchObject({ invalid: 0 });
  const done = await client.post(`${path}/commit`);
  expect(done.body, done.text).toMatchObject({ status: 'Committed' });
  return { path, client, id: String(importJob.body._id) };
}

describe("a pack's prices", () => {
  it('are appended: nothing is overwritten, and each shows its change in percent', async () => {
    const [first, second] = [await createSupplier('Mill'), await createSupplier('Bakers Union')];
    const { id } = await createPack({ supplierId: first, price: 10, priceDate: '2026-01-01' });
    await updatePack(id, { price: 12, priceDate: '2026-02-01' });
    await updatePack(id, { price: 11.4 });
    await updatePack(id, { name: 'Renamed', preferred: true });
    await updatePack(id, { supplierId: second });
    expect(await loadResult(id)).toEqual([
      `11.4 ${today} 0% *`,
      `11.4 ${today} -5%`,
      '12 2026-02-01 20%',
      '10 2026-01-01 -',
    ]);
    const rows = await loadHistory(id);
    expect(rows.map(({ supplierId }) => supplierId)).toEqual([second, first, first, first]);
    expect(rows[0]).toMatchObject({ source: 'list', docType: null, docId: null });
    await updatePack(id, { price: null });
    expect((await loadResult(id))[0]).toBe(` ${today} -`);
    expect(await reconcile(api.db.read)).toEqual([]);
  });

  it('show no change against a price in a different currency, but do against one in the same currency', async () => {
    const yen = await api.as('admin').post('/currencies', { code: 'JPY', name: 'Yen', symbol: 'JPY' });
    const foreignSupplier = { code: 'TOKYO', name: 'Tokyo', currency: yen.body._id };
    const [localSupplier, foreignSupplierResponse] = [
      await createSupplier('Here'),
      await api.as('admin').post('/suppliers', foreignSupplier),
    ];
    const { id } = await createPack({ supplierId: localSupplier, price: 10, priceDate: '2026-01-01' });
    await updatePack(id, {
      supplierId: foreignSupplierResponse.body._id,
      price: 1900,
      priceDate: '2026-02-01',
    });
    await updatePack(id, { price: 2090, priceDate: '2026-03-01' });
    expect(await loadResult(id)).toEqual(['2090 2026-03-01 10% *', '1900 2026-02-01 -', '10 2026-01-01 -']);
  });

  it('can be queried as of a day; an announced price applies from its first day', async () => {
    const { id } = await createPack({ price: 10, priceDate: '2026-01-01' });
    await updatePack(id, { price: 15, priceDate: '2026-06-01' });
    expect(await loadResult(id)).toEqual(['15 2026-06-01 50%', '10 2026-01-01 - *']);
    expect(await loadResult(id, '?on=2026-06-01')).toEqual(['15 2026-06-01 50% *', '10 2026-01-01 -']);
    expect(await loadResult(id, '?on=2026-05-31')).toEqual(['10 2026-01-01 - *']);
    expect(await loadResult(id, '?on=2025-12-31')).toEqual([]);
    const loadPriceAt = async (day: string) =>
      (await loadPricesOn(api.db.read, [id], day)).get(id)?.priceMicro;
    expect([
      await loadPriceAt('2025-12-31'),
      await loadPriceAt('2026-05-31'),
      await loadPriceAt('2026-06-01'),
    ]).toEqual([undefined, 10_000_000, 15_000_000]);
    for (const search of ['?on=yesterday', '?on=2026-02-30', '?limit=0'])
      expect((await api.as('admin').get(`/packagings/${id}/prices${search}`)).status).toBe(400);
    expect(await loadResult(id, '?limit=1')).toEqual(['15 2026-06-01 50%']);
    expect(await loadResult(id, '?limit=501')).toHaveLength(2);
  });

  it('require access to costs and a session, and return 404 for unknown packs', async () => {
    const { id } = await createPack({ price: 10 });
    for (const user of ['branch', 'staff', 'kitchen'] as const)
      expect((await api.as(user).get(`/packagings/${id}/prices`)).status).toBe(403);
    expect((await api.as('viewer').get(`/packagings/${id}/prices`)).status).toBe(200);
    expect((await api.anonymous.get(`/packagings/${id}/prices`)).status).toBe(401);
    expect((await api.as('admin').get('/packagings/missing/prices')).status).toBe(404);
  });

  it("are created with an item's first packs, are deleted with their pack, and prevent deleting their supplier", async () => {
    const mill = await createSupplier('Old Mill');
    const item = await api.as('admin').post('/items', {
      itemCode: 'NEW-1',
      name: 'New',
      kind: 'raw',
      category: ids.category,
      baseUnit: ids.units.kg,
      packs: [{ name: 'Bag', unit: ids.units.kg, contentsQty: 5, price: 7, supplierId: mill }],
    });
    const [bag] = (await api.as('admin').get(`/packagings?itemId=${item.body._id}`)).body;
    expect(await loadResult(bag._id)).toEqual([`7 ${today} - *`]);
    await updatePack(bag._id, { supplierId: null });
    const deletion = await api.as('admin').delete(`/suppliers/${mill}`);
    expect([deletion.status, deletion.body.code]).toEqual([409, 'IN_USE']);
    expect((await api.as('admin').get(`/suppliers/${mill}/usage`)).body).toMatchObject([
      { collection: 'packagings', count: 1 },
    ]);
    expect((await api.as('admin').delete(`/packagings/${bag._id}`)).status).toBe(204);
    expect((await api.as('admin').delete(`/suppliers/${mill}`)).status).toBe(204);
  });

  it("can't be changed in the database", async () => {
    const { id } = await createPack({ price: 10 });
    await expect(
      api.db.writer.updateTable('packPrices').set({ priceMicro: 1 }).where('packagingId', '=', id).execute(),
    ).rejects.toThrow(/is append-only/);
    await api.db.writer.updateTable('packagings').set({ priceMicro: 1 }).where('_id', '=', id).execute();
    expect(await reconcile(api.db.read)).toEqual([
      {
        invariant: 'prices',
        message: `packaging ${id}: price 1, last list price entered 10000000`,
      },
    ]);
    await api.db.writer
      .updateTable('packagings')
      .set({ priceMicro: 10_000_000 })
      .where('_id', '=', id)
      .execute();
  });

  it('are added only once if changed concurrently', async () => {
    const { id } = await createPack({ price: 10 });
    const responses = await Promise.all(
      [11, 12, 13, 14].map((price) =>
        api.as('admin').put(`/packagings/${id}`, { price }, { 'if-match': '"1"' }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
    expect(await loadHistory(id)).toHaveLength(2);
  });
});

describe('importing prices', () => {
  it('records list prices, and undoing the import removes them', async () => {
    const stored = await createPack({ price: 10, priceDate: '2026-01-01' });
    const importRun = await importPacks([
      [stored.name, 12.5, '2026-03-02'],
      ['From the file', 7, ''],
    ]);
    const [row] = await loadHistory(stored.id);
    expect(row).toMatchObject({ source: 'list', docType: 'import', docId: importRun.id, changePercent: 25 });
    expect(await loadResult(stored.id)).toEqual(['12.5 2026-03-02 25% *', '10 2026-01-01 -']);
    const [created] = (await importRun.client.get(`/packagings?itemId=${ids.items.flour}`)).body.filter(
      ({ name }: { name: string }) => name === 'From the file',
    );
    expect(await loadResult(created._id)).toEqual([`7 ${today} - *`]);
    const undone = await importRun.client.post(`${importRun.path}/undo`);
    expect(undone.body, undone.text).toMatchObject({ status: 'Undone' });
    expect(await loadResult(stored.id)).toEqual(['10 2026-01-01 - *']);
    const remaining = api.db.read
      .selectFrom('packPrices')
      .select('seq')
      .where('packagingId', '=', created._id);
    expect(await remaining.execute()).toEqual([]);
    expect(await reconcile(api.db.read)).toEqual([]);
  });

  it("can't be undone once a price has changed; the new price stays in the history", async () => {
    const stored = await createPack({ price: 10 });
    const importRun = await importPacks([[stored.name, 12, '']]);
    await updatePack(stored.id, { price: 13 });
    expect((await importRun.client.post(`${importRun.path}/undo`)).status).toBe(409);
    expect((await loadHistory(stored.id)).map(({ price }) => price)).toEqual([13, 12, 10]);
  });
});
