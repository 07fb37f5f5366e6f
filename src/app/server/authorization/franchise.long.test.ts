import { afterAll, beforeAll, expect, it } from 'vitest';
import { computeAverageE4 } from '#core/money.ts';
import { reportNames } from '#modules/reports/report-shapes.ts';
import { routes } from '#app/server/routes.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createSupplier } from '#app/server/testing/document-samples.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { listDistinctPaths } from '#app/server/testing/distinct-paths.ts';
import { findFigures } from '#app/server/testing/find-figures.ts';
import { ids } from '#app/server/testing/ids.ts';
import { type MarkedAmount, insertMarkedAmounts } from '#app/server/testing/marked-amounts.ts';
import { receiveStock } from '#app/server/testing/orders.ts';

/**
 * T7: a franchise branch never sees the sender's costs. Branch 2 receives goods from the kitchen by order and
 * from branch 1 by transfer: short, damaged, over, resent and returned. Then every read route is requested,
 * and every event that branch 2 receives is checked.
 */
const { tomato, box } = ids.items;
const percent = 37.1913;

let api: TestApp;
let franchise: TestClient;
/**
 * Figures that branch 2 must not see, with their descriptions: unit costs, total costs, remaining values,
 * and the percentage.
 */
const secrets = new Map<string, string>();
const documentIds: string[] = [];
let markedAmounts: MarkedAmount[] = [];
const findPackId = (amounts: readonly MarkedAmount[]): string =>
  amounts.find(({ collection }) => collection === 'packagings')?.rowId ?? '';
let streamText = '';

async function sendOk(as: TestClient, method: string, path: string, body: unknown) {
  const response = await as.send(method, path, body);
  expect([method, path, response.status < 300, response.text]).toEqual([method, path, true, response.text]);
  if (as === franchise) streamText += response.text;
  return response.body;
}

/** Book value and quantity of an item at a location. */
async function getBalance(
  placeId: string,
  itemId: string,
): Promise<{ valueE4: number; onHandMicro: number }> {
  return api.db.read
    .selectFrom('balances')
    .select(['valueE4', 'onHandMicro'])
    .where('placeId', '=', placeId)
    .where('itemId', '=', itemId)
    .executeTakeFirstOrThrow();
}

const addSecret = (description: string, amountE4: number) => {
  secrets.set(String(amountE4 / 1e4), description);
  secrets.set(String(amountE4), description);
};

/** Issues goods and records their cost as a secret. */
async function issueAndRecordCost<T>(
  placeId: string,
  itemId: string,
  issueGoods: () => Promise<T>,
): Promise<T> {
  const before = await getBalance(placeId, itemId);
  const result = await issueGoods();
  const after = await getBalance(placeId, itemId);
  addSecret(
    `the cost to ${placeId === ids.kitchen ? 'the kitchen' : 'branch 1'}`,
    before.valueE4 - after.valueE4,
  );
  addSecret('the remaining value', after.valueE4);
  return result;
}

const findSecrets = (text: string): string[] => findFigures(text, secrets);

/** Creates an order for branch 2 and ships it. */
async function shipOrder(orderQty: number): Promise<{ _id: string; lineId: string }> {
  const items = [{ itemId: tomato, orderQty }];
  const { _id, items: lines } = await sendOk(franchise, 'POST', '/orders', {
    branch: ids.branch2,
    deliveryDate: '2026-03-06',
    items,
  });
  for (const status of ['Under Review', 'Sent to Central Kitchen'])
    await sendOk(franchise, 'PATCH', `/orders/${_id}`, { status });
  await sendOk(api.as('kitchen'), 'PATCH', `/orders/${_id}`, { status: 'Under Process' });
  await issueAndRecordCost(ids.kitchen, tomato, () =>
    sendOk(api.as('kitchen'), 'PATCH', `/orders/${_id}`, { status: 'Shipped' }),
  );
  return { _id, lineId: lines[0].lineId };
}

/** Transfers goods from branch 1 to branch 2. */
async function sendTransfer(qty: number): Promise<{ _id: string; lineId: string }> {
  const sender = api.as('branch');
  const { _id, items } = await sendOk(sender, 'POST', '/transfers', {
    to: ids.branch2,
    items: [{ itemId: box, qty }],
  });
  await issueAndRecordCost(ids.branch1, box, () =>
    sendOk(sender, 'PATCH', `/transfers/${_id}`, { status: 'Sent' }),
  );
  return { _id, lineId: items[0].lineId };
}

beforeAll(async () => {
  api = await createTestApp();
  const rights = { canCreate: true, canEdit: true, canDelete: true, canView: true };
  const person = {
    name: 'Their owner',
    email: 'owner@demo.test',
    password: 'walnut-harbour',
    permissions: rights,
  };
  const owner = { ...person, role: 'custom_role_sk', branches: [ids.branch2], allowedPages: ['*'] };
  franchise = await api.signIn((await sendOk(api.as('master'), 'POST', '/users', owner))._id);
  markedAmounts = await insertMarkedAmounts(api);
  await receiveStock(api, ids.kitchen, tomato, 1000, 7.7731);
  await receiveStock(api, ids.branch1, box, 1000, 3.1973);
  for (const [place, item] of [
    [ids.kitchen, tomato],
    [ids.branch1, box],
  ] as const) {
    const { valueE4, onHandMicro } = await getBalance(place, item);
    addSecret('the unit cost', computeAverageE4(valueE4, onHandMicro) ?? 0);
  }
  secrets.set(String(percent), 'the percentage');
  const prices = [{ _id: ids.branch2, rule: 'cost_plus', percent, isFranchise: true }];
  await sendOk(api.as('admin'), 'PUT', '/transfers/prices', { prices });

  for (const { collection, field, figure } of markedAmounts)
    addSecret(`${collection}.${field}`, Math.round(figure * 1e4));
  // The kitchen's last purchase price of the pack.
  const supplier = await createSupplier(api);
  const receiptLine = { itemId: tomato, packagingId: findPackId(markedAmounts), qty: 2, price: 83.3317 };
  await sendOk(api.as('admin'), 'POST', '/goods-receipts', {
    place: ids.kitchen,
    supplier,
    items: [receiptLine],
  });
  addSecret('the price of a pack to the kitchen', 833_317);
  addSecret('the total price to the kitchen', 2 * 833_317);
  await sendOk(api.as('admin'), 'PUT', `/item-levels/${ids.levels(3, 1)}`, { par: 4000, max: 8000 });

  const response = await api.app.request('/api/events', {
    headers: { authorization: `Bearer ${franchise.token}` },
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();

  for (const [createShipped, path] of [
    [shipOrder, '/orders'],
    [sendTransfer, '/transfers'],
  ] as const) {
    const receive = async ({ _id, lineId }: { _id: string; lineId: string }, line: object) => {
      await sendOk(franchise, 'PATCH', `${path}/${_id}`, { items: [{ lineId, ...line }] });
      await sendOk(franchise, 'PATCH', `${path}/${_id}`, { status: 'Received' });
    };
    const [onTheWay, short, over] = [
      await createShipped(23),
      await createShipped(29),
      await createShipped(31),
    ];
    await receive(short, { receivedQty: 22, damagedQty: 3 });
    await receive(over, { receivedQty: 44, overQty: 13 });
    documentIds.push(onTheWay._id, short._id, over._id);
  }
  const open = (await franchise.get('/discrepancies?limit=100')).body as Record<string, string>[];
  documentIds.push(...open.map(({ _id }) => _id ?? ''));
  // Overs are confirmed; the other discrepancies stay open.
  for (const { _id, type, docType } of open.filter(({ type }) => type === 'over')) {
    const [sender, itemId] = docType === 'order' ? [ids.kitchen, tomato] : [ids.branch1, box];
    const as = api.as(docType === 'order' ? 'kitchen' : 'branch');
    expect(type).toBe('over');
    await issueAndRecordCost(sender, itemId, () =>
      sendOk(as, 'PATCH', `/discrepancies/${_id}`, { action: 'confirmed' }),
    );
  }
  const draft = { branch: ids.branch2, deliveryDate: '2026-03-07', items: [{ itemId: tomato, orderQty: 3 }] };
  documentIds.push((await sendOk(franchise, 'POST', '/orders', draft))._id);
  const { value, done } = await Promise.race([
    reader.read(),
    new Promise<{ value: undefined; done: true }>((resolve) =>
      setTimeout(resolve, 0, { value: undefined, done: true }),
    ),
  ]);
  streamText += done ? '' : new TextDecoder().decode(value);
  await reader.cancel();
}, 120_000);
afterAll(() => api.close());

const queries = [
  '',
  '?limit=500',
  '?view=compact',
  '?q=tomato',
  `?placeId=${ids.branch2}`,
  `?branch=${ids.branch2}&deliveryDate=2026-03-06`,
  '?from=2026-01-01&to=2026-12-31',
  `?branch=${ids.branch2}&from=2026-01-01&to=2026-12-31`,
  `?branchId=${ids.branch2}&itemId=${tomato}`,
  `?itemId=${box}`,
  '?sort=-value',
  '?day=2026-12-31',
];
/** Every report, with all its parameters. */
const reportAddresses = reportNames.flatMap((name) =>
  [tomato, box].map(
    (item) =>
      `/reports/${name}?from=2026-01-01&to=2026-12-31&day=2026-12-31&item=${item}&within=400&limit=5000`,
  ),
);

const reads = routes.filter(({ method, path }) => method === 'get' && path !== '/events');

it('detects costs in responses to the sender’s own users, where they are allowed', async () => {
  const leakCounts = [
    await api.as('kitchen').get(`/stock?placeId=${ids.kitchen}&itemId=${tomato}`),
    await api.as('branch').get(`/transfers/${documentIds.at(5)}`),
    await api.as('admin').get('/transfers/prices'),
  ].map(({ text }) => findSecrets(text).length);
  expect(leakCounts.map((count) => count > 0)).toEqual([true, true, true]);
});

it.each(reads.map((route) => [route.path, route] as const))(
  'T7: shows a franchise branch none of the sender’s costs at GET %s',
  async (path, route) => {
    const rows = markedAmounts.map(({ rowId }) => rowId);
    const rowIds = [tomato, box, ids.kitchen, ids.branch1, ids.branch2, ...rows, ...documentIds];
    const docs = documentIds.map((id) => `?docId=${id}&orderId=${id}&entityId=${id}&orders=${id}`);
    const addresses =
      path === '/reports/:name'
        ? reportAddresses
        : path.includes(':')
          ? rowIds.map((id) => path.replaceAll(/:\w+/g, id))
          : listDistinctPaths(route, [...queries, ...docs]);
    const leaks = [];
    for (const address of addresses) {
      const { text } = await franchise.get(address);
      if (findSecrets(text ?? '').length > 0) leaks.push(`${address}: ${findSecrets(text).join()}`);
    }
    expect(leaks).toEqual([]);
  },
);

it('T7: shows marked amounts and the last purchase price to users who may see them', async () => {
  for (const { collection, rowId, figure } of markedAmounts)
    expect((await api.as('admin').get(`/${collection}/${rowId}`)).text).toContain(String(figure));
  const proposed = await api.as('admin').get(`/purchase-orders/proposal?place=${ids.kitchen}`);
  expect([
    proposed.status,
    (await api.as('admin').get(`/packagings/${findPackId(markedAmounts)}/prices`)).text,
  ]).toEqual([200, expect.stringContaining('83.3317')]);
});

it('T7: doesn’t prefill an internal price on a franchise branch’s purchase, regardless of who enters it', async () => {
  const line = { itemId: tomato, packagingId: findPackId(markedAmounts), qty: 1 };
  const order = { supplier: await createSupplier(api), place: ids.branch2, items: [line] };
  for (const as of [franchise, api.as('admin')])
    for (const path of ['/purchase-orders', '/goods-receipts']) {
      const rejected = await as.post(path, order);
      expect([path, rejected.status, Object.keys(rejected.body.fields ?? {})]).toEqual([
        path,
        422,
        ['items.0.price'],
      ]);
      expect(findSecrets(rejected.text)).toEqual([]);
    }
  const priced = await franchise.post('/purchase-orders', { ...order, items: [{ ...line, price: 91 }] });
  expect([priced.status, findSecrets(priced.text)]).toEqual([201, []]);
  const kitchenOrder = await api.as('admin').post('/purchase-orders', { ...order, place: ids.kitchen });
  expect([kitchenOrder.status, kitchenOrder.body.items[0].price]).toEqual([201, 83.3317]);
});

it('T7: reveals nothing in responses to requests that change or sort rows with marked amounts', async () => {
  for (const { collection, rowId, field } of markedAmounts) {
    const responses = [
      await franchise.put(`/${collection}/${rowId}`, { isActive: true }),
      await franchise.put(`/${collection}/${rowId}`, { [field]: null }, { 'if-match': '"999"' }),
      await franchise.post(`/${collection}/archive`, { ids: [rowId], isActive: true }),
      await franchise.get(`/${collection}?sort=-${field}`),
      await franchise.get(`/${collection}?sort=${field}`),
    ];
    for (const { text } of responses) expect(findSecrets(text ?? '')).toEqual([]);
  }
});

it('T7: reveals nothing in responses to the branch’s actions, nor in events', () => {
  expect(streamText).toContain('unitCost');
  expect(findSecrets(streamText)).toEqual([]);
});

it('T6, T7: leaves the books consistent', async () => {
  expect(await reconcile(api.db.read)).toEqual([]);
  expect(api.errors).toEqual([]);
});
