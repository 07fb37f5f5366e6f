import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
let categoryCount = 0;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const admin = () => api.as('admin');
const createRow = async (path: string, body: Record<string, unknown>): Promise<string> =>
  (await admin().post(path, body)).body._id;
const loadItem = async (id: string) => (await admin().get(`/items/${id}`)).body;
const { flour, milk, bun } = ids.items;
const loadRows = async (...itemIds: string[]) =>
  Promise.all(itemIds.map(async (_id) => ({ _id, version: (await loadItem(_id)).version })));

let bakery: string;
let dough: string;
beforeEach(async () => {
  bakery = await createRow('/item-categories', { name: `Bakery ${++categoryCount}` });
  dough = await createRow('/sub-categories', { name: 'Dough', parent: bakery });
});

describe('changing several items', () => {
  it('sets the category along with the sub-category', async () => {
    const items = await loadRows(bun, flour);
    const response = await admin().post('/items/bulk', { items, set: { subCategory: dough } });
    expect([response.status, response.body]).toEqual([
      200,
      items.map(({ _id, version }) => ({ _id, version: version + 1 })),
    ]);
    for (const id of [bun, flour]) {
      expect(await loadItem(id)).toMatchObject({ subCategory: dough, category: bakery });
    }
    const [audit] = (await admin().get(`/audit?entity=items&entityId=${bun}&limit=1`)).body;
    expect(audit).toMatchObject({ action: 'edit', after: { subCategory: dough } });
  });

  it('clears a sub-category that belongs to a different category', async () => {
    await admin().post('/items/bulk', { items: await loadRows(bun, flour), set: { subCategory: dough } });
    await admin().post('/items/bulk', { items: await loadRows(flour), set: { category: bakery } });
    await admin().post('/items/bulk', { items: await loadRows(bun), set: { category: ids.category } });
    expect((await loadItem(flour)).subCategory).toBe(dough);
    expect(await loadItem(bun)).toMatchObject({ category: ids.category, subCategory: null });
  });

  it('clears references', async () => {
    await admin().post('/items/bulk', { items: await loadRows(milk), set: { section: null } });
    expect((await loadItem(milk)).section).toBeNull();
  });

  it('changes no item if one is outdated', async () => {
    const items = await loadRows(flour, milk);
    await admin().put(`/items/${milk}`, { name: 'Milk' });
    const response = await admin().post('/items/bulk', { items, set: { subCategory: dough } });
    expect([response.status, response.body.details.current._id]).toEqual([412, milk]);
    expect((await loadItem(flour)).version).toBe(items[0]?.version);
  });

  it.each([
    ['nothing to change', {}, 'set'],
    ["a field that can't be changed in bulk", { name: 'Same', section: null }, 'set.name'],
    ['an unknown sub-category', { subCategory: 'nowhere' }, 'subCategory'],
  ])('rejects %s', async (_, set, field) => {
    const response = await admin().post('/items/bulk', { items: await loadRows(flour), set });
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]]);
  });

  it('rejects a sub-category of a different category, a duplicate or unknown item, and too many items', async () => {
    const conflictingSet = { subCategory: dough, category: ids.category };
    const [row] = await loadRows(flour);
    const cases = [
      [{ items: [row], set: conflictingSet }, 'set.subCategory'],
      [{ items: [row, row], set: { section: null } }, 'items'],
      [{ items: [{ _id: 'gone', version: 1 }], set: { section: null } }, 'items'],
      [
        {
          items: Array.from({ length: 501 }, (_, index) => ({ _id: `i${index}`, version: 1 })),
          set: { section: null },
        },
        'items',
      ],
    ] as const;
    for (const [body, field] of cases) {
      const response = await admin().post('/items/bulk', body);
      expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]]);
    }
  });

  it('is rejected for users whose changes need review', async () => {
    const setReviewNeeded = (requiresReview: boolean) =>
      api.db.writer
        .updateTable('roles')
        .set({ requiresReview: requiresReview ? 1 : 0 })
        .where('key', '=', 'custom_role_sk')
        .execute();
    await setReviewNeeded(true);
    const body = { items: await loadRows(flour), set: { section: null } };
    const response = await api.as('branch').post('/items/bulk', body);
    expect([response.status, response.body.code]).toEqual([409, 'REVIEW_NEEDED']);
    await setReviewNeeded(false);
    expect((await api.as('branch').post('/items/bulk', body)).status).toBe(200);
  });

  it('requires permission to change items', async () => {
    const body = { items: await loadRows(flour), set: { section: null } };
    expect((await api.as('viewer').post('/items/bulk', body)).status).toBe(403);
    expect((await api.as('kitchen').post('/items/bulk', body)).status).toBe(403);
    expect((await api.anonymous.post('/items/bulk', body)).status).toBe(401);
  });
});

describe('item counts', () => {
  it('give the number of active items per group and of those without a group', async () => {
    await admin().post('/items/bulk', {
      items: await loadRows(flour, bun, milk),
      set: { subCategory: dough },
    });
    await admin().put(`/items/${milk}`, { isActive: false });
    const counts = (await api.as('viewer').get('/items/counts?by=subCategory')).body;
    expect(counts).toContainEqual({ _id: dough, count: 2 });
    expect(counts).toContainEqual({ _id: null, count: 2 });
    await admin().put(`/items/${milk}`, { isActive: true });
  });

  it('count an item once for each of its brands', async () => {
    const brand = await createRow('/brands', { name: `Own ${categoryCount}` });
    const otherBrand = await createRow('/brands', { name: `Other ${categoryCount}` });
    await admin().put(`/items/${flour}`, { brands: [brand, otherBrand] });
    await admin().put(`/items/${bun}`, { brands: [brand] });
    const counts = (await admin().get('/items/counts?by=brands')).body;
    expect(counts).toEqual(
      expect.arrayContaining([
        { _id: brand, count: 2 },
        { _id: otherBrand, count: 1 },
        { _id: null, count: 3 },
      ]),
    );
  });

  it('are available for references only', async () => {
    expect((await admin().get('/items/counts?by=standardCost')).status).toBe(400);
    expect((await admin().get('/items/counts')).status).toBe(400);
    expect((await api.anonymous.get('/items/counts?by=tax')).status).toBe(401);
  });
});
