import { afterAll, beforeAll, expect, it } from 'vitest';
import { maxTemplatesPerBranch } from '#modules/order-templates/collection.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const { flour, milk, tomato } = ids.items;
const { case: caseUnit, l, piece } = ids.units;
const lines = [
  { itemId: flour, qty: 2, unit: caseUnit },
  { itemId: milk, qty: 4.5, unit: l },
];
let templateCount = 0;

async function createTemplate(
  values: Record<string, unknown> = {},
  user: 'branch' | 'staff' | 'admin' = 'branch',
) {
  return api
    .as(user)
    .post('/order-templates', { name: `Week ${++templateCount}`, branch: ids.branch1, lines, ...values });
}

it('an order template can be created, found, changed, archived and deleted', async () => {
  const created = await createTemplate({ nameAlt: 'أسبوع', weekdays: [1, 4] });
  expect(created.status, created.text).toBe(201);
  expect(created.body).toMatchObject({
    branch: ids.branch1,
    kitchen: null,
    weekdays: [1, 4],
    lines,
    isActive: true,
  });
  const rowPath = `/order-templates/${created.body._id}`;
  const found = await api.as('staff').get(`/order-templates?branch=${ids.branch1}&q=week`);
  expect(found.body).toContainEqual(created.body);
  const changed = await api.as('branch').put(rowPath, { lines: lines.slice(0, 1) }, { 'if-match': '"1"' });
  expect(changed.body).toMatchObject({ lines: lines.slice(0, 1), version: 2 });
  expect((await api.as('branch').put(rowPath, { name: 'Late' }, { 'if-match': '"1"' })).status).toBe(412);
  expect((await api.as('branch').put(rowPath, { isActive: false })).body.isActive).toBe(false);
  expect((await api.as('branch').delete(rowPath)).status).toBe(204);
  expect((await api.as('branch').get(rowPath)).status).toBe(404);
});

it.each([
  [{ lines: [{ itemId: 'nothing', qty: 1, unit: caseUnit }] }, 'lines.0.itemId'],
  [{ lines: [{ itemId: flour, qty: 1, unit: 'nothing' }] }, 'lines.0.unit'],
  [{ lines: [...lines, { itemId: tomato, qty: 1, unit: piece }] }, 'lines.2.unit'],
  [{ lines: [...lines, lines[0]] }, 'lines.2.itemId'],
  [{ lines: [{ itemId: flour, qty: 0, unit: caseUnit }] }, 'lines.0.qty'],
  [{ lines: [{ itemId: flour, qty: 1, unit: caseUnit, price: 1 }] }, 'lines.0.price'],
  [{ weekdays: [8] }, 'weekdays.0'],
  [{ branch: null }, 'branch'],
])('rejects %j', async (values, field) => {
  const response = await createTemplate(values, 'admin');
  expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]]);
});

it('reports the missing conversion of a unit', async () => {
  const response = await createTemplate({ lines: [{ itemId: tomato, qty: 1, unit: piece }] });
  expect(response.body.fields['lines.0.unit']).toBe(
    'There is no conversion from piece to kg for Tomato. Add one to the item.',
  );
});

it('an order template is visible only at its branch, and requires permission to edit', async () => {
  const { body } = await createTemplate();
  for (const user of ['branch2', 'kitchen'] as const) {
    expect((await api.as(user).get(`/order-templates/${body._id}`)).status).toBe(404);
    expect((await api.as(user).put(`/order-templates/${body._id}`, { name: 'Mine' })).status).toBe(404);
  }
  expect((await api.as('branch2').get('/order-templates')).body).toEqual([]);
  expect((await createTemplate({ branch: ids.branch2 })).status).toBe(403);
  expect((await api.as('branch').put(`/order-templates/${body._id}`, { branch: ids.branch2 })).status).toBe(
    403,
  );
  expect((await api.anonymous.get('/order-templates')).status).toBe(401);
  expect((await createTemplate({}, 'staff')).status).toBe(201);
  expect((await api.as('staff').put(`/order-templates/${body._id}`, { name: 'Staff' })).status).toBe(403);
});

it('an order template has a unique name within its branch', async () => {
  const { body } = await createTemplate();
  const secondResponse = await createTemplate({ name: body.name });
  expect([secondResponse.status, secondResponse.body.code, secondResponse.body.details.id]).toEqual([
    409,
    'DUPLICATE',
    body._id,
  ]);
  expect((await createTemplate({ name: body.name, branch: ids.branch2 }, 'admin')).status).toBe(201);
});

it('an order template prevents deletion of its items', async () => {
  await createTemplate({ lines: [{ itemId: tomato, qty: 3, unit: ids.units.kg }] });
  await api.db.writer.deleteFrom('balances').where('itemId', '=', tomato).execute();
  const response = await api.as('admin').delete(`/items/${tomato}`);
  expect([response.status, response.body.code]).toEqual([409, 'IN_USE']);
});

it("a pack can't use a unit without conversion", async () => {
  const pack = (unit: string) => ({ itemId: tomato, name: 'Tray', unit, contentsQty: 12 });
  const response = await api.as('admin').post('/packagings', pack(piece));
  expect([response.status, response.body.fields]).toEqual([
    422,
    { unit: 'There is no conversion from piece to kg for Tomato. Add one to the item.' },
  ]);
  const created = await api.as('admin').post('/packagings', pack(ids.units.g));
  expect(created.status).toBe(201);
  expect((await api.as('admin').put(`/packagings/${created.body._id}`, { unit: piece })).status).toBe(422);
  expect((await api.as('admin').put(`/packagings/${created.body._id}`, { contentsQty: 6 })).status).toBe(200);
});

it('limits the number of templates per branch, including archived ones', async () => {
  const { _id } = (await createTemplate({ branch: ids.branch2 }, 'admin')).body;
  const [row] = await api.db.read.selectFrom('orderTemplates').selectAll().where('_id', '=', _id).execute();
  if (!row) throw new Error('The template is gone');
  const count = (await api.as('admin').get(`/order-templates?branch=${ids.branch2}`)).body.length as number;
  const templates = Array.from({ length: maxTemplatesPerBranch - count }, (_, index) => ({
    ...row,
    _id: `more-${index}`,
    name: `More ${index}`,
    isActive: 0 as const,
  }));
  await api.db.write((tx) => insertRows(tx, 'orderTemplates', templates));
  const response = await createTemplate({ branch: ids.branch2 }, 'admin');
  expect([response.status, response.body.fields]).toEqual([
    422,
    { branch: 'This branch already has 100 order templates. Delete one that you don’t need first.' },
  ]);
  const moved = (await createTemplate({}, 'admin')).body;
  const moveResponse = await api.as('admin').put(`/order-templates/${moved._id}`, { branch: ids.branch2 });
  expect([moveResponse.status, Object.keys(moveResponse.body.fields ?? {})]).toEqual([422, ['branch']]);
  expect((await api.as('admin').put(`/order-templates/${_id}`, { name: 'Renamed' })).status).toBe(200);
  expect((await api.as('admin').delete('/order-templates/more-1')).status).toBe(204);
  expect((await createTemplate({ branch: ids.branch2 }, 'admin')).status).toBe(201);
});

it("twenty concurrent creations and moves don't exceed the limit per branch", async () => {
  const templatesOfBranch1 = await Promise.all(Array.from({ length: 10 }, () => createTemplate({}, 'admin')));
  const loadTemplates = () =>
    api.db.read.selectFrom('orderTemplates').select('_id').where('branch', '=', ids.branch2).execute();
  await api.db.write((tx) => tx.deleteFrom('orderTemplates').where('branch', '=', ids.branch2).execute());
  const [row] = await api.db.read.selectFrom('orderTemplates').selectAll().limit(1).execute();
  if (!row) throw new Error('There is no template');
  const templates = Array.from({ length: maxTemplatesPerBranch - 3 }, (_, index) => ({
    ...row,
    _id: `other-${index}`,
    branch: ids.branch2,
    name: `Other ${index}`,
  }));
  await api.db.write((tx) => insertRows(tx, 'orderTemplates', templates));
  const responses = await Promise.all(
    templatesOfBranch1.flatMap(({ body }) => [
      createTemplate({ branch: ids.branch2 }, 'admin'),
      api.as('admin').put(`/order-templates/${body._id}`, { branch: ids.branch2 }),
    ]),
  );
  expect(responses.filter(({ status }) => status === 422)).toHaveLength(17);
  expect(responses.filter(({ status }) => status < 300)).toHaveLength(3);
  expect(await loadTemplates()).toHaveLength(maxTemplatesPerBranch);
});
