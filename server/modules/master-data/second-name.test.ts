import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { ids } from '#server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
  for (const [name, nameAlt] of [
    ['Order A', 'ت'],
    ['Order B', 'ب'],
    ['Order C', null],
    ['Order D', 'أ'],
  ] as const) {
    const made = await api.as('admin').post('/brands', { name, nameAlt });
    expect(made.status, made.text).toBe(201);
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

const named = async (path: string, language?: string) =>
  (await api.as('admin').get(path, language ? { 'accept-language': language } : {})).body.map(
    (row: { name: string }) => row.name.replace('Order ', ''),
  );

it.each(['/brands?q=order&sort=name', '/brands?q=order', '/items?q=order&sort=name'])(
  '%s is sorted by the names that are read first',
  async (path) => {
    expect(await named(path)).toEqual(['A', 'B', 'C', 'D']);
    expect(await named(path, 'en')).toEqual(['A', 'B', 'C', 'D']);
    expect(await named(path, 'ar')).toEqual(['C', 'D', 'B', 'A']);
  },
);

it('other sortings stay as they are', async () => {
  expect(await named('/items?q=order&sort=itemCode', 'ar')).toEqual(['A', 'B', 'C', 'D']);
  expect(await named('/brands?q=order&sort=-name', 'ar')).toEqual(['A', 'B', 'D', 'C']);
});

/** The pages of a list hold every row once, whatever it is sorted by. */
it('pages do not overlap', async () => {
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => named(`/brands?q=order&sort=name&limit=1&page=${page}`, 'ar')),
  );
  expect(pages.flat()).toEqual(['C', 'D', 'B', 'A']);
});
