import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { references } from './schema/create.ts';
import { takeNumber } from './sequences.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

// Tests requests with a concurrent change between their checks and their writes.
let t: TestApp;
let n = 0;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
  await t.close();
});

const rounds = 12;
const admin = () => t.as('admin');

async function createRow(path: string, body: object): Promise<string> {
  const response = await admin().post(path, body);
  expect([response.text, response.status]).toEqual([response.text, 201]);
  return response.body._id as string;
}

const createItem = (overrides: object = {}) =>
  createRow('/items', {
    itemCode: `N${++n}`,
    name: `New ${n}`,
    kind: 'raw',
    category: ids.category,
    baseUnit: ids.units.kg,
    ...overrides,
  });

/**
 * Runs both requests concurrently; each succeeds or is rejected with an error that names the field or the
 * cause.
 */
async function runConcurrently(
  ...calls: (() => ReturnType<ReturnType<typeof admin>['get']>)[]
): Promise<number[]> {
  const responses = await Promise.all(calls.map((call) => call()));
  for (const { status, body, text } of responses) {
    if (status < 300) continue;
    expect([text, [404, 409, 412, 422].includes(status)]).toEqual([text, true]);
    expect(body.error.length).toBeGreaterThan(10);
    expect(body.error).not.toContain('in the meantime');
  }
  return responses.map(({ status }) => status);
}

test('stays consistent if an item is deleted while a document or row starts using it', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const item = await createItem();
    const other = await createItem();
    const order = { branch: ids.branch1, deliveryDate: '2026-03-06', items: [{ itemId: item, orderQty: 1 }] };
    const uses = [
      () => admin().post('/orders', order),
      () =>
        admin().post('/wastage', { branch: ids.branch1, item, qty: 1, reason: 'spoiled', status: 'Draft' }),
      () =>
        admin().post('/packagings', { itemId: item, name: `Pack ${n}`, unit: ids.units.kg, contentsQty: 2 }),
      () => admin().post('/item-levels', { itemId: item, branchId: ids.branch1, par: 2 }),
      () => admin().put(`/items/${other}`, { substitutes: [item] }),
      () =>
        admin().post('/order-templates', {
          name: `Usual ${n}`,
          branch: ids.branch1,
          lines: [{ itemId: item, qty: 1, unit: ids.units.kg }],
        }),
    ];
    const use = uses[round % uses.length] as (typeof uses)[0];
    await runConcurrently(use, () => admin().delete(`/items/${item}`), use);
    expect(await reconcile(t.db.read)).toEqual([]);
  }
});

test('stays consistent if a category, unit or brand is deleted while an item starts using it', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const category = await createRow('/item-categories', { name: `Category ${++n}` });
    const unit = await createRow('/units', {
      name: `Unit ${n}`,
      symbol: `u${n}`,
      dimension: 'mass',
      factorNum: 2,
    });
    const brand = await createRow('/brands', { name: `Brand ${n}` });
    const references = { kind: 'raw', category, baseUnit: unit, brands: [brand] };
    await runConcurrently(
      () => admin().post('/items', { itemCode: `T${n}`, name: `Taker ${n}`, ...references }),
      () => admin().delete(`/item-categories/${category}`),
      () => admin().delete(`/units/${unit}`),
      () => admin().delete(`/brands/${brand}`),
    );
    expect(await reconcile(t.db.read)).toEqual([]);
  }
});

test('stays consistent if a branch is deleted while it orders or gets a new user', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const branch = await createRow('/branch', {
      code: `X${++n}`,
      name: `Extra ${n}`,
      type: 'branch',
      timezone: 'Europe/London',
      supplyingKitchenId: ids.kitchen,
    });
    const person = {
      name: `Person ${n}`,
      email: `person${n}@demo.test`,
      password: 'a long enough password',
      role: 'custom_role_sk',
      branches: [branch],
    };
    const items = [{ itemId: ids.items.flour, orderQty: 1 }];
    await runConcurrently(
      () => admin().post('/orders', { branch, deliveryDate: '2026-03-06', items }),
      () => admin().delete(`/branch/${branch}`),
      () => t.as('master').post('/users', person),
    );
    expect(await reconcile(t.db.read)).toEqual([]);
  }
});

test('makes only one of several currencies the base currency', async () => {
  // Uses a database without orders, because the base currency can't change after the first order.
  const emptyApp = await createTestApp();
  const owner = emptyApp.as('admin');
  for (let round = 0; round < rounds; round += 1) {
    const codes = ['A', 'B', 'C', 'D'].map((letter) => `${letter}${String.fromCharCode(65 + round)}X`);
    const currencyIds = await Promise.all(
      codes.map(async (code): Promise<string> => {
        const { body } = await owner.post('/currencies', { name: code, code, symbol: code });
        return body._id;
      }),
    );
    const statuses = await runConcurrently(
      ...currencyIds.map((id) => () => owner.put(`/currencies/${id}`, { isBase: true })),
    );
    expect(statuses).toContain(200);
    const bases = (await owner.get('/currencies?isBase=true')).body as unknown[];
    expect(bases).toHaveLength(1);
  }
  expect(await reconcile(emptyApp.db.read)).toEqual([]);
  expect(emptyApp.errors).toEqual([]);
  await emptyApp.close();
});

test("converts an item's first order with its final base unit if the unit changes at the same time", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const item = await createItem();
    const items = [{ itemId: item, orderQty: 1, unit: ids.units.kg }];
    await runConcurrently(
      () => admin().put(`/items/${item}`, { baseUnit: ids.units.g, orderUnit: ids.units.kg }),
      () => admin().post('/orders', { branch: ids.branch1, deliveryDate: '2026-03-06', items }),
    );
    const current = await t.db.read
      .selectFrom('items')
      .select('baseUnit')
      .where('_id', '=', item)
      .executeTakeFirst();
    const lines = await t.db.read.selectFrom('orderLines').selectAll().where('itemId', '=', item).execute();
    for (const { unitNum, unitDen } of lines)
      expect(unitNum / unitDen).toBe(current?.baseUnit === ids.units.g ? 1000 : 1);
  }
});

/**
 * Runs two requests. The first has read the rows that the second changes, but hasn't written yet: it waits
 * for its document number, which is locked until the second request ends or waits for the first.
 */
async function runWhileReading(
  app: TestApp,
  series: string,
  first: () => ReturnType<TestClient['post']>,
  second: () => ReturnType<TestClient['put']>,
) {
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const paused = app.db.write(async (tx) => {
    await takeNumber(tx, series);
    hold();
    await released;
  });
  await held;
  const firstResponse = first();
  await pause(200);
  const secondResponse = second();
  await Promise.race([secondResponse, pause(300)]);
  release();
  await paused;
  return [await firstResponse, await secondResponse] as const;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("rejects a change to a supplier's currency during its first order", async () => {
  const yen = await createRow('/currencies', { name: 'Yen', code: 'YEN', symbol: 'YEN' });
  const supplier = await createRow('/suppliers', { code: 'BESIDE', name: 'Beside' });
  const items = [{ itemId: ids.items.flour, unit: ids.units.kg, qty: 1, price: 2 }];
  const [order, changed] = await runWhileReading(
    t,
    'PO-2026',
    () => admin().post('/purchase-orders', { supplier, place: ids.branch1, items }),
    () => admin().put(`/suppliers/${supplier}`, { currency: yen }),
  );
  expect([order.status, order.text]).toEqual([201, order.text]);
  expect([changed.status, changed.body.reason]).toEqual([409, 'supplier-currency-in-use']);
});

test('rejects a change to a pack during its first receipt', async () => {
  const supplier = await createRow('/suppliers', { code: 'SMALLER', name: 'Smaller' });
  const pack = {
    itemId: ids.items.flour,
    supplierId: supplier,
    unit: ids.units.kg,
    contentsQty: 25,
    price: 2,
  };
  const packagingId = await createRow('/packagings', { ...pack, name: 'Shrinking' });
  const items = [{ itemId: ids.items.flour, packagingId, qty: 1 }];
  // A receipt locks the rows it has read until it ends; an order takes its number first.
  const [receipt, changed] = await runWhileReading(
    t,
    'GR-2026',
    () => admin().post('/goods-receipts', { supplier, place: ids.branch1, items }),
    () => admin().put(`/packagings/${packagingId}`, { contentsQty: 20 }),
  );
  expect([receipt.status, receipt.text]).toEqual([201, receipt.text]);
  expect([changed.status, changed.body.reason]).toEqual([409, 'pack-in-use']);
});

test('rejects a change to the base currency during the first receipt', async () => {
  const emptyApp = await createTestApp();
  const owner = emptyApp.as('admin');
  const create = async (path: string, body: object): Promise<string> =>
    (await owner.post(path, body)).body._id;
  const euro = await create('/currencies', { name: 'Euro', code: 'EUR', symbol: 'EUR' });
  const rates = [{ date: '2026-01-01', rate: 0.005 }];
  const yen = await create('/currencies', { name: 'Yen', code: 'JPY', symbol: 'JPY', rates });
  const supplier = await create('/suppliers', { code: 'TOKYO', name: 'Tokyo', currency: yen });
  const items = [{ itemId: ids.items.flour, unit: ids.units.kg, qty: 1, price: 200 }];
  const [receipt, changed] = await runWhileReading(
    emptyApp,
    'GR-2026',
    () => owner.post('/goods-receipts', { supplier, place: ids.branch1, items }),
    () => owner.put(`/currencies/${euro}`, { isBase: true }),
  );
  expect([receipt.status, receipt.text]).toEqual([201, receipt.text]);
  expect([changed.status, changed.body.reason]).toEqual([409, 'base-currency-locked']);
  await emptyApp.close();
});

test('accepts only one of several concurrent rows with the same name, code and barcode', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const item = { itemCode: `D${++n}`, name: `Double ${n}`, kind: 'raw', category: ids.category };
    const createSameItem = () =>
      admin().post('/items', { ...item, baseUnit: ids.units.kg, barcodes: [`400000${n}`] });
    const createBrand = () => admin().post('/brands', { name: `Same ${n}` });
    const statuses = await runConcurrently(
      createSameItem,
      createBrand,
      createSameItem,
      createBrand,
      createSameItem,
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(2);
  }
});

test('enforces every reference and a single base currency in the database', async () => {
  if (t.db.dialect === 'sqlite') {
    const { rows } = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(t.db.writer);
    expect(rows).toEqual([{ foreign_keys: 1 }]);
  }
  for (const { table, column } of references) {
    const target = sql.ref(column);
    const change = t.db.write(async (tx) => {
      const changed =
        await sql`update ${sql.table(table)} set ${target} = 'nowhere' where ${target} is not null`.execute(
          tx,
        );
      if (!changed.numAffectedRows) throw new Error('foreign key: nothing to change here');
    });
    await expect(change, `${table}.${column}`).rejects.toThrow(/foreign key|is append-only|unique/i);
  }
  await createRow('/currencies', { name: 'Second', code: 'SEC', symbol: 'SEC' });
  await expect(
    t.db.write((tx) => sql`update currencies set ${sql.ref('isBase')} = 1`.execute(tx)),
  ).rejects.toThrow(/unique/i);
});

test('depletes stock if a menu item is mapped while its sales are being imported', async () => {
  await t.db.writer
    .updateTable('branches')
    .set({ depletesStock: 1, negativeStock: 'warn' })
    .where('_id', '=', ids.branch1)
    .execute();
  for (let round = 0; round < rounds; round += 1) {
    const itemId = await createItem();
    const code = `A${round}`;
    // Enough other menu items to make the import take a while.
    const rows = [code, ...Array.from({ length: 200 }, (_, index) => `other ${index}`)].map(
      (tillItemCode) => ({
        branch: ids.branch1,
        day: `2026-02-${10 + round}`,
        code: tillItemCode,
        qty: 1,
        net: 1,
      }),
    );
    const source = 'Till';
    // The till already exists; otherwise creating it would make both requests wait for each other.
    const firstRow = { branch: ids.branch1, day: '2026-03-01', code: 'known', qty: 1, net: 1 };
    await runConcurrently(() => admin().post('/sales', { source, rows: [firstRow] }));
    await runConcurrently(
      () => admin().post('/sales', { source, rows }),
      () => admin().put('/sales/till-items', { source, code, itemId }),
    );
    const depleted = await t.db.read
      .selectFrom('stockMoves')
      .select('qtyMicro')
      .where('itemId', '=', itemId)
      .where('kind', '=', 'consumption')
      .execute();
    expect(depleted).toEqual([{ qtyMicro: 1_000_000 }]);
  }
});
