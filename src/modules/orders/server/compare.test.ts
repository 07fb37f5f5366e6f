import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ComparedOrders, comparedOrders } from '#modules/reports/figures-shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';

let t: TestApp;
const orderIds: Record<string, string> = {};
beforeAll(async () => {
  t = await createTestApp();
  const { flour, tomato, milk } = ids.items;
  const order = async (
    name: string,
    ...args: Parameters<typeof createOrderInStatus> extends [unknown, ...infer R] ? R : never
  ) => {
    orderIds[name] = (await createOrderInStatus(t, ...args)).header._id;
  };
  // A case of flour is ten kilograms.
  await order('shipped', 'Shipped', {
    items: [
      { itemId: flour, orderQty: 2 },
      { itemId: tomato, orderQty: 1.5 },
    ],
  });
  await order('sent', 'Sent to Central Kitchen', {
    items: [
      { itemId: flour, orderQty: 7, unit: ids.units.kg },
      { itemId: flour, orderQty: 1 },
    ],
  });
  await order('draft', 'Draft', { items: [{ itemId: flour, orderQty: 99 }] });
  await order('other', 'Received', { branch: ids.branch2, items: [{ itemId: milk, orderQty: 3 }] });
  await order('late', 'Under Review', {
    deliveryDate: '2026-03-09',
    items: [{ itemId: flour, orderQty: 4 }],
  });
});
afterAll(() => t.close());

type User = 'admin' | 'branch' | 'branch2' | 'kitchen';

async function fetchComparison(query: string, user: User = 'admin'): Promise<ComparedOrders> {
  const { status, body, text } = await t.as(user).get(`/orders/compare?${query}`);
  expect([status, text]).toEqual([200, text]);
  expect(buildResponseSchema(comparedOrders).parse(body)).toEqual(body);
  return body;
}
const listOrdered = ({ rows }: ComparedOrders, itemId: string) =>
  rows.find((row) => row.itemId === itemId)?.cells.map(({ ordered }) => ordered);

test('compares orders in the order they were requested, in base units regardless of the order unit', async () => {
  const both = await fetchComparison(`orders=${orderIds['sent']},${orderIds['shipped']}`);
  expect(both.columns).toMatchObject([
    {
      key: orderIds['sent'],
      branchName: 'Riverside',
      deliveryDate: '2026-03-06',
      status: 'Sent to Central Kitchen',
      orders: 1,
      lines: 2,
    },
    { key: orderIds['shipped'], status: 'Shipped', lines: 2 },
  ]);
  expect(both.rows.map(({ itemName }) => itemName)).toEqual(['Bread flour', 'Tomato']);
  expect(both.rows[0]?.cells).toEqual([
    { ordered: 17, shipped: null, received: null },
    { ordered: 20, shipped: 20, received: null },
  ]);
  expect(listOrdered(both, ids.items.tomato)).toEqual([null, 1.5]);
});

test('compares branches over days, and days over all branches or one, by submitted orders', async () => {
  const branches = `branches=${ids.branch1},${ids.branch2}&from=2026-03-01&to=2026-03-08`;
  const comparison = await fetchComparison(branches);
  expect(comparison.columns.map(({ orders, lines }) => [orders, lines])).toEqual([
    [2, 4],
    [1, 1],
  ]);
  // The draft of 99 cases is not counted.
  expect(listOrdered(comparison, ids.items.flour)).toEqual([37, null]);
  const days = await fetchComparison('days=2026-03-06,2026-03-09,2026-03-10');
  expect(listOrdered(days, ids.items.flour)).toEqual([37, 40, null]);
  expect(days.columns.map(({ label, orders }) => [label, orders])).toEqual([
    ['2026-03-06', 3],
    ['2026-03-09', 1],
    ['2026-03-10', 0],
  ]);
  expect(listOrdered(await fetchComparison(`days=2026-03-06&branch=${ids.branch2}`), ids.items.milk)).toEqual(
    [36],
  );
});

test('agrees with the report by item', async () => {
  const comparison = await fetchComparison(
    `branches=${ids.branch1},${ids.branch2}&from=2026-03-01&to=2026-03-31`,
  );
  for (const [index, { key }] of comparison.columns.entries()) {
    const report = await t
      .as('admin')
      .get(`/reports/order-patterns?from=2026-03-01&to=2026-03-31&by=item&branch=${key}&limit=500`);
    expect(report.body.rows.length).toBeGreaterThan(0);
    for (const row of report.body.rows) {
      const cell = comparison.rows.find(({ itemId }) => itemId === row.key)?.cells[index];
      expect([row.label, cell?.ordered ?? 0, cell?.shipped ?? 0, cell?.received ?? 0]).toEqual([
        row.label,
        row.ordered,
        row.shipped,
        row.received,
      ]);
    }
  }
});

test('users assigned to locations compare only orders they can see; values require access to costs', async () => {
  const query = `orders=${orderIds['other']},${orderIds['sent']},${orderIds['draft']}`;
  expect((await fetchComparison(query, 'branch')).columns.map(({ key }) => key)).toEqual([
    orderIds['sent'],
    orderIds['draft'],
  ]);
  expect((await fetchComparison(query, 'kitchen')).columns.map(({ key }) => key)).toEqual([
    orderIds['other'],
    orderIds['sent'],
  ]);
  const others = await fetchComparison(
    `branches=${ids.branch1},${ids.branch2}&from=2026-03-01&to=2026-03-31`,
    'branch2',
  );
  expect(others.columns.map(({ orders, value }) => [orders, value])).toEqual([
    [0, null],
    [1, null],
  ]);
  expect(others.rows.map(({ itemId }) => itemId)).toEqual([ids.items.milk]);
  expect((await fetchComparison(query)).columns.every(({ value }) => value !== null && value > 0)).toBe(true);
});

test.each([
  [''],
  [`branches=${ids.branch1}`],
  ['days=yesterday'],
  [`branches=${ids.branch1}&from=2026-03-09&to=2026-03-01`],
  [`branches=${ids.branch1}&from=2020-03-09&to=2026-03-01`],
  ['orders=a,b,c,d,e,f,g,h,i'],
])('rejects %s as malformed', async (query) => {
  expect((await t.as('admin').get(`/orders/compare?${query}`)).status).toBe(400);
});
