import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#platform/server/db/migrate.ts';
import { DatabaseBusyError } from '#platform/server/db/failures.ts';
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
import { resumeImports } from './commit-in-steps.ts';
import { rowsPerStep } from './steps.ts';

// Only SQLite undoes in steps. On PostgreSQL an undo is one transaction, during which others can write.
let db: Db;
let api: TestApp;
let transactionLog: TransactionLog;
/** Awaited before every write transaction. */
let beforeWrite = async (): Promise<void> => undefined;

beforeAll(async () => {
  db = openSqliteMemory();
  await migrate(db);
  const watched = watchTransactions(db);
  transactionLog = watched.transactions;
  const write: Db['write'] = async (work) => {
    await beforeWrite();
    return watched.db.write(work);
  };
  api = await createTestApp({ db: { ...watched.db, write } });
});
afterAll(() => api.close());

const waitForNextTurn = () => new Promise((resolve) => setTimeout(resolve));

async function commitImport(kind: string, columns: string[], rows: unknown[][]) {
  const run = await createCheckedImport(api, kind, columns, rows);
  const committed = await run.client.post(`${run.path}/commit`);
  expect(committed.body, committed.text).toMatchObject({ status: 'Committed' });
  return run;
}

const importItems = (count: number, price: number, name: string) =>
  commitImport('items', itemColumns, buildItemRows(count, price, name));

const findItemByName = (name: string) =>
  db.read.selectFrom('items').selectAll().where('name', '=', name).executeTakeFirst();

const countItemsAndPacks = async () => [
  await countRows(db.read, 'items'),
  await countRows(db.read, 'packagings'),
];

/** Starts an undo and returns once it is in progress. */
async function startUndo({ client, path }: Awaited<ReturnType<typeof commitImport>>) {
  const response = client.post(`${path}/undo`);
  let status = 'Committed';
  while (status === 'Committed') {
    await waitForNextTurn();
    ({ status } = (await client.get(path)).body);
  }
  expect(status).toBe('Undoing');
  return { response };
}

/** Collects the events that a user receives from now on. */
async function subscribe({ token }: { token: string | null }) {
  const { body } = await api.app.request('/api/events', { headers: { authorization: `Bearer ${token}` } });
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  let received = '';
  const reading = (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      received += new TextDecoder().decode(value);
    }
  })();
  return {
    received: () => received,
    async stop() {
      await reader.cancel();
      await reading;
    },
  };
}

const orderInput = (itemId: string) => ({ deliveryDate: '2026-03-06', items: [{ itemId, orderQty: 1 }] });

describe('a large undo', () => {
  it('runs in small steps with other writes in between', async () => {
    const before = await countItemsAndPacks();
    const run = await importItems(1000, 2, 'S');
    transactionLog.rows = [];
    let orders = 0;
    let isFinished = false;
    const otherWrites = (async () => {
      while (!isFinished) {
        expect((await api.as('branch').post('/orders', orderInput(ids.items.flour))).status).toBe(201);
        orders += 1;
        await waitForNextTurn();
      }
    })();
    const undone = await run.client.post(`${run.path}/undo`);
    isFinished = true;
    await otherWrites;
    expect(undone.body, undone.text).toMatchObject({
      status: 'Undone',
      notUndoneCount: 0,
      notUndoneRows: [],
    });
    expect(Math.max(...transactionLog.rows)).toBeLessThanOrEqual(rowsPerStep);
    expect(orders).toBeGreaterThan(2000 / rowsPerStep);
    expect(await countItemsAndPacks()).toEqual(before);
    const auditEntries = (await run.client.get(`/audit?entity=imports&entityId=${run.id}`)).body;
    expect(auditEntries.map(({ action }: { action: string }) => action)).toEqual(['undo', 'commit']);
    expect((await run.client.post(`${run.path}/undo`)).status).toBe(409);
    expect(await countRows(db.read, 'importSteps')).toBe(0);
    expect(await reconcile(db.read)).toEqual([]);
  });

  it('either completes after a restart or changes nothing, no matter when the process is killed', async () => {
    const before = await countItemsAndPacks();
    const base = await importItems(150, 2, 'K');
    let completedAfterKill = 0;
    for (let kill = 0; ; kill++) {
      const run = await importItems(300, 3 + kill, 'K');
      const key = { 'idempotency-key': `kill-${kill}` };
      transactionLog.remaining = kill;
      const interrupted = await run.client.post(`${run.path}/undo`, undefined, key);
      transactionLog.remaining = Number.POSITIVE_INFINITY;
      const failures: unknown[] = [];
      await resumeImports(db, (_, error) => failures.push(error));
      expect(failures).toEqual([]);
      const { status } = (await run.client.get(run.path)).body;
      expect(['Committed', 'Undone']).toContain(status);
      if (status === 'Committed') expect(await countItemsAndPacks()).toEqual(before.map((n) => n + 300));
      else if (interrupted.status !== 200) completedAfterKill += 1;
      // The client got no response and retries.
      const retried = await run.client.post(`${run.path}/undo`, undefined, key);
      expect(retried.body, retried.text).toMatchObject({ status: 'Undone', notUndoneCount: 0 });
      expect(await countItemsAndPacks()).toEqual(before.map((n) => n + 150));
      expect(await findItemByName('K 7')).toMatchObject({ unitPriceMicro: 2_000_000 });
      expect(await countRows(db.read, 'importSteps')).toBe(0);
      if (interrupted.status === 200) break;
    }
    expect(completedAfterKill).toBeGreaterThan(3);
    expect(api.errors.every(({ error }) => String(error).includes('killed'))).toBe(true);
    expect(await reconcile(db.read)).toEqual([]);
    // Importing the same content again creates new versions, so the earlier import can no longer be undone.
    expect((await base.client.post(`${base.path}/undo`)).status).toBe(409);
  }, 60_000);

  it('is rejected with a reason if a row was used before it began', async () => {
    const run = await importItems(300, 2, 'W');
    const before = await countItemsAndPacks();
    const item = await findItemByName('W 299');
    const ordered = await api.as('branch').post('/orders', orderInput(item?._id ?? ''));
    expect(ordered.status).toBe(201);
    const response = await run.client.post(`${run.path}/undo`);
    expect([response.status, response.body.details.reason]).toEqual([409, 'undo-used']);
    expect(await countItemsAndPacks()).toEqual(before);
    expect((await run.client.get(run.path)).body).toMatchObject({ status: 'Committed', notUndoneCount: 0 });
  });

  it('leaves rows that are changed or used concurrently unchanged, and reports them', async () => {
    await importItems(300, 2, 'M');
    const run = await importItems(600, 5, 'M');
    const idByName = new Map(
      (await db.read.selectFrom('items').select(['_id', 'name']).execute()).map(({ _id, name }) => [
        name,
        _id,
      ]),
    );
    const getItemId = (name: string) => idByName.get(name) ?? '';
    // Changed by the import; created and ordered; created and changed.
    const { response } = await startUndo(run);
    const [edited, ordered, changed] = await Promise.all([
      api.as('admin').put(`/items/${getItemId('M 3')}`, { name: 'Renamed concurrently' }),
      api.as('branch').post('/orders', orderInput(getItemId('M 301'))),
      api.as('admin').put(`/items/${getItemId('M 302')}`, { unitPrice: 77 }),
    ]);
    expect([edited.status, ordered.status, changed.status]).toEqual([200, 201, 200]);
    const undone = await response;
    expect(undone.status, undone.text).toBe(200);
    expect(undone.body).toMatchObject({ status: 'Undone', notUndoneCount: 3 });
    const reasons = new Map(
      undone.body.notUndoneRows.map((row: { name: string; reason: string; message: string }) => [
        row.name,
        [row.reason, row.message],
      ]),
    );
    expect(Object.fromEntries(reasons)).toEqual({
      'Renamed concurrently': [
        'kept-changed',
        'Renamed concurrently was left as it is because it was changed after the import.',
      ],
      'M 301': ['kept-used', 'M 301 wasn’t removed because it is now used by orders.'],
      'M 302': ['kept-changed', 'M 302 was left as it is because it was changed after the import.'],
    });
    expect(await findItemByName('Renamed concurrently')).toMatchObject({ unitPriceMicro: 5_000_000 });
    expect(await findItemByName('M 301')).toBeDefined();
    expect(await findItemByName('M 302')).toMatchObject({ unitPriceMicro: 77_000_000 });
    expect(await findItemByName('M 4')).toMatchObject({ unitPriceMicro: 2_000_000 });
    expect(await findItemByName('M 303')).toBeUndefined();
    const audit = (await run.client.get(`/audit?entity=imports&entityId=${run.id}`)).body;
    expect(audit[0]).toMatchObject({ action: 'undo', after: { kept: 3 } });
    expect(await reconcile(db.read)).toEqual([]);
  });

  it('leaves a row whose old code was taken concurrently, and reverts the others', async () => {
    await importItems(300, 2, 'C');
    const items = await db.read
      .selectFrom('items')
      .select(['_id', 'itemCode'])
      .where('itemCode', 'like', 'C-%')
      .orderBy('_id')
      .execute();
    const renamed = items.map(({ _id, itemCode }) => [_id, `NEW-${itemCode}`]);
    const run = await commitImport('items', ['rowId', 'itemCode'], renamed);
    const { response } = await startUndo(run);
    const body = {
      itemCode: 'C-0',
      name: 'Same code',
      kind: 'raw',
      category: ids.category,
      baseUnit: ids.units.kg,
      orderUnit: ids.units.kg,
    };
    const taken = await api.as('admin').post('/items', body);
    expect(taken.status, taken.text).toBe(201);
    const undone = await response;
    expect(undone.body, undone.text).toMatchObject({
      status: 'Undone',
      notUndoneCount: 1,
      notUndoneRows: [{ name: 'C 0', reason: 'kept-refused' }],
    });
    expect(await findItemByName('C 0')).toMatchObject({ itemCode: 'NEW-C-0' });
    expect(await findItemByName('C 1')).toMatchObject({ itemCode: 'C-1' });
    expect(await findItemByName('C 149')).toMatchObject({ itemCode: 'C-149' });
    expect(await reconcile(db.read)).toEqual([]);
  });

  it('continues only once after waiting for the database, despite repeated requests', async () => {
    await importItems(300, 2, 'B');
    const items = await db.read
      .selectFrom('items')
      .select(['_id', 'itemCode'])
      .where('itemCode', 'like', 'B-%')
      .orderBy('_id')
      .execute();
    const renamed = items.map(({ _id, itemCode }) => [_id, `NEW-${itemCode}`]);
    const run = await commitImport('items', ['rowId', 'itemCode'], renamed);
    const { response } = await startUndo(run);
    beforeWrite = () => Promise.reject(new DatabaseBusyError());
    expect((await response).status).toBe(503);
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await run.client.post(`${run.path}/undo`)).status).toBe(503);
    // The row reverted last can't get its code back.
    await db.write((tx) =>
      tx
        .updateTable('items')
        .set({ itemCode: items[0]?.itemCode ?? '' })
        .where('_id', '=', ids.items.flour)
        .execute(),
    );
    const databaseFreed = Promise.withResolvers<void>();
    beforeWrite = () => databaseFreed.promise;
    const adminEvents = await subscribe(run.client);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    beforeWrite = async () => undefined;
    databaseFreed.resolve();
    await expect
      .poll(async () => (await run.client.get(run.path)).body, { timeout: 20_000 })
      .toMatchObject({ status: 'Undone', notUndoneCount: 1 });
    await expect
      .poll(adminEvents.received)
      .toContain(`"collection":"items","id":"${run.id}","change":"undone"`);
    await adminEvents.stop();
    const repeated = await run.client.post(`${run.path}/undo`);
    expect(repeated.body, repeated.text).toMatchObject({ status: 'Undone', notUndoneCount: 1 });
    expect(await countRows(db.read, 'importSteps')).toBe(0);
  }, 60_000);

  it('leaves no dangling references: rows that reference each other are either all reverted or all kept', async () => {
    const columns = [...itemColumns, 'substitutes'];
    // Each even row and the row after it are substitutes for each other.
    const rows = buildItemRows(400, 2, 'P').map((cells, n) => [...cells, `P-${n % 2 === 0 ? n + 1 : n - 1}`]);
    const run = await commitImport('items', columns, rows);
    const orderedItem = await findItemByName('P 100');
    const { response } = await startUndo(run);
    expect((await api.as('branch').post('/orders', orderInput(orderedItem?._id ?? ''))).status).toBe(201);
    const undone = await response;
    expect(undone.body, undone.text).toMatchObject({ status: 'Undone', notUndoneCount: 2 });
    expect(
      undone.body.notUndoneRows.map(({ name, params }: { name: string; params: { usedBy: string } }) => [
        name,
        params.usedBy,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['P 100', 'orders'],
        ['P 101', 'items'],
      ]),
    );
    expect(await findItemByName('P 102')).toBeUndefined();
    expect(await reconcile(db.read)).toEqual([]);
  });

  it('reverses stock in small steps, and keeps openings with later movements', async () => {
    await importItems(400, 2, 'O');
    const rows = Array.from({ length: 400 }, (_, n) => [`O-${n}`, 'B1', 10, 2]);
    const columns = ['itemId', 'placeId', 'qty', 'unitCost'];
    const run = await commitImport('opening-stock', columns, rows);
    const lastItem = await findItemByName('O 399');
    transactionLog.rows = [];
    const { response } = await startUndo(run);
    const wasted = await api.as('branch').post('/wastage', {
      item: lastItem?._id,
      qty: 1,
      reason: 'dropped',
      dateTime: '2026-03-02T09:00:00.000Z',
    });
    expect(wasted.status, wasted.text).toBe(201);
    const undone = await response;
    expect(undone.body, undone.text).toMatchObject({
      status: 'Undone',
      notUndoneCount: 1,
      notUndoneRows: [
        {
          name: 'O 399',
          reason: 'kept-moved',
          message: 'O 399 stays in stock because it has had movements since the import.',
        },
      ],
    });
    expect(Math.max(...transactionLog.rows)).toBeLessThanOrEqual(2 * rowsPerStep);
    const remaining = await db.read
      .selectFrom('balances')
      .innerJoin('items', 'items._id', 'balances.itemId')
      .select(['items.name', 'onHandMicro'])
      .where('itemCode', 'like', 'O-%')
      .where('onHandMicro', '!=', 0)
      .execute();
    expect(remaining).toEqual([{ name: 'O 399', onHandMicro: 9_000_000 }]);
    expect(await reconcile(db.read)).toEqual([]);
  });
});
