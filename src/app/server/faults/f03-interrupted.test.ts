import { afterAll, describe, expect, it } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { Database } from '#platform/server/db/tables.ts';
import { type Business, openBusiness } from './business.ts';
import { engines, stopEngines } from './engines.ts';
import { createFailingDb } from './failing-db.ts';
import {
  prepareCountApproval,
  type PreparedCall,
  preparedCalls,
  prepareOrderTransition,
  preparePick,
} from './prepared-calls.ts';
import { listCutPositions, recordMeasurement } from './repetitions.ts';

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
  'supplierInvoices',
  'supplierInvoiceLines',
  'invoiceMatches',
  'reviews',
  'productionBatches',
  'productionLines',
  'productionParts',
  'saleSources',
  'tillItems',
  'saleDays',
  'saleRows',
  'saleModifiers',
  'packPrices',
  'balances',
  'stockMoves',
  'stockDaily',
  'reservations',
  'lotReservations',
  'discrepancies',
  'sequences',
  'idempotencyKeys',
  'jobs',
  'audit',
];

const cases: [name: string, prepare: (t: Business) => Promise<PreparedCall>][] = [
  ['submit', prepareOrderTransition('Draft', 'Under Review', 'branch')],
  ['accept', prepareOrderTransition('Sent to Central Kitchen', 'Under Process', 'kitchen')],
  ['ship', prepareOrderTransition('Under Process', 'Shipped', 'kitchen')],
  ['unship', prepareOrderTransition('Shipped', 'Under Process', 'admin')],
  ['receive', prepareOrderTransition('Shipped', 'Received', 'branch')],
  ['pick for two orders', preparePick],
  ['approve a count', prepareCountApproval],
  ...preparedCalls,
];

describe.each(engines)('F3: every change is atomic on $name', (engine) => {
  it.each(cases)('%s rolls back if any statement or the commit fails', async (name, prepare) => {
    const failing = createFailingDb();
    const t = await openBusiness(engine, failing.wrap);
    const { user, method, path, body, expected } = await prepare(t);
    const dumpTables = async () => {
      const rows = [];
      for (const table of tables) rows.push(await t.db.read.selectFrom(table).selectAll().execute());
      return JSON.stringify(rows);
    };
    const before = await dumpTables();
    const attempt = () =>
      t.as(user)[method](path, body, { 'idempotency-key': `${name.replaceAll(' ', '-')}-1` });
    const isRolledBackAt = async (cut: number | 'commit') => {
      failing.failAt(cut);
      const response = await attempt();
      if (response.status < 300) return false;
      expect([cut, response.status, await dumpTables()]).toEqual([cut, 500, before]);
      return true;
    };
    expect(await isRolledBackAt('commit')).toBe(true);
    const statements = failing.countStatements();
    expect(statements).toBeGreaterThan(5);
    for (const cut of listCutPositions(statements))
      expect([cut, await isRolledBackAt(cut)]).toEqual([cut, true]);
    failing.failAt(null);
    const response = await attempt();
    expect([200, 201]).toContain(response.status);
    expect(response.body, response.text).toEqual(expect.objectContaining(expected));
    expect(await reconcile(t.db.read)).toEqual([]);
    recordMeasurement('F3', engine.name, { [name]: 'all or nothing', 'cut at statements': statements + 1 });
    await t.drop();
  });
});
