import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { references } from './schema/create.ts';
import { takeNumber } from './sequences.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

/** Checks and writes with a concurrent change in between: two apps on one database, as two processes are. */
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

const newItem = (more: object = {}) =>
  createRow('/items', {
    itemCode: `N${++n}`,
    name: `New ${n}`,
    kind: 'raw',
    category: ids.category,
    baseUnit: ids.units.kg,
    ...more,
  });

/**
 * Runs both calls concurrently; each succeeds or is refused with an error that names a field or the obstacle.
 */
async function both(...calls: (() => ReturnType<ReturnType<typeof admin>['get']>)[]): Promise<number[]> {
  const responses = await Promise.all(calls.map((call) => call()));
  for (const { status, body, text } of responses) {
    if (status < 300) continue;
    expect([text, [404, 409, 412, 422].includes(status)]).toEqual([text, true]);
    expect(body.error.length).toBeGreaterThan(10);
    expect(body.error).not.toContain('in the meantime');
  }
  return responses.map(({ status }) => status);
}

test('deletes an item while it is ordered, wasted, packed, levelled, planned or set as a substitute', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const item = await newItem();
    const other = await newItem();
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
    await both(use, () => admin().delete(`/items/${item}`), use);
    expect(await reconcile(t.db.read)).toEqual([]);
  }
});

test('deletes a category, unit or section while an item starts using it', async () => {
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
    await both(
      () => admin().post('/items', { itemCode: `T${n}`, name: `Taker ${n}`, ...references }),
      () => admin().delete(`/item-categories/${category}`),
      () => admin().delete(`/units/${unit}`),
      () => admin().delete(`/brands/${brand}`),
    );
    expect(await reconcile(t.db.read)).toEqual([]);
  }
});

test('deletes a branch while it orders, records waste or gets a new user', async () => {
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
    await both(
      () => admin().post('/orders', { branch, deliveryDate: '2026-03-06', items }),
      () => admin().delete(`/branch/${branch}`),
      () => t.as('master').post('/users', person),
    );
    expect(await reconcile(t.db.read)).toEqual([]);
  }
});

test('makes only one of several currencies the base currency', async () => {
  // Before the first order: later the base currency can't change.
  const emptyApp = await createTestApp();
  const owner = emptyApp.as('admin');
  for (let round = 0; round < rounds; round += 1) {
    const codes = ['A', 'B', 'C', 'D'].map((letter) => `${letter}${String.fromCharCode(65 + round)}X`);
    const some = await Promise.all(
      codes.map(async (code): Promise<string> => {
        const { body } = await owner.post('/currencies', { name: code, code, symbol: code });
        return body._id;
      }),
    );
    const statuses = await both(...some.map((id) => () => owner.put(`/currencies/${id}`, { isBase: true })));
    expect(statuses).toContain(200);
    const bases = (await owner.get('/currencies?isBase=true')).body as unknown[];
    expect(bases).toHaveLength(1);
  }
  expect(await reconcile(emptyApp.db.read)).toEqual([]);
  expect(emptyApp.errors).toEqual([]);
  await emptyApp.close();
});

test("changes the base unit during the first order: the order uses the item's final unit", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const item = await newItem();
    const items = [{ itemId: item, orderQty: 1, unit: ids.units.kg }];
    await both(
      () => admin().put(`/items/${item}`, { baseUnit: ids.units.g, orderUnit: ids.units.kg }),
      () => admin().post('/orders', { branch: ids.branch1, deliveryDate: '2026-03-06', items }),
    );
    const now = await t.db.read
      .selectFrom('items')
      .select('baseUnit')
      .where('_id', '=', item)
      .executeTakeFirst();
    const lines = await t.db.read.selectFrom('orderLines').selectAll().where('itemId', '=', item).execute();
    for (const { unitNum, unitDen } of lines)
      expect(unitNum / unitDen).toBe(now?.baseUnit === ids.units.g ? 1000 : 1);
  }
});

/**
 * Runs two calls, the first of which has read what the second changes and hasn't written yet: it waits for
 * its document number, which is locked until the second has ended or waits for the first.
 */
async function whileReading(
  app: TestApp,
  series: string,
  first: () => ReturnType<TestClient['post']>,
  second: () => ReturnType<TestClient['put']>,
) {
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const { promise: isOver, resolve: release } = Promise.withResolvers<void>();
  const paused = app.db.write(async (tx) => {
    await takeNumber(tx, series);
    hold();
    await isOver;
  });
  await isHeld;
  const one = first();
  await pause(200);
  const other = second();
  await Promise.race([other, pause(300)]);
  release();
  await paused;
  return [await one, await other] as const;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("changes a supplier's currency during their first order: the order uses the supplier's final currency", async () => {
  const yen = await createRow('/currencies', { name: 'Yen', code: 'YEN', symbol: 'YEN' });
  const supplier = await createRow('/suppliers', { code: 'BESIDE', name: 'Beside' });
  const items = [{ itemId: ids.items.flour, unit: ids.units.kg, qty: 1, price: 2 }];
  const [order, changed] = await whileReading(
    t,
    'PO-2026',
    () => admin().post('/purchase-orders', { supplier, place: ids.branch1, items }),
    () => admin().put(`/suppliers/${supplier}`, { currency: yen }),
  );
  expect([order.status, order.text]).toEqual([201, order.text]);
  expect([changed.status, changed.body.reason]).toEqual([409, 'supplier-currency-in-use']);
});

test("shrinks a pack during its first order: the order uses the pack's final size", async () => {
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
  // A receipt locks what it has read until it ends; an order takes its number first.
  const [receipt, changed] = await whileReading(
    t,
    'GR-2026',
    () => admin().post('/goods-receipts', { supplier, place: ids.branch1, items }),
    () => admin().put(`/packagings/${packagingId}`, { contentsQty: 20 }),
  );
  expect([receipt.status, receipt.text]).toEqual([201, receipt.text]);
  expect([changed.status, changed.body.reason]).toEqual([409, 'pack-in-use']);
});

test('changes the base currency during the first receipt: the receipt is valued in the final base currency', async () => {
  const emptyApp = await createTestApp();
  const owner = emptyApp.as('admin');
  const make = async (path: string, body: object): Promise<string> => (await owner.post(path, body)).body._id;
  const euro = await make('/currencies', { name: 'Euro', code: 'EUR', symbol: 'EUR' });
  const rates = [{ date: '2026-01-01', rate: 0.005 }];
  const yen = await make('/currencies', { name: 'Yen', code: 'JPY', symbol: 'JPY', rates });
  const supplier = await make('/suppliers', { code: 'TOKYO', name: 'Tokyo', currency: yen });
  const items = [{ itemId: ids.items.flour, unit: ids.units.kg, qty: 1, price: 200 }];
  const [receipt, changed] = await whileReading(
    emptyApp,
    'GR-2026',
    () => owner.post('/goods-receipts', { supplier, place: ids.branch1, items }),
    () => owner.put(`/currencies/${euro}`, { isBase: true }),
  );
  expect([receipt.status, receipt.text]).toEqual([201, receipt.text]);
  expect([changed.status, changed.body.reason]).toEqual([409, 'base-currency-stays']);
  await emptyApp.close();
});

test('enters the same name, code and barcode concurrently: one succeeds, the others name the existing row', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const item = { itemCode: `D${++n}`, name: `Double ${n}`, kind: 'raw', category: ids.category };
    const same = () => admin().post('/items', { ...item, baseUnit: ids.units.kg, barcodes: [`400000${n}`] });
    const brand = () => admin().post('/brands', { name: `Same ${n}` });
    const statuses = await both(same, brand, same, brand, same);
    expect(statuses.filter((status) => status === 201)).toHaveLength(2);
  }
});

test('the database itself enforces every reference and a single base currency', async () => {
  if (t.db.dialect === 'sqlite') {
    const { rows } = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(t.db.writer);
    expect(rows).toEqual([{ foreign_keys: 1 }]);
  }
  for (const { table, column } of references) {
    const at = sql.ref(column);
    const change = t.db.write(async (tx) => {
      const changed =
        await sql`update ${sql.table(table)} set ${at} = 'nowhere' where ${at} is not null`.execute(tx);
      if (!changed.numAffectedRows) throw new Error('foreign key: nothing to change here');
    });
    await expect(change, `${table}.${column}`).rejects.toThrow(/foreign key|only grows|unique/i);
  }
  await createRow('/currencies', { name: 'Second', code: 'SEC', symbol: 'SEC' });
  await expect(
    t.db.write((tx) => sql`update currencies set ${sql.ref('isBase')} = 1`.execute(tx)),
  ).rejects.toThrow(/unique/i);
});

test('maps an article while a day with its sales is imported: stock is depleted either way', async () => {
  await t.db.writer
    .updateTable('branches')
    .set({ salesTakeStock: 1, negativeStock: 'warn' })
    .where('_id', '=', ids.branch1)
    .execute();
  for (let round = 0; round < rounds; round += 1) {
    const itemId = await newItem();
    const code = `A${round}`;
    // Enough other articles that importing the day takes a while.
    const rows = [code, ...Array.from({ length: 200 }, (_, at) => `other ${at}`)].map((each) => ({
      branch: ids.branch1,
      day: `2026-02-${10 + round}`,
      code: each,
      qty: 1,
      net: 1,
    }));
    const source = 'Till';
    // The till exists already: creating it would make both calls wait for each other.
    const firstRow = { branch: ids.branch1, day: '2026-03-01', code: 'known', qty: 1, net: 1 };
    await both(() => admin().post('/sales', { source, rows: [firstRow] }));
    await both(
      () => admin().post('/sales', { source, rows }),
      () => admin().put('/sales/articles', { source, code, itemId }),
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
