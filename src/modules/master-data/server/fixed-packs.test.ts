import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(async () => {
  expect(api.errors).toEqual([]);
  await api.close();
});

const { kg, g, case: crate } = ids.units;
const day = 24 * 3_600_000;
let createdCount = 0;

async function make(path: string, body: object, client: TestClient = api.as('admin')): Promise<string> {
  const response = await client.post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.body._id;
}
const makePack = (more: object = {}) =>
  make('/packagings', {
    itemId: ids.items.flour,
    name: `Bag ${++createdCount}`,
    unit: kg,
    contentsQty: 25,
    ...more,
  });
const makeSupplier = () =>
  make('/suppliers', { code: `SELLER${++createdCount}`, name: `Seller ${createdCount}` });
const order = (supplier: string, packagingId: string) =>
  make('/purchase-orders', {
    supplier,
    place: ids.branch1,
    items: [{ itemId: ids.items.flour, packagingId, qty: 1 }],
  });

/** Status, and the refused fields with their reasons. */
async function change(id: string, values: object, client: TestClient = api.as('admin')) {
  const { status, body } = await client.put(`/packagings/${id}`, values);
  const reasons = Object.entries(body.fieldReasons ?? {}) as [string, { reason: string }][];
  return [status, ...reasons.map(([field, { reason }]) => `${field}: ${reason}`)];
}

it('the contents of a pack can be corrected until something is bought in it', async () => {
  const supplier = await makeSupplier();
  const pack = await makePack({ supplierId: supplier, price: 20 });
  expect(await change(pack, { contentsQty: 20 })).toEqual([200]);
  expect(await change(pack, { unit: crate, contentsQty: 1, itemId: ids.items.flour })).toEqual([200]);
  expect(await change(pack, { unit: kg, contentsQty: 25 })).toEqual([200]);
  await order(supplier, pack);
  expect(await change(pack, { contentsQty: 20 })).toEqual([409, 'contentsQty: pack-stays']);
  expect(await change(pack, { unit: g, contentsQty: 20 })).toEqual([
    409,
    'unit: pack-stays',
    'contentsQty: pack-stays',
  ]);
  expect(await change(pack, { itemId: ids.items.bun })).toEqual([409, 'itemId: pack-stays']);
  const response = await api.as('admin').put(`/packagings/${pack}`, { contentsQty: 20 });
  expect([response.body.code, response.body.reason]).toEqual(['IN_USE', 'pack-in-use']);
  expect(response.body.fields.contentsQty).toContain('new pack');
  // The unchanged row, the same contents in another unit, and all other fields can be written.
  const { body: whole } = await api.as('admin').get(`/packagings/${pack}`);
  const { _id, createdAt: _, updatedAt: __, version: ___, nameAlt: ____, ...values } = whole;
  expect(await change(_id, { ...values, price: 21, preferred: true })).toEqual([200]);
  expect(await change(pack, { unit: g, contentsQty: 25_000 })).toEqual([200]);
  expect(await change(pack, { name: 'Renamed', isActive: false })).toEqual([200]);
});

it('the contents of a pack are fixed after the first day of a price, since recipe costs depend on it', async () => {
  const pack = await makePack({ price: 20 });
  const bare = await makePack();
  api.clock.advance(day - 1000);
  const admin = await api.signIn(ids.users.admin);
  expect(await change(pack, { contentsQty: 30 }, admin)).toEqual([200]);
  api.clock.advance(2000);
  const later = await api.signIn(ids.users.admin);
  expect(await change(pack, { contentsQty: 20 }, later)).toEqual([409, 'contentsQty: pack-stays']);
  expect(await change(bare, { contentsQty: 20 }, later)).toEqual([200]);
  const heldBy = async (id: string) => (await later.get(`/packagings/${id}/contents`)).body;
  expect([await heldBy(pack), await heldBy(bare)]).toEqual([{ fixedBy: 'prices' }, { fixedBy: null }]);
  expect((await later.get('/packagings/missing/contents')).status).toBe(404);
});

it('the conversion of a unit is fixed if a pack was bought in it, until the pack uses another unit', async () => {
  const admin = await api.signIn(ids.users.admin);
  const supplier = await make('/suppliers', { code: 'CRATES', name: 'Crates' }, admin);
  const item = await make(
    '/items',
    {
      itemCode: 'CRATED',
      name: 'Crated',
      kind: 'raw',
      category: ids.category,
      baseUnit: kg,
      conversions: [{ fromUnit: crate, toUnit: kg, num: 10, den: 1 }],
    },
    admin,
  );
  const pack = await make(
    '/packagings',
    { itemId: item, name: 'Crate', supplierId: supplier, unit: crate, contentsQty: 2, price: 20 },
    admin,
  );
  const to = async (num: number) => {
    const { status, body } = await admin.put(`/items/${item}`, {
      conversions: [{ fromUnit: crate, toUnit: kg, num, den: 1 }],
    });
    return [status, ...Object.keys(body.fieldReasons ?? {}), body.fieldReasons?.conversions?.reason].filter(
      Boolean,
    );
  };
  expect(await to(12)).toEqual([200]);
  expect(await to(10)).toEqual([200]);
  await make(
    '/purchase-orders',
    { supplier, place: ids.branch1, items: [{ itemId: item, packagingId: pack, qty: 1 }] },
    admin,
  );
  expect(await to(12)).toEqual([409, 'conversions', 'pack-measured-by']);
  expect(await to(10)).toEqual([200]);
  const file = await imported(admin, 'items', ['itemCode', 'conversions'], [['CRATED', 'case=12 kg']]);
  expect(file.faults).toEqual(['2 conversions']);
  expect(await change(pack, { unit: kg, contentsQty: 20 }, admin)).toEqual([200]);
  expect(await to(12)).toEqual([200]);
});

it("an import can't change a bought pack either, nor can its undo", async () => {
  const admin = await api.signIn(ids.users.admin);
  const supplier = await make('/suppliers', { code: 'FILED', name: 'Filed' }, admin);
  const pack = await make(
    '/packagings',
    { itemId: ids.items.flour, name: 'Of a file', supplierId: supplier, unit: kg, contentsQty: 25, price: 3 },
    admin,
  );
  const columns = ['itemId', 'supplierId', 'name', 'unit', 'contentsQty'];
  const row = (qty: number) => ['IT-001', 'FILED', 'Of a file', 'kg', qty];
  const first = await imported(admin, 'packagings', columns, [row(20)]);
  expect(first.faults).toEqual([]);
  expect((await admin.post(`${first.at}/commit`)).body).toMatchObject({ status: 'Committed', changed: 1 });
  await make(
    '/purchase-orders',
    { supplier, place: ids.branch1, items: [{ itemId: ids.items.flour, packagingId: pack, qty: 1 }] },
    admin,
  );
  const second = await imported(admin, 'packagings', columns, [row(25)]);
  expect(second.faults).toEqual(['2 contentsQty']);
  const ofItems = await imported(
    admin,
    'items',
    ['itemCode', 'pack.name', 'pack.supplierId', 'pack.contentsQty', 'pack.unit'],
    [['IT-001', 'Of a file', 'FILED', 25, 'kg']],
  );
  expect(ofItems.faults).toEqual(['2 pack.contentsQty']);
  const undone = await admin.post(`${first.at}/undo`);
  expect([undone.status, undone.body.reason]).toEqual([409, 'undo-used']);
  expect((await admin.get(`/packagings/${pack}`)).body).toMatchObject({ contentsQty: 20 });
});

it('an undo deletes packs under the same rule as users: on their first day', async () => {
  const admin = await api.signIn(ids.users.admin);
  await make('/suppliers', { code: 'UNDONE', name: 'Undone' }, admin);
  const columns = ['itemId', 'supplierId', 'name', 'unit', 'contentsQty', 'price'];
  const filed = async (name: string, price: number | string) => {
    const file = await imported(admin, 'packagings', columns, [['IT-001', 'UNDONE', name, 'kg', 25, price]]);
    expect(file.faults).toEqual([]);
    expect((await admin.post(`${file.at}/commit`)).body).toMatchObject({ status: 'Committed', created: 1 });
    return file.at;
  };
  const undoneSoon = await filed('Undone soon', 3);
  expect((await admin.post(`${undoneSoon}/undo`)).body).toMatchObject({ status: 'Undone' });
  const [late, bare] = [await filed('Undone late', 3), await filed('Never priced', '')];
  api.clock.advance(day + 1000);
  const later = await api.signIn(ids.users.admin);
  const undone = await later.post(`${late}/undo`);
  expect([undone.status, undone.body.reason]).toEqual([409, 'undo-priced']);
  expect(undone.body.error).toContain('the prices of Undone late');
  const packs = (await later.get('/packagings?search=Undone late')).body as { _id: string; name: string }[];
  const pack = packs.find(({ name }) => name === 'Undone late');
  expect((await later.delete(`/packagings/${pack?._id}`)).body).toMatchObject({ reason: 'pack-priced' });
  expect((await later.post(`${bare}/undo`)).body).toMatchObject({ status: 'Undone' });
});

it('a file checked before the pack was bought is refused at the commit', async () => {
  const admin = await api.signIn(ids.users.admin);
  const supplier = await make('/suppliers', { code: 'LATE', name: 'Late' }, admin);
  const pack = await make(
    '/packagings',
    { itemId: ids.items.flour, name: 'Late', supplierId: supplier, unit: kg, contentsQty: 25, price: 3 },
    admin,
  );
  const { at, faults } = await imported(
    admin,
    'packagings',
    ['itemId', 'supplierId', 'name', 'unit', 'contentsQty'],
    [['IT-001', 'LATE', 'Late', 'kg', 20]],
  );
  expect(faults).toEqual([]);
  await make(
    '/purchase-orders',
    { supplier, place: ids.branch1, items: [{ itemId: ids.items.flour, packagingId: pack, qty: 1 }] },
    admin,
  );
  expect((await admin.post(`${at}/commit`)).status).toBe(409);
  expect((await admin.get(`/packagings/${pack}`)).body).toMatchObject({ contentsQty: 25 });
});

/** Path and faulty cells of a file's dry run. */
async function imported(client: TestClient, kind: string, columns: string[], rows: unknown[][]) {
  const created = await client.post('/imports', { kind, fileName: 'file.csv', columns });
  expect(created.status, created.text).toBe(201);
  const at = `/imports/${created.body._id}`;
  await client.post(`${at}/rows`, { rows: rows.map((cells, nth) => ({ row: nth + 2, cells })) });
  const checked = await client.post(`${at}/check`);
  expect(checked.status, checked.text).toBe(200);
  const faulty = (await client.get(`${at}/rows?outcome=faulty`)).body as {
    row: number;
    problems: { column: string }[];
  }[];
  const faults = faulty.flatMap(({ row, problems }) => problems.map(({ column }) => `${row} ${column}`));
  return { at, faults };
}
