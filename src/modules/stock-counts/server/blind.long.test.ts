import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { listDistinctPaths } from '#app/server/testing/distinct-paths.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';
import { routes } from '#app/server/routes.ts';

/**
 * A quantity whose digits appear nowhere else, in the base unit or any unit that differs from it by powers of
 * ten.
 */
const stockQty = 7654.321;
const digits = '7654321';

let api: TestApp;
let count: { _id: string; items: { lineId: string; itemId: string }[] };
let lot: string;
let order: string;

beforeAll(async () => {
  api = await createTestApp();
  await api.as('admin').put(`/items/${ids.items.milk}`, { trackLots: true });
  await receiveStock(api, ids.branch1, ids.items.flour, stockQty, 2);
  await receiveStock(api, ids.branch1, ids.items.milk, stockQty, 2, { lot: 'L-1' });
  lot = (await api.as('admin').get(`/lots?itemId=${ids.items.milk}`)).body.find(
    (row: { lot: string }) => row.lot === 'L-1',
  )._id;
  const body = { branch: ids.branch1, type: 'spot', itemIds: [ids.items.flour, ids.items.milk], blind: true };
  count = (await api.as('branch').post('/stock-counts', body)).body;
  await changeCountStatus('Counting');
  count = (await api.as('branch').get(`/stock-counts/${count._id}`)).body;
  order = (await createOrderInStatus(api, 'Sent to Central Kitchen')).header._id;
  const orderInput = { deliveryDate: '2026-03-06', items: [{ itemId: ids.items.flour, orderQty: 1 }] };
  expect((await api.as('branch').post('/orders', orderInput)).status).toBe(201);
});
afterAll(() => api.close());

async function changeCountStatus(status: string): Promise<void> {
  const response = await api.as('branch').patch(`/stock-counts/${count._id}`, { status });
  expect(response.status, response.text).toBe(200);
}

/** Returns possible values of the path parameter. */
const getPathIds = (path: string): string[] => {
  if (path.startsWith('/stock-counts')) return [count._id];
  if (path.startsWith('/orders')) return [order];
  if (path.startsWith('/lots')) return [lot];
  if (path.startsWith('/branch')) return [ids.branch1];
  return [ids.items.flour, ids.items.milk];
};

const queries = [
  '',
  `?branch=${ids.branch1}`,
  `?placeId=${ids.branch1}&itemId=${ids.items.flour}`,
  `?place=${ids.branch1}`,
  `?itemId=${ids.items.milk}&lot=L-1`,
  `?itemId=${ids.items.milk}&lot=L-1&direction=backward`,
  '?view=compact',
  '?view=full',
  '?limit=500',
  '?from=2026-03-01&to=2026-03-31',
  '?state=differs',
  '?day=2026-03-31',
  `?day=2026-03-31&placeId=${ids.branch1}&itemId=${ids.items.flour}`,
];

/** Returns every GET path with every query that it may accept. */
const listReadPaths = () =>
  routes
    .filter(({ method, path }) => method === 'get' && path !== '/events')
    .flatMap((route) =>
      getPathIds(route.path).flatMap((id) =>
        listDistinctPaths(
          route,
          queries,
          route.path.replace(/:line\b/, count.items[0]?.lineId ?? '').replaceAll(/:\w+/g, id),
        ),
      ),
    );

const revealsQuantity = (text: string) => text.replaceAll(/[.,]/g, '').includes(digits);

async function findRevealingPaths(user: 'branch' | 'staff' | 'viewer'): Promise<string[]> {
  const revealingPaths = new Set<string>();
  for (const path of new Set(listReadPaths())) {
    const response = await api.as(user).get(path);
    if (revealsQuantity(response.text ?? JSON.stringify(response.body)))
      revealingPaths.add(path.split('?')[0] ?? path);
  }
  return [...revealingPaths].toSorted();
}

it('C11: no response reveals book quantities to users who count blind, but other users see them', async () => {
  expect(await findRevealingPaths('branch')).toEqual([]);
  expect(await findRevealingPaths('staff')).toEqual([]);
  expect(await findRevealingPaths('viewer')).toEqual(
    expect.arrayContaining([
      '/stock',
      '/stock/as-at',
      '/stock/moves',
      '/lots',
      '/orders/suggestions',
      `/stock-counts/${count._id}`,
    ]),
  );
});

it("C11: the error for insufficient stock doesn't reveal the stock", async () => {
  const recordWaste = (user: 'branch' | 'admin') =>
    api
      .as(user)
      .post('/wastage', { branch: ids.branch1, item: ids.items.flour, qty: 9000, reason: 'spoiled' });
  const ownWaste = await recordWaste('branch');
  expect([ownWaste.status, ownWaste.body.reason, revealsQuantity(ownWaste.text)]).toEqual([
    409,
    'not-enough-counting',
    false,
  ]);
  expect(revealsQuantity((await recordWaste('admin')).text)).toBe(true);
});

it('C11: hidden stock is null instead of zero, even for items without stock', async () => {
  const { tomato, flour, milk } = ids.items;
  const body = { branch: ids.branch1, type: 'spot', itemIds: [tomato], blind: true };
  const { _id } = (await api.as('branch').post('/stock-counts', body)).body;
  const changeStatus = (status: string) => api.as('branch').patch(`/stock-counts/${_id}`, { status });
  await changeStatus('Counting');
  const loadHidden = async (user: 'branch' | 'viewer', query = '') => {
    const { body: rows, headers } = await api.as(user).get(`/stock?view=compact${query}`);
    expect(Number(headers.get('x-total-count'))).toBe(rows.length);
    return rows
      .filter(({ onHand }: { onHand: number | null }) => onHand === null)
      .map(({ itemId, placeId }: { itemId: string; placeId: string }) => [placeId, itemId]);
  };
  const hiddenRows = [flour, milk, tomato].toSorted().map((itemId) => [ids.branch1, itemId]);
  expect((await loadHidden('branch')).toSorted()).toEqual(hiddenRows);
  expect((await loadHidden('branch', `&placeId=${ids.branch1}&placeType=branch`)).toSorted()).toEqual(
    hiddenRows,
  );
  expect(await loadHidden('branch', `&itemId=${tomato}`)).toEqual([[ids.branch1, tomato]]);
  expect(await loadHidden('branch', '&placeType=central_kitchen')).toEqual([]);
  expect(await loadHidden('viewer')).toEqual([]);
  await changeStatus('Cancelled');
  expect(await loadHidden('branch', `&itemId=${tomato}`)).toEqual([]);
});

it('C11: after submission, stock is visible again', async () => {
  const [line] = count.items;
  const events = [{ device: 'd', seq: 1, lineId: line?.lineId, mode: 'set', qty: 7000 }];
  const entered = await api.as('branch').post(`/stock-counts/${count._id}/events`, { events });
  expect(revealsQuantity(entered.text)).toBe(false);
  await changeCountStatus('Submitted');
  expect(await findRevealingPaths('branch')).toEqual(
    expect.arrayContaining(['/stock', '/stock/moves', '/lots', `/stock-counts/${count._id}`]),
  );
});
