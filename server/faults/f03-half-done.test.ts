import { afterAll, describe, expect, it } from 'vitest';
import type { OrderStatus } from '#domain/orders/status.ts';
import { reconcile } from '../modules/reconcile/reconcile.ts';
import type { Database } from '../db/tables.ts';
import { ids, type TestUser } from '../testing/ids.ts';
import { orderIn } from '../testing/orders.ts';
import { openBusiness } from './business.ts';
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
  'balances',
  'stockMoves',
  'reservations',
  'discrepancies',
  'sequences',
  'idempotencyKeys',
  'audit',
];

const cases: [what: string, from: OrderStatus, to: OrderStatus, user: TestUser][] = [
  ['submit', 'Draft', 'Under Review', 'branch'],
  ['accept', 'Sent to Central Kitchen', 'Under Process', 'kitchen'],
  ['ship', 'Under Process', 'Shipped', 'kitchen'],
  ['un-ship', 'Shipped', 'Under Process', 'admin'],
  ['receive', 'Shipped', 'Received', 'branch'],
];

describe.each(engines)('F3: every change is whole or not there, on $name', (engine) => {
  it.each(cases)('%s, cut after each statement and before the commit', async (what, from, to, user) => {
    const failing = failingDb();
    const t = await openBusiness(engine, failing.wrap);
    const { head, lines } = await orderIn(t, from, { items: [{ itemId: ids.items.flour, orderQty: 2 }] });
    const path = `/orders/${head._id}`;
    if (what === 'receive') {
      await t.as('branch').patch(path, { items: [{ lineId: lines[0]?.lineId, damagedQty: 1, shortQty: 1 }] });
    }
    const everything = async () => {
      const rows = [];
      for (const table of tables) rows.push(await t.db.read.selectFrom(table).selectAll().execute());
      return JSON.stringify(rows);
    };
    const before = await everything();
    const attempt = () => t.as(user).patch(path, { status: to }, { 'idempotency-key': `${what}-1` });
    const cutAt = async (cut: number | 'commit') => {
      failing.cutAt(cut);
      const answer = await attempt();
      if (answer.status === 200) return false;
      expect([cut, answer.status, await everything()]).toEqual([cut, 500, before]);
      return true;
    };
    expect(await cutAt('commit')).toBe(true);
    const statements = failing.statements();
    expect(statements).toBeGreaterThan(5);
    for (let cut = 1; cut <= statements; cut += 1) expect([cut, await cutAt(cut)]).toEqual([cut, true]);
    failing.cutAt(null);
    expect((await attempt()).body.status).toBe(to);
    expect(await reconcile(t.db.read)).toEqual([]);
    note('F3', engine.name, { [what]: 'all or nothing', 'cut at statements': statements + 1 });
    await t.drop();
  });
});
