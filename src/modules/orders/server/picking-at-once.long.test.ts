import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestResponse } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { LoadedOrder } from './rows.ts';

/** Orders shared by all pickers; the kitchen has too little stock for them. */
const orderCount = 10;
const clientCount = 50;
const actionsPerClient = 20;

let t: TestApp;
const orders: LoadedOrder[] = [];
beforeAll(async () => {
  t = await createTestApp();
  await t.db.writer
    .updateTable('items')
    .set({ trackLots: 1, trackExpiry: 1 })
    .where('_id', '=', ids.items.flour)
    .execute();
  await receiveStock(t, ids.kitchen, ids.items.flour, 40, 1, { lot: 'A', expiry: '2026-03-09' });
  await receiveStock(t, ids.kitchen, ids.items.flour, 60, 1, { lot: 'B', expiry: '2026-04-09' });
  for (let index = 0; index < orderCount; index += 1)
    orders.push(
      await createOrderInStatus(t, 'Sent to Central Kitchen', {
        branch: index % 2 === 0 ? ids.branch1 : ids.branch2,
        items: [
          { itemId: ids.items.flour, orderQty: 8 },
          { itemId: ids.items.tomato, orderQty: 12 },
        ],
      }),
    );
}, 60_000);
afterAll(() => t.close());

const anyAction = fc.record({
  action: fc.constantFrom('accept', 'pick', 'pick', 'pick', 'back', 'release', 'ship', 'unship', 'take'),
  order: fc.nat(orderCount - 1),
  other: fc.nat(orderCount - 1),
  line: fc.nat(1),
  qty: fc.integer({ min: 0, max: 12 }),
  isAdmin: fc.boolean(),
});
type PickerAction = typeof anyAction extends fc.Arbitrary<infer T> ? T : never;

/** A client that retries when the server is busy (503), as the dashboard does. */
function createClient(user: 'admin' | 'kitchen') {
  const client = t.as(user);
  const retryWhileBusy = async (call: () => Promise<TestResponse>): Promise<TestResponse> => {
    const response = await call();
    return response.status === 503 ? retryWhileBusy(call) : response;
  };
  return {
    get: (path: string) => retryWhileBusy(() => client.get(path)),
    post: (path: string, body: object) => retryWhileBusy(() => client.post(path, body)),
    patch: (path: string, body: object) => retryWhileBusy(() => client.patch(path, body)),
  };
}

async function performAction({ action, order, other, line, qty, isAdmin }: PickerAction): Promise<number> {
  const as = createClient(isAdmin ? 'admin' : 'kitchen');
  const [one, two] = [orders[order] as LoadedOrder, orders[other] as LoadedOrder];
  const move = async (status: string) => (await as.patch(`/orders/${one.header._id}`, { status })).status;
  const edit = { items: one.lines.map(({ lineId }) => ({ lineId, reason: 'out_of_stock' })) };
  switch (action) {
    case 'accept':
      return move('Under Process');
    case 'release':
      return move('Sent to Central Kitchen');
    case 'unship':
      return move('Under Process');
    case 'ship':
      await as.patch(`/orders/${one.header._id}`, edit);
      return move('Shipped');
    case 'take':
      return (
        await as.post('/pick-list/claims', {
          lines: [one.lines[line]?.lineId],
          action: isAdmin ? 'takeOver' : 'take',
        })
      ).status;
    default: {
      const pickList = (await as.get(`/pick-list?orders=${one.header._id},${two.header._id}`)).body;
      const lines = pickList.items.flatMap((item: { lines: object[] }) => item.lines) as {
        lineId: string;
        orderId: string;
        pickedQty: number | null;
      }[];
      if (lines.length === 0) return 200;
      const picks = lines.map(({ lineId, orderId, pickedQty }) => ({
        lineId,
        orderId,
        wasPicked: pickedQty,
        pickedQty: action === 'back' ? null : qty,
      }));
      return (await as.post('/pick-list/picks', { picks, ...(isAdmin && { takeOver: true }) })).status;
    }
  }
}

it('P4: after concurrent accepts, picks, put-backs, releases and shipments, reservations equal open demand and never exceed stock', async () => {
  const actions = fc.sample(anyAction, { numRuns: clientCount * actionsPerClient, seed: 20260304 });
  const statuses = await Promise.all(
    Array.from({ length: clientCount }, async (_, client) => {
      const codes: number[] = [];
      for (let index = 0; index < actionsPerClient; index += 1)
        codes.push(await performAction(actions[client * actionsPerClient + index] as PickerAction));
      return codes;
    }),
  );
  const responsesByStatus = Map.groupBy(statuses.flat(), (status) => status);
  // Requests are rejected only if the action is outdated, stock is insufficient, or someone else claimed the
  // line; none fails with a server error.
  expect(
    [...responsesByStatus.keys()].filter((status) => ![200, 403, 409, 412, 422].includes(status)),
  ).toEqual([]);
  expect(responsesByStatus.get(200)?.length).toBeGreaterThan(clientCount);

  const reservations = await t.db.read.selectFrom('reservations').select(['itemId', 'qtyMicro']).execute();
  const sum = (rows: readonly { qtyMicro: number }[]) => rows.reduce((total, row) => total + row.qtyMicro, 0);
  const balances = await t.db.read
    .selectFrom('balances')
    .selectAll()
    .where('placeId', '=', ids.kitchen)
    .execute();
  for (const { itemId, reservedMicro, onHandMicro } of balances) {
    expect(reservedMicro).toBe(sum(reservations.filter((row) => row.itemId === itemId)));
    expect(reservedMicro).toBeLessThanOrEqual(onHandMicro);
  }
  const picked = await t.db.read.selectFrom('lotReservations').select(['lotId', 'qtyMicro']).execute();
  const lots = await t.db.read
    .selectFrom('lotBalances')
    .selectAll()
    .where('placeId', '=', ids.kitchen)
    .execute();
  for (const { lotId, reservedMicro, onHandMicro } of lots) {
    expect(reservedMicro).toBe(sum(picked.filter((row) => row.lotId === lotId)));
    expect(reservedMicro).toBeLessThanOrEqual(onHandMicro);
  }
  expect(await reconcile(t.db.read)).toEqual([]);
  // No line of a shipped order is claimed.
  const claims = await t.db.read
    .selectFrom('pickClaims')
    .innerJoin('orders', 'orders._id', 'pickClaims.orderId')
    .select('orders.status')
    .execute();
  expect(claims.filter(({ status }) => status !== 'Under Process')).toEqual([]);
}, 120_000);
