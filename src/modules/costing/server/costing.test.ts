import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SimulatedChange } from '../input.ts';
import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { priceChanges, type PriceChanges, whatIf, type WhatIf } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';

let api: TestApp;
let createdCount = 0;
const admin = () => api.as('admin');
const { flour, milk } = ids.items;
let sack = '';
let box = '';
let dough = '';
let bread = '';

async function post(path: string, body: object): Promise<string> {
  const response = await admin().post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.body._id as string;
}
const createRecipe = (components: object[], overrides: object = {}) =>
  post('/recipes', {
    name: `Recipe ${++createdCount}`,
    yieldQty: 2,
    yieldUnit: ids.units.kg,
    components,
    validFrom: '2026-01-01',
    ...overrides,
  });

beforeAll(async () => {
  api = await createTestApp();
  for (const item of [flour, milk])
    await admin().put(`/items/${item}`, { standardCost: item === flour ? 2 : 1.5, yieldPercent: null });
  const supplier = await post('/suppliers', { name: 'Mill', code: 'MILL' });
  const pack = { itemId: flour, unit: ids.units.kg, supplierId: supplier };
  sack = await post('/packagings', {
    ...pack,
    name: 'Sack',
    contentsQty: 25,
    price: 50,
    priceDate: '2026-02-01',
  });
  await admin().put(`/packagings/${sack}`, { preferred: true });
  box = await post('/packagings', {
    ...pack,
    name: 'Box',
    contentsQty: 10,
    price: 30,
    priceDate: '2026-02-01',
  });
  dough = await createRecipe([
    { itemId: flour, qty: 1, unit: ids.units.kg },
    { itemId: milk, qty: 1, unit: ids.units.l },
  ]);
  bread = await createRecipe([{ recipeId: dough, qty: 1, unit: ids.units.kg }], {
    portions: 2,
    price: 2.5,
    targetFoodCostPercent: 36,
  });
}, 60_000);
afterAll(() => api.close());

async function loadPriceChanges(query: string): Promise<PriceChanges> {
  const response = await admin().get(`/costing/price-changes?${query}`);
  expect(response.status, response.text).toBe(200);
  return buildResponseSchema(priceChanges).parse(response.body);
}
async function simulate(...changes: SimulatedChange[]): Promise<WhatIf> {
  const response = await admin().get(
    `/costing/what-if?changes=${encodeURIComponent(JSON.stringify(changes))}`,
  );
  expect(response.status, response.text).toBe(200);
  return buildResponseSchema(whatIf).parse(response.body);
}
const loadCost = async (id: string, query = '') => (await admin().get(`/recipes/${id}/cost${query}`)).body;

describe('a what-if calculation', () => {
  it('13.5: computes every affected recipe and saves nothing', async () => {
    const before = await loadCost(bread);
    expect(before).toMatchObject({ cost: 1.75, perPortion: 0.875 });
    const response = await simulate({ itemId: flour, cost: 4 });
    expect(response.items).toEqual([
      {
        itemId: flour,
        unit: ids.units.kg,
        before: { cost: 2, yieldPercent: null, source: 'list' },
        after: { cost: 4, yieldPercent: null, source: 'list' },
      },
    ]);
    expect(
      response.recipes.map(({ recipeId, before: costBefore, after }) => [
        recipeId,
        costBefore.cost,
        after.cost,
      ]),
    ).toEqual([
      [dough, 3.5, 5.5],
      [bread, 1.75, 2.75],
    ]);
    // 0.875 of 2.50 is 35 %, within the target; 1.375 is 55 %.
    const [, effect] = response.recipes;
    expect(effect).toMatchObject({
      before: { plateCost: 0.875, foodCostPercent: 35, margin: 1.625 },
      after: { plateCost: 1.375, foodCostPercent: 55, margin: 1.125 },
      changePercent: 57.14,
      targetFoodCostPercent: 36,
      isAboveGoal: true,
      exceedsTolerance: true,
    });
    expect(await loadCost(bread)).toEqual(before);
  });

  it.each<[string, (item: string) => SimulatedChange, number]>([
    ['another pack at its own price', (item) => ({ itemId: item, packagingId: box }), 4.5],
    ['another price of the pack', (item) => ({ itemId: item, packagingId: sack, price: 100 }), 5.5],
    ['another yield', (item) => ({ itemId: item, yieldPercent: 50 }), 5.5],
    ['both', (item) => ({ itemId: item, packagingId: box, price: 20, yieldPercent: 80 }), 4],
  ])('13.5: accepts %s', async (_name, change, expected) => {
    const { recipes } = await simulate(change(flour));
    expect(recipes.find(({ recipeId }) => recipeId === dough)?.after.cost).toBe(expected);
  });

  it('13.5: accepts a smaller batch yield', async () => {
    const { recipes } = await simulate({ recipeId: dough, yieldQty: 1 });
    // The batch costs the same; a portion of it costs twice as much.
    expect(recipes.map(({ recipeId, after }) => [recipeId, after.cost])).toEqual([[bread, 3.5]]);
  });

  it('R4: equals the cost after the change', async () => {
    const { recipes } = await simulate({ itemId: milk, cost: 1.7391 });
    await admin().put(`/items/${milk}`, { standardCost: 1.7391 });
    for (const { recipeId, after } of recipes) {
      const current = await loadCost(recipeId);
      expect(after).toEqual({
        cost: current.cost,
        plateCost: current.perPortion ?? current.cost,
        margin: current.margin,
        foodCostPercent: current.foodCostPercent,
      });
    }
    await admin().put(`/items/${milk}`, { standardCost: 1.5 });
  });

  it.each([
    ['a missing list of changes', '', 'changes'],
    ['no JSON', '{', 'changes'],
    ['an unknown item', '[{"itemId":"gone","cost":1}]', 'changes.0.itemId'],
    ['an unknown recipe', '[{"recipeId":"gone","yieldQty":1}]', 'changes.0.recipeId'],
    ['a yield of 0', `[{"itemId":"${flour}","yieldPercent":0}]`, 'changes'],
  ])('rejects %s', async (_name, entered, field) => {
    const response = await admin().get(`/costing/what-if?changes=${encodeURIComponent(entered)}`);
    expect(response.status, response.text).toBe(422);
    expect(Object.keys((response.body as { fields: object }).fields)).toContain(field);
  });

  it('rejects a pack of a different item, and a pack without a price', async () => {
    const unpricedPack = await post('/packagings', {
      itemId: flour,
      name: 'Bag',
      unit: ids.units.kg,
      contentsQty: 5,
    });
    for (const [change, field] of [
      [{ itemId: milk, packagingId: box }, 'packagingId'],
      [{ itemId: flour, packagingId: unpricedPack }, 'price'],
    ] as const) {
      const response = await admin().get(
        `/costing/what-if?changes=${encodeURIComponent(JSON.stringify([change]))}`,
      );
      expect(response.status, response.text).toBe(422);
      expect(Object.keys((response.body as { fields: object }).fields)).toEqual([`changes.0.${field}`]);
    }
  });
});

describe('price changes', () => {
  it('13.5: lists changes of list prices in a period, with the affected recipes before and after', async () => {
    await admin().put(`/packagings/${sack}`, { price: 75, priceDate: '2026-03-02' });
    const response = await loadPriceChanges('from=2026-03-01&to=2026-03-04');
    expect(response).toMatchObject({ total: 1, beyondToleranceCount: 1, tolerancePercent: 5, basis: 'list' });
    const [row] = response.rows;
    expect(row).toMatchObject({
      itemId: flour,
      before: 2,
      after: 3,
      changePercent: 50,
      exceedsTolerance: true,
      recipesTotal: 2,
      alerts: 2,
    });
    for (const { recipeId, before, after } of row?.recipes ?? []) {
      expect(after.cost).toBe((await loadCost(recipeId, '?on=2026-03-04')).cost);
      expect(before.cost).toBe((await loadCost(recipeId, '?on=2026-02-28')).cost);
    }
    expect((await loadPriceChanges('from=2026-03-03&to=2026-03-04')).rows).toEqual([]);
    expect((await loadPriceChanges(`from=2026-03-01&to=2026-03-04&item=${flour}`)).rows).toEqual(
      response.rows,
    );
  });

  it('13.5: includes exchange rate changes if prices are unchanged', async () => {
    const rates = [
      { date: '2026-01-01', rate: 2 },
      { date: '2026-02-20', rate: 3 },
    ];
    const currency = await post('/currencies', { name: 'Franc', code: 'CHF', symbol: 'CHF', rates });
    const supplierId = await post('/suppliers', { name: 'Alp', code: 'ALP', currency });
    const unit = ids.units.kg;
    const itemId = await post('/items', {
      name: 'Cheese',
      itemCode: 'CHS',
      kind: 'raw',
      category: ids.category,
      baseUnit: unit,
    });
    const wheel = { itemId, supplierId, name: 'Wheel', unit, contentsQty: 5 };
    await post('/packagings', { ...wheel, price: 10, priceDate: '2026-01-01' });
    const { rows } = await loadPriceChanges('from=2026-02-15&to=2026-02-25');
    expect(rows).toMatchObject([{ itemId, before: 4, after: 6, changePercent: 50 }]);
    expect((await loadPriceChanges(`from=2026-02-15&to=2026-02-25&item=${itemId}`)).rows).toEqual(rows);
    expect((await loadPriceChanges('from=2026-02-21&to=2026-02-25')).rows).toEqual([]);
  });

  it('13.5: flags only changes beyond the tolerance, which is a business-wide setting', async () => {
    const stored = await admin().put('/costing/settings', { tolerancePercent: 60 });
    expect(stored.status, stored.text).toBe(200);
    const response = await loadPriceChanges('from=2026-03-01&to=2026-03-04');
    expect(response).toMatchObject({ total: 1, beyondToleranceCount: 0, tolerancePercent: 60 });
    // A recipe above its target remains an alert.
    expect(response.rows[0]).toMatchObject({ exceedsTolerance: false, alerts: 1 });
    expect((await loadPriceChanges('from=2026-03-01&to=2026-03-04&exceedsTolerance=true')).rows).toEqual([]);
    const stale = await admin().send(
      'PUT',
      '/costing/settings',
      { tolerancePercent: 5 },
      { 'if-match': '"0"' },
    );
    expect(stale.status, stale.text).toBe(412);
    expect((await api.as('branch').put('/costing/settings', { tolerancePercent: 5 })).status).toBe(403);
    await admin().put('/costing/settings', { tolerancePercent: 5 });
  });

  it('13.5: lists changes in average cost, at one location and across all locations', async () => {
    await receiveStock(api, ids.kitchen, milk, 10, 1.2);
    await receiveStock(api, ids.branch1, milk, 10, 5);
    const scopeQuery = `basis=average&place=${ids.kitchen}`;
    const { rows } = await loadPriceChanges(`from=2026-03-01&to=2026-03-04&${scopeQuery}`);
    const row = rows.find(({ itemId }) => itemId === milk);
    expect(row).toMatchObject({ before: null, sourceAfter: 'average', exceedsTolerance: true });
    const [{ avgCost }] = (await admin().get(`/stock?itemId=${milk}&placeId=${ids.kitchen}`)).body;
    expect(row?.after).toBeCloseTo(avgCost, 4);
    const effect = row?.recipes.find(({ recipeId }) => recipeId === dough);
    expect(effect).toMatchObject({ before: { cost: null }, changePercent: null, exceedsTolerance: true });
    expect(effect?.after.cost).toBe((await loadCost(dough, `?${scopeQuery}&on=2026-03-04`)).cost);
    const allLocations = await loadPriceChanges('from=2026-03-01&to=2026-03-04&basis=average');
    expect(allLocations.rows.find(({ itemId }) => itemId === milk)?.after).not.toBe(row?.after);
  });

  it('A11: averages across all locations include only locations that the user can see', async () => {
    const rights = { canCreate: true, canEdit: true, canDelete: true, canView: true };
    const created = await api.as('master').post('/users', {
      name: 'Branch user',
      email: 'own@costing.test',
      password: 'walnut-harbour',
      permissions: rights,
      role: 'custom_role_sk',
      branches: [ids.branch1],
      allowedPages: ['*'],
    });
    const client = await api.signIn(created.body._id);
    await receiveStock(api, ids.branch1, milk, 10, 5);
    const query = 'from=2026-03-01&to=2026-03-04';
    const loadResponses = async () =>
      JSON.stringify([
        (await client.get(`/costing/price-changes?${query}&basis=average`)).body,
        { ...(await client.get(`/reports/price-changes?${query}&basis=average`)).body, asOf: '' },
        (await client.get(`/recipes/${dough}/cost?basis=average`)).body,
      ]);
    const before = await loadResponses();
    expect(JSON.parse(before)[0].rows.length).toBeGreaterThan(0);
    for (const itemId of Object.values(ids.items)) await receiveStock(api, ids.branch2, itemId, 40, 77);
    expect(await loadResponses()).toBe(before);
    const branchResult = (
      await client.get(`/costing/price-changes?${query}&basis=average&place=${ids.branch1}`)
    ).body;
    expect(JSON.parse(before)[0].rows.map(({ after }: { after: number }) => after)).toEqual(
      branchResult.rows.map(({ after }: { after: number }) => after),
    );
  });

  it('T7: reveals nothing to a franchise branch, nor to users without access to costs', async () => {
    const rights = { canCreate: true, canEdit: true, canDelete: true, canView: true };
    const users = [
      { role: 'custom_role_sk', branches: [ids.branch2], allowedPages: ['*'], email: 'owner@costing.test' },
      { role: 'other', branches: [], allowedPages: ['items'], email: 'items@costing.test' },
    ];
    const priceRule = { _id: ids.branch2, rule: 'cost_plus', percent: 10, isFranchise: true };
    const saved = await admin().put('/transfers/prices', { prices: [priceRule] });
    expect(saved.status, saved.text).toBe(200);
    for (const account of users) {
      const { role, ...rest } = account;
      const body = { name: 'Somebody', password: 'walnut-harbour', permissions: rights, ...rest };
      const createdUser = await api
        .as('master')
        .post('/users', { ...body, role: role === 'other' ? 'admin' : role });
      expect(createdUser.status, createdUser.text).toBe(201);
      const client = await api.signIn(createdUser.body._id);
      const changes = encodeURIComponent(JSON.stringify([{ itemId: flour, cost: 1 }]));
      for (const path of [
        '/costing/price-changes?from=2026-03-01&to=2026-03-04',
        `/costing/what-if?changes=${changes}`,
      ]) {
        const response = await client.get(path);
        expect([path, response.status]).toEqual([path, 403]);
      }
    }
  });
});
