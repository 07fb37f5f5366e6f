import { afterAll, describe, expect, it } from 'vitest';
import type { OrderStatus } from '#domain/orders/status.ts';
import { reconcile } from '../modules/reconcile/reconcile.ts';
import type { TestUser } from '../testing/ids.ts';
import { orderIn } from '../testing/orders.ts';
import { openBusiness, tally } from './business.ts';
import { engines, stopEngines } from './engines.ts';
import { note, times } from './scale.ts';

const parallel = 20;
const rounds = times(2, 25);

afterAll(stopEngines);

const moves: [what: string, from: OrderStatus, to: OrderStatus, user: TestUser, postings: number][] = [
  ['send', 'Under Review', 'Sent to Central Kitchen', 'branch', 0],
  ['accept', 'Sent to Central Kitchen', 'Under Process', 'kitchen', 0],
  ['ship', 'Under Process', 'Shipped', 'kitchen', 2],
  ['receive', 'Shipped', 'Received', 'branch', 4],
  ['cancel', 'Draft', 'Cancelled', 'branch', 0],
];

describe.each(engines)(`F7: ${parallel} at once on $name`, (engine) => {
  it.each(moves)('%s happens once', async (what, from, to, user, postings) => {
    const t = await openBusiness(engine);
    for (let round = 0; round < rounds; round += 1) {
      const { head } = await orderIn(t, from);
      const withVersion = { 'if-match': `"${head.version}"` };
      const send = (_: unknown, n: number) =>
        t
          .as(user)
          .patch(
            `/orders/${head._id}`,
            { status: to },
            { 'idempotency-key': `${head._id}-${n}`, ...(n % 2 === 0 && withVersion) },
          );
      const answers = await Promise.all(Array.from({ length: parallel }, send));
      const counts = tally(answers);
      expect((counts[200] ?? 0) + (counts[412] ?? 0)).toBe(parallel);
      expect(counts[200]).toBeGreaterThan(0);
      const steps = await t.db.read
        .selectFrom('orderHistory')
        .select('seq')
        .where('orderId', '=', head._id)
        .execute();
      const posted = await t.db.read
        .selectFrom('stockMoves')
        .select('seq')
        .where('docId', '=', head._id)
        .execute();
      const order = await t.db.read
        .selectFrom('orders')
        .select(['version', 'status'])
        .where('_id', '=', head._id)
        .executeTakeFirst();
      expect(order).toEqual({ version: head.version + 1, status: to });
      expect([what, steps.length, posted.length]).toEqual([what, head.version + 1, postings]);
    }
    expect(await reconcile(t.db.read)).toEqual([]);
    expect(t.errors).toEqual([]);
    note('F7', engine.name, { [what]: `${rounds} rounds of ${parallel}`, postings: 'once each' });
    await t.drop();
  });
});
