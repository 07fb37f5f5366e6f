import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '#core/day.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, getStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { productionPlan } from '../shapes.ts';

const today = '2026-03-02';
const tomorrow = '2026-03-03';
const { flour, tomato } = ids.items;
const { kg } = ids.units;
let t: TestApp;
/** The sauce is prepared at branches, which can't order it; the dough is made in the kitchen for them. */
const items = { sauce: '', dough: '' };
const recipes = { sauce: '', dough: '' };

const loadPrep = async (kitchen: string, day: string, user: 'admin' | 'branch' = 'admin') => {
  const response = await t.as(user).get(`/production/plan?kitchen=${kitchen}&day=${day}&demand=prep`);
  expect(response.status, response.text).toBe(200);
  const { rows } = buildResponseSchema(productionPlan).parse(response.body);
  return (itemId: string) => rows.find((row) => row.itemId === itemId);
};
const prepFigures = async (itemId: string, kitchen: string, day: string) => {
  const row = (await loadPrep(kitchen, day))(itemId);
  return row && [row.needed, row.onHand, row.planned, row.made, row.toMake];
};
const record = (input: object, user: 'admin' | 'branch' | 'branch2' = 'branch') =>
  t
    .as(user)
    .post('/production/prep', { kitchen: ids.branch1, day: today, recipeId: recipes.sauce, ...input });
const setPar = async (itemId: string, branchId: string, par: number, weekdayPar = {}) => {
  const response = await t.as('admin').post('/item-levels', { itemId, branchId, par, weekdayPar });
  expect(response.status, response.text).toBe(201);
};
/** Posts usage by sales at 08:00 UTC. */
const sell = (itemId: string, sales: readonly { day: string; qty: number }[]) =>
  t.db.write((tx) =>
    postStockChange(
      tx,
      {
        postings: sales.map(({ day, qty }) => ({
          itemId,
          fromPlace: ids.branch1,
          toPlace: 'consumption',
          docType: 'sales' as const,
          docId: `sales ${day}`,
          docLineId: `sales ${day} ${itemId}`,
          lot: '',
          qtyMicro: qty * 1e6,
          kind: 'consumption' as const,
          effectiveAt: `${day}T08:00:00.000Z`,
        })),
      },
      { userId: ids.users.admin, now: t.clock.now().toISOString() },
    ),
  );

beforeAll(async () => {
  t = await createTestApp({ now: `${today}T09:00:00.000Z` });
  await t.db.writer.updateTable('branches').set({ timezone: 'UTC' }).execute();
  for (const [name, isOrderable] of [
    ['sauce', false],
    ['dough', true],
  ] as const) {
    const body = { name, itemCode: name, kind: 'semi_finished', category: ids.category, isOrderable };
    const created = await t.as('admin').post('/items', { ...body, baseUnit: kg, orderUnit: kg });
    expect(created.status, created.text).toBe(201);
    items[name] = String(created.body._id);
    const recipe = await t.as('admin').post('/recipes', {
      name,
      kind: 'sub-recipe',
      outputItem: items[name],
      yieldQty: 2,
      yieldUnit: kg,
      components: [{ itemId: name === 'sauce' ? tomato : flour, qty: 1, unit: kg }],
    });
    expect(recipe.status, recipe.text).toBe(201);
    recipes[name] = String(recipe.body._id);
  }
  await receiveStock(t, ids.branch1, tomato, 100, 1);
});
afterAll(async () => {
  expect([t.errors, await reconcile(t.db.read)]).toEqual([[], []]);
  await t.close();
});

it('prepares up to par in whole batches, only what the branch can’t order, and nothing on closed days', async () => {
  await setPar(items.sauce, ids.branch1, 5, { 2: 8 });
  await setPar(items.dough, ids.branch1, 5);
  await receiveStock(t, ids.branch1, items.sauce, 2, 1);
  expect(await prepFigures(items.sauce, ids.branch1, today)).toEqual([5, 2, 0, 0, 4]);
  // Tuesday has its own par.
  expect(await prepFigures(items.sauce, ids.branch1, tomorrow)).toEqual([8, 2, 0, 0, 6]);
  expect(await prepFigures(items.dough, ids.branch1, today)).toBeUndefined();
  expect((await loadPrep(ids.branch1, today))(items.sauce)?.sources).toMatchObject([{ kind: 'par', qty: 5 }]);
  const closedDays = [{ from: tomorrow, until: tomorrow, yearly: false, note: null }];
  const setClosed = (days: object[]) =>
    t.db.writer
      .updateTable('branches')
      .set({ closedDays: JSON.stringify(days) })
      .where('_id', '=', ids.branch1)
      .execute();
  await setClosed(closedDays);
  expect(await prepFigures(items.sauce, ids.branch1, tomorrow)).toBeUndefined();
  await setClosed([]);
});

it('prepares the quantity that a kitchen’s orders need, or its par if that is higher', async () => {
  await setPar(items.dough, ids.kitchen, 5);
  expect(await prepFigures(items.dough, ids.kitchen, '2026-03-06')).toEqual([5, 0, 0, 0, 6]);
  await createOrderInStatus(t, 'Sent to Central Kitchen', { items: [{ itemId: items.dough, orderQty: 4 }] });
  expect(await prepFigures(items.dough, ids.kitchen, '2026-03-06')).toEqual([5, 0, 0, 0, 6]);
  await createOrderInStatus(t, 'Sent to Central Kitchen', { items: [{ itemId: items.dough, orderQty: 5 }] });
  expect(await prepFigures(items.dough, ids.kitchen, '2026-03-06')).toEqual([9, 0, 0, 0, 10]);
});

it('posts a recorded preparation as a finished batch only once, even if two users record it', async () => {
  const tomatoes = (await getStock(t, ids.branch1, tomato)).onHand;
  const done = await record({ qty: 3, shownMadeQty: 0 });
  expect(done.status, done.text).toBe(201);
  expect(done.body).toMatchObject({ status: 'Completed', goodQty: 3, plannedFor: today });
  expect((await getStock(t, ids.branch1, items.sauce)).onHand).toBe(5);
  expect((await getStock(t, ids.branch1, tomato)).onHand).toBe(tomatoes - 1.5);
  expect(await prepFigures(items.sauce, ids.branch1, today)).toEqual([5, 5, 0, 3, 0]);
  const secondAttempt = await record({ qty: 3, shownMadeQty: 0 }, 'admin');
  expect([secondAttempt.status, secondAttempt.body.reason]).toEqual([409, 'prep-recorded']);
  expect((await getStock(t, ids.branch1, items.sauce)).onHand).toBe(5);
});

it('finishes an open batch with the quantity made', async () => {
  const input = { recipeId: recipes.sauce, kitchen: ids.branch1, plannedQty: 4, plannedFor: today };
  const planned = await t.as('branch').post('/production-batches', input);
  const batchId = String(planned.body._id);
  expect((await loadPrep(ids.branch1, today))(items.sauce)?.plannedBy).toMatchObject([
    { id: batchId, qty: 4 },
  ]);
  const other = await record({ qty: 1, shownMadeQty: 3, batchId }, 'branch2');
  expect(other.status).toBe(404);
  // The request's recipe is ignored in favor of the batch's, and `shownMadeQty: 0` is not a conflict here.
  const done = await record({ qty: 2.5, shownMadeQty: 0, batchId, recipeId: recipes.dough });
  expect(done.status, done.text).toBe(201);
  expect(done.body).toMatchObject({ _id: batchId, status: 'Completed', goodQty: 2.5 });
  expect((await getStock(t, ids.branch1, items.sauce)).onHand).toBe(7.5);
  const secondAttempt = await record({ qty: 2.5, shownMadeQty: 5.5, batchId });
  expect([secondAttempt.status, secondAttempt.body.reason]).toEqual([409, 'prep-recorded']);
});

it('rejects a location out of scope, and a quantity of 0', async () => {
  expect((await record({ qty: 1, shownMadeQty: 5.5 }, 'branch2')).status).toBe(404);
  const zero = await record({ qty: 0, shownMadeQty: 5.5 });
  expect([zero.status, Object.keys(zero.body.fields ?? {})]).toEqual([422, ['qty']]);
});

it('plans enough for the forecast sales, less today’s usage so far', async () => {
  const past = Array.from({ length: 84 }, (_, n) => addDays(today, n - 84));
  await receiveStock(t, ids.branch1, items.sauce, 12 * 84, 1);
  await sell(
    items.sauce,
    past.map((day) => ({ day, qty: 12 })),
  );
  const onHand = (await getStock(t, ids.branch1, items.sauce)).onHand;
  expect(await prepFigures(items.sauce, ids.branch1, today)).toEqual([12, onHand, 0, 5.5, 6]);
  expect((await loadPrep(ids.branch1, today, 'branch'))(items.sauce)?.sources).toMatchObject([
    { kind: 'sales', qty: 12 },
  ]);
  await sell(items.sauce, [{ day: today, qty: 4 }]);
  // 8 more are expected to be used. What isn't on hand is made in batches of 2.
  expect(await prepFigures(items.sauce, ids.branch1, today)).toEqual([8, onHand - 4, 0, 5.5, 6]);
  // Today's stock is used up before tomorrow.
  const plan = (await loadPrep(ids.branch1, tomorrow))(items.sauce);
  expect([plan?.needed, plan?.missing]).toEqual([12, 12]);
});
