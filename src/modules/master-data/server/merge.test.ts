import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
let fixtureCount = 0;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const admin = () => api.as('admin');
const create = async (path: string, body: Record<string, unknown>): Promise<string> => {
  const response = await admin().post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.body._id;
};
const loadItem = async (id: string) => (await admin().get(`/items/${id}`)).body;
const updateItem = async (id: string, change: Record<string, unknown>) => {
  const response = await admin().put(`/items/${id}`, change);
  expect(response.status, response.text).toBe(200);
};

/** Two categories with sub-categories; "Bread" is in both. */
interface Fixture {
  from: string;
  to: string;
  dough: string;
  breadFrom: string;
  breadTo: string;
}
let fixture: Fixture;
beforeEach(async () => {
  const from = await create('/item-categories', { name: `From ${++fixtureCount}` });
  const to = await create('/item-categories', { name: `To ${fixtureCount}` });
  fixture = {
    from,
    to,
    dough: await create('/sub-categories', { name: 'Dough', parent: from }),
    breadFrom: await create('/sub-categories', { name: 'Bréad', parent: from }),
    breadTo: await create('/sub-categories', { name: 'Bread', parent: to }),
  };
  await updateItem(ids.items.flour, { category: from, subCategory: fixture.dough });
  await updateItem(ids.items.bun, { category: from, subCategory: fixture.breadFrom });
  await updateItem(ids.items.milk, { category: ids.category, subCategory: null });
});

describe('merging sub-categories', () => {
  it('moves every item, changes its category if necessary, and archives the source', async () => {
    const { breadFrom, breadTo, to } = fixture;
    const before = await loadItem(ids.items.bun);
    const preview = await admin().get(`/sub-categories/${breadFrom}/merge?into=${breadTo}`);
    expect(preview.body).toEqual({ into: breadTo, items: 1, subCategories: 0, merged: 0 });
    expect(await loadItem(ids.items.bun)).toEqual(before);

    const response = await admin().post(
      `/sub-categories/${breadFrom}/merge`,
      { into: breadTo },
      { 'if-match': '"1"' },
    );
    expect([response.status, response.body]).toEqual([200, preview.body]);
    expect(await loadItem(ids.items.bun)).toMatchObject({
      subCategory: breadTo,
      category: to,
      version: before.version + 1,
    });
    expect((await admin().get(`/sub-categories/${breadFrom}`)).body).toMatchObject({
      isActive: false,
      version: 2,
    });
  });

  it('audits the row and every moved item', async () => {
    const { breadFrom, breadTo, from, to } = fixture;
    await admin().post(`/sub-categories/${breadFrom}/merge`, { into: breadTo });
    const [merged] = (await admin().get(`/audit?entity=sub-categories&entityId=${breadFrom}&action=merge`))
      .body;
    expect(merged).toMatchObject({ userName: 'Test admin', after: { isActive: false, mergedInto: breadTo } });
    const [moved] = (await admin().get(`/audit?entity=items&entityId=${ids.items.bun}&action=edit&limit=1`))
      .body;
    expect([moved.before, moved.after]).toEqual([
      { subCategory: breadFrom, category: from },
      { subCategory: breadTo, category: to },
    ]);
  });
});

describe('merging item categories', () => {
  it('moves sub-categories and merges those with the same name', async () => {
    const { from, to, dough, breadFrom, breadTo } = fixture;
    const response = await admin().post(`/item-categories/${from}/merge`, { into: to });
    expect([response.status, response.body]).toEqual([
      200,
      { into: to, items: 2, subCategories: 1, merged: 1 },
    ]);
    expect(await loadItem(ids.items.flour)).toMatchObject({ category: to, subCategory: dough });
    expect(await loadItem(ids.items.bun)).toMatchObject({ category: to, subCategory: breadTo });
    expect((await admin().get(`/sub-categories/${dough}`)).body).toMatchObject({
      parent: to,
      isActive: true,
    });
    expect((await admin().get(`/sub-categories/${breadFrom}`)).body.isActive).toBe(false);
    expect((await admin().get(`/item-categories/${from}`)).body.isActive).toBe(false);
  });
});

it('merging purchase categories moves only their items', async () => {
  const from = await create('/purchase-categories', { name: `Dairy ${fixtureCount}` });
  const into = await create('/purchase-categories', { name: `Chilled ${fixtureCount}` });
  await updateItem(ids.items.milk, { purchaseCategory: from });
  const response = await admin().post(`/purchase-categories/${from}/merge`, { into });
  expect(response.body).toEqual({ into, items: 1, subCategories: 0, merged: 0 });
  expect(await loadItem(ids.items.milk)).toMatchObject({ purchaseCategory: into, category: ids.category });
});

describe('a merge is rejected', () => {
  const merge = (user: 'admin' | 'viewer' | 'kitchen', id: string, into: unknown, headers = {}) =>
    api.as(user).post(`/sub-categories/${id}/merge`, { into }, headers);

  it('if the target is the source itself, archived, missing or not specified', async () => {
    const { dough, breadTo } = fixture;
    await admin().put(`/sub-categories/${breadTo}`, { isActive: false });
    for (const into of [dough, 'nothing', breadTo, undefined]) {
      const response = await merge('admin', dough, into);
      expect([into, response.status, Object.keys(response.body.fields)]).toEqual([into, 422, ['into']]);
    }
    expect((await admin().get(`/sub-categories/${dough}/merge?into=${dough}`)).status).toBe(422);
    expect((await admin().get(`/sub-categories/${dough}/merge`)).status).toBe(400);
  });

  it("if the version is outdated, the row doesn't exist or the user lacks permission", async () => {
    const { dough, breadTo } = fixture;
    expect((await merge('admin', dough, breadTo, { 'if-match': '"7"' })).status).toBe(412);
    expect((await merge('admin', 'nothing', breadTo)).status).toBe(404);
    expect((await merge('viewer', dough, breadTo)).status).toBe(403);
    expect((await merge('kitchen', dough, breadTo)).status).toBe(403);
    expect((await api.anonymous.post(`/sub-categories/${dough}/merge`, {})).status).toBe(401);
  });

  it('if the user can manage categories but not the affected items', async () => {
    const { dough, breadTo } = fixture;
    const user = {
      name: 'Categories only',
      email: `only-${fixtureCount}@demo.test`,
      password: 'correct horse battery',
      role: 'keeper',
      permissions: { canCreate: false, canEdit: true, canDelete: false, canView: true },
      allowedPages: ['sub-categories'],
    };
    await admin().post('/roles', {
      key: 'keeper',
      label: 'Keeper',
      permissions: user.permissions,
      allowedPages: user.allowedPages,
    });
    const created = await api.as('master').post('/users', user);
    expect(created.status, created.text).toBe(201);
    const categoryManager = await api.signIn(created.body._id);
    const response = await categoryManager.post(`/sub-categories/${dough}/merge`, { into: breadTo });
    expect([response.status, response.body.error]).toEqual([
      403,
      'This would move 1 items, and you don’t have permission to change items.',
    ]);
    expect((await admin().get(`/sub-categories/${dough}`)).body.isActive).toBe(true);
    await updateItem(ids.items.flour, { subCategory: null });
    expect((await categoryManager.post(`/sub-categories/${dough}/merge`, { into: breadTo })).status).toBe(
      200,
    );
  });
});

it('moves a thousand items at once', async () => {
  const { dough, breadTo } = fixture;
  const flour = await api.db.read
    .selectFrom('items')
    .selectAll()
    .where('_id', '=', ids.items.flour)
    .executeTakeFirstOrThrow();
  for (let offset = 0; offset < 1000; offset += 100) {
    const rows = Array.from({ length: 100 }, (_, index) => ({
      ...flour,
      _id: `${fixtureCount}-many-${offset + index}`,
      itemCode: `M${fixtureCount}-${offset + index}`,
    }));
    await api.db.writer.insertInto('items').values(rows).execute();
  }
  const response = await admin().post(`/sub-categories/${dough}/merge`, { into: breadTo });
  expect(response.body.items).toBe(1001);
  const { count } = await api.db.read
    .selectFrom('items')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('subCategory', '=', breadTo)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1001);
});
