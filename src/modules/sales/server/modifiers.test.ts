import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { tillItem, salesOfDay, importedSales, type TillItem, type ImportedSales } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock, getStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { loadSalesWithoutDepletion } from './sold-items.ts';

const source = 'Bar';
const day = '2026-03-02';
const { kg, l } = ids.units;
let t: TestApp;
let coffee = '';
let milk = '';
let oat = '';
let latte = '';

beforeAll(async () => {
  t = await createTestApp();
  [coffee, milk, oat] = (await Promise.all(
    [
      ['Coffee beans', kg, 20],
      ['Fresh milk', l, 1],
      ['Oat drink', l, 2],
    ].map(([name, baseUnit, standardCost], index) =>
      create('/items', {
        itemCode: `MOD-${index}`,
        name,
        kind: 'raw',
        category: ids.category,
        baseUnit,
        standardCost,
      }),
    ),
  )) as [string, string, string];
  latte = await create('/recipes', {
    name: 'Latte',
    yieldQty: 1,
    yieldUnit: l,
    portions: 1,
    validFrom: '2026-01-01',
    components: [
      { itemId: coffee, qty: 0.018, unit: kg },
      { itemId: milk, qty: 0.2, unit: l },
    ],
  });
  for (const [item, cost] of [
    [coffee, 20],
    [milk, 1],
    [oat, 2],
  ] as const)
    await receiveStock(t, ids.branch1, item, 100, cost);
  await t.db.writer
    .updateTable('branches')
    .set({ depletesStock: 1 })
    .where('_id', '=', ids.branch1)
    .execute();
  await mapTillItem('LATTE', { recipeId: latte });
});
afterAll(() => t.close());

async function create(path: string, body: object): Promise<string> {
  const response = await t.as('admin').post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.body._id;
}
const mapTillItem = async (code: string, target: object) => {
  const response = await t.as('admin').put('/sales/till-items', { source, code, ...target });
  expect(response.status, response.text).toBe(200);
  return response.body;
};
const mapModifier = (code: string, target: object) =>
  mapTillItem(code, { isModifier: true, isNonFood: true, ...target });

interface Row {
  qty: number;
  net: number;
  modifiers?: { code: string; name?: string; qty?: number; net?: number }[];
  code?: string;
}
async function sell(rows: Row[], on = day): Promise<ImportedSales> {
  const sold = rows.map((row) => ({ branch: ids.branch1, day: on, code: 'LATTE', ...row }));
  const response = await t.as('admin').post('/sales', { source, rows: sold });
  expect(response.status, response.text).toBe(201);
  expect(buildResponseSchema(importedSales).parse(response.body)).toEqual(response.body);
  return response.body;
}
/** Quantities depleted from the 100 units of coffee, milk and oat drink. */
const loadDepleted = async () =>
  Promise.all(
    [coffee, milk, oat].map(async (item) =>
      Number((100 - (await getStock(t, ids.branch1, item)).onHand).toFixed(6)),
    ),
  );
const loadModifiers = async (state: string): Promise<TillItem[]> => {
  const { body } = await t.as('admin').get(`/sales/till-items?kind=modifier&state=${state}`);
  for (const row of body) expect(buildResponseSchema(tillItem).parse(row)).toEqual(row);
  return body;
};
const oatMilk = { code: 'oat', name: 'Oat milk', net: 0.6 };
const extraShot = { code: 'shot', name: 'Extra shot', net: 1 };
const twelveOunces = { code: '12oz', name: '12 oz' };

describe('modifiers of sold items', () => {
  it('deduct no stock while unmapped, and are reported with value and share', async () => {
    const { unmapped, imported: rows } = await sell([
      { qty: 2, net: 8 },
      { qty: 1, net: 4.6, modifiers: [oatMilk] },
      { qty: 1, net: 5.6, modifiers: [extraShot, oatMilk] },
      { qty: 1, net: 5.6, modifiers: [oatMilk, extraShot] },
      { code: 'CAKE', qty: 1, net: 3, modifiers: [{ code: 'cream', net: 0.5 }] },
    ]);
    expect(rows).toBe(4);
    expect(unmapped).toEqual([
      { code: 'CAKE', name: null, qty: 1, net: 3, isModifier: false },
      { code: 'cream', name: null, qty: 1, net: 0.5, isModifier: true },
      { code: 'oat', name: 'Oat milk', qty: 3, net: 1.8, isModifier: true },
      { code: 'shot', name: 'Extra shot', qty: 2, net: 2, isModifier: true },
    ]);
    expect(await loadDepleted()).toEqual([0.09, 1, 0]);
    const [summary] = (await t.as('admin').get('/sales')).body;
    // The cake with its cream, and the modifiers of mapped items.
    expect(summary).toMatchObject({ net: 26.8, qty: 6, unmappedNet: 6.8, unmappedRows: 4 });
    expect(
      (await loadModifiers('unmapped')).map(({ code, net, netOfItems }) => [code, net, netOfItems]),
    ).toEqual([
      ['oat', 1.8, 15.8],
      ['shot', 2, 11.2],
      ['cream', 0.5, 3],
    ]);
    expect((await loadFoodCost()).missing.unmapped).toMatchObject({ net: 6.8, tillItems: 4, percent: 25.37 });
  });

  it('are deducted for stored days once they are mapped', async () => {
    expect(
      await mapModifier('oat', { changes: [{ itemId: milk, replacementItemId: oat, factor: 1.1 }] }),
    ).toEqual({
      days: 1,
      stockDays: 1,
      closedDays: 0,
    });
    expect(await loadDepleted()).toEqual([0.09, 0.4, 0.66]);
    await mapModifier('shot', { isNonFood: false, itemId: coffee, portions: 0.009 });
    expect(await loadDepleted()).toEqual([0.108, 0.4, 0.66]);
    expect(await reconcile(t.db.read)).toEqual([]);
    expect((await loadModifiers('unmapped')).map(({ code }) => code)).toEqual(['cream']);
    expect((await loadModifiers('all')).find(({ code }) => code === 'oat')).toMatchObject({
      isNonFood: true,
      changes: [
        {
          itemId: milk,
          itemName: 'Fresh milk',
          replacementItemId: oat,
          replacementItemName: 'Oat drink',
          factor: 1.1,
        },
      ],
    });
    const [till] = (await t.as('admin').get('/sales/sources')).body;
    expect(till).toMatchObject({ name: source, modifiers: ['oat', 'shot'] });
  });

  it('are included in theoretical cost, and their sales in those of the item', async () => {
    const { missing, items } = await loadFoodCost();
    expect(missing.unmapped).toMatchObject({ net: 3, tillItems: 1 });
    const cost = new Map(items.map(({ itemId, theoreticalQty }) => [itemId, theoreticalQty]));
    expect([coffee, milk, oat].map((item) => cost.get(item))).toEqual([0.108, 0.4, 0.66]);
    const { rows } = (await t.as('admin').get(`/food-cost/menu?${period}`)).body;
    // 5 lattes: 0.108 kg at 20, 0.4 l at 1, 0.66 l at 2.
    expect(rows).toMatchObject([{ recipeId: latte, sold: 5, net: 23.8, cost: 3.88 }]);
    const branches = (await t.as('admin').get('/food-cost/branches?from=2026-03-02&to=2026-03-02')).body;
    expect(
      branches.find((row: { branch: string }) => row.branch === ids.branch1).missing.unmapped,
    ).toMatchObject({
      net: 3,
      tillItems: 1,
    });
  });

  it('are shown with their item in the sales of a day', async () => {
    const [{ _id }] = (await t.as('admin').get('/sales')).body;
    const { body } = await t.as('admin').get(`/sales/${_id}`);
    expect(buildResponseSchema(salesOfDay).parse(body)).toEqual(body);
    expect(body.tillItems.map(({ modifiers }: { modifiers: unknown }) => modifiers)).toEqual([
      [
        { name: 'Oat milk', isMapped: true },
        { name: 'Extra shot', isMapped: true },
      ],
      [],
      [{ name: 'Oat milk', isMapped: true }],
      [{ name: 'cream', isMapped: false }],
    ]);
  });

  it('are returned when the day is replaced; a size scales the recipe, not the additions', async () => {
    await mapModifier('12oz', { scale: 0.75 });
    await sell([{ qty: 10, net: 50, modifiers: [twelveOunces, extraShot, oatMilk] }]);
    expect(await loadDepleted()).toEqual([0.225, 0, 1.65]);
    // The same input changes nothing.
    await sell([{ qty: 10, net: 50, modifiers: [twelveOunces, extraShot, oatMilk] }]);
    await sell([{ qty: 10, net: 50, modifiers: [{ ...oatMilk, qty: 0.3 }] }]);
    expect(await loadDepleted()).toEqual([0.18, 1.4, 0.66]);
    await sell([{ qty: 0, net: 0 }]);
    expect(await loadDepleted()).toEqual([0, 0, 0]);
    expect(await reconcile(t.db.read)).toEqual([]);
  });

  it('deduct nothing if they replace an ingredient that the item does not have, and are reported', async () => {
    await mapTillItem('ESPRESSO', { itemId: coffee, portions: 0.018 });
    const { days } = await sell([{ code: 'ESPRESSO', qty: 3, net: 6, modifiers: [oatMilk] }]);
    expect(days[0]?.gaps).toEqual([
      { kind: 'unused', recipeId: null, itemId: null, name: 'Oat milk', qty: 3 },
    ]);
    expect(await loadDepleted()).toEqual([0.054, 0, 0]);
  });

  it('have their own mapping, even with the code of an item', async () => {
    await mapTillItem('shot', { itemId: oat });
    await sell([
      { qty: 1, net: 4, modifiers: [extraShot] },
      { code: 'shot', qty: 1, net: 2 },
    ]);
    expect(await loadDepleted()).toEqual([0.027, 0.2, 1]);
  });

  it('are part of the demand of days without depletion', async () => {
    await t.db.writer
      .updateTable('branches')
      .set({ depletesStock: 0 })
      .where('_id', '=', ids.branch1)
      .execute();
    await sell([{ qty: 10, net: 50, modifiers: [twelveOunces, oatMilk] }]);
    const { sold } = await loadSalesWithoutDepletion(t.db.read, ids.branch1, day, '2026-03-03');
    expect(sold).toEqual([
      { itemId: coffee, day, qtyMicro: 135_000 },
      { itemId: oat, day, qtyMicro: 1_650_000 },
    ]);
  });

  it.each([
    ['a scale for an item that isn’t a modifier', { code: 'A', isNonFood: true, scale: 2 }, 'scale'],
    [
      'an unknown ingredient',
      { code: 'A', isModifier: true, isNonFood: true, changes: [{ itemId: 'x' }] },
      'changes.0.itemId',
    ],
    ['a size of 0', { code: 'A', isModifier: true, isNonFood: true, scale: 0 }, 'scale'],
    ['no target', { code: 'A', isModifier: true }, 'recipeId'],
  ])('are rejected with the field for %s', async (_, body, field) => {
    const response = await t.as('admin').put('/sales/till-items', { source, ...body });
    expect(response.status, response.text).toBe(422);
    expect(Object.keys(response.body.fields)).toEqual([field]);
  });

  it('keep their ingredients from being deleted', async () => {
    const response = await t.as('admin').delete(`/items/${oat}`);
    expect([response.status, response.body.code]).toEqual([409, 'IN_USE']);
    expect(t.errors).toEqual([]);
  });
});

const period = `branch=${ids.branch1}&from=${day}&to=${day}&basis=standard`;
async function loadFoodCost(): Promise<{
  missing: { unmapped: object };
  items: { itemId: string; theoreticalQty: number }[];
}> {
  const response = await t.as('admin').get(`/food-cost?${period}`);
  expect(response.status, response.text).toBe(200);
  return response.body;
}
