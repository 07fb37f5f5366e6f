import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listOf } from '#platform/shapes/shape.ts';
import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { recipeCost, type RecipeCost, recipeVersion } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { openTestDb } from '#app/server/testing/databases.ts';
import { ids } from '#app/server/testing/ids.ts';
import { queueEffectiveChanges } from './recost.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const today = '2026-03-04';
let recipeCount = 0;
const admin = () => api.as('admin');

/** Resets flour to 2.00 a kg and milk to 1.50 a litre, regardless of earlier tests. */
beforeEach(async () => {
  for (const [item, standardCost] of [
    ['flour', 2],
    ['milk', 1.5],
  ] as const)
    await admin().put(`/items/${ids.items[item]}`, { standardCost, yieldPercent: null });
});

async function createRecipe(components: unknown[], overrides: Record<string, unknown> = {}) {
  const body = {
    name: `Recipe ${++recipeCount}`,
    yieldQty: 2,
    yieldUnit: ids.units.kg,
    components,
    ...overrides,
  };
  const response = await admin().post('/recipes', body);
  expect(response.status, response.text).toBe(201);
  return response.body as Record<string, unknown> & { _id: string };
}
const buildFlourComponent = (qty: number, overrides: Record<string, unknown> = {}) => ({
  itemId: ids.items.flour,
  qty,
  unit: ids.units.kg,
  ...overrides,
});
const buildSubRecipeComponent = (id: string, qty: number, unit: string = ids.units.kg) => ({
  recipeId: id,
  qty,
  unit,
});

async function loadCost(id: string, search = ''): Promise<RecipeCost> {
  const response = await admin().get(`/recipes/${id}/cost${search}`);
  expect(response.status, response.text).toBe(200);
  return buildResponseSchema(recipeCost).parse(response.body);
}
const loadRecipe = async (id: string) =>
  (await admin().get(`/recipes/${id}`)).body as Record<string, unknown>;
const loadCostHistory = async (id: string) =>
  (
    (await admin().get(`/recipes/${id}/costs`)).body as { cost: number; cause: string; causeId: string }[]
  ).map(({ cost, cause, causeId }) => [cost, cause, causeId]);

describe('the recipes of an item', () => {
  it('are listed with the path, the quantity and its share of the cost', async () => {
    const created = await admin().post('/items', {
      name: 'Cream',
      itemCode: 'CRM',
      kind: 'raw',
      category: ids.category,
      baseUnit: ids.units.l,
      standardCost: 4,
    });
    const cream = created.body as { _id: string };
    const sauce = await createRecipe([
      { itemId: cream._id, qty: 1, unit: ids.units.l },
      buildFlourComponent(1),
    ]);
    const gratin = await createRecipe([buildSubRecipeComponent(sauce._id, 1), buildFlourComponent(2)]);
    const menu = await createRecipe([buildSubRecipeComponent(gratin._id, 2)]);
    const uses = (await admin().get(`/items/${cream._id}/recipes`)).body as Record<string, unknown>[];
    const findUse = (id: string) => uses.find(({ recipeId }) => recipeId === id);
    expect(findUse(sauce._id)).toMatchObject({
      usage: 'ingredient',
      path: [],
      total: 1,
      cost: 4,
      costPercent: 66.67,
    });
    // Half a batch of sauce: half a litre at 4.00, plus half a kilo and two kilos at 2.00.
    expect(findUse(gratin._id)).toMatchObject({
      usage: 'within',
      qty: null,
      total: 0.5,
      cost: 2,
      costPercent: 28.57,
    });
    expect(findUse(menu._id)).toMatchObject({
      path: [{ recipeId: gratin._id }, { recipeId: sauce._id }],
      total: 0.5,
      costPercent: 28.57,
    });
    const withoutCosts = (await api.as('kitchen').get(`/items/${cream._id}/recipes`)).body as Record<
      string,
      unknown
    >[];
    expect(withoutCosts.map(({ cost, costPercent }) => [cost, costPercent])).toEqual(
      uses.map(() => [null, null]),
    );
  });
});

describe('a recipe', () => {
  it('is measured in the units of its output item (R10)', async () => {
    const createItem = async (name: string, overrides: object) => {
      const body = { name, itemCode: name.toUpperCase(), kind: 'raw', category: ids.category, ...overrides };
      return (await admin().post('/items', body)).body._id as string;
    };
    const lemon = await createItem('Lemon', { baseUnit: ids.units.piece, standardCost: 0.3 });
    const juice = await createItem('Juice', { baseUnit: ids.units.ml });
    const pressed = await createRecipe([{ itemId: lemon, qty: 1, unit: ids.units.piece }], {
      outputItem: juice,
      yieldQty: 45,
      yieldUnit: ids.units.ml,
    });
    const { _id } = await createRecipe([buildSubRecipeComponent(pressed._id, 0.09, ids.units.l)]);
    const { cost, items } = await loadCost(_id);
    expect([cost, items]).toMatchObject([0.6, [{ itemId: lemon, qty: 2 }]]);
    // Lemons can't be measured in ml, so the cost of 45 ml is unknown.
    const other = await createRecipe([{ itemId: lemon, qty: 45, unit: ids.units.ml }]);
    expect(other).toMatchObject({ cost: null, missing: [{ cause: 'conversion', itemId: lemon }] });
  });

  it('includes the cost of its sub-recipes, per portion and compared with its price (R4, R5)', async () => {
    const dough = await createRecipe([
      buildFlourComponent(1),
      { itemId: ids.items.milk, qty: 500, unit: ids.units.ml },
    ]);
    expect(dough['cost']).toBe(2.75);
    const bread = await createRecipe(
      [buildSubRecipeComponent(dough._id, 500, ids.units.g), buildFlourComponent(0.1)],
      {
        portions: 4,
        price: 1.2,
      },
    );
    // Half a kilo of a 2 kg batch that costs 2.75, and 0.1 kg at 2.
    expect(bread).toMatchObject({ cost: 0.8875, plateCost: 0.2219, margin: 0.9781, missing: [] });
    const cost = await loadCost(bread._id);
    expect(cost).toMatchObject({
      cost: 0.8875,
      perPortion: 0.2219,
      isComplete: true,
      basis: 'list',
      on: today,
    });
    expect(cost.lines.map((line) => line.cost)).toEqual([0.6875, 0.2]);
    expect(cost.lines.map((line) => line.source)).toEqual([null, 'standard']);
    expect(cost.items?.map(({ itemId, qty, cost: unitCost }) => [itemId, qty, unitCost])).toEqual([
      [ids.items.flour, 0.35, 0.7],
      [ids.items.milk, 0.125, 0.1875],
    ]);
    expect(cost.foodCostPercent).toBe(bread['foodCostPercent']);
  });

  it('has no cost if a price or conversion is missing, and reports what is missing (R1)', async () => {
    await admin().put(`/items/${ids.items.tomato}`, { standardCost: null });
    const { _id } = await createRecipe([
      { itemId: ids.items.milk, qty: 300, unit: ids.units.g },
      { itemId: ids.items.tomato, qty: 1, unit: ids.units.kg },
    ]);
    const { cost, perPortion, isComplete, missing } = await loadCost(_id);
    expect([cost, perPortion, isComplete]).toEqual([null, null, false]);
    expect(missing.map(({ cause, itemId, unit, toUnit }) => [cause, itemId, unit, toUnit])).toEqual([
      ['conversion', ids.items.milk, ids.units.g, ids.units.l],
      ['cost', ids.items.tomato, null, null],
    ]);
    const incomplete = (await admin().get('/recipes?incomplete=true')).body as { _id: string }[];
    expect(incomplete.map((row) => row._id)).toContain(_id);
  });

  it.each([
    ['a batch yield of 0', { yieldQty: 0 }, 'yieldQty'],
    ['an unknown yield unit', { yieldUnit: 'nowhere' }, 'yieldUnit'],
    [
      'an item and a recipe',
      { components: [buildFlourComponent(1, { recipeId: 'x' })] },
      'components.0.itemId',
    ],
    ['neither an item nor a recipe', { components: [{ qty: 1, unit: ids.units.kg }] }, 'components.0.itemId'],
    ['an unknown item', { components: [buildFlourComponent(1, { itemId: 'gone' })] }, 'components.0.itemId'],
    ['an unknown recipe', { components: [buildSubRecipeComponent('gone', 1)] }, 'components.0.recipeId'],
    ['an unknown unit', { components: [buildFlourComponent(1, { unit: 'gone' })] }, 'components.0.unit'],
    [
      'portions of an item',
      { components: [buildFlourComponent(1, { unit: 'portion' })] },
      'components.0.unit',
    ],
    [
      'a trim loss of 100 %',
      { components: [buildFlourComponent(1, { trimPercent: 100 })] },
      'components.0.trimPercent',
    ],
    ['a quantity of 0', { components: [buildFlourComponent(0)] }, 'components.0.qty'],
  ])('is rejected with %s', async (_name, overrides, field) => {
    const body = { name: `Wrong ${++recipeCount}`, yieldQty: 1, yieldUnit: ids.units.kg, ...overrides };
    const response = await admin().post('/recipes', body);
    expect(response.status, response.text).toBe(422);
    expect(Object.keys((response.body as { fields: object }).fields)).toContain(field);
  });

  it('is never edited: each change creates a version with an effective date (R11)', async () => {
    const { _id } = await createRecipe([buildFlourComponent(1)], { validFrom: '2026-02-01' });
    const put = (values: Record<string, unknown>) => admin().put(`/recipes/${_id}`, values);
    expect((await put({ price: 9 })).status).toBe(200);
    expect((await put({ components: [buildFlourComponent(2)] })).status).toBe(200);
    const planned = await put({ components: [buildFlourComponent(3)], validFrom: '2026-04-01' });
    expect(planned.status, planned.text).toBe(200);
    const versions = buildResponseSchema(listOf(recipeVersion)).parse(
      (await admin().get(`/recipes/${_id}/versions`)).body,
    );
    expect(versions.map(({ no, validFrom, isCurrent, cost }) => [no, validFrom, isCurrent, cost])).toEqual([
      [3, '2026-04-01', false, 6],
      [2, today, true, 4],
      [1, '2026-02-01', false, 2],
    ]);
    expect((await loadCost(_id)).cost).toBe(4);
    expect((await loadCost(_id, '?on=2026-02-10')).version).toBe(1);
    expect((await loadCost(_id, '?on=2026-04-01')).cost).toBe(6);
    expect((await admin().get(`/recipes/${_id}/cost?on=2026-01-31`)).status).toBe(404);
    await expect(
      api.db.write((tx) => tx.updateTable('recipeVersions').set({ content: '{}' }).execute()),
    ).rejects.toThrow(/is append-only/);
  });

  it("can't be deleted while another recipe uses it, and is deleted with its costs and versions", async () => {
    const inner = await createRecipe([buildFlourComponent(1)]);
    const outer = await createRecipe([buildSubRecipeComponent(inner._id, 1)]);
    expect((await admin().delete(`/recipes/${inner._id}`)).status).toBe(409);
    expect((await admin().delete(`/items/${ids.items.flour}`)).status).toBe(409);
    expect((await admin().delete(`/recipes/${outer._id}`)).status).toBe(204);
    expect((await admin().delete(`/recipes/${inner._id}`)).status).toBe(204);
    for (const table of ['recipeVersions', 'recipeUses', 'recipeRollups', 'recipeCosts'] as const) {
      const rows = await api.db.read
        .selectFrom(table)
        .selectAll()
        .where('recipeId', '=', inner._id)
        .execute();
      expect([table, rows]).toEqual([table, []]);
    }
  });

  it('includes the allergens of all ingredients (R13)', async () => {
    await admin().put(`/items/${ids.items.flour}`, {
      allergens: { gluten: 'contains', milk: 'free', nuts: 'free' },
    });
    await admin().put(`/items/${ids.items.milk}`, { allergens: { milk: 'contains', gluten: 'free' } });
    const dough = await createRecipe([buildFlourComponent(1, { alternatives: [ids.items.milk] })]);
    const outer = await createRecipe([buildSubRecipeComponent(dough._id, 1)]);
    expect(outer['allergens']).toMatchObject({ gluten: 'contains', milk: 'contains', nuts: 'unknown' });
    await admin().put(`/items/${ids.items.milk}`, { allergens: { milk: 'may_contain' } });
    expect((await loadRecipe(outer._id))['allergens']).toMatchObject({ milk: 'may_contain' });
    await admin().put(`/items/${ids.items.flour}`, { allergens: {} });
    await admin().put(`/items/${ids.items.milk}`, { allergens: {} });
  });

  it('lists the recipes that use an item directly, as an alternative and through others', async () => {
    const box = { itemId: ids.items.box, qty: 1, unit: ids.units.piece };
    const inner = await createRecipe([box]);
    const other = await createRecipe([buildFlourComponent(1, { alternatives: [ids.items.box] })]);
    const outer = await createRecipe([buildSubRecipeComponent(inner._id, 1)]);
    const uses = (await admin().get(`/items/${ids.items.box}/recipes`)).body as Record<string, unknown>[];
    const result = uses.map(({ recipeId, usage, qty }) => [recipeId, usage, qty]);
    expect(result).toHaveLength(3);
    expect(result).toEqual(
      expect.arrayContaining([
        [inner._id, 'ingredient', 1],
        [other._id, 'alternative', null],
        [outer._id, 'within', null],
      ]),
    );
  });
});

describe('a cycle of recipes', () => {
  it('is rejected with an error that shows the cycle (R8)', async () => {
    const [a, b] = [
      await createRecipe([buildFlourComponent(1)], { name: 'Stock A' }),
      await createRecipe([buildFlourComponent(1)], { name: 'Stock B' }),
    ];
    expect(
      (await admin().put(`/recipes/${a._id}`, { components: [buildSubRecipeComponent(b._id, 1)] })).status,
    ).toBe(200);
    const refused = await admin().put(`/recipes/${b._id}`, {
      components: [buildFlourComponent(1), buildSubRecipeComponent(a._id, 1)],
    });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      fields: { 'components.1.recipeId': 'This recipe would contain itself: Stock B → Stock A → Stock B' },
    });
    const self = await admin().put(`/recipes/${b._id}`, { components: [buildSubRecipeComponent(b._id, 1)] });
    expect(self.status).toBe(422);
  });

  it('is rejected even if it would begin only on a later day', async () => {
    const [a, b] = [
      await createRecipe([buildFlourComponent(1)]),
      await createRecipe([buildFlourComponent(1)]),
    ];
    const plannedChange = { components: [buildSubRecipeComponent(b._id, 1)], validFrom: '2026-05-01' };
    expect((await admin().put(`/recipes/${a._id}`, plannedChange)).status).toBe(200);
    expect(
      (await admin().put(`/recipes/${b._id}`, { components: [buildSubRecipeComponent(a._id, 1)] })).status,
    ).toBe(422);
    const replacement = await admin().put(`/recipes/${a._id}`, {
      components: [buildFlourComponent(1)],
      validFrom: '2026-05-01',
    });
    expect(replacement.status).toBe(200);
    expect(
      (await admin().put(`/recipes/${b._id}`, { components: [buildSubRecipeComponent(a._id, 1)] })).status,
    ).toBe(200);
  });

  it('is rejected if two users each add half of it (R8)', async () => {
    for (let run = 0; run < 5; run += 1) {
      const [a, b] = [
        await createRecipe([buildFlourComponent(1)]),
        await createRecipe([buildFlourComponent(1)]),
      ];
      const responses = await Promise.all([
        admin().put(`/recipes/${a._id}`, { components: [buildSubRecipeComponent(b._id, 1)] }),
        api.as('master').put(`/recipes/${b._id}`, { components: [buildSubRecipeComponent(a._id, 1)] }),
      ]);
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    }
  });
});

describe('a price change', () => {
  it('immediately updates only the affected recipes, and adds to their cost history (R6)', async () => {
    const dough = await createRecipe([buildFlourComponent(1)]);
    const bread = await createRecipe([buildSubRecipeComponent(dough._id, 1)]);
    const drink = await createRecipe([{ itemId: ids.items.milk, qty: 1, unit: ids.units.l }]);
    const costedAt = (await loadRecipe(drink._id))['costedAt'];
    api.clock.advance(1000);
    await admin().put(`/items/${ids.items.flour}`, { standardCost: 3 });
    expect([(await loadRecipe(dough._id))['cost'], (await loadRecipe(bread._id))['cost']]).toEqual([3, 1.5]);
    expect((await loadRecipe(drink._id))['costedAt']).toBe(costedAt);
    expect(await loadCostHistory(bread._id)).toEqual([
      [1.5, 'item', ids.items.flour],
      [1, 'recipe', bread._id],
    ]);
    const pack = { itemId: ids.items.flour, name: 'Sack', unit: ids.units.kg, contentsQty: 25, price: 100 };
    const sack = (await admin().post('/packagings', pack)).body as { _id: string };
    expect((await loadRecipe(bread._id))['cost']).toBe(2);
    await admin().put(`/packagings/${sack._id}`, { contentsQty: 50 });
    expect((await loadRecipe(bread._id))['cost']).toBe(1);
    await admin().delete(`/packagings/${sack._id}`);
    expect((await loadRecipe(bread._id))['cost']).toBe(1.5);
    expect((await loadCostHistory(bread._id)).map(([cost]) => cost)).toEqual([1.5, 1, 2, 1.5, 1]);
    expect((await loadRecipe(bread._id))['pendingSince']).toBeNull();
  });

  it('entered in advance applies from its effective date (R9)', async () => {
    const { _id } = await createRecipe([{ itemId: ids.items.bun, qty: 1, unit: ids.units.piece }], {
      validFrom: '2025-01-01',
    });
    await admin().put(`/items/${ids.items.bun}`, { standardCost: null });
    const pack = { itemId: ids.items.bun, name: 'Tray', unit: ids.units.piece, contentsQty: 10 };
    await admin().post('/packagings', { ...pack, price: 5, priceDate: '2026-01-01' });
    const plannedPack = {
      ...pack,
      name: 'Spring tray',
      price: 8,
      preferred: true,
      priceDate: '2026-03-10',
    };
    expect((await admin().post('/packagings', plannedPack)).status).toBe(201);
    expect((await loadRecipe(_id))['cost']).toBe(0.5);
    expect((await loadCost(_id, '?on=2026-03-10')).cost).toBe(0.8);
    expect((await loadCost(_id, '?on=2025-12-31')).missing).toMatchObject([{ cause: 'cost' }]);
    const startTime = new Date('2026-03-10T09:00:00.000Z');
    await api.db.write((tx) => queueEffectiveChanges(tx, startTime));
    expect((await loadRecipe(_id))['cost']).toBe(0.8);
    // Repeating it changes nothing.
    const before = await loadCostHistory(_id);
    await api.db.write((tx) => queueEffectiveChanges(tx, startTime));
    expect(await loadCostHistory(_id)).toEqual(before);
  });

  it('due to an exchange or tax rate entered in advance applies from its effective date', async () => {
    const rates = [
      { date: '2026-01-01', rate: 2 },
      { date: '2026-03-12', rate: 3 },
    ];
    const franc = await admin().post('/currencies', { name: 'Franc', code: 'CHF', symbol: 'CHF', rates });
    const supplierInput = { code: 'ALP', name: 'Alp', currency: franc.body._id };
    const supplier = await admin().post('/suppliers', supplierInput);
    const foreignItem = await admin().post('/items', {
      name: 'Cheese',
      itemCode: 'CHS',
      kind: 'raw',
      category: ids.category,
      baseUnit: ids.units.kg,
    });
    const itemId = foreignItem.body._id as string;
    const wheel = {
      itemId,
      supplierId: supplier.body._id,
      name: 'Wheel',
      unit: ids.units.kg,
      contentsQty: 5,
    };
    await admin().post('/packagings', { ...wheel, price: 10, priceDate: '2026-01-01' });
    const vat = { name: 'Cheese VAT', rate: 20, validFrom: '2011-01-04' };
    const tax = await admin().post('/taxes', vat);
    const { _id } = await createRecipe([{ itemId, qty: 1, unit: ids.units.kg }]);
    const taxed = await createRecipe([buildFlourComponent(1)], {
      price: 12,
      priceIncludesVAT: true,
      tax: tax.body._id,
    });
    await admin().put(`/taxes/${tax.body._id}`, { rate: 50, validFrom: '2026-03-12' });
    expect([(await loadRecipe(_id))['cost'], (await loadRecipe(taxed._id))['margin']]).toEqual([4, 8]);
    expect((await loadCost(_id, '?on=2026-03-12')).cost).toBe(6);
    expect((await loadCost(taxed._id, '?on=2026-03-12')).margin).toBe(6);
    await api.db.write((tx) => queueEffectiveChanges(tx, new Date('2026-03-12T09:00:00.000Z')));
    expect([(await loadRecipe(_id))['cost'], (await loadRecipe(taxed._id))['margin']]).toEqual([6, 6]);
  });

  it('affects the cost depending on the cost basis, which each line shows (R9)', async () => {
    const { _id } = await createRecipe([buildFlourComponent(1)], { validFrom: '2025-01-01' });
    const pack = { itemId: ids.items.flour, name: 'Bag', unit: ids.units.kg, contentsQty: 10, price: 25 };
    const bag = (await admin().post('/packagings', pack)).body as { _id: string };
    await api.db.write(async (tx) => {
      const row = {
        packagingId: bag._id,
        supplierId: null,
        docType: 'receipt',
        docId: 'gr',
        source: 'receipt' as const,
      };
      const at = '2026-03-01T00:00:00.000Z';
      await tx
        .insertInto('packPrices')
        .values({ ...row, priceMicro: 27_000_000, validFrom: '2026-03-01', createdAt: at })
        .execute();
      await tx
        .insertInto('packPrices')
        .values({ ...row, priceMicro: 26_000_000, validFrom: '2026-02-01', createdAt: at })
        .execute();
    });
    const loadResult = async (search: string) => {
      const { cost, lines } = await loadCost(_id, search);
      return [cost, lines[0]?.source];
    };
    expect(await loadResult('')).toEqual([2.5, 'list']);
    expect(await loadResult('?basis=last')).toEqual([2.7, 'last']);
    expect(await loadResult('?basis=last&on=2026-02-15')).toEqual([2.6, 'last']);
    expect(await loadResult('?basis=standard')).toEqual([2, 'standard']);
    const stock = await api.db.read
      .selectFrom('balances')
      .selectAll()
      .where('itemId', '=', ids.items.flour)
      .execute();
    const valueE4 = stock.reduce((sum, row) => sum + Number(row.valueE4), 0);
    const onHandMicro = stock.reduce((sum, row) => sum + Number(row.onHandMicro), 0);
    const average = Math.round((valueE4 * 1e6) / onHandMicro) / 1e4;
    expect(await loadResult('?basis=average')).toEqual([average, 'average']);
    expect(await loadResult(`?basis=average&place=${ids.kitchen}`)).toEqual([average, 'average']);
    expect((await loadCost(_id, `?basis=average&place=${ids.branch1}`)).isComplete).toBe(false);
    await admin().put(`/packagings/${bag._id}`, { isActive: false });
  });
});

it("the last paid price uses the booked rate: later or corrected rates don't change it (R9)", async () => {
  const rates = [
    { date: '2026-01-01', rate: 2 },
    { date: '2026-03-05', rate: 3 },
  ];
  const koruna = await admin().post('/currencies', { name: 'Koruna', code: 'CZK', symbol: 'CZK', rates });
  const dairy = { code: 'BRNO', name: 'Brno', currency: koruna.body._id };
  const supplierId = (await admin().post('/suppliers', dairy)).body._id as string;
  const wheel = {
    itemId: ids.items.milk,
    supplierId,
    name: 'Churn of Brno',
    unit: ids.units.l,
    contentsQty: 5,
    price: 10,
    priceDate: '2026-01-01',
  };
  const packagingId = (await admin().post('/packagings', wheel)).body._id as string;
  const receipt = {
    supplier: supplierId,
    place: ids.branch1,
    items: [{ itemId: ids.items.milk, packagingId, qty: 1, price: 10 }],
  };
  const received = await admin().post('/goods-receipts', receipt);
  expect(received.status, received.text).toBe(201);
  const { _id } = await createRecipe([{ itemId: ids.items.milk, qty: 1, unit: ids.units.l }]);
  const loadCosts = async () => [
    (await loadCost(_id, '?basis=last&on=2026-03-06')).cost,
    (await loadCost(_id, '?basis=list&on=2026-03-06')).cost,
  ];
  expect(await loadCosts()).toEqual([4, 6]);
  const countPriceChanges = async (basis: string) =>
    (await admin().get(`/costing/price-changes?from=2026-03-05&to=2026-03-06&basis=${basis}`)).body.total;
  expect([await countPriceChanges('last'), await countPriceChanges('list')]).toEqual([0, 1]);
  const corrected = await admin().put(`/currencies/${koruna.body._id}`, {
    rates: [
      { date: '2026-01-01', rate: 2.5 },
      { date: '2026-03-05', rate: 3.5 },
    ],
  });
  expect(corrected.status, corrected.text).toBe(200);
  expect(await loadCosts()).toEqual([4, 7]);
});

it('shows no cost to users without access', async () => {
  const { _id } = await createRecipe([buildFlourComponent(1)], { price: 5 });
  const kitchen = await api.as('kitchen').get(`/recipes/${_id}`);
  expect(kitchen.body).toMatchObject({ cost: null, plateCost: null, margin: null, foodCostPercent: null });
  expect((await api.as('kitchen').get(`/recipes/${_id}/cost`)).status).toBe(403);
  expect((await api.as('kitchen').get('/recipes?sort=plateCost')).status).toBe(400);
  expect((await api.as('branch').get('/recipes')).status).toBe(403);
});

it('shows no cost to a franchise branch', async () => {
  const { _id } = await createRecipe([buildFlourComponent(1)]);
  await api.db.write(async (tx) => {
    await tx
      .updateTable('users')
      .set({ allowedPages: '["menu"]' })
      .where('_id', '=', ids.users.branch)
      .execute();
  });
  const branch = api.as('branch');
  expect((await branch.get(`/recipes/${_id}`)).body).toMatchObject({ cost: 2 });
  await api.db.write((tx) =>
    tx
      .insertInto('transferPrices')
      .values({ _id: ids.branch1, rule: 'cost_plus', percentMicro: 10_000_000, isFranchise: 1 })
      .execute(),
  );
  expect((await branch.get(`/recipes/${_id}`)).body).toMatchObject({ cost: null });
  expect((await branch.get(`/recipes/${_id}/cost`)).status).toBe(403);
  expect((await branch.get('/recipes/ingredients')).status).toBe(403);
});

it('pending recipes are costed at the next change or hourly', async () => {
  const db = await openTestDb();
  const other = await createTestApp({ db });
  const body = { name: 'Dough', yieldQty: 1, yieldUnit: ids.units.kg, components: [buildFlourComponent(1)] };
  const { _id } = (await other.as('admin').post('/recipes', body)).body as { _id: string };
  await db.write((tx) =>
    tx
      .updateTable('items')
      .set({ standardCostMicro: 7_000_000 })
      .where('_id', '=', ids.items.flour)
      .execute(),
  );
  const pendingRecipe = (await other.as('admin').get(`/recipes/${_id}`)).body as Record<string, unknown>;
  expect([pendingRecipe['cost'] === 7, typeof pendingRecipe['pendingSince']]).toEqual([false, 'string']);
  await other.as('admin').put(`/units/${ids.units.l}`, { name: 'Litre' });
  expect((await other.as('admin').get(`/recipes/${_id}`)).body).toMatchObject({
    cost: 7,
    pendingSince: null,
  });
  await other.close();
});
