import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { order as orderShape, orderList, orderSummary } from '../shapes.ts';
import { type OrderStatus, orderStatuses } from '../status.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';

let t: TestApp;
const statuses: OrderStatus[] = [
  'Draft',
  'Draft',
  'Under Review',
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
  'Received',
  'Rejected',
];

beforeAll(async () => {
  t = await createTestApp();
  for (const [index, status] of statuses.entries()) {
    t.clock.advance(1000);
    await createOrderInStatus(t, status, {
      deliveryDate: `2026-03-${10 + index}`,
      branch: index === 0 ? ids.branch2 : ids.branch1,
    });
  }
});
afterAll(() => t.close());

const fetchStatuses = async (user: TestUser, query = '') =>
  (await t.as(user).get(`/orders${query}`)).body.orders.map((order: { status: string }) => order.status);

test('users see their own orders, newest first, with the total', async () => {
  expect(await fetchStatuses('admin')).toEqual(statuses.toReversed());
  expect(await fetchStatuses('branch')).toEqual(statuses.slice(1).toReversed());
  expect(await fetchStatuses('branch2')).toEqual(['Draft']);
  expect(await fetchStatuses('kitchen')).toEqual(statuses.slice(3).toReversed());
  for (const [user, total] of [
    ['admin', 8],
    ['viewer', 8],
    ['branch', 7],
    ['branch2', 1],
    ['kitchen', 5],
  ] as const) {
    const { body } = await t.as(user).get('/orders');
    expect([user, body.total, body.page, body.limit]).toEqual([user, total, 1, 50]);
    expect(buildResponseSchema(orderList).parse(body)).toEqual(body);
  }
});

test("a row equals the order's summary", async () => {
  const { body } = await t.as('admin').get('/orders?status=Shipped');
  const [row] = body.orders;
  const order = (await t.as('admin').get(`/orders/${row._id}`)).body;
  expect(buildResponseSchema(orderShape).parse(order)).toEqual(order);
  expect(buildResponseSchema(orderSummary).parse(order)).toEqual(row);
});

test('the full view adds lines', async () => {
  const { body } = await t.as('admin').get('/orders?status=Shipped&view=full');
  expect(body.orders[0].items).toMatchObject([
    { orderQty: 2, shippedQty: 2 },
    { orderQty: 1.5, approvedQty: 1.5 },
  ]);
});

test.each([
  ['?status=Draft', 2],
  ['?status=Draft,Shipped', 3],
  [`?branch=${ids.branch2}`, 1],
  [`?kitchen=${ids.kitchen}&status=Received`, 1],
  ['?deliveryDate=2026-03-12', 1],
  ['?from=2026-03-12&to=2026-03-14', 3],
  ['?q=station', 1],
  ['?q=ORD-2026', 8],
  ['?q=3', 1],
  ['?q=nobody', 0],
  ['?status=Unheard', 0],
  ['?anything=else', 8],
])('%s finds %i orders, and the total agrees', async (query, count) => {
  const { body, headers } = await t.as('admin').get(`/orders${query}`);
  expect([body.orders.length, body.total, headers.get('x-total-count')]).toEqual([
    count,
    count,
    String(count),
  ]);
});

test('finds an order by its delivery note number or last digits, if visible', async () => {
  const { body } = await t.as('admin').get('/orders?status=Shipped');
  const { orderNo, deliveryNoteNo } = body.orders[0];
  const search = async (user: TestUser, q: string) =>
    (await t.as(user).get(`/orders?q=${encodeURIComponent(q)}`)).body.orders.map(
      (order: { orderNo: string }) => order.orderNo,
    );
  const digits = String(Number(deliveryNoteNo.slice('DN-2026-'.length)));
  for (const user of ['admin', 'branch', 'kitchen'] as const) {
    expect([user, await search(user, deliveryNoteNo)]).toEqual([user, [orderNo]]);
    expect([user, await search(user, deliveryNoteNo.toLowerCase())]).toEqual([user, [orderNo]]);
    expect(await search(user, digits)).toContain(orderNo);
    expect([user, (await search(user, 'DN-2026')).length]).toEqual([user, 2]);
  }
  for (const q of [deliveryNoteNo, 'DN-2026']) expect(await search('branch2', q)).toEqual([]);
  expect(await search('admin', `${deliveryNoteNo}9`)).toEqual([]);
});

test("a filter outside the user's scope finds nothing", async () => {
  const { body } = await t.as('branch').get(`/orders?branch=${ids.branch2}`);
  expect([body.orders, body.total]).toEqual([[], 0]);
});

test('page and keyset pagination each return every row once', async () => {
  const all = (await t.as('admin').get('/orders')).body.orders.map((order: { _id: string }) => order._id);
  const byPage: string[] = [];
  for (const page of [1, 2, 3]) {
    const { body } = await t.as('admin').get(`/orders?limit=3&page=${page}`);
    byPage.push(...body.orders.map((order: { _id: string }) => order._id));
  }
  expect(byPage).toEqual(all);
  const byKey: string[] = [];
  for (let after = ''; byKey.length < all.length; after = `&after=${byKey.at(-1)}`) {
    const { body } = await t.as('admin').get(`/orders?limit=3${after}`);
    expect(body.orders.length).toBeGreaterThan(0);
    byKey.push(...body.orders.map((order: { _id: string }) => order._id));
  }
  expect(byKey).toEqual(all);
});

test('sorts by delivery date both ways', async () => {
  const dates = async (sort: string) =>
    (await t.as('admin').get(`/orders?sort=${sort}`)).body.orders.map(
      (order: { deliveryDate: string }) => order.deliveryDate,
    );
  const ascending = await dates('deliveryDate');
  expect(ascending).toEqual(ascending.toSorted());
  expect(await dates('-deliveryDate')).toEqual(ascending.toReversed());
});

test.each(['status', 'lineCount', 'value'])(
  'sorts by %s in both directions, including ties, with page and keyset pagination',
  async (field) => {
    const list = async (query: string) => (await t.as('admin').get(`/orders?${query}`)).body.orders;
    const rank = (order: { status: OrderStatus; [field: string]: unknown }) =>
      field === 'status' ? orderStatuses.indexOf(order.status) : Number(order[field]);
    const ascending = await list(`sort=${field}`);
    expect(ascending.map(rank)).toEqual(ascending.map(rank).toSorted((a: number, b: number) => a - b));
    const ids = ascending.map(({ _id }: { _id: string }) => _id);
    expect(new Set(ids).size).toBe(statuses.length);
    for (const [sort, expected] of [
      [field, ids],
      [`-${field}`, ids.toReversed()],
    ]) {
      const paged = [];
      for (const page of [1, 2, 3]) paged.push(...(await list(`sort=${sort}&limit=3&page=${page}`)));
      expect(paged.map(({ _id }) => _id)).toEqual(expected);
      const byKeyset: string[] = [];
      for (let after = ''; byKeyset.length < statuses.length; after = `&after=${byKeyset.at(-1)}`) {
        const rows = await list(`sort=${sort}&limit=3${after}`);
        expect(rows.length).toBeGreaterThan(0);
        byKeyset.push(...rows.map(({ _id }: { _id: string }) => _id));
      }
      expect(byKeyset).toEqual(expected);
    }
    // The same sort with several statuses, and for a user with one location.
    const filtered = await list(`sort=${field}&status=Draft,Shipped,Received`);
    expect(filtered.map(rank)).toEqual(filtered.map(rank).toSorted((a: number, b: number) => a - b));
    expect(filtered).toHaveLength(4);
    expect((await t.as('branch2').get(`/orders?sort=-${field}`)).body.orders).toHaveLength(1);
  },
);

test('returns an error, not an empty page, when continuing after a deleted order', async () => {
  const { body: last } = await t.as('admin').post('/orders', {
    branch: ids.branch1,
    deliveryDate: '2026-03-20',
    items: [],
  });
  expect((await t.as('admin').get(`/orders?limit=3&after=${last._id}`)).body.orders).toHaveLength(3);
  expect((await t.as('admin').delete(`/orders/${last._id}`)).status).toBe(204);
  expect(await t.as('admin').get(`/orders?limit=3&after=${last._id}`)).toMatchObject({
    status: 400,
    body: {
      code: 'MALFORMED',
      fields: { after: expect.stringMatching(/^A related record was deleted .* try again\.$/) },
    },
  });
});

test.each(['?limit=0', '?limit=x', '?page=0', '?sort=secret', '?deliveryDate=soon', '?view=all'])(
  '%s returns 400',
  async (query) => {
    expect(await t.as('admin').get(`/orders${query}`)).toMatchObject({
      status: 400,
      body: { code: 'MALFORMED' },
    });
  },
);

test('the limit is capped at 500', async () => {
  expect((await t.as('admin').get('/orders?limit=9999')).body.limit).toBe(500);
});

test('/orders/submission lists unsent orders, and /orders/simple returns only identifying fields', async () => {
  const { body } = await t.as('branch').get('/orders/submission');
  expect(body.orders.map((order: { status: string }) => order.status)).toEqual(['Under Review', 'Draft']);
  expect(body.total).toBe(2);
  const simple = (await t.as('branch').get('/orders/simple?limit=1')).body;
  expect(Object.keys(simple.orders[0]).toSorted()).toEqual([
    '_id',
    'branch',
    'branchName',
    'createdAt',
    'deliveryDate',
    'orderNo',
    'status',
    'version',
  ]);
});

test('requires a session', async () => {
  for (const path of [
    '/orders',
    '/orders/submission',
    '/orders/simple',
    '/orders/generate-number',
    '/orders/suggestions',
  ]) {
    expect([path, (await t.anonymous.get(path)).status]).toEqual([path, 401]);
  }
});

test('filters and counts orders that have reached the kitchen, without naming statuses', async () => {
  const t = await createTestApp();
  await createOrderInStatus(t, 'Draft');
  await createOrderInStatus(t, 'Under Review');
  await createOrderInStatus(t, 'Sent to Central Kitchen');
  await createOrderInStatus(t, 'Shipped');
  const { body } = await t.as('admin').get('/orders?sentToKitchen=true');
  expect([body.total, body.orders.map(({ status }: { status: string }) => status).toSorted()]).toEqual([
    2,
    ['Sent to Central Kitchen', 'Shipped'],
  ]);
  expect((await t.as('admin').get('/orders?sentToKitchen=true&from=2026-01-01')).body.total).toBe(2);
  await t.close();
});

test('filters and counts by order type and lateness, combined with other filters', async () => {
  const t = await createTestApp();
  const regular = await createOrderInStatus(t, 'Under Review');
  const urgent = await createOrderInStatus(t, 'Under Review', { orderType: 'Urgent' });
  const late = await createOrderInStatus(t, 'Under Review');
  await t.db.writer.updateTable('orders').set({ isLate: 1 }).where('_id', '=', late.header._id).execute();
  const listOrders = async (query: string) => {
    const { status, body } = await t.as('admin').get(`/orders?sort=createdAt&${query}`);
    return [status, body.total, body.orders?.map(({ _id }: { _id: string }) => _id)];
  };
  const [first, second, third] = [regular, urgent, late].map(({ header }) => header._id);
  expect(await listOrders('orderType=Urgent')).toEqual([200, 1, [second]]);
  expect(await listOrders('orderType=Regular&status=Under%20Review')).toEqual([200, 2, [first, third]]);
  expect(await listOrders('isLate=true')).toEqual([200, 1, [third]]);
  expect(await listOrders('isLate=false&orderType=Regular')).toEqual([200, 1, [first]]);
  expect(await listOrders('isLate=true&status=Draft,Shipped')).toEqual([200, 0, []]);
  for (const wrong of ['orderType=Later', 'isLate=1'])
    expect((await t.as('admin').get(`/orders?${wrong}`)).status, wrong).toBe(400);
  await t.close();
});
