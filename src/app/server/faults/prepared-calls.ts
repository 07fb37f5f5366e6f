import { expect } from 'vitest';
import type { OrderStatus } from '#modules/orders/status.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';
import type { Business } from './business.ts';

const { flour, milk, tomato } = ids.items;

/** A prepared request with part of its expected response. */
export interface PreparedCall {
  user: TestUser;
  method: 'post' | 'patch';
  path: string;
  body: object;
  expected: object;
}

const expectSuccess = async (call: Promise<{ status: number; text: string; body: { _id: string } }>) => {
  const { status, text, body } = await call;
  expect([200, 201], text).toContain(status);
  return body;
};

/** Prepares a transition of an order. */
export const prepareOrderTransition =
  (from: OrderStatus, to: OrderStatus, user: TestUser) => async (t: Business) => {
    const { header, lines } = await createOrderInStatus(t, from, { items: [{ itemId: flour, orderQty: 2 }] });
    const path = `/orders/${header._id}`;
    if (to === 'Received')
      await t.as('branch').patch(path, { items: [{ lineId: lines[0]?.lineId, damagedQty: 1, shortQty: 1 }] });
    return { user, method: 'patch', path, body: { status: to }, expected: { status: to } } as const;
  };

/** Prepares a pick of two orders at once. */
export async function preparePick(t: Business): Promise<PreparedCall> {
  await receiveStock(t, ids.kitchen, flour, 100, 1);
  const orders = [
    await createOrderInStatus(t, 'Under Process'),
    await createOrderInStatus(t, 'Under Process'),
  ];
  const picks = orders.flatMap(({ header, lines }) =>
    lines
      .filter(({ itemId }) => itemId === flour)
      .map(({ lineId }) => ({
        lineId,
        orderId: header._id,
        wasPicked: null,
        pickedQty: 1,
        reason: 'out_of_stock',
      })),
  );
  return { user: 'kitchen', method: 'post', path: '/pick-list/picks', body: { picks }, expected: {} };
}

async function prepareTransfer(t: Business, status: 'Sent' | 'Received'): Promise<PreparedCall> {
  await receiveStock(t, ids.branch1, flour, 100, 1);
  const items = [{ itemId: flour, qty: 5 }];
  const { _id } = await expectSuccess(
    t.as('branch').post('/transfers', { from: ids.branch1, to: ids.branch2, items }),
  );
  const path = `/transfers/${_id}`;
  if (status === 'Received') {
    const sent = await expectSuccess(t.as('branch').patch(path, { status: 'Sent' }));
    const [line] = (sent as unknown as { items: { lineId: string }[] }).items;
    await expectSuccess(
      t.as('branch2').patch(path, { items: [{ lineId: line?.lineId, receivedQty: 3, damagedQty: 1 }] }),
    );
  }
  return {
    user: status === 'Sent' ? 'branch' : 'branch2',
    method: 'patch',
    path,
    body: { status },
    expected: { status },
  };
}

export async function prepareCountApproval(t: Business): Promise<PreparedCall> {
  for (const item of [flour, milk]) await receiveStock(t, ids.branch1, item, 100, 2);
  const { _id } = await expectSuccess(
    t.as('branch').post('/stock-counts', { type: 'spot', itemIds: [flour, milk] }),
  );
  const path = `/stock-counts/${_id}`;
  const counting = await expectSuccess(t.as('branch').patch(path, { status: 'Counting' }));
  const { items } = counting as unknown as { items: { lineId: string }[] };
  const events = items.map(({ lineId }, seq) => ({ device: 'tablet', seq, mode: 'set', lineId, qty: 99 }));
  await expectSuccess(t.as('branch').post(`${path}/events`, { events }));
  await expectSuccess(t.as('branch').patch(path, { status: 'Submitted' }));
  return {
    user: 'branch',
    method: 'patch',
    path,
    body: { status: 'Approved' },
    expected: { status: 'Approved' },
  };
}

/** Prepares a partial receipt of a purchase order, or its reversal. */
async function prepareReceipt(t: Business, status: 'Posted' | 'Reversed'): Promise<PreparedCall> {
  const supplier = await expectSuccess(t.as('admin').post('/suppliers', { code: 'MILL', name: 'Mill' }));
  const items = [flour, milk].map((itemId) => ({ itemId, qty: 5, price: 2 }));
  const order = await expectSuccess(
    t.as('branch').post('/purchase-orders', { supplier: supplier._id, items }),
  );
  const sent = await expectSuccess(t.as('branch').patch(`/purchase-orders/${order._id}`, { status: 'Sent' }));
  const lines = (sent as unknown as { items: { lineId: string }[] }).items;
  const body = {
    purchaseOrder: order._id,
    freight: 1,
    items: lines.map(({ lineId }) => ({ poLineId: lineId, qty: 3 })),
  };
  if (status === 'Posted')
    return { user: 'branch', method: 'post', path: '/goods-receipts', body, expected: { status } };
  const { _id } = await expectSuccess(t.as('branch').post('/goods-receipts', body));
  return {
    user: 'branch',
    method: 'patch',
    path: `/goods-receipts/${_id}`,
    body: { status, transitionReason: 'Entered twice' },
    expected: { status },
  };
}

/**
 * Prepares posting, reversing or crediting an invoice above the receipt's price, after some of the goods have
 * been used.
 */
async function prepareInvoice(t: Business, action: 'post' | 'reverse' | 'credit'): Promise<PreparedCall> {
  const received = await prepareReceipt(t, 'Posted');
  const { supplier, items } = (await expectSuccess(
    t.as('branch').post(received.path, received.body),
  )) as unknown as {
    supplier: string;
    items: { lineId: string; itemId: string }[];
  };
  await expectSuccess(t.as('branch').post('/wastage', { item: flour, qty: 1, reason: 'spoiled' }));
  const createInvoice = async (body: object) =>
    `/supplier-invoices/${(await expectSuccess(t.as('branch').post('/supplier-invoices', { supplier, date: '2026-03-04', ...body })))._id}`;
  const lines = items.map(({ lineId }) => ({ receiptLineId: lineId, qty: 3, price: 2.5 }));
  const path = await createInvoice({ number: 'M-1', total: 16, freight: 1, items: lines });
  const posted = { status: 'Posted', transitionReason: 'Price increase' };
  const prepareTransition = (target: string, body: { status: string; transitionReason: string }) =>
    ({ user: 'branch', method: 'patch', path: target, body, expected: { status: body.status } }) as const;
  if (action === 'post') return prepareTransition(path, posted);
  await expectSuccess(t.as('branch').patch(path, posted));
  if (action === 'reverse') return prepareTransition(path, { status: 'Reversed', transitionReason: 'Wrong' });
  const credited = { kind: 'credit', number: 'C-1', total: 1.5, items: [{ ...lines[0], price: 0.5 }] };
  return prepareTransition(await createInvoice(credited), posted);
}

/** Prepares a partial completion of a batch, or the reversal of its parts. */
async function prepareBatch(t: Business, to: 'Completed' | 'In Progress'): Promise<PreparedCall> {
  await receiveStock(t, ids.kitchen, flour, 100, 2);
  const recipe = await expectSuccess(
    t.as('admin').post('/recipes', {
      name: 'Sauce',
      kind: 'sub-recipe',
      outputItem: tomato,
      yieldQty: 10,
      yieldUnit: ids.units.kg,
      components: [{ itemId: flour, qty: 10, unit: ids.units.kg }],
    }),
  );
  const planned = { recipeId: recipe._id, plannedQty: 5, plannedFor: '2026-03-06' };
  const { _id } = await expectSuccess(t.as('kitchen').post('/production-batches', planned));
  const path = `/production-batches/${_id}`;
  const change = (body: object) => expectSuccess(t.as('kitchen').patch(path, body));
  await change({ status: 'In Progress' });
  await change({ produced: [{ itemId: tomato, qty: 2 }], loss: 1, lossReason: 'dropped' });
  const status = { status: to };
  if (to === 'Completed') return { user: 'kitchen', method: 'patch', path, body: status, expected: status };
  await change({ status: 'Completed' });
  await change({ transitionReason: 'Counted wrongly' });
  return { user: 'kitchen', method: 'patch', path, body: status, expected: status };
}

/** Prepares a repeated import of a till's sales of one day, at a branch whose sales deplete stock. */
async function prepareSales(t: Business): Promise<PreparedCall> {
  await receiveStock(t, ids.branch1, flour, 100, 2);
  await t.db.writer
    .updateTable('branches')
    .set({ depletesStock: 1 })
    .where('_id', '=', ids.branch1)
    .execute();
  const buildDay = (qty: number) => ({
    source: 'Till',
    rows: [
      { branch: ids.branch1, day: '2026-03-03', code: 'F', qty, net: qty * 3 },
      { branch: ids.branch1, day: '2026-03-03', code: 'X', qty: 1, net: 9 },
    ],
  });
  await expectSuccess(t.as('admin').post('/sales', buildDay(4)));
  await expectSuccess(
    t.as('admin').put('/sales/till-items', { source: 'Till', code: 'F', itemId: flour, portions: 1 }),
  );
  return {
    user: 'admin',
    method: 'post',
    path: '/sales',
    body: buildDay(7),
    expected: { imported: 2, replaced: 2 },
  };
}

/** Actions that post stock with one request, by name, except order transitions, picks and count approvals. */
export const preparedCalls: readonly [action: string, prepare: (t: Business) => Promise<PreparedCall>][] = [
  ['send a transfer', (t) => prepareTransfer(t, 'Sent')],
  ['receive a transfer', (t) => prepareTransfer(t, 'Received')],
  ['receive goods', (t) => prepareReceipt(t, 'Posted')],
  ['reverse a goods receipt', (t) => prepareReceipt(t, 'Reversed')],
  ['post an invoice', (t) => prepareInvoice(t, 'post')],
  ['reverse an invoice', (t) => prepareInvoice(t, 'reverse')],
  ['credit part of an invoice', (t) => prepareInvoice(t, 'credit')],
  ['finish a batch', (t) => prepareBatch(t, 'Completed')],
  ['reopen a batch', (t) => prepareBatch(t, 'In Progress')],
  ['resend a day of sales', prepareSales],
];
