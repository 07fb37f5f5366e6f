import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
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
  const result = await response;
  expect(result.status, result.text).toBeLessThan(300);
  return result.body as Record<string, unknown> & { _id: string };
}

async function createItem(name: string, overrides: object = {}): Promise<string> {
  const itemCode = `E-${(itemCount += 1)}`;
  const body = { name: `${name} ${itemCount}`, itemCode, kind: 'semi_finished', category: ids.category };
  return (
    await expectOk(api.as('admin').post('/items', { ...body, baseUnit: kg, orderUnit: kg, ...overrides }))
  )._id;
}

async function createRecipe(
  outputItem: string,
  components: object[],
  overrides: object = {},
): Promise<string> {
  const body = {
    name: `Edited ${(itemCount += 1)}`,
    kind: 'sub-recipe',
    outputItem,
    yieldQty: 10,
    yieldUnit: kg,
  };
  return (await expectOk(api.as('admin').post('/recipes', { ...body, components, ...overrides })))._id;
}
const buildIngredient = (itemId: string, qty = 10) => ({ itemId, qty, unit: kg });

const patchBatch = (id: string, body: object) => api.as('kitchen').patch(`/production-batches/${id}`, body);
const loadBatch = async (id: string): Promise<ProductionBatch> =>
  buildResponseSchema(productionBatch).parse((await api.as('kitchen').get(`/production-batches/${id}`)).body);
const planBatch = (recipeId: string, plannedQty: number) =>
  api.as('kitchen').post('/production-batches', { recipeId, plannedQty, plannedFor: '2026-03-06' });

async function startBatch(recipeId: string): Promise<string> {
  const { _id } = await expectOk(planBatch(recipeId, 10));
  await expectOk(patchBatch(_id, { status: 'In Progress' }));
  return _id;
}

it('M3: items counted in whole numbers have whole planned and lost quantities', async () => {
  const [dough, bun] = [
    await createItem('Dough'),
    await createItem('Bun', { baseUnit: piece, orderUnit: piece }),
  ];
  const recipeId = await createRecipe(bun, [buildIngredient(dough)], { yieldUnit: piece });
  const expectRefused = async (response: ReturnType<typeof patchBatch>, field: string) => {
    const { status, body } = await response;
    expect([status, body.fieldReasons?.[field]?.reason]).toEqual([422, 'whole-unit']);
  };
  await expectRefused(planBatch(recipeId, 2.5), 'plannedQty');
  const { _id } = await expectOk(planBatch(recipeId, 3));
  await expectRefused(patchBatch(_id, { plannedQty: 1.5 }), 'plannedQty');
  await expectOk(patchBatch(_id, { status: 'In Progress' }));
  await expectRefused(patchBatch(_id, { loss: 0.5 }), 'loss');
});

it('M7, M8: reopening a batch removes the allergens of ingredients that were used by mistake', async () => {
  const [flour, nut, cake] = [await createItem('Flour'), await createItem('Nut'), await createItem('Cake')];
  await expectOk(api.as('admin').put(`/items/${flour}`, { allergens: { nuts: 'free' } }));
  await expectOk(api.as('admin').put(`/items/${nut}`, { allergens: { nuts: 'contains' } }));
  for (const itemId of [flour, nut]) await receiveStock(api, ids.kitchen, itemId, 50, 8);
  const id = await startBatch(await createRecipe(cake, [buildIngredient(flour)]));
  const loadNutState = async () =>
    (await loadBatch(id)).allergens.find(({ allergen }) => allergen === 'nuts')?.state;
  await expectOk(patchBatch(id, { consumed: [{ itemId: nut, qty: 1 }] }));
  await expectOk(patchBatch(id, { status: 'Completed' }));
  expect(await loadNutState()).toBe('contains');
  await expectOk(patchBatch(id, { transitionReason: 'Nuts were not in it' }));
  await expectOk(patchBatch(id, { status: 'In Progress' }));
  expect(await loadNutState()).toBe('free');
  await expectOk(patchBatch(id, { status: 'Completed' }));
  expect(await loadNutState()).toBe('free');
});

it("R11: a batch moved to a different day uses that day's recipe version", async () => {
  const [butter, oil, out] = [await createItem('Butter'), await createItem('Oil'), await createItem('Out')];
  const recipeId = await createRecipe(out, [buildIngredient(butter)], { validFrom: '2026-03-05' });
  const nextVersion = { components: [buildIngredient(oil, 5)], validFrom: '2026-03-10' };
  await expectOk(api.as('admin').put(`/recipes/${recipeId}`, nextVersion));
  const { _id } = await expectOk(planBatch(recipeId, 10));
  const loadPlannedLines = async () => {
    const { recipeVersion, items } = await loadBatch(_id);
    return [recipeVersion, ...items.map(({ itemId, neededQty }) => [itemId, neededQty])];
  };
  await expectOk(patchBatch(_id, { plannedFor: '2026-03-09' }));
  expect(await loadPlannedLines()).toEqual([1, [out, 10], [butter, 10]]);
  await expectOk(patchBatch(_id, { plannedFor: '2026-03-12', plannedQty: 20 }));
  expect(await loadPlannedLines()).toEqual([2, [out, 20], [oil, 10]]);
  const early = await patchBatch(_id, { plannedFor: '2026-03-04' });
  expect([early.status, early.body.fieldReasons.plannedFor.reason]).toEqual([422, 'batch-no-version']);
  expect(await loadPlannedLines()).toEqual([2, [out, 20], [oil, 10]]);
});

it('M13: an output has a cost share or a fixed value, whichever was entered last, and the main output gets the rest', async () => {
  const [milk, cream, whey] = [await createItem('Milk'), await createItem('Cream'), await createItem('Whey')];
  await receiveStock(api, ids.kitchen, milk, 50, 8);
  const id = await startBatch(await createRecipe(cream, [buildIngredient(milk)]));
  const loadShares = async (produced: object) => {
    const { items } = buildResponseSchema(productionBatch).parse(
      (await patchBatch(id, { produced: [produced] })).body,
    );
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
  await expectOk(patchBatch(id, { status: 'Completed' }));
  const { items } = await loadBatch(id);
  expect(items.map(({ itemId, value }) => [itemId, value])).toEqual([
    [cream, 60],
    [milk, 80],
    [whey, 20],
  ]);
});

it('M2: labour without an output to allocate it to is rejected rather than lost', async () => {
  const [rice, out] = [await createItem('Rice'), await createItem('Pilaf')];
  await receiveStock(api, ids.kitchen, rice, 50, 8);
  const id = await startBatch(await createRecipe(out, [buildIngredient(rice)]));
  const withoutQuantity = await patchBatch(id, { part: true });
  expect([withoutQuantity.status, withoutQuantity.body.fieldReasons.produced.reason]).toEqual([
    422,
    'batch-part-quantity',
  ]);
  expect((await loadBatch(id)).parts).toBe(0);
  const { plannedQty } = await loadBatch(id);
  await expectOk(patchBatch(id, { produced: [{ itemId: out, qty: plannedQty }], part: true }));
  await expectOk(patchBatch(id, { labour: 5 }));
  const refused = await patchBatch(id, { status: 'Completed' });
  expect([refused.status, refused.body.fieldReasons.labour.reason]).toEqual([422, 'batch-labour-left']);
  await expectOk(patchBatch(id, { labour: 0 }));
  await expectOk(patchBatch(id, { status: 'Completed' }));
});

const addPieceConversion = (itemId: string, den: number) =>
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
])('M5: %s of a kilogram, made in parts, add up to the planned kilogram', async (_, den, parts) => {
  const [flour, cake] = [await createItem('Flour'), await createItem('Cake')];
  await receiveStock(api, ids.kitchen, flour, 50, 8);
  await addPieceConversion(cake, den);
  const { _id } = await expectOk(planBatch(await createRecipe(cake, [buildIngredient(flour)]), 1));
  await expectOk(patchBatch(_id, { status: 'In Progress' }));
  for (const qty of parts)
    await expectOk(patchBatch(_id, { produced: [{ itemId: cake, qty, unit: piece }], part: true }));
  expect(await loadBatch(_id)).toMatchObject({ goodQty: 1, plannedQty: 1 });
});

it('M5: sixths of a kilogram used from three lots add up to exactly a kilogram', async () => {
  const [flour, cake] = [await createItem('Flour', { trackLots: true }), await createItem('Cake')];
  await addPieceConversion(flour, 6);
  const lots = [
    ['A', 1],
    ['B', 1],
    ['C', 4],
  ] as const;
  for (const [lot] of lots) await receiveStock(api, ids.kitchen, flour, 5, 8, { lot });
  const { _id } = await expectOk(planBatch(await createRecipe(cake, [buildIngredient(flour)]), 1));
  await expectOk(patchBatch(_id, { status: 'In Progress' }));
  const consumed = lots.map(([lot, qty]) => ({ itemId: flour, qty, unit: piece, lot }));
  await expectOk(patchBatch(_id, { consumed, produced: [{ itemId: cake, qty: 1 }], part: true }));
  const batch = await loadBatch(_id);
  expect(batch.items.find(({ itemId }) => itemId === flour)).toMatchObject({ postedQty: 1 });
});
