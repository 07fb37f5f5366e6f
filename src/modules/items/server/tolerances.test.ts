import { afterAll, beforeAll, expect, it } from 'vitest';
import { effectiveTolerances } from '#modules/suppliers/tolerance-rules.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const names = [
  'overReceiptPercent',
  'overReceiptQty',
  'shortReceiptPercent',
  'shortReceiptQty',
  'priceTolerancePercent',
] as const;
const pick = (row: Record<string, unknown>) => names.map((name) => row[name]);
const item = `/items/${ids.items.flour}`;

async function supplier(values: Record<string, unknown>) {
  const created = await api.as('admin').post('/suppliers', { code: 'TOL', name: 'Tolerant', ...values });
  expect(created.status, created.text).toBe(201);
  return created.body;
}

it("are set on items and suppliers, distinguish 0 from unset, and prefer the item's value", async () => {
  const { _id } = await supplier({ overReceiptPercent: 10, shortReceiptQty: 2.5 });
  expect(pick((await api.as('admin').get(`/suppliers/${_id}`)).body)).toEqual([10, null, null, 2.5, null]);
  expect(pick((await api.as('admin').get(item)).body)).toEqual([null, null, null, null, null]);
  const saved = await api.as('admin').put(item, { overReceiptPercent: 0, priceTolerancePercent: 1.5 });
  expect([saved.status, pick(saved.body)]).toEqual([200, [0, null, null, null, 1.5]]);
  const columns = names.map((name) => `${name}Micro` as const);
  const entered = async (table: 'items' | 'suppliers', id: string) =>
    api.db.read.selectFrom(table).select(columns).where('_id', '=', id).executeTakeFirstOrThrow();
  const tolerances = effectiveTolerances(
    await entered('items', ids.items.flour),
    await entered('suppliers', _id),
  );
  expect(Object.values(tolerances)).toEqual([0, 0, 0, 2_500_000, 1_500_000]);
});

it.each([
  ['overReceiptPercent', -1],
  ['overReceiptPercent', 100.5],
  ['shortReceiptPercent', 0.000_000_1],
  ['shortReceiptQty', -0.5],
  ['priceTolerancePercent', '5 %'],
])('%s of %s is refused by name', async (name, value) => {
  for (const path of [item, '/suppliers'] as const) {
    const body = { code: 'BAD', name: 'Bad', [name]: value };
    const { code: _, ...ofItem } = body;
    const response = await (path === item
      ? api.as('admin').put(path, ofItem)
      : api.as('admin').post(path, body));
    expect([response.status >= 400 && response.status < 500, Object.keys(response.body.fields)]).toEqual([
      true,
      [name],
    ]);
  }
});

it('are imported with items, and an empty cell leaves the value unchanged', async () => {
  await api.as('admin').put(item, { overReceiptPercent: 5, shortReceiptPercent: 3 });
  const columns = ['itemCode', 'overReceiptPercent', 'shortReceiptPercent', 'priceTolerancePercent'];
  const created = await api
    .as('admin')
    .post('/imports', { kind: 'items', fileName: 'tolerances.csv', columns });
  expect(created.status, created.text).toBe(201);
  const at = `/imports/${created.body._id}`;
  await api.as('admin').post(`${at}/rows`, { rows: [{ row: 2, cells: ['IT-001', '0', '', '2.5%'] }] });
  const checked = await api.as('admin').post(`${at}/check`);
  expect(checked.body, checked.text).toMatchObject({ faulty: 0, changed: 1 });
  expect((await api.as('admin').post(`${at}/commit`)).body).toMatchObject({ status: 'Committed' });
  const { body } = await api.as('admin').get(item);
  expect([body.overReceiptPercent, body.shortReceiptPercent, body.priceTolerancePercent]).toEqual([
    0, 3, 2.5,
  ]);
});
