import { schemaOf } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ProductionBatch, productionBatch } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

let api: TestApp;
let itemCount = 0;
const { kg, piece } = ids.units;

beforeAll(async () => {
  api = await createTestApp();
});
afterAll(async () => {
  expect(api.errors).toEqual([]);
  expect(await reconcile(api.db.read)).toEqual([]);
  await api.close();
});

async function expectOk(response: Promise<{ status: number; text?: string; body: unknown }>) {
  const got = await response;
  expect(got.status, got.text).toBeLessThan(300);
  return got.body as Record<string, unknown> & { _id: string };
}

async function createItem(name: string, more: object = {}): Promise<string> {
  const itemCode = `E-${(itemCount += 1)}`;
  const body = { name: `${name} ${itemCount}`, itemCode, kind: 'semi_finished', category: ids.category };
  return (await expectOk(api.as('admin').post('/items', { ...body, baseUnit: kg, orderUnit: kg, ...more })))
    ._id;
}

async function createRecipe(outputItem: string, components: object[], more: object = {}): Promise<string> {
  const body = {
    name: `Edited ${(itemCount += 1)}`,
    kind: 'sub-recipe',
    outputItem,
    yieldQty: 10,
    yieldUnit: kg,
  };
  return (await expectOk(api.as('admin').post('/recipes', { ...body, components, ...more })))._id;
}
const buildIngredient = (itemId: string, qty = 10) => ({ itemId, qty, unit: kg });

const change = (id: string, body: object) => api.as('kitchen').patch(`/production-batches/${id}`, body);
const read = async (id: string): Promise<ProductionBatch> =>
  schemaOf(productionBatch).parse((await api.as('kitchen').get(`/production-batches/${id}`)).body);
const plan = (recipeId: string, plannedQty: number) =>
  api.as('kitchen').post('/production-batches', { recipeId, plannedQty, plannedFor: '2026-03-06' });

async function startBatch(recipeId: string): Promise<string> {
  const { _id } = await expectOk(plan(recipeId, 10));
  await expectOk(change(_id, { status: 'In Progress' }));
  return _id;
}

it('M3: items counted in whole numbers are planned and lost in whole numbers', async () => {
  const [dough, bun] = [
    await createItem('Dough'),
    await createItem('Bun', { baseUnit: piece, orderUnit: piece }),
  ];
  const recipeId = await createRecipe(bun, [buildIngredient(dough)], { yieldUnit: piece });
  const expectRefused = async (response: ReturnType<typeof change>, field: string) => {
    const { status, body } = await response;
    expect([status, body.fieldReasons?.[field]?.reason]).toEqual([422, 'whole-unit']);
  };
  await expectRefused(plan(recipeId, 2.5), 'plannedQty');
  const { _id } = await expectOk(plan(recipeId, 3));
  await expectRefused(change(_id, { plannedQty: 1.5 }), 'plannedQty');
  await expectOk(change(_id, { status: 'In Progress' }));
  await expectRefused(change(_id, { loss: 0.5 }), 'loss');
});

it('M7, M8: ingredients used by mistake leave no allergen behind after the batch is reopened', async () => {
  const [flour, nut, cake] = [await createItem('Flour'), await createItem('Nut'), await createItem('Cake')];
  await expectOk(api.as('admin').put(`/items/${flour}`, { allergens: { nuts: 'free' } }));
  await expectOk(api.as('admin').put(`/items/${nut}`, { allergens: { nuts: 'contains' } }));
  for (const itemId of [flour, nut]) await receiveStock(api, ids.kitchen, itemId, 50, 8);
  const id = await startBatch(await createRecipe(cake, [buildIngredient(flour)]));
  const loadNutState = async () =>
    (await read(id)).allergens.find(({ allergen }) => allergen === 'nuts')?.state;
  await expectOk(change(id, { consumed: [{ itemId: nut, qty: 1 }] }));
  await expectOk(change(id, { status: 'Completed' }));
  expect(await loadNutState()).toBe('contains');
  await expectOk(change(id, { transitionReason: 'Nuts were not in it' }));
  await expectOk(change(id, { status: 'In Progress' }));
  expect(await loadNutState()).toBe('free');
  await expectOk(change(id, { status: 'Completed' }));
  expect(await loadNutState()).toBe('free');
});

it('R11: a batch moved to another day uses the recipe version of that day', async () => {
  const [butter, oil, out] = [await createItem('Butter'), await createItem('Oil'), await createItem('Out')];
  const recipeId = await createRecipe(out, [buildIngredient(butter)], { validFrom: '2026-03-05' });
  const later = { components: [buildIngredient(oil, 5)], validFrom: '2026-03-10' };
  await expectOk(api.as('admin').put(`/recipes/${recipeId}`, later));
  const { _id } = await expectOk(plan(recipeId, 10));
  const taken = async () => {
    const { recipeVersion, items } = await read(_id);
    return [recipeVersion, ...items.map(({ itemId, neededQty }) => [itemId, neededQty])];
  };
  await expectOk(change(_id, { plannedFor: '2026-03-09' }));
  expect(await taken()).toEqual([1, [out, 10], [butter, 10]]);
  await expectOk(change(_id, { plannedFor: '2026-03-12', plannedQty: 20 }));
  expect(await taken()).toEqual([2, [out, 20], [oil, 10]]);
  const early = await change(_id, { plannedFor: '2026-03-04' });
  expect([early.status, early.body.fieldReasons.plannedFor.reason]).toEqual([422, 'batch-no-version']);
  expect(await taken()).toEqual([2, [out, 20], [oil, 10]]);
});

it('M13: an output has a cost share or a fixed value, the last one entered, and the main output takes the rest', async () => {
  const [milk, cream, whey] = [await createItem('Milk'), await createItem('Cream'), await createItem('Whey')];
  await receiveStock(api, ids.kitchen, milk, 50, 8);
  const id = await startBatch(await createRecipe(cream, [buildIngredient(milk)]));
  const loadShares = async (produced: object) => {
    const { items } = schemaOf(productionBatch).parse((await change(id, { produced: [produced] })).body);
    return items.filter(({ side }) => side === 'out').map((line) => [line.costShare, line.fixedValue]);
  };
  expect(await loadShares({ itemId: whey, qty: 1, costShare: 40 })).toEqual([
    [60, null],
    [40, null],
  ]);
  expect(await loadShares({ itemId: whey, qty: 1, costShare: 30 })).toEqual([
    [70, null],
    [30, null],
  ]);
  expect(await loadShares({ itemId: whey, qty: 1, fixedValue: 2 })).toEqual([
    [null, null],
    [null, 2],
  ]);
  expect(await loadShares({ itemId: whey, qty: 1, costShare: 25 })).toEqual([
    [75, null],
    [25, null],
  ]);
  await expectOk(change(id, { status: 'Completed' }));
  const { items } = await read(id);
  expect(items.map(({ itemId, value }) => [itemId, value])).toEqual([
    [cream, 60],
    [milk, 80],
    [whey, 20],
  ]);
});

it('M2: labour without any output to bear it is refused rather than lost', async () => {
  const [rice, out] = [await createItem('Rice'), await createItem('Pilaf')];
  await receiveStock(api, ids.kitchen, rice, 50, 8);
  const id = await startBatch(await createRecipe(out, [buildIngredient(rice)]));
  const unasked = await change(id, { part: true });
  expect([unasked.status, unasked.body.fieldReasons.produced.reason]).toEqual([422, 'batch-part-quantity']);
  expect((await read(id)).parts).toBe(0);
  const { plannedQty } = await read(id);
  await expectOk(change(id, { produced: [{ itemId: out, qty: plannedQty }], part: true }));
  await expectOk(change(id, { labour: 5 }));
  const refused = await change(id, { status: 'Completed' });
  expect([refused.status, refused.body.fieldReasons.labour.reason]).toEqual([422, 'batch-labour-left']);
  await expectOk(change(id, { labour: 0 }));
  await expectOk(change(id, { status: 'Completed' }));
});

const piecesOfKg = (itemId: string, den: number) =>
  api.db.writer
    .insertInto('itemConversions')
    .values({
      _id: `piece-${itemId}`,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      version: 1,
      isActive: 1,
      itemId,
      fromUnit: piece,
      toUnit: kg,
      num: 1,
      den,
    })
    .execute();

it.each([
  ['1 + 1 + 4 sixths', 6, [1, 1, 4]],
  ['1 + 1 + 1 thirds', 3, [1, 1, 1]],
])('M5: %s of a kilogram made in parts add up to the planned kilogram', async (_, den, parts) => {
  const [flour, cake] = [await createItem('Flour'), await createItem('Cake')];
  await receiveStock(api, ids.kitchen, flour, 50, 8);
  await piecesOfKg(cake, den);
  const { _id } = await expectOk(plan(await createRecipe(cake, [buildIngredient(flour)]), 1));
  await expectOk(change(_id, { status: 'In Progress' }));
  for (const qty of parts)
    await expectOk(change(_id, { produced: [{ itemId: cake, qty, unit: piece }], part: true }));
  expect(await read(_id)).toMatchObject({ goodQty: 1, plannedQty: 1 });
});

it('M5: sixths of a kilogram used from three lots add up to exactly a kilogram', async () => {
  const [flour, cake] = [await createItem('Flour', { trackLots: true }), await createItem('Cake')];
  await piecesOfKg(flour, 6);
  const lots = [
    ['A', 1],
    ['B', 1],
    ['C', 4],
  ] as const;
  for (const [lot] of lots) await receiveStock(api, ids.kitchen, flour, 5, 8, { lot });
  const { _id } = await expectOk(plan(await createRecipe(cake, [buildIngredient(flour)]), 1));
  await expectOk(change(_id, { status: 'In Progress' }));
  const consumed = lots.map(([lot, qty]) => ({ itemId: flour, qty, unit: piece, lot }));
  await expectOk(change(_id, { consumed, produced: [{ itemId: cake, qty: 1 }], part: true }));
  const batch = await read(_id);
  expect(batch.items.find(({ itemId }) => itemId === flour)).toMatchObject({ postedQty: 1 });
});
