import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
  for (const [name, nameAlt] of [
    ['Order A', 'ت'],
    ['Order B', 'ب'],
    ['Order C', null],
    ['Order D', 'أ'],
  ] as const) {
    const created = await api.as('admin').post('/brands', { name, nameAlt });
    expect(created.status, created.text).toBe(201);
    const item = {
      itemCode: name.replace(' ', '-'),
      name,
      nameAlt,
      kind: 'raw',
      category: ids.category,
      baseUnit: ids.units.kg,
    };
    expect((await api.as('admin').post('/items', item)).status).toBe(201);
  }
});
afterAll(() => api.close());

const listNames = async (path: string, language?: string) =>
  (await api.as('admin').get(path, language ? { 'accept-language': language } : {})).body.map(
    (row: { name: string }) => row.name.replace('Order ', ''),
  );

it.each(['/brands?q=order&sort=name', '/brands?q=order', '/items?q=order&sort=name'])(
  '%s is sorted by the name shown first',
  async (path) => {
    expect(await listNames(path)).toEqual(['A', 'B', 'C', 'D']);
    expect(await listNames(path, 'en')).toEqual(['A', 'B', 'C', 'D']);
    expect(await listNames(path, 'ar')).toEqual(['C', 'D', 'B', 'A']);
  },
);

it('sorting by other fields is unaffected', async () => {
  expect(await listNames('/items?q=order&sort=itemCode', 'ar')).toEqual(['A', 'B', 'C', 'D']);
  expect(await listNames('/brands?q=order&sort=-name', 'ar')).toEqual(['A', 'B', 'D', 'C']);
});

/** Each row is on exactly one page, whatever the sort order. */
it("pages don't overlap", async () => {
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => listNames(`/brands?q=order&sort=name&limit=1&page=${page}`, 'ar')),
  );
  expect(pages.flat()).toEqual(['C', 'D', 'B', 'A']);
});

it('packs are sorted by the item names shown first, on every page', async () => {
  const admin = api.as('admin');
  const items: { _id: string; name: string }[] = (await admin.get('/items?q=order&sort=name')).body;
  const findItemId = (letter: string) => items.find(({ name }) => name === `Order ${letter}`)?._id;
  for (const letter of ['D', 'B', 'A', 'C'])
    await admin.post('/packagings', {
      itemId: findItemId(letter),
      name: 'Bag',
      unit: ids.units.kg,
      contentsQty: 1,
    });
  const listPackItems = async (query: string, language = 'en') => {
    const { body } = await admin.get(`/packagings?${query}`, { 'accept-language': language });
    return body.map(({ itemId }: { itemId: string }) => items.find(({ _id }) => _id === itemId)?.name.at(-1));
  };
  expect(await listPackItems('')).toEqual(['A', 'B', 'C', 'D']);
  expect(await listPackItems('sort=-itemId')).toEqual(['D', 'C', 'B', 'A']);
  expect([...(await listPackItems('limit=3')), ...(await listPackItems('limit=3&page=2'))]).toEqual([
    'A',
    'B',
    'C',
    'D',
  ]);
  expect(await listPackItems('', 'ar')).toEqual(['C', 'D', 'B', 'A']);
});
