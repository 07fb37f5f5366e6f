import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createSupplier } from '#app/server/testing/document-samples.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

it('lists entries with user, action and values, newest first, with filters', async () => {
  const created = await api.as('admin').post('/brands', { name: 'Seen' });
  await api.as('admin').put(`/brands/${created.body._id}`, { name: 'Seen again' });
  const rows = (await api.as('admin').get(`/audit?entity=brands&entityId=${created.body._id}`)).body;
  expect(
    rows.map(({ action, userId, before, after }: Record<string, { name?: string }>) => [
      action,
      userId,
      before?.name,
      after?.name,
    ]),
  ).toEqual([
    ['edit', ids.users.admin, 'Seen', 'Seen again'],
    ['create', ids.users.admin, undefined, 'Seen'],
  ]);
  expect(rows[0].requestId).toMatch(/^[\da-f-]{36}$/);
  expect(
    (await api.as('admin').get('/audit?from=2026-03-04&to=2026-03-04&limit=500')).body.length,
  ).toBeGreaterThan(1);
  expect((await api.as('admin').get('/audit?from=2026-03-05')).body).toEqual([]);
  expect(
    (await api.as('admin').get(`/audit?after=${rows[1].seq}&limit=1`)).body.map(
      ({ seq }: { seq: number }) => seq < rows[1].seq,
    ),
  ).not.toContain(false);
  expect((await api.as('admin').get('/audit?from=yesterday')).status).toBe(400);
});

it('returns the names of rows and of the rows they reference', async () => {
  const created = await api.as('admin').post('/brands', { name: 'Named' });
  await api.as('admin').put(`/branch/${ids.branch1}`, { brandId: created.body._id });
  await api.as('admin').put(`/brands/${created.body._id}`, { name: 'Renamed' });
  const [row] = (await api.as('admin').get(`/audit?entityId=${ids.branch1}`)).body;
  expect(row.names[created.body._id]).toBe('Renamed');
  expect(row.entityName).toBe(row.names[ids.branch1]);
  await api.as('admin').put(`/branch/${ids.branch1}`, { brandId: null });
  await api.as('admin').delete(`/brands/${created.body._id}`);
  const [deletion] = (await api.as('admin').get(`/audit?entityId=${created.body._id}&action=delete`)).body;
  expect([deletion.entityName, deletion.names]).toEqual(['Renamed', {}]);
});

it('names the lines of a changed document by their items', async () => {
  const { header, lines } = await createOrderInStatus(api, 'Under Process');
  const [line] = lines;
  if (!line) throw new Error('The order has no lines');
  const items = [{ lineId: line.lineId, pickedQty: 1 }];
  expect((await api.as('kitchen').patch(`/orders/${header._id}`, { items })).status).toBe(200);
  const [edit] = (await api.as('admin').get(`/audit?entityId=${header._id}&action=edit`)).body;
  expect(edit.after.items).toEqual(items);
  expect(edit.names[line.lineId]).toBe(line.itemName);
});

it('filters by user, days and combinations, and pages have no gaps', async () => {
  const names = (rows: { userName: string }[]) => [...new Set(rows.map(({ userName }) => userName))];
  await api.as('master').put(`/brands/${(await api.as('master').post('/brands', { name: 'Q' })).body._id}`, {
    name: 'Q2',
  });
  const find = async (query: string) => (await api.as('admin').get(`/audit?${query}`)).body;
  expect(names(await find('q=test%20master'))).toEqual(['Test master']);
  expect(await find('q=nobody%20at%20all')).toEqual([]);
  const combined = await find(
    `userId=${ids.users.master}&entity=brands&action=edit&from=2026-03-04&to=2026-03-04`,
  );
  expect(combined.map(({ after }: { after: { name: string } }) => after.name)).toEqual(['Q2']);
  const all = (await find('limit=500')).map(({ seq }: { seq: number }) => seq);
  const paged: number[] = [];
  for (let after = ''; ; after = `&after=${paged.at(-1)}`) {
    const page = await find(`limit=2${after}`);
    if (page.length === 0) break;
    paged.push(...page.map(({ seq }: { seq: number }) => seq));
  }
  expect(paged).toEqual(all);
});

it("contains no secrets, and no costs for users who can't see them", async () => {
  const clerk = await api.as('master').post('/users', {
    name: 'Clerk',
    email: 'clerk@demo.test',
    password: 'correct horse battery',
    role: 'admin',
    allowedPages: ['user'],
  });
  await api.as('admin').put(`/items/${ids.items.flour}`, { standardCost: 9.5 });
  const path = `/audit?entity=items&entityId=${ids.items.flour}`;
  expect((await api.as('admin').get(path)).body[0].after).toMatchObject({ standardCost: 9.5 });
  const visible = (await (await api.signIn(clerk.body._id)).get(path)).body[0];
  expect(visible.after).not.toHaveProperty('standardCost');
  expect(visible.after).toHaveProperty('unitPrice');
  await api.as('admin').put(`/users/${clerk.body._id}`, { password: 'quite another one' });
  const row = (await api.as('admin').get(`/audit?entityId=${clerk.body._id}&action=edit`)).body[0];
  expect(row.after).toMatchObject({ password: 'changed' });
});

it("hides an entry's values from users who may not read them in the row itself", async () => {
  const supplier = await createSupplier(api);
  const line = { itemId: ids.items.flour, qty: 3, price: 41.17 };
  const orderInput = { place: ids.branch1, supplier, freight: 17.31, items: [line] };
  const purchaseOrder = await api.as('admin').post('/purchase-orders', orderInput);
  await api.as('admin').patch(`/purchase-orders/${purchaseOrder.body._id}`, { freight: 19.37 });
  await api.as('admin').patch(`/purchase-orders/${purchaseOrder.body._id}`, { status: 'Sent' });
  const invoiceInput = {
    place: ids.branch1,
    supplier,
    number: 'AU-1',
    date: '2026-03-04',
    total: 123.51,
    items: [line],
  };
  const invoice = await api.as('admin').post('/supplier-invoices', invoiceInput);
  await api.as('admin').patch(`/supplier-invoices/${invoice.body._id}`, { notes: 'paid' });
  const salesDays = [{ branch: ids.branch1, day: '2026-03-03', lines: [{ code: 'A', qty: 7, net: 813.29 }] }];
  await api.as('admin').post('/sales', { source: 'Till', days: salesDays });
  const rights = { canCreate: true, canEdit: true, canDelete: true, canView: true };
  const signInAs = async (name: string, overrides: object) => {
    const role = { key: name.replace('.', '_'), label: name, permissions: rights, allowedPages: ['user'] };
    await api.as('master').post('/roles', role);
    const person = {
      name,
      email: `${name}@demo.test`,
      password: 'correct horse battery',
      permissions: rights,
    };
    return api.signIn((await api.as('master').post('/users', { ...person, ...overrides })).body._id);
  };
  const clerk = await signInAs('audit.clerk', { role: 'admin', allowedPages: ['user'] });
  const buyer = await signInAs('audit.buyer', { role: 'audit_buyer', allowedPages: ['user', 'inventory'] });
  const other = await signInAs('audit.other', {
    role: 'audit_other',
    branches: [ids.branch2],
    allowedPages: ['*'],
  });
  const figures = ['17.31', '19.37', '41.17', '123.51', '813.29'];
  const read = async (client: TestClient) => (await client.get('/audit?limit=500')).text;
  const visibleFigures = (text: string) => figures.filter((figure) => text.includes(figure));
  expect(visibleFigures(await read(clerk))).toEqual([]);
  expect(await read(clerk)).not.toContain(purchaseOrder.body.number);
  expect(await read(other)).not.toContain(purchaseOrder.body.number);
  expect(await read(buyer)).toContain('19.37');
  expect(await read(buyer)).not.toContain('813.29');
  const entry = (await clerk.get(`/audit?entityId=${purchaseOrder.body._id}&action=create`)).body[0];
  expect(entry).toMatchObject({
    userId: ids.users.admin,
    entity: 'purchase-orders',
    after: null,
    entityName: null,
  });
  const visible = (await buyer.get(`/audit?entityId=${purchaseOrder.body._id}&action=create`)).body[0];
  expect(visible).toMatchObject({ after: { lines: 1 }, entityName: purchaseOrder.body.number });
});

it('hides the costs of a document according to its field definitions', async () => {
  const waste = { branch: ids.branch1, item: ids.items.flour, qty: 1, reason: 'spoiled' };
  await receiveStock(api, ids.branch1, ids.items.flour, 10, 6.6613);
  const { body } = await api.as('admin').post('/wastage', waste);
  await api.as('admin').patch(`/wastage/${body._id}`, { status: 'Reversed', transitionReason: 'mistake' });
  const person = {
    name: 'Wasteful',
    email: 'wasteful@demo.test',
    password: 'correct horse battery',
    role: 'admin',
    allowedPages: ['user', 'branch-order/wastage'],
  };
  const clerk = await api.signIn((await api.as('master').post('/users', person)).body._id);
  const path = `/audit?entityId=${body._id}`;
  expect((await clerk.get(path)).body.length).toBeGreaterThan(0);
  expect((await clerk.get(path)).text).not.toContain('6.66');
});

it('records denied requests', async () => {
  await api.as('kitchen').post('/brands', { name: 'Mine' });
  const [row] = (await api.as('admin').get('/audit?action=denied')).body;
  expect(row).toMatchObject({ userId: ids.users.kitchen, entity: 'brands', after: { call: 'post /brands' } });
});

it('requires access to the audit page', async () => {
  expect((await api.anonymous.get('/audit')).status).toBe(401);
  expect((await api.as('branch').get('/audit')).status).toBe(403);
});

it.each(['update audit set action = 1', 'delete from audit'])(
  "can't be changed by SQL: %s",
  async (statement) => {
    const { sql } = await import('kysely');
    await expect(sql.raw(statement).execute(api.db.writer)).rejects.toThrow('is append-only');
  },
);
