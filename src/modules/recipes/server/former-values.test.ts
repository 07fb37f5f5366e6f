import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { recipeCost } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { ids } from '#app/server/testing/ids.ts';
import { type Exact, toNearestMicro } from '#core/exact.ts';
import { dayMs, toUtcDay } from '#core/day.ts';
import {
  isGap,
  loadPortionConsumption,
  listRecipeChangeDays,
  RecipeReader,
} from '#modules/sales/server/portion-consumption.ts';

let api: TestApp;
let client: TestClient;
beforeAll(async () => {
  api = await createTestApp();
  client = api.as('admin');
});
afterAll(async () => {
  expect(api.errors).toEqual([]);
  await api.close();
});

const admin = () => client;

/** Advances to the next day, and signs in again. */
async function advanceDay(): Promise<void> {
  api.clock.advance(dayMs);
  client = await api.signIn(ids.users.admin);
}

async function create(path: string, body: object): Promise<string> {
  const response = await admin().post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.body._id;
}

async function put(path: string, body: object): Promise<void> {
  const response = await admin().put(path, body);
  expect(response.status, response.text).toBe(200);
}

async function loadCost(recipe: string, search: string) {
  const response = await admin().get(`/recipes/${recipe}/cost${search}`);
  expect(response.status, response.text).toBe(200);
  return buildResponseSchema(recipeCost).parse(response.body);
}

const createBread = (itemId: string, overrides: object = {}) =>
  create('/recipes', {
    name: `Bread of ${itemId}`,
    yieldQty: 1,
    yieldUnit: ids.units.kg,
    validFrom: '2026-01-01',
    components: [{ itemId, qty: 1, unit: ids.units.kg }],
    ...overrides,
  });

const createItem = (name: string, overrides: object = {}) =>
  create('/items', {
    name,
    itemCode: name.toUpperCase(),
    kind: 'raw',
    category: ids.category,
    baseUnit: ids.units.kg,
    ...overrides,
  });

it('a standard cost or yield applies from the day it is entered, and the first one to all earlier days too (R9)', async () => {
  const rye = await createItem('Rye');
  const bread = await createBread(rye);
  await put(`/items/${rye}`, { standardCost: 2, yieldPercent: 80 });
  const loadResult = async (day: string) => (await loadCost(bread, `?basis=standard&on=${day}`)).cost;
  expect(await loadResult('2026-01-15')).toBe(2.5);
  // The first values can be corrected on the day they are entered.
  await put(`/items/${rye}`, { standardCost: 7 });
  await put(`/items/${rye}`, { standardCost: 2 });
  expect(await loadResult('2026-01-15')).toBe(2.5);
  await advanceDay();
  await put(`/items/${rye}`, { standardCost: 3 });
  // A mistake corrected on the same day leaves no trace.
  await put(`/items/${rye}`, { standardCost: 4 });
  await advanceDay();
  await put(`/items/${rye}`, { yieldPercent: 50 });
  expect([await loadResult('2026-01-15'), await loadResult('2026-03-04')]).toEqual([2.5, 2.5]);
  expect(await loadResult('2026-03-05')).toBe(5);
  expect(await loadResult('2026-03-06')).toBe(8);
  // After the standard cost is removed, the cost is unknown; earlier days keep theirs.
  await put(`/items/${rye}`, { standardCost: null });
  expect([await loadResult('2026-03-05'), await loadResult('2026-03-06')]).toEqual([5, null]);
  await put(`/items/${rye}`, { standardCost: 9 });
  expect([await loadResult('2026-03-05'), await loadResult('2026-03-06')]).toEqual([5, 18]);
  expect((await loadCost(bread, '')).cost).toBe(18);
});

it('changing the preferred pack, or archiving it, leaves earlier recipe costs unchanged (R9)', async () => {
  const oats = await createItem('Oats');
  const bread = await createBread(oats);
  const supplier = await create('/suppliers', { code: 'MILL', name: 'Mill' });
  const createPack = (name: string, price: number, preferred: boolean) =>
    create('/packagings', {
      name,
      itemId: oats,
      unit: ids.units.kg,
      contentsQty: 1,
      supplierId: supplier,
      price,
      priceDate: '2026-02-01',
      preferred,
    });
  const [bag, sack] = [await createPack('Bag', 5, true), await createPack('Sack', 7, false)];
  const today = () => toUtcDay(api.clock.now());
  const loadResult = async (day: string) => (await loadCost(bread, `?on=${day}`)).cost;
  const first = today();
  expect(await loadResult(first)).toBe(5);
  await advanceDay();
  await put(`/packagings/${bag}`, { preferred: false });
  await put(`/packagings/${sack}`, { preferred: true });
  const second = today();
  await advanceDay();
  const deleted = await admin().delete(`/packagings/${sack}`);
  expect([deleted.status, deleted.body.reason]).toEqual([409, 'pack-priced']);
  await put(`/packagings/${sack}`, { isActive: false });
  await put(`/packagings/${bag}`, { price: 6 });
  expect([
    await loadResult('2026-02-15'),
    await loadResult(first),
    await loadResult(second),
    await loadResult(today()),
  ]).toEqual([5, 5, 7, 6]);
});

it("the margin on a day uses the recipe's price and tax of that day (R9)", async () => {
  const spelt = await createItem('Spelt', { standardCost: 4 });
  const tax = await create('/taxes', { name: 'Reduced', rate: 10 });
  const bread = await createBread(spelt, { price: 11, priceIncludesVAT: true, tax });
  const first = toUtcDay(api.clock.now());
  await advanceDay();
  await put(`/recipes/${bread}`, { price: 24, priceIncludesVAT: false });
  expect((await loadCost(bread, `?on=${first}`)).margin).toBe(6);
  expect((await loadCost(bread, '')).margin).toBe(20);
});

it('changing a conversion or the output item leaves earlier recipe costs unchanged (R9)', async () => {
  const { kg, case: crate, piece } = ids.units;
  const withConversion = (num: number, overrides: object[] = []) => ({
    conversions: [{ fromUnit: crate, toUnit: kg, num, den: 1 }, ...overrides],
  });
  const kale = await createItem('Kale', { standardCost: 2, ...withConversion(10) });
  const [broth, stock] = [
    await createItem('Broth', withConversion(4)),
    await createItem('Stock', withConversion(8)),
  ];
  const soup = await createBread(kale, {
    name: 'Soup of kale',
    yieldQty: 8,
    outputItem: broth,
    components: [{ itemId: kale, qty: 1, unit: crate }],
  });
  const dish = await createBread(kale, {
    name: 'Dish of soup',
    components: [{ recipeId: soup, qty: 1, unit: crate }],
  });
  const today = () => toUtcDay(api.clock.now());
  const loadResult = async (day: string) => [
    (await loadCost(soup, `?on=${day}`)).cost,
    (await loadCost(dish, `?on=${day}`)).cost,
  ];
  const loadListedCost = async () => (await admin().get(`/recipes/${dish}`)).body.cost;
  const first = today();
  // A crate of kale costs 20.00 and makes 8 kg of broth; a crate of broth is 4 kg.
  expect([await loadResult(first), await loadListedCost()]).toEqual([[20, 10], 10]);
  await advanceDay();
  const second = today();
  await put(`/items/${kale}`, withConversion(12));
  // A first conversion applies to earlier days; entering the same one again is no change.
  await put(`/items/${kale}`, withConversion(12, [{ fromUnit: piece, toUnit: kg, num: 1, den: 2 }]));
  expect([await loadResult(first), await loadResult(second), await loadListedCost()]).toEqual([
    [20, 10],
    [24, 12],
    12,
  ]);
  await advanceDay();
  const third = today();
  // A recipe's yield is converted with the units of its output item, so recipes that use it change at once.
  await put(`/items/${broth}`, withConversion(6));
  expect([await loadResult(second), await loadResult(third), await loadListedCost()]).toEqual([
    [24, 12],
    [24, 18],
    18,
  ]);
  await advanceDay();
  await put(`/recipes/${soup}`, { outputItem: stock });
  await put(`/items/${kale}`, { conversions: [{ fromUnit: kg, toUnit: crate, num: 1, den: 5 }] });
  expect([
    await loadResult(first),
    await loadResult(second),
    await loadResult(third),
    await loadResult(today()),
  ]).toEqual([
    [20, 10],
    [24, 12],
    [24, 18],
    [10, 10],
  ]);
  expect(await loadListedCost()).toBe(10);
  const recipeReader = new RecipeReader();
  const loadConsumption = async (day: string) => {
    const portion = (await loadPortionConsumption(api.db.read, [dish], day, recipeReader)).get(dish);
    return portion && !isGap(portion) && toNearestMicro(portion.get(kale) as Exact);
  };
  expect([
    await loadConsumption(first),
    await loadConsumption(second),
    await loadConsumption(today()),
    await loadConsumption(first),
  ]).toEqual([5, 6, 5, 5]);
  expect(await listRecipeChangeDays(api.db.read, first, today())).toEqual([first, second, third, today()]);
});

it('the last price of an item bought without a pack applies until its document is reversed (R9)', async () => {
  const { kg, g } = ids.units;
  const beet = await createItem('Beet');
  const bread = await createBread(beet, { name: 'Bread of beet' });
  const supplier = await create('/suppliers', { code: 'ROOTS', name: 'Roots' });
  const pack = { name: 'Sack', itemId: beet, unit: kg, contentsQty: 10, supplierId: supplier };
  const sack = await create('/packagings', { ...pack, price: 25 });
  const receive = (line: object) =>
    create('/goods-receipts', { supplier, place: ids.kitchen, items: [{ itemId: beet, qty: 1, ...line }] });
  const loadResult = async () => (await loadCost(bread, '?basis=last')).cost;
  await receive({ packagingId: sack, price: 30 });
  expect(await loadResult()).toBe(3);
  const first = toUtcDay(api.clock.now());
  await advanceDay();
  const loose = await receive({ price: 4 });
  const later = await receive({ unit: g, qty: 500, price: 0.005 });
  expect(await loadResult()).toBe(5);
  const second = toUtcDay(api.clock.now());
  const { total, rows } = (
    await admin().get(`/costing/price-changes?from=${second}&to=${second}&basis=last&item=${beet}`)
  ).body;
  expect([total, rows[0]?.before, rows[0]?.after]).toEqual([1, 3, 5]);
  const allChanges = await admin().get(`/costing/price-changes?from=${second}&to=${second}&basis=last`);
  expect(allChanges.body.rows).toMatchObject([{ itemId: beet }]);
  for (const [id, expectedCost] of [
    [later, 4],
    [loose, 3],
  ] as const) {
    const reversal = await admin().patch(`/goods-receipts/${id}`, {
      status: 'Reversed',
      transitionReason: 'Entered twice',
    });
    expect(reversal.status, reversal.text).toBe(200);
    expect(await loadResult()).toBe(expectedCost);
  }
  expect((await loadCost(bread, `?basis=last&on=${first}`)).cost).toBe(3);
  // The invoice price applies from the invoice date.
  const receipt = await receive({ qty: 2, price: 4 });
  const billed = await create('/supplier-invoices', {
    supplier,
    place: ids.kitchen,
    number: 'R-1',
    date: second,
    total: 12,
    items: [
      {
        itemId: beet,
        receiptLineId: (await admin().get(`/goods-receipts/${receipt}`)).body.items[0].lineId,
        qty: 2,
        price: 6,
      },
    ],
  });
  const posted = await admin().patch(`/supplier-invoices/${billed}`, {
    status: 'Posted',
    transitionReason: 'Agreed',
  });
  expect(posted.status, posted.text).toBe(200);
  expect(await loadResult()).toBe(6);
});

it('an unknown cost is reported with its cause: no price, no preferred pack or no exchange rate (R1)', async () => {
  const loadMissing = async (id: string, search = '') =>
    (await loadCost(id, search)).missing.map(({ cause, itemId }) => [cause, itemId]);
  const leek = await createItem('Leek');
  const soup = await createBread(leek, { name: 'Soup of leek' });
  expect(await loadMissing(soup)).toEqual([['cost', leek]]);
  const pack = { itemId: leek, unit: ids.units.kg, contentsQty: 1, priceDate: '2026-01-01' };
  const box = await create('/packagings', { ...pack, name: 'Box', price: 2 });
  expect(await loadMissing(soup)).toEqual([]);
  await create('/packagings', { ...pack, name: 'Crate', price: 3 });
  expect(await loadMissing(soup)).toEqual([['preferred', leek]]);
  expect((await admin().get(`/recipes/${soup}`)).body.missing).toMatchObject([{ cause: 'preferred' }]);
  const ingredients = await admin().get(`/recipes/ingredients?items=${leek}`);
  expect(ingredients.body.items).toMatchObject([{ cost: null, missingPriceCause: 'preferred' }]);
  await put(`/packagings/${box}`, { preferred: true });
  expect(await loadMissing(soup)).toEqual([]);
  const currency = await create('/currencies', { name: 'Yen', code: 'JPY', symbol: '¥', rates: [] });
  const supplierId = await create('/suppliers', { code: 'YEN', name: 'Far', currency });
  const miso = await createItem('Miso');
  await create('/packagings', { ...pack, itemId: miso, name: 'Tub', price: 300, supplierId });
  const broth = await createBread(miso, { name: 'Broth of miso' });
  expect(await loadMissing(broth)).toEqual([['rate', miso]]);
  await put(`/currencies/${currency}`, { rates: [{ date: '2026-01-01', rate: 0.01 }] });
  expect((await loadCost(broth, '')).cost).toBe(3);
});

it('portions on past days use the yields of those days, even within a period in which a yield changed', async () => {
  const onion = await createItem('Onion', { yieldPercent: 80 });
  const soup = await createBread(onion, { name: 'Soup' });
  const today = () => toUtcDay(api.clock.now());
  const first = today();
  await advanceDay();
  await put(`/items/${onion}`, { yieldPercent: 50 });
  const recipeReader = new RecipeReader();
  const loadConsumption = async (day: string) => {
    const portion = (await loadPortionConsumption(api.db.read, [soup], day, recipeReader)).get(soup);
    return portion && !isGap(portion) && toNearestMicro(portion.get(onion) as Exact);
  };
  expect([
    await loadConsumption(first),
    await loadConsumption(today()),
    await loadConsumption(first),
  ]).toEqual([1.25, 2, 1.25]);
  expect(await listRecipeChangeDays(api.db.read, first, today())).toEqual([first, today()]);
});
