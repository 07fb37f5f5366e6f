import { sortValues } from '../document-list.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { documentSamples } from '#app/server/testing/document-samples.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';
import { documents } from '#modules/documents/server/registry.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const getIds = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id);
const read = async (path: string): Promise<string[]> => {
  const response = await t.as('admin').get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return getIds(response.body);
};

const listedKinds = documents.flatMap(({ type, collection, list }) =>
  list ? [{ type, collection, sorts: sortValues(list.spec) }] : [],
);

test.each(listedKinds)(
  'G5: $collection with equal sort values appear on exactly one page each',
  async ({ type, collection, sorts }) => {
    for (let n = 0; n < 5; n += 1) await documentSamples[type]?.make(t, 'branch');
    for (const sort of sorts) {
      const allIds = await read(`/${collection}?sort=${sort}`);
      expect(allIds.length).toBeGreaterThanOrEqual(5);
      const paged: string[] = [];
      for (let page = 1; page <= Math.ceil(allIds.length / 2); page += 1)
        paged.push(...(await read(`/${collection}?sort=${sort}&limit=2&page=${page}`)));
      expect([sort, paged]).toEqual([sort, allIds]);
    }
  },
);

test('G5: keyset pagination returns each order once while new orders are submitted', async () => {
  for (let n = 0; n < 5; n += 1) await createOrderInStatus(t, 'Under Review');
  for (const sort of ['-createdAt', 'deliveryDate', '-status', 'branchName']) {
    const path = `/orders?sort=${sort}&limit=2`;
    const idsAtStart = new Set<string>(getIds((await t.as('admin').get(`/orders?sort=${sort}`)).body.orders));
    const ids: string[] = [];
    for (let after = ''; ; after = `&after=${ids.at(-1)}`) {
      const page = getIds((await t.as('admin').get(path + after)).body.orders);
      if (page.length === 0) break;
      ids.push(...page);
      if (ids.length < 6) await createOrderInStatus(t, 'Under Review');
    }
    expect([sort, ids.filter((id) => idsAtStart.has(id)).toSorted()]).toEqual([
      sort,
      [...idsAtStart].toSorted(),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
  }
});
