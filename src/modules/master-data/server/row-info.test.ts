import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { items } from '#modules/items/collection.ts';
import { resources } from '../collections.ts';
import { getSchemas } from '#platform/collections/schemas.ts';
import { rowChange, usageRow } from '#platform/collections/row-history-shape.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { buildSample } from '#app/server/testing/samples.ts';

let api: TestApp;
let sampleNumber = 5000;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const admin = () => api.as('admin');
async function createBrand(): Promise<string> {
  const created = await admin().post('/brands', {
    name: `Brand ${++sampleNumber}`,
    code: `B${sampleNumber}`,
  });
  expect(created.status, created.text).toBe(201);
  return created.body._id;
}

describe.each(resources.map((resource) => [resource.path, resource] as const))('%s', (path, resource) => {
  it('archives and restores rows, and records who did it', async () => {
    const created = await admin().post(path, buildSample(resource, ++sampleNumber));
    const id: string = created.body._id;
    const archived = await admin().post(`${path}/archive`, { ids: [id], isActive: false });
    expect([archived.status, archived.body]).toEqual([
      200,
      [{ ...created.body, isActive: false, version: 2, updatedAt: archived.body[0].updatedAt }],
    ]);
    await admin().post(`${path}/archive`, { ids: [id], isActive: true });
    await admin().put(`${path}/${id}`, { nameAlt: 'اسم' });
    const history = await admin().get(`${path}/${id}/history`);
    expect(history.body.map((row: unknown) => buildResponseSchema(rowChange).parse(row).action)).toEqual([
      'edit',
      'restore',
      'archive',
      'create',
    ]);
    expect(history.body[0]).toMatchObject({
      userName: 'Test admin',
      before: { nameAlt: expect.stringContaining('Sample') },
      after: { nameAlt: 'اسم' },
    });
    expect(Object.keys(history.body[0].after)).toEqual(['nameAlt']);
    expect(history.body[1]).toMatchObject({ before: { isActive: false }, after: { isActive: true } });
    expect((await admin().get(`${path}/${id}/history?limit=1&page=4`)).body[0].action).toBe('create');
    expect((await admin().get(`${path}/${id}/usage`)).body).toEqual([]);
  });

  it('requires permission', async () => {
    const { body } = await admin().post(path, buildSample(resource, ++sampleNumber));
    const archive = { ids: [body._id], isActive: false };
    expect((await api.anonymous.post(`${path}/archive`, archive)).status).toBe(401);
    expect((await api.as('viewer').post(`${path}/archive`, archive)).status).toBe(403);
    for (const endpoint of ['usage', 'history']) {
      expect((await api.anonymous.get(`${path}/${body._id}/${endpoint}`)).status).toBe(401);
      expect((await api.as('viewer').get(`${path}/${body._id}/${endpoint}`)).status).toBe(200);
      expect((await admin().get(`${path}/nothing/${endpoint}`)).status).toBe(404);
    }
  });
});

describe('archiving', () => {
  it("is all or nothing and identifies the row that can't be archived", async () => {
    const id = await createBrand();
    const missing = await admin().post('/brands/archive', { ids: [id, 'nothing'], isActive: false });
    expect([missing.status, missing.body.details.id]).toEqual([404, 'nothing']);
    expect((await admin().get(`/brands/${id}`)).body).toMatchObject({ isActive: true, version: 1 });

    const base = (await admin().get('/currencies?isBase=true')).body[0];
    const response = await admin().post('/currencies/archive', { ids: [base._id], isActive: false });
    expect([response.status, response.body.code, response.body.details.id]).toEqual([
      409,
      'IN_USE',
      base._id,
    ]);
  });

  it('skips rows that are already in that state and handles each row once', async () => {
    const id = await createBrand();
    const response = await admin().post('/brands/archive', { ids: [id, id], isActive: true });
    expect(response.body).toMatchObject([{ _id: id, version: 1 }]);
  });

  it.each([
    { ids: [], isActive: true },
    { ids: ['x'] },
    { ids: 'x', isActive: true },
    { ids: ['x'], isActive: true, more: 1 },
  ])('rejects %j with 422', async (body) => {
    expect((await admin().post('/brands/archive', body)).status).toBe(422);
  });

  it('archives items', async () => {
    const response = await admin().post('/items/archive', { ids: [ids.items.flour], isActive: false });
    expect(response.body).toMatchObject([{ _id: ids.items.flour, isActive: false }]);
    expect(getSchemas(items).row.loose().parse(response.body[0])).toBeTruthy();
    await admin().post('/items/archive', { ids: [ids.items.flour], isActive: true });
  });
});

describe('usage of a row', () => {
  const loadUsage = async (path: string, as: 'admin' | 'branch' = 'admin') =>
    (await api.as(as).get(`${path}/usage`)).body.map((row: unknown) =>
      buildResponseSchema(usageRow).parse(row),
    );

  it('lists every collection once, with fields and the first rows', async () => {
    const units = await loadUsage(`/units/${ids.units.kg}`);
    const itemUsage = units.find(({ collection }: { collection: string }) => collection === 'items');
    expect(itemUsage).toMatchObject({
      blocks: true,
      isCapped: false,
      fields: expect.arrayContaining(['baseUnit', 'orderUnit']),
    });
    expect(itemUsage.count).toBeGreaterThan(0);
    expect(itemUsage.rows.length).toBeGreaterThan(0);
    expect(new Set(units.map((row: { collection: string }) => row.collection)).size).toBe(units.length);
  });

  it('lists packs, levels and orders of an item, and whether they prevent deletion', async () => {
    const packFields = { itemId: ids.items.flour, name: 'Sack', unit: ids.units.kg, contentsQty: 25 };
    expect((await admin().post('/packagings', packFields)).status).toBe(201);
    const order = { deliveryDate: '2026-03-06', items: [{ itemId: ids.items.flour, orderQty: 1 }] };
    expect((await api.as('branch').post('/orders', order)).status).toBe(201);
    const usageByCollection = new Map(
      (await loadUsage(`/items/${ids.items.flour}`)).map((row: { collection: string }) => [
        row.collection,
        row,
      ]),
    );
    expect(usageByCollection.get('packagings')).toMatchObject({
      count: 1,
      blocks: true,
      rows: [{ name: 'Sack' }],
    });
    expect(usageByCollection.get('item-levels')).toMatchObject({ blocks: false });
    expect(usageByCollection.get('orders')).toMatchObject({ count: 1, blocks: true });
    const rows = await loadUsage(`/items/${ids.items.flour}`, 'branch');
    expect(rows.find(({ collection }: { collection: string }) => collection === 'orders')).toMatchObject({
      count: null,
      rows: [],
    });
  });

  it('lists the approvers of a purchase category', async () => {
    const created = await admin().post('/purchase-categories', {
      name: 'Approved',
      approver: ids.users.kitchen,
    });
    expect(created.status).toBe(201);
    expect(await loadUsage(`/users/${ids.users.kitchen}`)).toContainEqual(
      expect.objectContaining({
        collection: 'purchase-categories',
        fields: ['approver'],
        rows: [{ _id: created.body._id, name: 'Approved' }],
      }),
    );
  });
});

describe('history', () => {
  it("hides costs from users who can't see them, and passwords from everyone", async () => {
    await admin().put(`/items/${ids.items.flour}`, { standardCost: 1.25 });
    const path = `/items/${ids.items.flour}/history?limit=1`;
    expect((await admin().get(path)).body[0].after).toMatchObject({ standardCost: 1.25 });
    expect((await api.as('branch').get(path)).text).not.toContain('standardCost');
    await admin().put(`/users/${ids.users.viewer}`, { password: 'an entirely new password' });
    const userHistory = await admin().get(`/users/${ids.users.viewer}/history`);
    expect(userHistory.status).toBe(200);
    expect(userHistory.text).not.toMatch(/passwordHash|entirely new/);
  });
});
