import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { ids } from '../testing/ids.ts';
import { references } from './migrations/022-references.ts';
import { reconcile } from '../modules/reconcile/reconcile.ts';

/** A check and its write, with somebody in between: two apps on one database, as two processes are. */
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

async function made(path: string, body: object): Promise<string> {
  const answer = await admin().post(path, body);
  expect([answer.text, answer.status]).toEqual([answer.text, 201]);
  return answer.body._id as string;
}

const newItem = (more: object = {}) =>
  made('/items', {
    itemCode: `N${++n}`,
    name: `New ${n}`,
    kind: 'raw',
    category: ids.category,
    baseUnit: ids.units.kg,
    ...more,
  });

/** Both at once; each is done, or refused in words that name a field or what is in the way. */
async function both(...calls: (() => ReturnType<ReturnType<typeof admin>['get']>)[]): Promise<number[]> {
  const answers = await Promise.all(calls.map((call) => call()));
  for (const { status, body, text } of answers) {
    if (status < 300) continue;
    expect([text, [404, 409, 412, 422].includes(status)]).toEqual([text, true]);
    expect(body.error.length).toBeGreaterThan(10);
    expect(body.error).not.toContain('in the meantime');
  }
  return answers.map(({ status }) => status);
}

test('an item is deleted while it is ordered, wasted, packed, levelled, planned or named as a substitute', async () => {
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

test('a category, unit or section is deleted while an item takes it', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const category = await made('/item-categories', { name: `Category ${++n}` });
    const unit = await made('/units', {
      name: `Unit ${n}`,
      symbol: `u${n}`,
      dimension: 'mass',
      factorNum: 2,
    });
    const brand = await made('/brands', { name: `Brand ${n}` });
    const taken = { kind: 'raw', category, baseUnit: unit, brands: [brand] };
    await both(
      () => admin().post('/items', { itemCode: `T${n}`, name: `Taker ${n}`, ...taken }),
      () => admin().delete(`/item-categories/${category}`),
      () => admin().delete(`/units/${unit}`),
      () => admin().delete(`/brands/${brand}`),
    );
    expect(await reconcile(t.db.read)).toEqual([]);
  }
});

test('a branch is deleted while it orders, wastes, or somebody comes to work there', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const branch = await made('/branch', {
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

test('currencies are made the base at once: one is', async () => {
  // Where nothing was ordered yet: later on the base stays.
  const fresh = await createTestApp();
  const owner = fresh.as('admin');
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
  expect(await reconcile(fresh.db.read)).toEqual([]);
  expect(fresh.errors).toEqual([]);
  await fresh.close();
});

test('the base unit changes beside the first order: what was ordered is measured in the unit that the item has', async () => {
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

test('the same name, code and barcode are entered at once: one has them, the others are told who', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const item = { itemCode: `D${++n}`, name: `Double ${n}`, kind: 'raw', category: ids.category };
    const same = () => admin().post('/items', { ...item, baseUnit: ids.units.kg, barcodes: [`400000${n}`] });
    const brand = () => admin().post('/brands', { name: `Same ${n}` });
    const statuses = await both(same, brand, same, brand, same);
    expect(statuses.filter((status) => status === 201)).toHaveLength(2);
  }
});

test('the database itself keeps every reference and one base currency', async () => {
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
  await made('/currencies', { name: 'Second', code: 'SEC', symbol: 'SEC' });
  await expect(
    t.db.write((tx) => sql`update currencies set ${sql.ref('isBase')} = 1`.execute(tx)),
  ).rejects.toThrow(/unique/i);
});

test('it is said what an article is while a day is taken on which it was sold: the day takes it from stock either way', async () => {
  await t.db.writer
    .updateTable('branches')
    .set({ salesTakeStock: 1, negativeStock: 'warn' })
    .where('_id', '=', ids.branch1)
    .execute();
  for (let round = 0; round < rounds; round += 1) {
    const itemId = await newItem();
    const code = `A${round}`;
    // Enough of other articles that the day is under way for a while.
    const rows = [code, ...Array.from({ length: 200 }, (_, at) => `other ${at}`)].map((each) => ({
      branch: ids.branch1,
      day: `2026-02-${10 + round}`,
      code: each,
      qty: 1,
      net: 1,
    }));
    const source = 'Till';
    // The till is known: who makes it would wait for whoever makes it, too.
    const known = { branch: ids.branch1, day: '2026-03-01', code: 'known', qty: 1, net: 1 };
    await both(() => admin().post('/sales', { source, rows: [known] }));
    await both(
      () => admin().post('/sales', { source, rows }),
      () => admin().put('/sales/articles', { source, code, itemId }),
    );
    const taken = await t.db.read
      .selectFrom('stockMoves')
      .select('qtyMicro')
      .where('itemId', '=', itemId)
      .where('kind', '=', 'consumption')
      .execute();
    expect(taken).toEqual([{ qtyMicro: 1_000_000 }]);
  }
});
