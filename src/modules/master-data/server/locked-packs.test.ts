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

const { kg, g, case: caseUnit } = ids.units;
const day = 24 * 3_600_000;
let createdCount = 0;

async function create(path: string, body: object, client: TestClient = api.as('admin')): Promise<string> {
  const response = await client.post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.body._id;
}
const createPack = (values: object = {}) =>
  create('/packagings', {
    itemId: ids.items.flour,
    name: `Bag ${++createdCount}`,
    unit: kg,
    contentsQty: 25,
    ...values,
  });
const createSupplier = () =>
  create('/suppliers', { code: `SELLER${++createdCount}`, name: `Seller ${createdCount}` });
const createOrder = (supplier: string, packagingId: string) =>
  create('/purchase-orders', {
    supplier,
    place: ids.branch1,
    items: [{ itemId: ids.items.flour, packagingId, qty: 1 }],
  });

/** Changes a pack; returns the status and the rejected fields with reasons. */
async function change(id: string, values: object, client: TestClient = api.as('admin')) {
  const { status, body } = await client.put(`/packagings/${id}`, values);
  const reasons = Object.entries(body.fieldReasons ?? {}) as [string, { reason: string }][];
  return [status, ...reasons.map(([field, { reason }]) => `${field}: ${reason}`)];
}

it("the contents of a pack can be corrected as long as the pack hasn't been purchased", async () => {
  const supplier = await createSupplier();
  const pack = await createPack({ supplierId: supplier, price: 20 });
  expect(await change(pack, { contentsQty: 20 })).toEqual([200]);
  expect(await change(pack, { unit: caseUnit, contentsQty: 1, itemId: ids.items.flour })).toEqual([200]);
  expect(await change(pack, { unit: kg, contentsQty: 25 })).toEqual([200]);
  await createOrder(supplier, pack);
  expect(await change(pack, { contentsQty: 20 })).toEqual([409, 'contentsQty: pack-locked']);
  expect(await change(pack, { unit: g, contentsQty: 20 })).toEqual([
    409,
    'unit: pack-locked',
    'contentsQty: pack-locked',
  ]);
  expect(await change(pack, { itemId: ids.items.bun })).toEqual([409, 'itemId: pack-locked']);
  const response = await api.as('admin').put(`/packagings/${pack}`, { contentsQty: 20 });
  expect([response.body.code, response.body.reason]).toEqual(['IN_USE', 'pack-in-use']);
  expect(response.body.fields.contentsQty).toContain('new pack');
  // The unchanged row, the same contents in a different unit, and all other fields can be saved.
  const { body: fullPack } = await api.as('admin').get(`/packagings/${pack}`);
  const { _id, createdAt: _, updatedAt: __, version: ___, nameAlt: ____, ...values } = fullPack;
  expect(await change(_id, { ...values, price: 21, preferred: true })).toEqual([200]);
  expect(await change(pack, { unit: g, contentsQty: 25_000 })).toEqual([200]);
  expect(await change(pack, { name: 'Renamed', isActive: false })).toEqual([200]);
});

it('the contents of a pack are locked once it has a price that is a day old, since recipe costs depend on it', async () => {
  const pack = await createPack({ price: 20 });
  const packWithoutPrice = await createPack();
  api.clock.advance(day - 1000);
  const admin = await api.signIn(ids.users.admin);
  expect(await change(pack, { contentsQty: 30 }, admin)).toEqual([200]);
  api.clock.advance(2000);
  const later = await api.signIn(ids.users.admin);
  expect(await change(pack, { contentsQty: 20 }, later)).toEqual([409, 'contentsQty: pack-locked']);
  expect(await change(packWithoutPrice, { contentsQty: 20 }, later)).toEqual([200]);
  const loadLock = async (id: string) => (await later.get(`/packagings/${id}/contents`)).body;
  expect([await loadLock(pack), await loadLock(packWithoutPrice)]).toEqual([
    { lockedBy: 'prices' },
    { lockedBy: null },
  ]);
  expect((await later.get('/packagings/missing/contents')).status).toBe(404);
});

it('the conversion of a unit is locked if a pack in this unit was purchased, unless the unit of the pack is changed', async () => {
  const admin = await api.signIn(ids.users.admin);
  const supplier = await create('/suppliers', { code: 'CRATES', name: 'Crates' }, admin);
  const item = await create(
    '/items',
    {
      itemCode: 'CRATED',
      name: 'Crated',
      kind: 'raw',
      category: ids.category,
      baseUnit: kg,
      conversions: [{ fromUnit: caseUnit, toUnit: kg, num: 10, den: 1 }],
    },
    admin,
  );
  const pack = await create(
    '/packagings',
    { itemId: item, name: 'Crate', supplierId: supplier, unit: caseUnit, contentsQty: 2, price: 20 },
    admin,
  );
  const changeConversion = async (num: number) => {
    const { status, body } = await admin.put(`/items/${item}`, {
      conversions: [{ fromUnit: caseUnit, toUnit: kg, num, den: 1 }],
    });
    return [status, ...Object.keys(body.fieldReasons ?? {}), body.fieldReasons?.conversions?.reason].filter(
      Boolean,
    );
  };
  expect(await changeConversion(12)).toEqual([200]);
  expect(await changeConversion(10)).toEqual([200]);
  await create(
    '/purchase-orders',
    { supplier, place: ids.branch1, items: [{ itemId: item, packagingId: pack, qty: 1 }] },
    admin,
  );
  expect(await changeConversion(12)).toEqual([409, 'conversions', 'pack-measured-by']);
  expect(await changeConversion(10)).toEqual([200]);
  const file = await checkFile(admin, 'items', ['itemCode', 'conversions'], [['CRATED', 'case=12 kg']]);
  expect(file.faultyCells).toEqual(['2 conversions']);
  expect(await change(pack, { unit: kg, contentsQty: 20 }, admin)).toEqual([200]);
  expect(await changeConversion(12)).toEqual([200]);
});

it('neither an import nor its undo can change a pack that was purchased', async () => {
  const admin = await api.signIn(ids.users.admin);
  const supplier = await create('/suppliers', { code: 'FILED', name: 'Filed' }, admin);
  const pack = await create(
    '/packagings',
    {
      itemId: ids.items.flour,
      name: 'From a file',
      supplierId: supplier,
      unit: kg,
      contentsQty: 25,
      price: 3,
    },
    admin,
  );
  const columns = ['itemId', 'supplierId', 'name', 'unit', 'contentsQty'];
  const createCells = (qty: number) => ['IT-001', 'FILED', 'From a file', 'kg', qty];
  const firstFile = await checkFile(admin, 'packagings', columns, [createCells(20)]);
  expect(firstFile.faultyCells).toEqual([]);
  expect((await admin.post(`${firstFile.path}/commit`)).body).toMatchObject({
    status: 'Committed',
    changed: 1,
  });
  await create(
    '/purchase-orders',
    { supplier, place: ids.branch1, items: [{ itemId: ids.items.flour, packagingId: pack, qty: 1 }] },
    admin,
  );
  const secondFile = await checkFile(admin, 'packagings', columns, [createCells(25)]);
  expect(secondFile.faultyCells).toEqual(['2 contentsQty']);
  const itemFile = await checkFile(
    admin,
    'items',
    ['itemCode', 'pack.name', 'pack.supplierId', 'pack.contentsQty', 'pack.unit'],
    [['IT-001', 'From a file', 'FILED', 25, 'kg']],
  );
  expect(itemFile.faultyCells).toEqual(['2 pack.contentsQty']);
  const undone = await admin.post(`${firstFile.path}/undo`);
  expect([undone.status, undone.body.reason]).toEqual([409, 'undo-used']);
  expect((await admin.get(`/packagings/${pack}`)).body).toMatchObject({ contentsQty: 20 });
});

it('an undo follows the same rule as users: packs with prices can be deleted on their first day only', async () => {
  const admin = await api.signIn(ids.users.admin);
  await create('/suppliers', { code: 'UNDONE', name: 'Undone' }, admin);
  const columns = ['itemId', 'supplierId', 'name', 'unit', 'contentsQty', 'price'];
  const importPack = async (name: string, price: number | string) => {
    const file = await checkFile(admin, 'packagings', columns, [['IT-001', 'UNDONE', name, 'kg', 25, price]]);
    expect(file.faultyCells).toEqual([]);
    expect((await admin.post(`${file.path}/commit`)).body).toMatchObject({ status: 'Committed', created: 1 });
    return file.path;
  };
  const undoneSoon = await importPack('Undone soon', 3);
  expect((await admin.post(`${undoneSoon}/undo`)).body).toMatchObject({ status: 'Undone' });
  const [late, packWithoutPrice] = [await importPack('Undone late', 3), await importPack('Never priced', '')];
  api.clock.advance(day + 1000);
  const later = await api.signIn(ids.users.admin);
  const undone = await later.post(`${late}/undo`);
  expect([undone.status, undone.body.reason]).toEqual([409, 'undo-priced']);
  expect(undone.body.error).toContain('the prices of Undone late');
  const packs = (await later.get('/packagings?search=Undone late')).body as { _id: string; name: string }[];
  const pack = packs.find(({ name }) => name === 'Undone late');
  expect((await later.delete(`/packagings/${pack?._id}`)).body).toMatchObject({ reason: 'pack-priced' });
  expect((await later.post(`${packWithoutPrice}/undo`)).body).toMatchObject({ status: 'Undone' });
});

it('rejects a commit if a pack in the file was purchased after the check', async () => {
  const admin = await api.signIn(ids.users.admin);
  const supplier = await create('/suppliers', { code: 'LATE', name: 'Late' }, admin);
  const pack = await create(
    '/packagings',
    { itemId: ids.items.flour, name: 'Late', supplierId: supplier, unit: kg, contentsQty: 25, price: 3 },
    admin,
  );
  const { path, faultyCells } = await checkFile(
    admin,
    'packagings',
    ['itemId', 'supplierId', 'name', 'unit', 'contentsQty'],
    [['IT-001', 'LATE', 'Late', 'kg', 20]],
  );
  expect(faultyCells).toEqual([]);
  await create(
    '/purchase-orders',
    { supplier, place: ids.branch1, items: [{ itemId: ids.items.flour, packagingId: pack, qty: 1 }] },
    admin,
  );
  expect((await admin.post(`${path}/commit`)).status).toBe(409);
  expect((await admin.get(`/packagings/${pack}`)).body).toMatchObject({ contentsQty: 25 });
});

/** Checks a file; returns the path of the import and its faulty cells. */
async function checkFile(client: TestClient, kind: string, columns: string[], rows: unknown[][]) {
  const created = await client.post('/imports', { kind, fileName: 'file.csv', columns });
  expect(created.status, created.text).toBe(201);
  const path = `/imports/${created.body._id}`;
  await client.post(`${path}/rows`, { rows: rows.map((cells, index) => ({ row: index + 2, cells })) });
  const checked = await client.post(`${path}/check`);
  expect(checked.status, checked.text).toBe(200);
  const faulty = (await client.get(`${path}/rows?outcome=invalid`)).body as {
    row: number;
    problems: { column: string }[];
  }[];
  const faultyCells = faulty.flatMap(({ row, problems }) => problems.map(({ column }) => `${row} ${column}`));
  return { path, faultyCells };
}
