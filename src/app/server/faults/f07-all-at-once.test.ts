import { afterAll, describe, expect, it } from 'vitest';
import type { OrderStatus } from '#modules/orders/status.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { TestUser } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';
import { type Business, openBusiness, countByStatus } from './business.ts';
import { type FaultEngine, engines, stopEngines } from './engines.ts';
import { type PreparedCall, preparedCalls } from './prepared-calls.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';

const parallel = 20;
const rounds = chooseRepetitions(2, 25);

afterAll(stopEngines);

const transitions: [action: string, from: OrderStatus, to: OrderStatus, user: TestUser, postings: number][] =
  [
    ['send', 'Under Review', 'Sent to Central Kitchen', 'branch', 0],
    ['accept', 'Sent to Central Kitchen', 'Under Process', 'kitchen', 0],
    ['ship', 'Under Process', 'Shipped', 'kitchen', 2],
    ['receive', 'Shipped', 'Received', 'branch', 4],
    ['cancel', 'Draft', 'Cancelled', 'branch', 0],
  ];

describe.each(engines)(`F7: ${parallel} concurrent requests on $name`, (engine) => {
  it.each(transitions)('%s is done once', async (action, from, to, user, postings) => {
    const t = await openBusiness(engine);
    for (let round = 0; round < rounds; round += 1) {
      const { header } = await createOrderInStatus(t, from);
      const withVersion = { 'if-match': `"${header.version}"` };
      const send = (_: unknown, n: number) =>
        t
          .as(user)
          .patch(
            `/orders/${header._id}`,
            { status: to },
            { 'idempotency-key': `${header._id}-${n}`, ...(n % 2 === 0 && withVersion) },
          );
      const responses = await Promise.all(Array.from({ length: parallel }, send));
      const counts = countByStatus(responses);
      expect((counts[200] ?? 0) + (counts[412] ?? 0)).toBe(parallel);
      expect(counts[200]).toBeGreaterThan(0);
      const steps = await t.db.read
        .selectFrom('orderHistory')
        .select('seq')
        .where('orderId', '=', header._id)
        .execute();
      const stockMoves = await t.db.read
        .selectFrom('stockMoves')
        .select('seq')
        .where('docId', '=', header._id)
        .execute();
      const order = await t.db.read
        .selectFrom('orders')
        .select(['version', 'status'])
        .where('_id', '=', header._id)
        .executeTakeFirst();
      expect(order).toEqual({ version: header.version + 1, status: to });
      expect([action, steps.length, stockMoves.length]).toEqual([action, header.version + 1, postings]);
    }
    expect(await reconcile(t.db.read)).toEqual([]);
    expect(t.errors).toEqual([]);
    recordMeasurement('F7', engine.name, {
      [action]: `${rounds} rounds of ${parallel}`,
      postings: 'once each',
    });
    await t.drop();
  });
});

/** Returns statuses and balances after concurrent requests in a new business. */
async function loadBooksAfterCalls(
  engine: FaultEngine,
  prepare: (t: Business) => Promise<PreparedCall>,
  requestCount: number,
) {
  const t = await openBusiness(engine);
  const { user, method, path, body } = await prepare(t);
  const responses = await Promise.all(
    Array.from({ length: requestCount }, (_, n) =>
      t.as(user)[method](path, body, { 'idempotency-key': `once-${n}` }),
    ),
  );
  const statuses = Object.keys(countByStatus(responses));
  const balances = await t.db.read
    .selectFrom('balances')
    .select(['placeId', 'itemId', 'onHandMicro', 'valueE4'])
    .orderBy('placeId')
    .orderBy('itemId')
    .execute();
  const moves = await t.db.read.selectFrom('stockMoves').select(['kind', 'qtyMicro', 'valueE4']).execute();
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
  await t.drop();
  return { statuses, books: JSON.stringify([balances, moves]) };
}

describe.each(engines)(`F7: ${parallel} users send the same request concurrently, on $name`, (engine) => {
  it.each(preparedCalls)('%s is posted once', async (action, prepare) => {
    const single = await loadBooksAfterCalls(engine, prepare, 1);
    for (let round = 0; round < chooseRepetitions(1, 10); round += 1) {
      const concurrent = await loadBooksAfterCalls(engine, prepare, parallel);
      expect(concurrent.books).toBe(single.books);
      // Later requests are rejected as already done, stale or impossible, but never with an internal error.
      const [success] = single.statuses;
      expect(concurrent.statuses).toContain(success);
      for (const status of concurrent.statuses) expect([success, '409', '412', '422']).toContain(status);
    }
    recordMeasurement('F7', engine.name, {
      [action]: `${chooseRepetitions(1, 10)} rounds of ${parallel}`,
      postings: 'once each',
    });
  });
});
