import { listOf } from '#platform/shapes/shape.ts';
import { schemaOf } from '#platform/shapes/shape-schema.ts';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foodCostOfBranch } from '../shapes.ts';
import { bounds } from '#modules/master-data/server/bounds.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { cleanUp } from '#app/server/housekeeping/clean-up.ts';
import { loadCostVersion } from './cost-versions.ts';
import { computeFoodCostByBranch } from './figures.ts';
import { loadSharedCosts } from './shared-costs.ts';
import { totalUsageAndSales } from './totals.ts';

const { kg, case: cases } = ids.units;
const days = { from: '2026-03-01', to: '2026-03-04' };
const period = `from=${days.from}&to=${days.to}`;

let t: TestApp;
const createRow = async (path: string, body: object): Promise<string> => {
  const response = await t.as('admin').post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.body._id;
};
const updateRow = async (path: string, body: object) => {
  const response = await t.as('admin').put(path, body);
  expect(response.status, response.text).toBe(200);
};
const conversion = (num: number) => ({ conversions: [{ fromUnit: cases, toUnit: kg, num, den: 1 }] });

let [rye, salt, bread, dough, bag, sack, franc] = ['', '', '', '', '', '', ''];
beforeAll(async () => {
  t = await createTestApp();
  const itemOf = (name: string, more: object) =>
    createRow('/items', {
      name,
      itemCode: name.toUpperCase(),
      kind: 'raw',
      category: ids.category,
      baseUnit: kg,
      ...more,
    });
  rye = await itemOf('Rye', conversion(9));
  salt = await itemOf('Salt', { standardCost: 1 });
  const rates = [{ date: '2026-01-01', rate: 2 }];
  franc = await createRow('/currencies', { name: 'Franc', code: 'CHF', symbol: 'CHF', rates });
  const supplierId = await createRow('/suppliers', { code: 'MILL', name: 'Mill', currency: franc });
  const packOf = (name: string, price: number, preferred: boolean) =>
    createRow('/packagings', {
      name,
      itemId: rye,
      unit: kg,
      contentsQty: 1,
      supplierId,
      price,
      priceDate: '2026-02-01',
      preferred,
    });
  [bag, sack] = [await packOf('Bag', 5, true), await packOf('Sack', 7, false)];
  const recipeOf = (name: string, components: object[]) =>
    createRow('/recipes', {
      name,
      yieldQty: 10,
      yieldUnit: kg,
      portions: 10,
      validFrom: '2026-01-01',
      components,
    });
  dough = await recipeOf('Dough', [{ itemId: rye, qty: 1, unit: cases }]);
  bread = await recipeOf('Bread', [
    { recipeId: dough, qty: 10, unit: kg },
    { itemId: salt, qty: 1, unit: kg },
  ]);
  await receiveStock(t, ids.branch1, rye, 100, 2.2);
  const row = { branch: ids.branch1, day: days.to, code: 'BREAD', qty: 40, net: 300 };
  expect((await t.as('admin').post('/sales', { source: 'Till', rows: [row] })).status).toBe(201);
  await updateRow('/sales/articles', { source: 'Till', code: 'BREAD', recipeId: bread });
});
afterAll(() => t.close());

const withPrices = (prices: number) => [{ date: '2026-01-01', rate: prices }];

/** Everything that changes costs or consumption of dishes; each change runs after a first request. */
const changes: [name: string, change: () => Promise<void>][] = [
  ['a list price', () => updateRow(`/packagings/${bag}`, { price: 6 })],
  ['a rate of a currency', () => updateRow(`/currencies/${franc}`, { rates: withPrices(3) })],
  [
    'another pack that is preferred',
    async () => {
      await updateRow(`/packagings/${bag}`, { preferred: false });
      await updateRow(`/packagings/${sack}`, { preferred: true });
    },
  ],
  ['a pack that is no longer purchased', () => updateRow(`/packagings/${sack}`, { isActive: false })],
  ['a standard cost', () => updateRow(`/items/${salt}`, { standardCost: 2 })],
  ['a yield', () => updateRow(`/items/${rye}`, { yieldPercent: 80 })],
  ['a conversion', () => updateRow(`/items/${rye}`, conversion(10))],
  [
    'what a recipe below takes',
    () =>
      updateRow(`/recipes/${dough}`, {
        components: [{ itemId: rye, qty: 2, unit: kg }],
        validFrom: '2026-01-01',
      }),
  ],
  [
    'what an article of a till is',
    () => updateRow('/sales/articles', { source: 'Till', code: 'BREAD', recipeId: dough }),
  ],
  [
    'a cost that another program wrote',
    async () => {
      await t.db.writer
        .updateTable('items')
        .set({ yieldPercentMicro: 50_000_000 })
        .where('_id', '=', rye)
        .execute();
    },
  ],
];

describe('row 25: shared costs are cached', () => {
  it.each(changes)('and recomputed after %s, for all branches as for one', async (_, change) => {
    const loadCosts = async () => {
      const list = await t.as('admin').get(`/food-cost/branches?${period}`);
      const [one] = schemaOf(listOf(foodCostOfBranch)).parse(list.body);
      const alone = await t.as('admin').get(`/food-cost?branch=${ids.branch1}&${period}`);
      expect(one?.theoretical).toEqual(alone.body.theoretical);
      return one?.theoretical?.value;
    };
    const before = await loadCosts();
    expect(before).toBeGreaterThan(0);
    expect(await loadCosts()).toBe(before);
    await change();
    expect(await loadCosts()).not.toBe(before);
  });

  it('is invalidated by versions that the database maintains for every table that is then not read', async () => {
    const [db, tablesOf] = recordReads(t.db.read);
    const ask = async () => {
      await totalUsageAndSales(db, [ids.branch1], { ...days, basis: 'list' });
      const branches = [{ _id: ids.branch1, name: 'Branch' }];
      for await (const figures of computeFoodCostByBranch(db, branches, { ...days, basis: 'list' }))
        expect(figures.theoretical).not.toBeNull();
    };
    const first = await tablesOf(ask);
    const secondTables = await tablesOf(ask);
    // These have a version per row or document.
    const ofDays = new Set(['saleRows', 'stockCountLines', 'stockDayUse', 'stockItemNumbers']);
    const skippedTables = [...first.difference(secondTables).difference(ofDays)].toSorted();
    expect(skippedTables).toEqual(
      expect.arrayContaining(['items', 'packPrices', 'recipeVersions', 'saleArticles']),
    );
    expect(await markedTables(t.db.read)).toEqual(expect.arrayContaining(skippedTables));
  });

  it('is not reused after versions are compacted into a new one', async () => {
    for (const standardCost of [3, 4]) await updateRow(`/items/${salt}`, { standardCost });
    const before = await loadCostVersion(t.db.read);
    const sharedCosts = await loadSharedCosts(t.db.read, 'list');
    expect(await loadSharedCosts(t.db.read, 'standard')).toBe(sharedCosts);
    expect(await loadSharedCosts(t.db.read, 'last')).not.toBe(sharedCosts);
    await cleanUp(t.db, t.clock.now());
    const after = await loadCostVersion(t.db.read);
    expect(after === before).toBe(t.db.dialect === 'sqlite');
    expect(after.split(' ')[0]).toBe('1');
    await cleanUp(t.db, t.clock.now());
    expect(await loadCostVersion(t.db.read)).toBe(after);
  });

  it('keeps its version after a rolled-back change', async () => {
    const before = await loadCostVersion(t.db.read);
    const gone = t.db.write(async (tx) => {
      await tx.updateTable('items').set({ standardCostMicro: 1 }).where('_id', '=', salt).execute();
      expect(await loadCostVersion(tx)).not.toBe(before);
      throw new Error('No');
    });
    await expect(gone).rejects.toThrow('No');
    expect(await loadCostVersion(t.db.read)).toBe(before);
  });
});

/** A reader that records the tables of its statements. */
function recordReads(
  read: TestApp['db']['read'],
): [Queryable, (ask: () => Promise<void>) => Promise<Set<string>>] {
  let tables = new Set<string>();
  const listen: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const { sql: text } = read.getExecutor().compileQuery(node, queryId);
      for (const table of Object.keys(bounds))
        if (text.includes(`"${table}"`) || new RegExp(`\\b(?:from|join) ${table}\\b`).test(text))
          tables.add(table);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const db = Object.assign(read.withPlugin(listen), { dialect: read.dialect });
  return [
    db,
    async (ask) => {
      tables = new Set();
      await ask();
      return tables;
    },
  ];
}

/** Tables whose writes change the version. */
async function markedTables(db: Queryable): Promise<string[]> {
  const { rows } =
    db.dialect === 'sqlite'
      ? await sql<{ name: string }>`select tbl_name as name from sqlite_master
          where type = 'trigger' and name like '%\\_costMarks' escape '\\' group by tbl_name having count(*) = 3`.execute(
          db,
        )
      : await sql<{
          name: string;
        }>`select c.relname as name from pg_trigger as t join pg_class as c on c.oid = t.tgrelid
          where t.tgname like '%\\_costMarks'`.execute(db);
  return rows.map(({ name }) => name);
}
