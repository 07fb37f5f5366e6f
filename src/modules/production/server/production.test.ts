import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProductionBatch, productionBatch } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

let api: TestApp;
let itemCount = 0;
const day = '2026-03-06';
const { kg, piece } = ids.units;

beforeAll(async () => {
  api = await createTestApp();
});
afterAll(async () => {
  expect(api.errors).toEqual([]);
  // After all tests the ledger must reconcile.
  expect(await reconcile(api.db.read)).toEqual([]);
  await api.close();
});

async function expectOk(response: Promise<{ status: number; text?: string; body: unknown }>) {
  const result = await response;
  expect(result.status, result.text).toBeLessThan(300);
  return result.body as Record<string, unknown> & { _id: string };
}

/** Creates a new stocked item. */
async function createItem(name: string, overrides: object = {}): Promise<string> {
  const number = (itemCount += 1);
  const body = {
    name: `${name} ${number}`,
    itemCode: `P-${number}`,
    kind: 'semi_finished',
    category: ids.category,
    baseUnit: kg,
    orderUnit: kg,
    ...overrides,
  };
  return (await expectOk(api.as('admin').post('/items', body)))._id;
}

async function createRecipe(
  outputItem: string,
  yieldQty: number,
  components: object[],
  overrides: object = {},
) {
  const body = {
    name: `Made ${(itemCount += 1)}`,
    kind: 'sub-recipe',
    outputItem,
    yieldQty,
    yieldUnit: kg,
    components,
    ...overrides,
  };
  return (await expectOk(api.as('admin').post('/recipes', body)))._id;
}
const buildIngredient = (itemId: string, qty: number, unit: string = kg) => ({ itemId, qty, unit });

const kitchen = () => api.as('kitchen');
const loadBatch = async (id: string): Promise<ProductionBatch> =>
  buildResponseSchema(productionBatch).parse((await kitchen().get(`/production-batches/${id}`)).body);
const patchBatch = (id: string, body: object) => kitchen().patch(`/production-batches/${id}`, body);

async function createBatch(recipeId: string, plannedQty: number, overrides: object = {}): Promise<string> {
  const body = { recipeId, plannedQty, plannedFor: day, ...overrides };
  return (await expectOk(kitchen().post('/production-batches', body)))._id;
}
async function startBatch(recipeId: string, plannedQty: number): Promise<string> {
  const id = await createBatch(recipeId, plannedQty);
  await expectOk(patchBatch(id, { status: 'In Progress' }));
  return id;
}
const loadStock = async (itemId: string, placeId: string = ids.kitchen) => {
  const row = await api.db.read
    .selectFrom('balances')
    .select(['onHandMicro', 'valueE4'])
    .where('itemId', '=', itemId)
    .where('placeId', '=', placeId)
    .executeTakeFirst();
  return row ? [Number(row.onHandMicro) / 1e6, Number(row.valueE4) / 1e4] : [0, 0];
};

describe('a batch', () => {
  it('M1: prefills usage from the scaled recipe and accepts a different quantity for each ingredient', async () => {
    const [fish, stock, soup] = [
      await createItem('Fish'),
      await createItem('Stock'),
      await createItem('Soup'),
    ];
    await receiveStock(api, ids.kitchen, fish, 50, 8);
    await receiveStock(api, ids.kitchen, stock, 50, 1);
    const id = await startBatch(
      await createRecipe(soup, 10, [buildIngredient(fish, 4), buildIngredient(stock, 8)]),
      5,
    );
    const before = await loadBatch(id);
    expect(before.items.map(({ itemId, proposedQty }) => [itemId, proposedQty])).toEqual([
      [soup, 5],
      [fish, 2],
      [stock, 4],
    ]);
    await expectOk(patchBatch(id, { consumed: [{ itemId: fish, qty: 2500, unit: 'g' }] }));
    await expectOk(patchBatch(id, { status: 'Completed' }));
    const after = await loadBatch(id);
    expect(after.items.map(({ itemId, postedQty, dueQty }) => [itemId, postedQty, dueQty])).toEqual([
      [soup, 5, 5],
      [fish, 2.5, 2],
      [stock, 4, 4],
    ]);
    // 2.5 kg at 8.00 and 4 kg at 1.00, over 5 kg.
    expect([after.value, after.unitCost]).toEqual([24, 4.8]);
    expect(await loadStock(fish)).toEqual([47.5, 380]);
    expect(await loadStock(soup)).toEqual([5, 24]);
  });

  it('M2: allocates the input cost to the good output, and requires a reason for a loss', async () => {
    const [flour, bread] = [
      await createItem('Flour'),
      await createItem('Loaf', { baseUnit: piece, orderUnit: piece }),
    ];
    await receiveStock(api, ids.kitchen, flour, 100, 0.96);
    const id = await startBatch(
      await createRecipe(bread, 97, [buildIngredient(flour, 97)], { yieldUnit: piece }),
      97,
    );
    await expectOk(patchBatch(id, { produced: [{ itemId: bread, qty: 96 }], loss: 1 }));
    const refused = await patchBatch(id, { status: 'Completed' });
    expect([refused.status, refused.body.fields]).toMatchObject([
      422,
      { lossReason: 'Enter a reason for the loss.' },
    ]);
    await expectOk(patchBatch(id, { lossReason: 'dropped' }));
    await expectOk(patchBatch(id, { status: 'Completed' }));
    const { value, unitCost, goodQty, lostQty, status } = await loadBatch(id);
    expect([value, unitCost, goodQty, lostQty, status]).toEqual([93.12, 0.97, 96, 1, 'Completed']);
  });

  it('M2: finishes a batch without good output and shows its cost', async () => {
    const [flour, cake] = [await createItem('Flour'), await createItem('Cake')];
    await receiveStock(api, ids.kitchen, flour, 10, 2);
    const id = await startBatch(await createRecipe(cake, 1, [buildIngredient(flour, 1)]), 4);
    await expectOk(patchBatch(id, { produced: [{ itemId: cake, qty: 0 }], loss: 4, lossReason: 'dropped' }));
    await expectOk(patchBatch(id, { status: 'Completed' }));
    expect(await loadBatch(id)).toMatchObject({ status: 'Completed', goodQty: 0, lostQty: 4, value: 8 });
    expect(await loadStock(cake)).toEqual([0, 0]);
    expect(await loadStock(flour)).toEqual([6, 12]);
  });

  it('M3: computes usage, loss and remainder after each part', async () => {
    const [flour, dough] = [await createItem('Flour'), await createItem('Dough')];
    await receiveStock(api, ids.kitchen, flour, 100, 1);
    const id = await startBatch(await createRecipe(dough, 10, [buildIngredient(flour, 7)]), 30);
    const results: unknown[] = [];
    for (const [good, loss] of [
      [10, 0],
      [11, 1],
    ] as const) {
      const entry = { produced: [{ itemId: dough, qty: good }], loss };
      await expectOk(patchBatch(id, { ...entry, ...(loss > 0 && { lossReason: 'dropped' }), part: true }));
      const { goodQty, lostQty, parts, status, items } = await loadBatch(id);
      results.push([
        status,
        parts,
        goodQty,
        lostQty,
        items.map((line) => [line.postedQty, line.remainingQty]),
      ]);
    }
    expect(results).toEqual([
      [
        'In Progress',
        1,
        10,
        0,
        [
          [10, 20],
          [7, 14],
        ],
      ],
      [
        'In Progress',
        2,
        21,
        1,
        [
          [21, 8],
          [15.4, 5.6],
        ],
      ],
    ]);
    await expectOk(patchBatch(id, { status: 'Completed' }));
    const finishedBatch = await loadBatch(id);
    expect([
      finishedBatch.goodQty,
      finishedBatch.lostQty,
      finishedBatch.parts,
      finishedBatch.items[1]?.postedQty,
    ]).toEqual([29, 1, 3, 21]);
    expect(await loadStock(dough)).toEqual([29, 21]);
  });

  it('M3: finishes without another part if earlier parts cover the plan, and rejects a batch without output', async () => {
    const [flour, dough] = [await createItem('Flour'), await createItem('Dough')];
    await receiveStock(api, ids.kitchen, flour, 100, 1);
    const recipeId = await createRecipe(dough, 1, [buildIngredient(flour, 1)]);
    const id = await startBatch(recipeId, 2);
    await expectOk(patchBatch(id, { produced: [{ itemId: dough, qty: 2 }], part: true }));
    await expectOk(patchBatch(id, { status: 'Completed' }));
    expect(await loadBatch(id)).toMatchObject({ parts: 1, goodQty: 2 });
    const emptyBatch = await startBatch(recipeId, 2);
    await expectOk(patchBatch(emptyBatch, { produced: [{ itemId: dough, qty: 0 }] }));
    expect((await patchBatch(emptyBatch, { status: 'Completed' })).status).toBe(422);
  });

  it('M7: reopening reverses inputs and outputs, so that a wrong lot can be corrected', async () => {
    const milk = await createItem('Milk', { trackLots: true, trackExpiry: true, shelfLifeDays: 30 });
    const cheese = await createItem('Cheese', { trackLots: true, trackExpiry: true, shelfLifeDays: 20 });
    const expiry = '2026-03-20';
    const opening = (lot: string, unitCost: number) => ({ itemId: milk, qty: 10, unitCost, lot, expiry });
    const items = [opening('A', 1), opening('B', 3)];
    await expectOk(api.as('admin').post('/stock/openings', { place: ids.kitchen, items }));
    const id = await startBatch(await createRecipe(cheese, 1, [buildIngredient(milk, 5)]), 1);
    await expectOk(
      patchBatch(id, {
        consumed: [{ itemId: milk, qty: 5, lot: 'A' }],
        produced: [{ itemId: cheese, qty: 1, lot: 'C1' }],
      }),
    );
    await expectOk(patchBatch(id, { status: 'Completed' }));
    const [, cheeseValue] = await loadStock(cheese);
    expect(cheeseValue).toBe(10);
    expect((await patchBatch(id, { status: 'In Progress' })).status).toBe(422);
    await expectOk(patchBatch(id, { transitionReason: 'It was lot B' }));
    await expectOk(patchBatch(id, { status: 'In Progress' }));
    expect([await loadStock(milk), await loadStock(cheese)]).toEqual([
      [20, 40],
      [0, 0],
    ]);
    await expectOk(
      patchBatch(id, {
        consumed: [{ itemId: milk, qty: 5, lot: 'B' }],
        produced: [{ itemId: cheese, qty: 1, lot: 'C1' }],
      }),
    );
    await expectOk(patchBatch(id, { status: 'Completed' }));
    const { finished } = await loadBatch(id);
    expect(finished.map(({ no, reversedAt, used }) => [no, reversedAt !== null, used[0]?.lot])).toEqual([
      [1, true, 'A'],
      [2, false, 'B'],
    ]);
    const trace = async (lot: string) =>
      (await kitchen().get(`/lots/trace?itemId=${milk}&lot=${lot}&direction=forward`)).body.tree.map(
        ({ lot: to, links }: { lot: { lot: string }; links: { kind: string; qty: number }[] }) => [
          to.lot,
          links.map(({ kind, qty }) => [kind, qty]),
        ],
      );
    expect([await trace('A'), await trace('B')]).toEqual([[], [['C1', [['batch', 5]]]]]);
  });

  it('M7: rejects reopening a batch whose output is no longer in stock', async () => {
    const [flour, dough] = [await createItem('Flour'), await createItem('Dough')];
    await receiveStock(api, ids.kitchen, flour, 10, 1);
    await expectOk(api.as('admin').put(`/branch/${ids.kitchen}`, { negativeStock: 'block' }));
    const id = await startBatch(await createRecipe(dough, 1, [buildIngredient(flour, 1)]), 4);
    await expectOk(patchBatch(id, { status: 'Completed' }));
    await expectOk(kitchen().post('/wastage', { item: dough, qty: 1, reason: 'spoiled', status: 'Posted' }));
    await expectOk(patchBatch(id, { transitionReason: 'Counted wrong' }));
    const refused = await patchBatch(id, { status: 'In Progress' });
    expect([refused.status, refused.body.code]).toEqual([409, 'INSUFFICIENT_STOCK']);
    expect([await loadStock(flour), await loadStock(dough)]).toEqual([
      [6, 6],
      [3, 3],
    ]);
    expect((await loadBatch(id)).status).toBe('Completed');
  });

  it('M8: expires no later than its ingredients if the recipe requires it, and inherits allergens and lots', async () => {
    const cream = await createItem('Cream', {
      trackLots: true,
      trackExpiry: true,
      shelfLifeDays: 30,
      allergens: { milk: 'contains', gluten: 'free' },
    });
    const sauce = await createItem('Sauce', { trackLots: true, trackExpiry: true, shelfLifeDays: 20 });
    const flour = await createItem('Flour', { allergens: { gluten: 'contains', milk: 'free' } });
    await receiveStock(api, ids.kitchen, flour, 10, 1);
    await expectOk(
      api.as('admin').post('/stock/openings', {
        place: ids.kitchen,
        items: [{ itemId: cream, qty: 10, unitCost: 4, lot: 'CR-7', expiry: '2026-03-09' }],
      }),
    );
    const recipeId = await createRecipe(sauce, 1, [buildIngredient(cream, 1)], {
      limitsExpiryToIngredients: true,
    });
    const id = await startBatch(recipeId, 2);
    const refused = await patchBatch(id, { produced: [{ itemId: sauce, qty: 2, expiry: '2026-03-10' }] });
    expect(refused.status).toBe(200);
    expect((await patchBatch(id, { status: 'Completed' })).status).toBe(422);
    await expectOk(
      patchBatch(id, { produced: [{ itemId: sauce, qty: 2 }], consumed: [{ itemId: flour, qty: 0.1 }] }),
    );
    await expectOk(patchBatch(id, { status: 'Completed' }));
    const { finished, allergens } = await loadBatch(id);
    expect(finished[0]?.made).toMatchObject([{ itemId: sauce, qty: 2, expiry: '2026-03-09' }]);
    const state = (name: string) => allergens.find((allergen) => allergen.allergen === name)?.state;
    expect([state('milk'), state('gluten')]).toEqual(['contains', 'contains']);
    const lot = finished[0]?.made[0]?.lot ?? '';
    expect(lot).not.toBe('');
    const trace = await kitchen().get(`/lots/trace?itemId=${sauce}&lot=${lot}&direction=backward`);
    expect(trace.body.tree).toMatchObject([{ lot: { lot: 'CR-7' }, links: [{ kind: 'batch', qty: 2 }] }]);
  });

  it('R13, M12: printed labels are outdated once an ingredient changes or their part is reversed', async () => {
    const pie = await createItem('Pie', { trackLots: true, trackExpiry: true, shelfLifeDays: 5 });
    const flour = await createItem('Flour', { allergens: { gluten: 'contains' } });
    const dough = await createItem('Dough');
    const doughRecipe = await createRecipe(dough, 1, [buildIngredient(flour, 1)]);
    await receiveStock(api, ids.kitchen, dough, 10, 1);
    const id = await startBatch(await createRecipe(pie, 1, [{ recipeId: doughRecipe, qty: 1, unit: kg }]), 2);
    await expectOk(patchBatch(id, { status: 'Completed' }));
    const [made] = (await loadBatch(id)).finished[0]?.made ?? [];
    const lot = made?.lot ?? '';
    const print = (overrides: object = {}) =>
      kitchen().post(`/production-batches/${id}/labels`, {
        labels: [{ itemId: pie, lot, copies: 3, ...overrides }],
      });
    const loadLabels = async () =>
      (await loadBatch(id)).labels.map(({ cause, useBy, outdated }) => [cause, useBy, outdated]);
    const listOutdated = async (user: 'kitchen' | 'branch' = 'kitchen') =>
      (await api.as(user).get('/production/outdated-labels')).body
        .filter(({ batchId }: { batchId: string }) => batchId === id)
        .map(({ lots, reasons }: { lots: string[]; reasons: string[] }) => [lots, reasons]);

    expect((await print()).status).toBe(201);
    expect(await loadLabels()).toEqual([['made', made?.expiry, []]]);
    expect(await listOutdated()).toEqual([]);

    // Thawed goods get an entered date, no later than their lot's.
    expect((await print({ cause: 'thawed' })).status).toBe(422);
    expect((await print({ cause: 'thawed', useBy: '2026-12-31' })).body.fields).toMatchObject({
      'labels.0.useBy': expect.stringContaining(`use-by date after ${made?.expiry}`),
    });
    expect((await print({ lot: 'OTHER' })).status).toBe(422);
    expect((await print({ cause: 'thawed', useBy: day })).status).toBe(201);

    await expectOk(
      api.as('admin').put(`/items/${flour}`, { allergens: { gluten: 'contains', nuts: 'may_contain' } }),
    );
    expect((await loadBatch(id)).currentAllergens).toContainEqual({ allergen: 'nuts', state: 'may_contain' });
    expect(await loadLabels()).toEqual([
      ['made', made?.expiry, ['allergens']],
      ['thawed', day, ['allergens']],
    ]);
    expect(await listOutdated()).toEqual([[[lot], ['allergens']]]);
    expect(await listOutdated('branch')).toEqual([]);

    await expectOk(print());
    await expectOk(print({ cause: 'thawed', useBy: day }));
    expect(await listOutdated()).toEqual([]);

    await expectOk(patchBatch(id, { transitionReason: 'Counted wrong' }));
    await expectOk(patchBatch(id, { status: 'In Progress' }));
    expect(await listOutdated()).toEqual([[[lot], ['reversed']]]);
  });

  it('lists the ingredients that were used, with added and without unused ones', async () => {
    const [flour, water, seeds, loaf] = [
      await createItem('Flour', { allergens: { gluten: 'contains' } }),
      await createItem('Water'),
      await createItem('Seeds', { allergens: { sesame: 'contains' } }),
      await createItem('Loaf', { nameAlt: 'رغيف' }),
    ];
    for (const item of [flour, water, seeds]) await receiveStock(api, ids.kitchen, item, 50, 1);
    const recipeId = await createRecipe(loaf, 2, [buildIngredient(water, 0.5), buildIngredient(flour, 1)]);
    const id = await startBatch(recipeId, 4);
    await expectOk(
      patchBatch(id, {
        consumed: [
          { itemId: water, qty: 0 },
          { itemId: seeds, qty: 0.4 },
        ],
      }),
    );
    await expectOk(patchBatch(id, { status: 'Completed' }));
    await api.as('admin').put(`/recipes/${recipeId}`, { components: [buildIngredient(water, 1)] });
    const { ingredients, gaps } = (await kitchen().get(`/production-batches/${id}/nutrition`)).body;
    expect(
      ingredients.map(({ itemId, grams, contains }: Record<string, unknown>) => [itemId, grams, contains]),
    ).toEqual([
      [flour, 1000, ['gluten']],
      [seeds, 200, ['sesame']],
    ]);
    expect(gaps.map(({ kind, itemId }: Record<string, unknown>) => [kind, itemId])).toEqual([
      ['nutrition', flour],
      ['nutrition', seeds],
    ]);
  });

  it('M9: traces a supplier lot through several levels of batches', async () => {
    const tracked = { trackLots: true };
    const [wheat, flour, dough] = [
      await createItem('Wheat', tracked),
      await createItem('Flour', tracked),
      await createItem('Dough', tracked),
    ];
    await expectOk(
      api.as('admin').post('/stock/openings', {
        place: ids.kitchen,
        items: [{ itemId: wheat, qty: 10, unitCost: 1, lot: 'SUP-1' }],
      }),
    );
    for (const [outputId, inputId, lot, qty] of [
      [flour, wheat, 'FL-1', 4],
      [dough, flour, 'DO-1', 2],
    ] as const) {
      const id = await startBatch(await createRecipe(outputId, 1, [buildIngredient(inputId, 2)]), qty);
      await expectOk(patchBatch(id, { produced: [{ itemId: outputId, qty, lot }] }));
      await expectOk(patchBatch(id, { status: 'Completed' }));
    }
    const traceLot = async (itemId: string, lot: string, direction: string) =>
      (await kitchen().get(`/lots/trace?itemId=${itemId}&lot=${lot}&direction=${direction}`)).body.tree.map(
        (traced: { lot: { lot: string }; depth: number }) => [traced.lot.lot, traced.depth],
      );
    expect(await traceLot(wheat, 'SUP-1', 'forward')).toEqual([
      ['FL-1', 1],
      ['DO-1', 2],
    ]);
    expect(await traceLot(dough, 'DO-1', 'backward')).toEqual([
      ['FL-1', 1],
      ['SUP-1', 2],
    ]);
  });

  it('M13: allocates the whole cost to several outputs, including a by-product at its fixed value', async () => {
    const [chicken, breast, leg, bones] = [
      await createItem('Chicken'),
      await createItem('Breast'),
      await createItem('Leg'),
      await createItem('Bones'),
    ];
    await receiveStock(api, ids.kitchen, chicken, 10, 3.3333);
    const id = await startBatch(await createRecipe(breast, 1, [buildIngredient(chicken, 2)]), 3);
    const produced = [
      { itemId: breast, qty: 3, costShare: 70 },
      { itemId: leg, qty: 2, costShare: 29 },
      { itemId: bones, qty: 1, fixedValue: 0.5 },
    ];
    const refused = await patchBatch(id, { produced });
    expect([refused.status, refused.body.fields]).toMatchObject([
      422,
      { produced: 'The cost shares must add up to 100%.' },
    ]);
    produced[1] = { itemId: leg, qty: 2, costShare: 30 };
    await expectOk(patchBatch(id, { produced }));
    await expectOk(patchBatch(id, { status: 'Completed' }));
    const [a, b, c] = [await loadStock(breast), await loadStock(leg), await loadStock(bones)];
    // 6 kg at 3.3333 are 19.9998, of which the bones are worth 0.50.
    expect([a, b, c]).toEqual([
      [3, 13.6499],
      [2, 5.8499],
      [1, 0.5],
    ]);
  });

  it('keeps the recipe version it was planned with after the recipe changes', async () => {
    const [flour, dough] = [await createItem('Flour'), await createItem('Dough')];
    await receiveStock(api, ids.kitchen, flour, 100, 1);
    const recipeId = await createRecipe(dough, 1, [buildIngredient(flour, 1)]);
    const id = await createBatch(recipeId, 4);
    const row = (await api.as('admin').get(`/recipes/${recipeId}`)).body;
    await expectOk(
      api.as('admin').put(`/recipes/${recipeId}`, { ...pick(row), components: [buildIngredient(flour, 3)] }),
    );
    expect((await loadBatch(id)).items[1]?.neededQty).toBe(4);
    await expectOk(patchBatch(id, { plannedQty: 8 }));
    const { items, recipeVersion } = await loadBatch(id);
    expect([items[1]?.neededQty, recipeVersion]).toEqual([8, 1]);
  });

  it('is finished only once by two concurrent requests, and rejects a later part', async () => {
    const [flour, dough] = [await createItem('Flour'), await createItem('Dough')];
    await receiveStock(api, ids.kitchen, flour, 100, 1);
    const id = await startBatch(await createRecipe(dough, 1, [buildIngredient(flour, 1)]), 4);
    const { version } = await loadBatch(id);
    const ifMatch = { 'if-match': `"${version}"` };
    const responses = await Promise.all(
      [kitchen(), api.as('admin')].map((client) =>
        client.patch(`/production-batches/${id}`, { status: 'Completed' }, ifMatch),
      ),
    );
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(await loadStock(dough)).toEqual([4, 4]);
    expect((await loadBatch(id)).parts).toBe(1);
    const part = { produced: [{ itemId: dough, qty: 1 }], part: true };
    expect((await kitchen().patch(`/production-batches/${id}`, part, ifMatch)).status).toBe(409);
  });

  it('is reported by reconcile if one of its quantities is wrong', async () => {
    const [flour, dough] = [await createItem('Flour'), await createItem('Dough')];
    await receiveStock(api, ids.kitchen, flour, 10, 1);
    const id = await startBatch(await createRecipe(dough, 1, [buildIngredient(flour, 1)]), 2);
    await expectOk(patchBatch(id, { labour: 3 }));
    await expectOk(patchBatch(id, { status: 'Completed' }));
    expect(await loadBatch(id)).toMatchObject({ value: 5, unitCost: 2.5 });
    const { number } = await loadBatch(id);
    const corruptBatch = async (set: { goodQtyMicro: number }) => {
      await api.db.write((tx) =>
        tx
          .updateTable('productionBatches')
          .set(set)
          .where('_id', '=', id)
          .execute()
          .then(() => undefined),
      );
      return reconcile(api.db.read);
    };
    const wrong = `batch ${number}: output, loss, number of parts or value differs from its parts`;
    expect(await corruptBatch({ goodQtyMicro: 1 })).toEqual([{ invariant: 'batches', message: wrong }]);
    expect(await corruptBatch({ goodQtyMicro: 2_000_000 })).toEqual([]);
  });

  it("can't be cancelled once a part has been made, or deleted once it has been started", async () => {
    const [flour, dough] = [await createItem('Flour'), await createItem('Dough')];
    await receiveStock(api, ids.kitchen, flour, 100, 1);
    const id = await startBatch(await createRecipe(dough, 1, [buildIngredient(flour, 1)]), 4);
    expect((await api.as('admin').delete(`/production-batches/${id}`)).status).toBe(409);
    await expectOk(
      patchBatch(id, { produced: [{ itemId: dough, qty: 1 }], part: true, transitionReason: 'No time' }),
    );
    expect((await patchBatch(id, { status: 'Cancelled' })).status).toBe(409);
  });
});

const pick = (row: Record<string, unknown>) => ({
  name: row['name'],
  kind: row['kind'],
  outputItem: row['outputItem'],
  yieldQty: row['yieldQty'],
  yieldUnit: row['yieldUnit'],
  components: row['components'],
});
