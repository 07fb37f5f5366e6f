import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Structure } from '#platform/shapes/shape.ts';
import { routes } from '#app/server/routes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import type { Route } from './route.ts';
import { withTotal } from './total.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const isList = (response: Route['response']) =>
  response instanceof Structure ? response.options.kind === 'list' : response instanceof z.ZodArray;
const lists = routes.flatMap(({ method, path, response }) =>
  method === 'get' && !path.includes(':') && isList(response) ? [path] : [],
);
/** Required parameters of some lists. */
const requiredParams = new URLSearchParams({
  branch: ids.branch1,
  placeId: ids.branch1,
  itemId: ids.items.flour,
  kitchen: ids.kitchen,
  deliveryDate: '2026-03-06',
  date: '2026-03-06',
  from: '2026-03-01',
  to: '2026-03-31',
});

describe('X-Total-Count', () => {
  it('is set by every list that returns an array, as in API.md', async () => {
    let listCount = 0;
    for (const path of lists) {
      const response = await api.as('admin').get(`${path}?${requiredParams}`);
      if (response.status !== 200 || !Array.isArray(response.body)) continue;
      const total = response.headers.get('x-total-count');
      expect([path, Number(total) >= response.body.length && total !== null]).toEqual([path, true]);
      listCount += 1;
    }
    expect(listCount).toBeGreaterThan(40);
  });

  it('counts all pages of recalls', async () => {
    const { tomato } = ids.items;
    await api.db.writer.updateTable('items').set({ trackLots: 1 }).where('_id', '=', tomato).execute();
    await receiveStock(api, ids.branch1, tomato, 10, 1, { lot: 'A' });
    for (const note of ['one', 'two', 'three']) {
      const created = await api
        .as('admin')
        .post('/recalls', { itemId: tomato, lot: 'A', isPractice: true, note });
      expect(created.status, created.text).toBe(201);
    }
    for (const page of [1, 2]) {
      const { body, headers } = await api.as('admin').get(`/recalls?limit=2&page=${page}`);
      expect([page, body.length, headers.get('x-total-count')]).toEqual([page, page === 1 ? 2 : 1, '3']);
    }
  });

  it.each<
    [title: string, body: unknown, query: object | undefined, total: string | undefined, isCapped: boolean]
  >([
    ['the number of rows', [1, 2, 3], undefined, '3', false],
    ['the number of rows of a page that is not full', [1, 2, 3], { limit: 50, page: 1 }, '3', false],
    ['capped for a full page', [1, 2, 3], { limit: 3, page: 1 }, '3', true],
    ['missing after the first page', [1], { limit: 3, page: 2 }, undefined, false],
    ['missing for rows after a given row', [1], { limit: 3, page: 1, after: 7 }, undefined, false],
    ['missing for a single document', { rows: [] }, undefined, undefined, false],
  ])('is %s', (_, body, query, total, isCapped) => {
    const { headers } = withTotal({ status: 200, body }, query);
    expect([headers?.['x-total-count'], headers?.['x-total-capped'] === 'true']).toEqual([total, isCapped]);
  });

  it('is unchanged if already set', () => {
    const response = { status: 200 as const, body: [1], headers: { 'x-total-count': '9' } };
    expect(withTotal(response, { limit: 1 })).toBe(response);
  });
});
