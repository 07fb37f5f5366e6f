import { afterAll, describe, expect, it } from 'vitest';
import type { OrderStatus } from '#domain/orders/status.ts';
import { reconcile } from '../modules/reconcile/reconcile.ts';
import type { Database } from '../db/tables.ts';
import { ids, type TestUser } from '../testing/ids.ts';
import { orderIn, receiveStock } from '../testing/orders.ts';
import { type Business, openBusiness } from './business.ts';
import { engines, stopEngines } from './engines.ts';
import { failingDb } from './failing-db.ts';
import { note } from './scale.ts';

afterAll(stopEngines);

const tables: (keyof Database)[] = [
  'orders',
  'orderLines',
  'orderHistory',
  'documentHistory',
  'orderCounts',
  'pickClaims',
  'stockCounts',
  'stockCountLines',
  'stockCountEntries',
  'transfers',
  'transferLines',
  'purchaseOrders',
  'purchaseLines',
  'goodsReceipts',
  'goodsReceiptLines',
  'packPrices',
  'balances',
  'stockMoves',
  'reservations',
  'lotReservations',
  'discrepancies',
  'sequences',
  'idempotencyKeys',
  'jobs',
  'audit',
];

const { flour, milk } = ids.items;

/** What is about to be done, and what its answer says when it was. */
interface Deed {
  user: TestUser;
  method: 'post' | 'patch';
  path: string;
  body: object;
  done: object;
}

const ok = async (call: Promise<{ status: number; text: string; body: { _id: string } }>) => {
  const { status, text, body } = await call;
  expect([200, 201], text).toContain(status);
  return body;
};

/** An order that somebody brings to another status. */
const orderMove = (from: OrderStatus, to: OrderStatus, user: TestUser) => async (t: Business) => {
  const { head, lines } = await orderIn(t, from, { items: [{ itemId: flour, orderQty: 2 }] });
  const path = `/orders/${head._id}`;
  if (to === 'Received')
    await t.as('branch').patch(path, { items: [{ lineId: lines[0]?.lineId, damagedQty: 1, shortQty: 1 }] });
  return { user, method: 'patch', path, body: { status: to }, done: { status: to } } as const;
};

/** A pick of two orders at once. */
async function pick(t: Business): Promise<Deed> {
  await receiveStock(t, ids.kitchen, flour, 100, 1);
  const orders = [await orderIn(t, 'Under Process'), await orderIn(t, 'Under Process')];
  const picks = orders.flatMap(({ head, lines }) =>
    lines
      .filter(({ itemId }) => itemId === flour)
      .map(({ lineId }) => ({
        lineId,
        orderId: head._id,
        wasPicked: null,
        pickedQty: 1,
        reason: 'out_of_stock',
      })),
  );
  return { user: 'kitchen', method: 'post', path: '/pick-list/picks', body: { picks }, done: {} };
}

async function transfer(t: Business, status: 'Sent' | 'Received'): Promise<Deed> {
  await receiveStock(t, ids.branch1, flour, 100, 1);
  const items = [{ itemId: flour, qty: 5 }];
  const { _id } = await ok(t.as('branch').post('/transfers', { from: ids.branch1, to: ids.branch2, items }));
  const path = `/transfers/${_id}`;
  if (status === 'Received') {
    const sent = await ok(t.as('branch').patch(path, { status: 'Sent' }));
    const [line] = (sent as unknown as { items: { lineId: string }[] }).items;
    await ok(
      t.as('branch2').patch(path, { items: [{ lineId: line?.lineId, receivedQty: 3, damagedQty: 1 }] }),
    );
  }
  return {
    user: status === 'Sent' ? 'branch' : 'branch2',
    method: 'patch',
    path,
    body: { status },
    done: { status },
  };
}

async function countApproval(t: Business): Promise<Deed> {
  for (const item of [flour, milk]) await receiveStock(t, ids.branch1, item, 100, 2);
  const { _id } = await ok(t.as('branch').post('/stock-counts', { type: 'spot', items: [flour, milk] }));
  const path = `/stock-counts/${_id}`;
  const counting = await ok(t.as('branch').patch(path, { status: 'Counting' }));
  const { items } = counting as unknown as { items: { lineId: string }[] };
  const events = items.map(({ lineId }, seq) => ({ device: 'tablet', seq, mode: 'set', lineId, qty: 99 }));
  await ok(t.as('branch').post(`${path}/events`, { events }));
  await ok(t.as('branch').patch(path, { status: 'Submitted' }));
  return {
    user: 'branch',
    method: 'patch',
    path,
    body: { status: 'Approved' },
    done: { status: 'Approved' },
  };
}

/** A purchase order of which part comes, or what came is taken back. */
async function goods(t: Business, status: 'Posted' | 'Reversed'): Promise<Deed> {
  const supplier = await ok(t.as('admin').post('/suppliers', { code: 'MILL', name: 'Mill' }));
  const items = [flour, milk].map((itemId) => ({ itemId, qty: 5, price: 2 }));
  const order = await ok(t.as('branch').post('/purchase-orders', { supplier: supplier._id, items }));
  const sent = await ok(t.as('branch').patch(`/purchase-orders/${order._id}`, { status: 'Sent' }));
  const lines = (sent as unknown as { items: { lineId: string }[] }).items;
  const body = {
    purchaseOrder: order._id,
    freight: 1,
    items: lines.map(({ lineId }) => ({ poLineId: lineId, qty: 3 })),
  };
  if (status === 'Posted')
    return { user: 'branch', method: 'post', path: '/goods-receipts', body, done: { status } };
  const { _id } = await ok(t.as('branch').post('/goods-receipts', body));
  return {
    user: 'branch',
    method: 'patch',
    path: `/goods-receipts/${_id}`,
    body: { status },
    done: { status },
  };
}

const cases: [what: string, prepare: (t: Business) => Promise<Deed>][] = [
  ['submit', orderMove('Draft', 'Under Review', 'branch')],
  ['accept', orderMove('Sent to Central Kitchen', 'Under Process', 'kitchen')],
  ['ship', orderMove('Under Process', 'Shipped', 'kitchen')],
  ['un-ship', orderMove('Shipped', 'Under Process', 'admin')],
  ['receive', orderMove('Shipped', 'Received', 'branch')],
  ['pick for two orders', pick],
  ['send a transfer', (t) => transfer(t, 'Sent')],
  ['receive a transfer', (t) => transfer(t, 'Received')],
  ['approve a count', countApproval],
  ['receive goods', (t) => goods(t, 'Posted')],
  ['take a goods receipt back', (t) => goods(t, 'Reversed')],
];

describe.each(engines)('F3: every change is whole or not there, on $name', (engine) => {
  it.each(cases)('%s, cut after each statement and before the commit', async (what, prepare) => {
    const failing = failingDb();
    const t = await openBusiness(engine, failing.wrap);
    const { user, method, path, body, done } = await prepare(t);
    const everything = async () => {
      const rows = [];
      for (const table of tables) rows.push(await t.db.read.selectFrom(table).selectAll().execute());
      return JSON.stringify(rows);
    };
    const before = await everything();
    const attempt = () =>
      t.as(user)[method](path, body, { 'idempotency-key': `${what.replaceAll(' ', '-')}-1` });
    const cutAt = async (cut: number | 'commit') => {
      failing.cutAt(cut);
      const answer = await attempt();
      if (answer.status < 300) return false;
      expect([cut, answer.status, await everything()]).toEqual([cut, 500, before]);
      return true;
    };
    expect(await cutAt('commit')).toBe(true);
    const statements = failing.statements();
    expect(statements).toBeGreaterThan(5);
    for (let cut = 1; cut <= statements; cut += 1) expect([cut, await cutAt(cut)]).toEqual([cut, true]);
    failing.cutAt(null);
    const answer = await attempt();
    expect([200, 201]).toContain(answer.status);
    expect(answer.body, answer.text).toEqual(expect.objectContaining(done));
    expect(await reconcile(t.db.read)).toEqual([]);
    note('F3', engine.name, { [what]: 'all or nothing', 'cut at statements': statements + 1 });
    await t.drop();
  });
});
