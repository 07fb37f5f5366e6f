import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { salesOfDay, importedSales, type TillItem, type SaleDay, type ImportedSales } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { createTestRunner } from '#app/server/testing/jobs.ts';
import { receiveStock, getStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { recalculateSales } from './recalculate.ts';

const { flour, milk, tomato } = ids.items;
let t: TestApp;
let pizza = '';
beforeAll(async () => {
  t = await createTestApp();
  for (const item of [flour, milk, tomato]) await receiveStock(t, ids.branch1, item, 100, 2);
  // Gives branch users access to the sales page.
  for (const user of ['branch', 'branch2'] as const)
    await t.db.writer
      .updateTable('users')
      .set({ allowedPages: JSON.stringify(['branch-order', 'menu']) })
      .where('_id', '=', ids.users[user])
      .execute();
  pizza = await createRecipe('Pizza', [{ itemId: flour, qty: 500, unit: ids.units.g }]);
});
afterAll(() => t.close());

let recipeCount = 0;
async function createRecipe(name: string, components: unknown[], overrides = {}): Promise<string> {
  const body = {
    name: `${name} ${++recipeCount}`,
    yieldQty: 4,
    yieldUnit: ids.units.kg,
    portions: 2,
    components,
    ...overrides,
  };
  const response = await t.as('admin').post('/recipes', { validFrom: '2026-01-01', ...body });
  expect(response.status, response.text).toBe(201);
  return response.body._id;
}

const buildRow = (code: string, qty: number, net: number, overrides = {}) => ({
  branch: ids.branch1,
  day: '2026-03-02',
  code,
  qty,
  net,
  ...overrides,
});
async function importRows(
  rows: unknown[],
  { source = 'Till', user = 'admin' }: { source?: string; user?: TestUser } = {},
): Promise<ImportedSales> {
  const response = await t.as(user).post('/sales', { source, rows });
  expect(response.status, response.text).toBe(201);
  expect(buildResponseSchema(importedSales).parse(response.body)).toEqual(response.body);
  return response.body as ImportedSales;
}
async function mapTillItem(code: string, target: Record<string, unknown>, source = 'Till') {
  const response = await t.as('admin').put('/sales/till-items', { source, code, ...target });
  expect(response.status, response.text).toBe(200);
  return response.body as { days: number; stockDays: number; closedDays: number };
}
const loadDays = async (search = '', user: TestUser = 'admin') =>
  (await t.as(user).get(`/sales${search}`)).body as SaleDay[];
const loadUnknown = async (source: string) =>
  ((await t.as('admin').get('/sales/till-items')).body as TillItem[]).filter(
    (tillItem) => tillItem.source === source,
  );
const setDepletion = (isOn: boolean, branch: string = ids.branch1) =>
  t.db.writer
    .updateTable('branches')
    .set({ depletesStock: isOn ? 1 : 0 })
    .where('_id', '=', branch)
    .execute();
const loadMoves = (docId: string) =>
  t.db.read
    .selectFrom('stockMoves')
    .select(['itemId', 'kind', 'qtyMicro', 'valueE4', 'businessDay', 'docType'])
    .where('docId', '=', docId)
    .orderBy('seq')
    .execute();

it("rejects a day whose total is too large with an error on its first row, and doesn't store it", async () => {
  const rows = Array.from({ length: 1000 }, (_, index) =>
    buildRow(`${index}`, 1, 1_000_000_000, { day: '2026-02-01' }),
  );
  const response = await t
    .as('admin')
    .post('/sales', { source: 'Endless', rows: [buildRow('a', 1, 1), ...rows] });
  expect([response.status, response.body.fieldReasons]).toEqual([
    422,
    { 'rows.1.net': { reason: 'result-too-large', params: {} } },
  ]);
  expect((await loadDays('?source=Endless')).length).toBe(0);
});

describe('sales of a till', () => {
  it('are stored by branch and day, refunds are subtracted, and unmapped menu items are listed with their value', async () => {
    const response = await importRows([
      buildRow('P1', 10, 120.5, { name: 'Pizza' }),
      buildRow('P1', -1, -12.05),
      buildRow('X9', 2, 7),
      { branch: ids.branch1, day: '2026-03-02', recipeId: pizza, qty: 1, net: 12 },
    ]);
    expect(response).toMatchObject({
      imported: 3,
      replaced: 0,
      unmapped: [
        { code: 'P1', name: 'Pizza', qty: 9, net: 108.45 },
        { code: 'X9', name: null, qty: 2, net: 7 },
      ],
      days: [{ branch: ids.branch1, day: '2026-03-02', before: null, after: { qty: 12, net: 127.45 } }],
    });
    expect(await loadDays()).toMatchObject([
      {
        source: 'Till',
        net: 127.45,
        unmappedNet: 115.45,
        unmappedRows: 2,
        rows: 3,
        version: 1,
        depletesStock: false,
      },
    ]);
  });

  it('replace a day when sent again, and return the previous totals (A7)', async () => {
    const second = await importRows([buildRow('P1', 5, 60)], { source: ' till ' });
    expect(second).toMatchObject({
      imported: 1,
      replaced: 3,
      days: [{ before: { qty: 12, net: 127.45 }, after: { qty: 5, net: 60 } }],
    });
    expect(await loadDays()).toMatchObject([{ net: 60, rows: 1, version: 2 }]);
    // The same input changes nothing.
    await importRows([buildRow('P1', 5, 60)]);
    expect(await loadDays()).toMatchObject([{ net: 60, rows: 1, version: 2 }]);
    // Sales from another till on the same branch and day are stored separately.
    await importRows([buildRow('P1', 1, 1)], { source: 'Bar' });
    expect(await loadDays()).toHaveLength(2);
  });

  it('are rejected with errors by row and field, and nothing is stored', async () => {
    const response = await t.as('branch').post('/sales', {
      source: 'Wrong',
      rows: [
        buildRow('A', 1, 1),
        buildRow('A', 1, 1, { branch: ids.branch2 }),
        buildRow('A', 1, 1, { day: '2026-03-05' }),
        { branch: ids.branch1, day: '2026-03-01', qty: 1, net: 1 },
        { branch: ids.branch1, day: '2026-03-01', recipeId: flour, qty: 1, net: 1 },
      ],
    });
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.fields).toSorted()).toEqual([
      'rows.1.branch',
      'rows.2.day',
      'rows.3.code',
      'rows.4.recipeId',
    ]);
    expect((await t.as('admin').get('/sales?source=Wrong')).body).toEqual([]);
    expect(
      (await t.as('viewer').post('/sales', { source: 'Wrong', rows: [buildRow('A', 1, 1)] })).status,
    ).toBe(403);
  });

  it('are visible only to their own branch', async () => {
    await importRows([buildRow('P1', 1, 1, { branch: ids.branch2 })], { source: 'Other' });
    expect((await loadDays('', 'branch2')).map(({ branch }) => branch)).toEqual([ids.branch2]);
    expect((await loadDays('', 'branch')).every(({ branch }) => branch === ids.branch1)).toBe(true);
    const tillItems = (await t.as('branch').get('/sales/till-items')).body as TillItem[];
    expect(tillItems.some(({ source }) => source === 'Other')).toBe(false);
    const result = await t
      .as('branch')
      .put('/sales/till-items', { source: 'Other', code: 'P1', isNonFood: true });
    expect(result.body).toMatchObject({ code: 'FORBIDDEN', reason: 'locations-missing' });
  });
});

describe('the mapping of a menu item', () => {
  it('applies to one till only', async () => {
    for (const source of ['East', 'West'])
      await importRows(
        [buildRow('1', 2, 20), buildRow('2', 1, 7), buildRow('Ä', 1, 5), buildRow('z', 3, 9)],
        {
          source,
        },
      );
    for (const code of ['1', 'Ä', 'z']) await mapTillItem(code, { isNonFood: true }, 'East');
    await mapTillItem('2', { isNonFood: true }, 'West');
    const loadResult = async (source: string) =>
      (await loadUnknown(source)).map(({ code, net }) => [code, net]);
    expect(await loadResult('East')).toEqual([['2', 7]]);
    expect(await loadResult('West')).toEqual([
      ['1', 20],
      ['z', 9],
      ['Ä', 5],
    ]);
    await mapTillItem('2', { isNonFood: true }, 'East');
    for (const code of ['1', 'Ä', 'z']) await mapTillItem(code, { isNonFood: true }, 'West');
    expect([await loadResult('East'), await loadResult('West')]).toEqual([[], []]);
  });

  it('applies to earlier sales too', async () => {
    await importRows(
      [buildRow('A', 3, 30, { day: '2026-02-01' }), buildRow('B', 1, 2, { day: '2026-02-02' })],
      {
        source: 'Old',
      },
    );
    expect((await loadUnknown('Old')).map(({ code, net }) => [code, net])).toEqual([
      ['A', 30],
      ['B', 2],
    ]);
    expect(await mapTillItem('A', { recipeId: pizza }, 'Old')).toEqual({
      days: 1,
      stockDays: 0,
      closedDays: 0,
    });
    await mapTillItem('B', { isNonFood: true }, 'Old');
    expect(await loadUnknown('Old')).toEqual([]);
    expect((await loadDays('?source=Old')).map(({ unmappedNet }) => unmappedNet)).toEqual([0, 0]);
    for (const target of [{}, { recipeId: pizza, itemId: flour }, { recipeId: flour }])
      expect(
        (await t.as('admin').put('/sales/till-items', { source: 'Old', code: 'A', ...target })).status,
      ).toBe(422);
  });
});

describe('sales that deplete stock', () => {
  const day = '2026-03-03';
  const sell = (rows: [string, number][]) =>
    importRows(
      rows.map(([code, qty]) => buildRow(code, qty, qty * 10, { day })),
      { source: 'Stock' },
    );
  const onHand = async (item: string) => (await getStock(t, ids.branch1, item)).onHand;

  it("post one move per item and day based on that day's recipe, and nothing while depletion is off", async () => {
    await mapTillItem('PIZZA', { recipeId: pizza }, 'Stock');
    await mapTillItem('MILK', { itemId: milk, portions: 0.25 }, 'Stock');
    expect((await sell([['PIZZA', 4]])).days[0]).toMatchObject({ gaps: [] });
    expect(await onHand(flour)).toBe(100);
    await setDepletion(true);
    const response = await sell([
      ['PIZZA', 4],
      ['MILK', 8],
      ['UNKNOWN', 1],
    ]);
    // Half a kilogram makes two portions.
    expect(await onHand(flour)).toBe(99);
    expect(await onHand(milk)).toBe(98);
    expect((await loadMoves(response.days[0]?._id ?? '')).map((move) => Object.values(move))).toEqual([
      [flour, 'consumption', 1_000_000, 20_000, day, 'sales'],
      [milk, 'consumption', 2_000_000, 40_000, day, 'sales'],
    ]);
  });

  it("are shown as a branch's day, with menu items, revenue and depletion", async () => {
    const [till] = await loadDays('?source=Stock');
    const id = till?._id ?? '';
    const other = await importRows([buildRow('BAG', 1, 0.5, { day })], { source: 'Kiosk' });
    const response = await t.as('admin').get(`/sales/${id}`);
    expect(buildResponseSchema(salesOfDay).parse(response.body)).toEqual(response.body);
    expect(response.body).toMatchObject({
      branch: ids.branch1,
      day,
      // 40 from pizza, 80 from milk, 10 unmapped, and 0.50 from the other till.
      net: 130.5,
      tillItems: [
        { code: 'MILK', kind: 'item', targetName: 'Whole milk', qty: 8, net: 80 },
        { code: 'PIZZA', kind: 'recipe', qty: 4, net: 40 },
        { code: 'UNKNOWN', kind: 'unmapped', net: 10 },
        { source: 'Kiosk', code: 'BAG', kind: 'unmapped', net: 0.5 },
      ],
      depleted: [
        { itemId: milk, qty: 2, value: 4 },
        { itemId: flour, qty: 1, value: 2 },
      ],
    });
    expect(response.body.tills).toHaveLength(2);
    expect((await t.as('admin').get(`/sales/${other.days[0]?._id}`)).body).toEqual(response.body);
    expect((await t.as('branch').get(`/sales/${id}`)).status).toBe(200);
    for (const [user, documentId] of [
      ['branch2', id],
      ['admin', 'SALES-NONE'],
    ] as const)
      expect((await t.as(user).get(`/sales/${documentId}`)).status).toBe(404);
    const move = await t.db.read
      .selectFrom('stockMoves')
      .select('docNo')
      .where('docId', '=', id)
      .executeTakeFirst();
    expect(move?.docNo).toMatch(/^SALES-.+-2026-03-03$/);
  });

  it('are corrected by the difference when the day is sent again or a menu item is mapped', async () => {
    const response = await sell([
      ['PIZZA', 6],
      ['MILK', 2],
      ['UNKNOWN', 2],
    ]);
    expect(await onHand(flour)).toBe(98.5);
    expect(await onHand(milk)).toBe(99.5);
    const moves = await loadMoves(response.days[0]?._id ?? '');
    expect(moves.slice(2).map(({ kind, qtyMicro, valueE4 }) => [kind, qtyMicro, valueE4])).toEqual([
      ['consumption', 500_000, 10_000],
      ['consumption_reversal', 1_500_000, 30_000],
    ]);
    expect(await mapTillItem('UNKNOWN', { itemId: tomato, portions: 3 }, 'Stock')).toEqual({
      days: 1,
      stockDays: 1,
      closedDays: 0,
    });
    expect(await onHand(tomato)).toBe(94);
    await mapTillItem('UNKNOWN', { itemId: tomato, portions: 1 }, 'Stock');
    expect(await onHand(tomato)).toBe(98);
    // The same input posts no movements.
    const before = (await loadMoves(response.days[0]?._id ?? '')).length;
    await sell([
      ['PIZZA', 6],
      ['MILK', 2],
      ['UNKNOWN', 2],
    ]);
    expect(await loadMoves(response.days[0]?._id ?? '')).toHaveLength(before);
    expect(await reconcile(t.db.read)).toEqual([]);
  });

  it('return everything when the branch stops depleting stock', async () => {
    await setDepletion(false);
    await sell([['PIZZA', 6]]);
    expect([await onHand(flour), await onHand(milk), await onHand(tomato)]).toEqual([100, 100, 100]);
    await setDepletion(true);
  });

  it('use the recipe versions of the day, and report recipes without a version or conversion', async () => {
    const later = await createRecipe('Later', [{ itemId: flour, qty: 1, unit: ids.units.kg }], {
      validFrom: '2026-03-04',
    });
    const odd = await createRecipe('Odd', [{ itemId: flour, qty: 1, unit: ids.units.l }]);
    await mapTillItem('LATER', { recipeId: later }, 'Stock');
    await mapTillItem('ODD', { recipeId: odd }, 'Stock');
    const response = await sell([
      ['LATER', 2],
      ['ODD', 3],
    ]);
    expect(response.days[0]?.gaps).toMatchObject([
      { kind: 'version', recipeId: later, qty: 2 },
      { kind: 'conversion', recipeId: odd, qty: 3 },
    ]);
    expect(await onHand(flour)).toBe(100);
    const changed = await t.as('admin').put(`/recipes/${pizza}`, {
      validFrom: '2026-03-04',
      components: [{ itemId: flour, qty: 2, unit: ids.units.kg }],
    });
    expect(changed.status, changed.text).toBe(200);
    await sell([['PIZZA', 2]]);
    expect(await onHand(flour)).toBe(99.5);
    await importRows([buildRow('PIZZA', 2, 20, { day: '2026-03-04' })], { source: 'Stock' });
    expect(await onHand(flour)).toBe(97.5);
  });

  it('deplete only available stock if negative stock is blocked, and report the rest', async () => {
    await t.db.writer
      .updateTable('branches')
      .set({ negativeStock: 'block', countedAt: '2026-01-01T00:00:00.000Z' })
      .where('_id', '=', ids.branch1)
      .execute();
    const response = await sell([['MILK', 440]]);
    expect(response.days[0]?.gaps).toMatchObject([{ kind: 'stock', itemId: milk, qty: 10 }]);
    expect(await onHand(milk)).toBe(0);
    await receiveStock(t, ids.branch1, milk, 30, 2);
    expect((await sell([['MILK', 440]])).days[0]?.gaps).toEqual([]);
    expect(await onHand(milk)).toBe(20);
    expect(await reconcile(t.db.read)).toEqual([]);
  });

  it('report no shortage if only a rounding difference is missing', async () => {
    expect((await sell([['MILK', 520]])).days[0]?.gaps).toEqual([]);
    for (let n = 0; n < 3; n++) await receiveStock(t, ids.branch1, milk, 0.333333, 2);
    expect((await sell([['MILK', 524]])).days[0]?.gaps).toEqual([]);
    expect(await onHand(milk)).toBe(0);
    expect(await reconcile(t.db.read)).toEqual([]);
  });

  it('include the second name of their branch', async () => {
    await t.db.writer
      .updateTable('branches')
      .set({ nameAlt: 'ضفة النهر' })
      .where('_id', '=', ids.branch1)
      .execute();
    const names = { branchName: 'Riverside', branchNameAlt: 'ضفة النهر' };
    const [first] = (await t.as('admin').get(`/sales?branch=${ids.branch1}&limit=1`)).body;
    expect(first).toMatchObject(names);
    const salesDay = (await t.as('admin').get(`/sales/${first._id}`)).body;
    expect(salesDay).toMatchObject({ ...names, tills: [names] });
  });

  it('return the depleted lots', async () => {
    await t.db.writer.updateTable('items').set({ trackLots: 1 }).where('_id', '=', tomato).execute();
    await receiveStock(t, ids.branch1, tomato, 1, 2, { lot: 'L1', expiry: '2026-03-20' });
    await receiveStock(t, ids.branch1, tomato, 5, 2, { lot: 'L2', expiry: '2026-04-20' });
    await mapTillItem('TOMATO', { itemId: tomato }, 'Stock');
    await sell([['TOMATO', 103]]);
    await sell([['TOMATO', 1]]);
    await sell([['TOMATO', 0]]);
    expect(await onHand(tomato)).toBe(106);
    expect(await reconcile(t.db.read)).toEqual([]);
  });

  it("leave closed periods unchanged: the day is rejected with errors by row, and a later mapping doesn't change its stock", async () => {
    await importRows([buildRow('NEW', 1, 5, { day: '2026-02-10' })], { source: 'Stock' });
    const closed = await t.as('master').put('/settings', { booksClosedUntil: '2026-02-28' });
    expect(closed.status, closed.text).toBe(200);
    const refused = await t
      .as('admin')
      .post('/sales', { source: 'Stock', rows: [buildRow('NEW', 2, 5, { day: '2026-02-10' })] });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      code: 'BOOKS_CLOSED',
      fields: { 'rows.0.day': expect.any(String) },
    });
    expect(await mapTillItem('NEW', { itemId: flour }, 'Stock')).toEqual({
      days: 1,
      stockDays: 0,
      closedDays: 1,
    });
    expect(t.errors).toEqual([]);
  });
});

describe('a menu item sold on many days', () => {
  const branches = [ids.branch1, ids.branch2];
  const soldDays = Array.from({ length: 25 }, (_, index) => `2026-02-${String(index + 1).padStart(2, '0')}`);

  it("is mapped immediately; its days' stock is corrected in steps between other writes", async () => {
    await t.as('admin').put('/settings', { booksClosedUntil: null, booksReason: 'Test' });
    await setDepletion(true);
    await setDepletion(true, ids.branch2);
    await receiveStock(t, ids.branch2, milk, 200, 2);
    const before = await Promise.all(
      branches.map(async (branch) => (await getStock(t, branch, milk)).onHand),
    );
    await importRows(
      branches.flatMap((branch) => soldDays.map((day) => ({ ...buildRow('Latte', 2, 6), branch, day }))),
      { source: 'Many' },
    );
    const steps: number[] = [];
    const runner = createTestRunner({
      db: t.db,
      clock: t.clock,
      jobs: [recalculateSales],
      notify: {
        announce: async () => undefined,
        publish: (changes) =>
          void steps.push(
            changes.filter((change) => 'collection' in change && change.collection === 'stock').length,
          ),
      },
    });
    const response = await mapTillItem('Latte', { itemId: milk, portions: 0.25 }, 'Many');
    expect(response).toEqual({ days: 50, stockDays: 0, closedDays: 0, pendingDays: 50 });
    // Days that still have to be corrected can't be closed.
    const refused = await t.as('admin').put('/settings', { booksClosedUntil: '2026-02-28' });
    expect([refused.status, refused.body.fieldReasons?.booksClosedUntil?.reason]).toEqual([
      422,
      'books-sales-pending',
    ]);
    await runner.runDue();
    const moved = steps.filter((count) => count > 0);
    expect([moved.length, Math.max(...moved)]).toEqual([10, 5]);
    // 25 days of 2 at 0.25 each, at each branch.
    const after = await Promise.all(branches.map(async (branch) => (await getStock(t, branch, milk)).onHand));
    expect(after).toEqual(before.map((onHand) => onHand - 12.5));
    expect(await reconcile(t.db.read)).toEqual([]);

    // After an interruption, the next run corrects the remaining days, and none twice.
    await mapTillItem('Latte', { itemId: milk, portions: 0.5 }, 'Many');
    const controller = new AbortController();
    const interruptedJob = { ...recalculateSales, run: abortAfter(recalculateSales.run, 3, controller) };
    await createTestRunner({ db: t.db, clock: t.clock, jobs: [interruptedJob] }).runDue();
    t.clock.advance(3_600_000);
    await runner.runDue();
    const recomputed = await Promise.all(
      branches.map(async (branch) => (await getStock(t, branch, milk)).onHand),
    );
    expect(recomputed).toEqual(before.map((onHand) => onHand - 25));
    expect(await reconcile(t.db.read)).toEqual([]);
    await setDepletion(false);
    await setDepletion(false, ids.branch2);
  });

  type Run = typeof recalculateSales.run;
  /** The same job, failing after the given number of steps. */
  const abortAfter =
    (run: Run, steps: number, controller: AbortController): Run =>
    (ctx) => {
      let completedSteps = 0;
      return run({
        ...ctx,
        signal: controller.signal,
        async writeAndPublish(work) {
          if (completedSteps++ === steps) controller.abort(new Error('interrupted'));
          return ctx.writeAndPublish(work);
        },
      });
    };
});
