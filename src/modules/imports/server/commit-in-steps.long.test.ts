import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#platform/server/db/migrate.ts';
import { openSqliteMemory } from '#platform/server/db/node/sqlite.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { Db } from '#platform/server/db/types.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import {
  createCheckedImport,
  countRows,
  itemColumns,
  buildItemRows,
  type TransactionLog,
  watchTransactions,
} from '#app/server/testing/large-imports.ts';
import { maxRowsInOneTransaction } from './apply.ts';
import { resumeImports } from './commit-in-steps.ts';
import { rowsPerStep } from './steps.ts';

// Runs on SQLite only: on PostgreSQL an import is a single transaction, and others can write concurrently.
let db: Db;
let api: TestApp;

let transactionLog: TransactionLog;

beforeAll(async () => {
  db = openSqliteMemory();
  await migrate(db);
  const watched = watchTransactions(db);
  transactionLog = watched.transactions;
  api = await createTestApp({ db: watched.db });
});
afterAll(() => api.close());

const createChecked = (kind: string, columns: string[], rows: unknown[][]) =>
  createCheckedImport(api, kind, columns, rows);
const columns = itemColumns;
const buildItems = (count: number, price: number, name = 'S') => buildItemRows(count, price, name);
const countTable = (table: Parameters<typeof countRows>[1]) => countRows(db.read, table);

const loadItemsByPrefix = (name: string) =>
  db.read
    .selectFrom('items')
    .select(['_id', 'itemCode', 'unitPriceMicro'])
    .where('itemCode', 'like', `${name}-%`)
    .orderBy('itemCode')
    .execute();

describe('a large import', () => {
  it('is written in small steps with other writes in between', async () => {
    const run = await createChecked('items', columns, buildItems(1000, 2));
    transactionLog.rows = [];
    let orders = 0;
    let isFinished = false;
    const otherWrites = (async () => {
      const body = { deliveryDate: '2026-03-06', items: [{ itemId: ids.items.flour, orderQty: 1 }] };
      while (!isFinished) {
        expect((await api.as('branch').post('/orders', body)).status).toBe(201);
        orders += 1;
        // Waits for a macrotask, as network requests do, so that the import can continue.
        await new Promise((resolve) => setTimeout(resolve));
      }
    })();
    const committed = await run.client.post(`${run.path}/commit`);
    isFinished = true;
    await otherWrites;
    expect(committed.body).toMatchObject({ status: 'Committed', created: 1000, relatedRows: 1000 });
    // Each imported row writes the row, its audit entry, and its undo data.
    expect(Math.max(...transactionLog.rows)).toBeLessThanOrEqual(3 * rowsPerStep);
    expect(orders).toBeGreaterThan(2000 / rowsPerStep);
    expect(await loadItemsByPrefix('S')).toHaveLength(1000);
    expect([await countTable('importRows'), await countTable('importSteps')]).toEqual([0, 0]);
    const auditEntries = (await run.client.get(`/audit?entity=imports&entityId=${run.id}`)).body;
    expect(auditEntries.map(({ action }: { action: string }) => action)).toEqual(['commit']);
    expect((await run.client.post(`${run.path}/undo`)).body).toMatchObject({ status: 'Undone' });
    expect(await loadItemsByPrefix('S')).toEqual([]);
    expect(await reconcile(db.read)).toEqual([]);
  });

  it('either completes after a restart or changes nothing, no matter when the process is killed', async () => {
    const created = await createChecked('items', columns, buildItems(150, 2, 'K'));
    await created.client.post(`${created.path}/commit`);
    const before = { items: await countTable('items'), packs: await countTable('packagings') };
    let completedAfterKill = 0;
    for (let kill = 0; ; kill++) {
      const run = await createChecked('items', columns, buildItems(300, 3 + kill, 'K'));
      const key = { 'idempotency-key': `kill-${kill}` };
      transactionLog.remaining = kill;
      const interrupted = await run.client.post(`${run.path}/commit`, undefined, key);
      transactionLog.remaining = Number.POSITIVE_INFINITY;
      const failures: unknown[] = [];
      await resumeImports(db, (_, error) => failures.push(error));
      expect(failures).toEqual([]);
      const { status } = (await run.client.get(run.path)).body;
      expect(['Checked', 'Committed']).toContain(status);
      if (status === 'Checked') {
        expect([await countTable('items'), await countTable('packagings')]).toEqual([
          before.items,
          before.packs,
        ]);
        expect((await loadItemsByPrefix('K'))[0]?.unitPriceMicro).toBe(2_000_000);
      } else if (interrupted.status !== 200) completedAfterKill += 1;
      expect(await countTable('importSteps')).toBe(0);
      // The client got no response and retries.
      const retried = await run.client.post(`${run.path}/commit`, undefined, key);
      expect(retried.body, retried.text).toMatchObject({
        status: 'Committed',
        created: 150,
        changed: 150,
      });
      expect([await countTable('items'), await countTable('packagings')]).toEqual([
        before.items + 150,
        before.packs + 150,
      ]);
      const prices = (await loadItemsByPrefix('K')).map(({ unitPriceMicro }) => unitPriceMicro);
      expect(new Set(prices)).toEqual(new Set([(3 + kill) * 1_000_000]));
      expect((await run.client.post(`${run.path}/undo`)).body).toMatchObject({ status: 'Undone' });
      if (interrupted.status === 200) break;
    }
    expect(completedAfterKill).toBeGreaterThan(3);
    expect(api.errors.every(({ error }) => String(error).includes('killed'))).toBe(true);
    expect(await reconcile(db.read)).toEqual([]);
  }, 60_000);

  it('delays changes to its collections until it ends, and lets other writes through', async () => {
    const category = (await api.as('admin').post('/item-categories', { name: 'Only here' })).body._id;
    const rows = buildItems(450, 2, 'G').map((cells) => cells.with(3, 'Only here'));
    const first = await createChecked('items', columns, rows);
    await first.client.post(`${first.path}/commit`);
    const [item] = (await first.client.get('/items?q=G 449')).body;
    const run = await createChecked(
      'items',
      columns,
      rows.map((cells) => cells.with(5, 9)),
    );
    const clients = { item: run.client, category: api.as('master') };
    const commit = run.client.post(`${run.path}/commit`);
    // Until the commit has been recorded, a changed item would stop the import; afterwards, changes wait
    // until it has finished.
    while ((await run.client.get(run.path)).body.status === 'Checked')
      await new Promise((resolve) => setTimeout(resolve));
    const [renamed, deleted, order] = await Promise.all([
      clients.item.put(`/items/${item._id}`, { name: 'Renamed concurrently' }),
      clients.category.delete(`/item-categories/${category}`),
      api.as('branch').post('/orders', {
        deliveryDate: '2026-03-06',
        items: [{ itemId: ids.items.flour, orderQty: 1 }],
      }),
    ]);
    expect((await commit).body).toMatchObject({ status: 'Committed', changed: 450 });
    expect([renamed.status, deleted.status, order.status]).toEqual([200, 409, 201]);
    expect(renamed.body.version).toBe(item.version + 2);
    const after = (await run.client.get(`/items/${item._id}`)).body;
    expect(after).toMatchObject({ name: 'Renamed concurrently', unitPrice: 9 });
  });

  it('is written in one transaction if unique values are moved between rows', async () => {
    const first = await createChecked('items', columns, buildItems(300, 2, 'R'));
    await first.client.post(`${first.path}/commit`);
    const items = await loadItemsByPrefix('R');
    const ring = items.map(({ _id }, n) => [_id, items[(n + 1) % items.length]?.itemCode]);
    const run = await createChecked('items', ['rowId', 'itemCode'], ring);
    expect((await run.client.post(`${run.path}/commit`)).body).toMatchObject({ changed: 300 });
    const codes = (await loadItemsByPrefix('R')).map(({ _id, itemCode }) => [_id, itemCode]);
    expect(Object.fromEntries(codes)).toEqual(Object.fromEntries(ring));
  });

  it('is rejected with a message if it would block other writes for too long, and writes nothing', async () => {
    const buildRows = (count: number, cells: (n: number) => unknown[]) =>
      Array.from({ length: count }, (_, n) => cells(n));
    const client = api.as('admin');
    const tryImport = async (kind: string, names: string[], rows: unknown[][]) => {
      const created = await client.post('/imports', { kind, fileName: 'file.csv', columns: names });
      const path = `/imports/${created.body._id}`;
      for (let from = 0; from < rows.length; from += 500) {
        const part = rows.slice(from, from + 500).map((cells, index) => ({ row: from + index + 2, cells }));
        await client.post(`${path}/rows`, { rows: part });
      }
      const response = await client.post(`${path}/check`);
      await client.delete(path);
      return response;
    };
    const units = (count: number) => buildRows(count, (n) => [`Unit ${n}`, `u${n}`, 'mass', n + 1, 1]);
    const unitColumns = ['name', 'symbol', 'dimension', 'factorNum', 'factorDen'];
    const response = await tryImport('units', unitColumns, units(maxRowsInOneTransaction + 1));
    expect(response.status, response.text).toBe(422);
    expect(response.body.details).toEqual({
      reason: 'too-many-at-once',
      params: { n: String(maxRowsInOneTransaction) },
    });
    expect(response.body.error).toContain('at most 500 rows');
    expect((await tryImport('units', unitColumns, units(maxRowsInOneTransaction))).body).toMatchObject({
      invalid: 0,
    });
    // A single changed base unit in a large item file has the same effect.
    const imported = await createChecked('items', columns, buildItems(maxRowsInOneTransaction + 1, 2, 'T'));
    await imported.client.post(`${imported.path}/commit`);
    const changed = buildRows(maxRowsInOneTransaction + 1, (n) => [`T-${n}`, n === 7 ? 'g' : 'kg', 3]);
    const other = await tryImport('items', ['itemCode', 'baseUnit', 'unitPrice'], changed);
    expect(other.body.details, other.text).toMatchObject({ reason: 'too-many-at-once' });
  });

  it('posts opening stock in small steps, exactly once, despite concurrent postings', async () => {
    const created = await createChecked('items', columns, buildItems(400, 2, 'O'));
    await created.client.post(`${created.path}/commit`);
    const rows = Array.from({ length: 400 }, (_, n) => [`O-${n}`, 'B1', 10, 2]);
    const stockColumns = ['itemId', 'placeId', 'qty', 'unitCost'];
    const [run, other] = [
      await createChecked('opening-stock', stockColumns, rows),
      await createChecked('opening-stock', stockColumns, rows),
    ];
    const moves = await countTable('stockMoves');
    transactionLog.rows = [];
    const responses = await Promise.all([
      run.client.post(`${run.path}/commit`),
      other.client.post(`${other.path}/commit`),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(1);
    expect(await countTable('stockMoves')).toBe(moves + 400);
    expect(Math.max(...transactionLog.rows)).toBeLessThanOrEqual(3 * rowsPerStep);
    const committed = responses[0].status === 200 ? run : other;
    expect((await committed.client.post(`${committed.path}/undo`)).body).toMatchObject({ status: 'Undone' });
    expect(await reconcile(db.read)).toEqual([]);
  });
});
