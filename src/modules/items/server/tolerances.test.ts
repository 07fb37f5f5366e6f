import { afterAll, beforeAll, expect, it } from 'vitest';
import { resolveTolerances } from '#modules/suppliers/tolerance-rules.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const toleranceFields = [
  'overReceiptPercent',
  'overReceiptQty',
  'shortReceiptPercent',
  'shortReceiptQty',
  'priceTolerancePercent',
] as const;
const pickTolerances = (row: Record<string, unknown>) => toleranceFields.map((name) => row[name]);
const itemPath = `/items/${ids.items.flour}`;

async function createSupplier(values: Record<string, unknown>) {
  const created = await api.as('admin').post('/suppliers', { code: 'TOL', name: 'Tolerant', ...values });
  expect(created.status, created.text).toBe(201);
  return created.body;
}

it("tolerances can be set on items and suppliers; the item's value takes precedence, even if it is 0", async () => {
  const { _id } = await createSupplier({ overReceiptPercent: 10, shortReceiptQty: 2.5 });
  expect(pickTolerances((await api.as('admin').get(`/suppliers/${_id}`)).body)).toEqual([
    10,
    null,
    null,
    2.5,
    null,
  ]);
  expect(pickTolerances((await api.as('admin').get(itemPath)).body)).toEqual([null, null, null, null, null]);
  const saved = await api.as('admin').put(itemPath, { overReceiptPercent: 0, priceTolerancePercent: 1.5 });
  expect([saved.status, pickTolerances(saved.body)]).toEqual([200, [0, null, null, null, 1.5]]);
  const columns = toleranceFields.map((name) => `${name}Micro` as const);
  const loadStored = async (table: 'items' | 'suppliers', id: string) =>
    api.db.read.selectFrom(table).select(columns).where('_id', '=', id).executeTakeFirstOrThrow();
  const tolerances = resolveTolerances(
    await loadStored('items', ids.items.flour),
    await loadStored('suppliers', _id),
  );
  expect(Object.values(tolerances)).toEqual([0, 0, 0, 2_500_000, 1_500_000]);
});

it.each([
  ['overReceiptPercent', -1],
  ['overReceiptPercent', 100.5],
  ['shortReceiptPercent', 0.000_000_1],
  ['shortReceiptQty', -0.5],
  ['priceTolerancePercent', '5 %'],
])('rejects %s of %s', async (name, value) => {
  for (const path of [itemPath, '/suppliers'] as const) {
    const body = { code: 'BAD', name: 'Bad', [name]: value };
    const { code: _, ...itemBody } = body;
    const response = await (path === itemPath
      ? api.as('admin').put(path, itemBody)
      : api.as('admin').post(path, body));
    expect([response.status >= 400 && response.status < 500, Object.keys(response.body.fields)]).toEqual([
      true,
      [name],
    ]);
  }
});

it('tolerances are imported with items, and an empty cell leaves the value unchanged', async () => {
  await api.as('admin').put(itemPath, { overReceiptPercent: 5, shortReceiptPercent: 3 });
  const columns = ['itemCode', 'overReceiptPercent', 'shortReceiptPercent', 'priceTolerancePercent'];
  const created = await api
    .as('admin')
    .post('/imports', { kind: 'items', fileName: 'tolerances.csv', columns });
  expect(created.status, created.text).toBe(201);
  const path = `/imports/${created.body._id}`;
  await api.as('admin').post(`${path}/rows`, { rows: [{ row: 2, cells: ['IT-001', '0', '', '2.5%'] }] });
  const checked = await api.as('admin').post(`${path}/check`);
  expect(checked.body, checked.text).toMatchObject({ invalid: 0, changed: 1 });
  expect((await api.as('admin').post(`${path}/commit`)).body).toMatchObject({ status: 'Committed' });
  const { body } = await api.as('admin').get(itemPath);
  expect([body.overReceiptPercent, body.shortReceiptPercent, body.priceTolerancePercent]).toEqual([
    0, 3, 2.5,
  ]);
});
