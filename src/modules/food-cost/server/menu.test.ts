import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { menuEngineering, type MenuEngineering } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

const { flour, milk } = ids.items;
const march = { from: '2026-03-01', to: '2026-03-04' };
let t: TestApp;
const dishes: Record<string, string> = {};

/** Every dish uses a kilogram of flour at 2.00, so its margin follows from the price. */
async function createDish(name: string, menuCategory: string | null, validFrom: string): Promise<void> {
  const created = await t.as('admin').post('/recipes', {
    name,
    nameAlt: `${name} بالعربية`,
    menuCategory,
    yieldQty: 1,
    yieldUnit: ids.units.kg,
    portions: 1,
    validFrom,
    components: [{ itemId: flour, qty: 1, unit: ids.units.kg }],
  });
  expect(created.status, created.text).toBe(201);
  dishes[name] = created.body._id;
}

async function postSales(day: string, rows: [code: string, qty: number, net: number][]): Promise<void> {
  const body = {
    source: 'Till',
    rows: rows.map(([code, qty, net]) => ({ branch: ids.branch1, day, code, qty, net })),
  };
  const response = await t.as('admin').post('/sales', body);
  expect(response.status, response.text).toBe(201);
}

beforeAll(async () => {
  t = await createTestApp();
  expect((await t.as('admin').put(`/items/${flour}`, { standardCost: 2 })).status).toBe(200);
  expect((await t.as('admin').put(`/items/${milk}`, { standardCost: 1 })).status).toBe(200);
  await createDish('Pie', 'Mains', '2026-01-01');
  await createDish('Stew', ' mains ', '2026-01-01');
  await createDish('Roast', 'Mains', '2026-03-02');
  await createDish('Lentil', 'Soups', '2026-01-01');
  await createDish('Broth', 'Soups', '2026-01-01');
  await createDish('Bread', null, '2026-01-01');
  // In February: pie 10 for 40 (2.00 each), lentil 30 for 90 (1.00 each).
  await postSales('2026-02-26', [
    ['Pie', 10, 40],
    ['Lentil', 30, 90],
  ]);
  // Pie 30 for 120 (2.00), stew 70 for 420 (4.00), roast 4 for 60 (13.00); lentil 90 for 270 (1.00), broth 10
  // for 70 (5.00).
  await postSales('2026-03-02', [
    ['Pie', 12, 48],
    ['Stew', 70, 420],
    ['Roast', 4, 60],
    ['Lentil', 90, 270],
  ]);
  await postSales('2026-03-03', [
    ['Pie', 18, 72],
    ['Broth', 10, 70],
    ['Bread', 20, 60],
    ['Carton', 15, 30],
  ]);
  for (const [name, recipeId] of Object.entries(dishes)) {
    const mapped = await t.as('admin').put('/sales/till-items', { source: 'Till', code: name, recipeId });
    expect(mapped.status, mapped.text).toBe(200);
  }
  await t.as('admin').put('/sales/till-items', { source: 'Till', code: 'Carton', itemId: milk, portions: 1 });
});
afterAll(() => t.close());

async function loadMenu(more: Record<string, string> = {}): Promise<MenuEngineering> {
  const params = new URLSearchParams({ branch: ids.branch1, ...march, ...more });
  const response = await t.as('admin').get(`/food-cost/menu?${params}`);
  expect(response.status, response.text).toBe(200);
  expect(buildResponseSchema(menuEngineering).parse(response.body)).toEqual(response.body);
  return response.body as MenuEngineering;
}

const getClasses = ({ rows }: MenuEngineering) =>
  Object.fromEntries(rows.map(({ name, class: menuClass, excluded }) => [name, menuClass ?? excluded]));

describe('the menu of a branch (A8)', () => {
  it('compares dishes within their category, each with separate thresholds, and excludes rarely sold dishes', async () => {
    const result = await loadMenu();
    expect(result).toMatchObject({
      by: 'category',
      minPortions: 10,
      previousPeriod: null,
      previousTotals: null,
      dishDays: null,
    });
    // Mains: 100 portions with a margin of 340, so the thresholds are 35 % and 3.40; the roast is rarely
    // sold. Soups: 100 portions with 140, so 35 % and 1.40.
    expect(result.groups.filter(({ category }) => category === 'Mains' || category === 'Soups')).toEqual([
      {
        category: 'Mains',
        compared: 2,
        excluded: { returned: 0, few: 1, cost: 0 },
        popularFromPercent: 35,
        profitableFrom: 3.4,
      },
      {
        category: 'Soups',
        compared: 2,
        excluded: { returned: 0, few: 0, cost: 0 },
        popularFromPercent: 35,
        profitableFrom: 1.4,
      },
    ]);
    expect(getClasses(result)).toMatchObject({
      Pie: 'dog',
      Stew: 'star',
      Roast: 'few',
      Lentil: 'plowhorse',
      Broth: 'puzzle',
      Bread: 'star',
    });
    // An item sold as is belongs to the item's category; dishes without a category form the last group.
    const carton = result.rows.find(({ kind }) => kind === 'item');
    expect(carton).toMatchObject({ recipeId: milk, sold: 15, margin: 1 });
    expect(carton?.category).not.toBeNull();
    expect(result.groups.at(-1)).toMatchObject({ category: null, compared: 1 });
  });

  it('compares all dishes together, with the requested minimum number of portions', async () => {
    const result = await loadMenu({ by: 'all', minPortions: '0' });
    expect(result.groups).toHaveLength(1);
    // Seven dishes, 239 portions: popular from 10 %, which 10 portions of broth don't reach.
    expect(result.groups[0]).toMatchObject({ category: null, compared: 7, popularFromPercent: 10 });
    expect(getClasses(result)).toMatchObject({
      Roast: 'puzzle',
      Broth: 'puzzle',
      Stew: 'star',
      Pie: 'plowhorse',
    });
    const { groups } = await loadMenu({ minPortions: '0' });
    const parts = groups.reduce((sum, { compared }) => sum + compared, 0);
    expect(parts).toBe(7);
  });

  it('marks new dishes: those whose recipe took effect in the period, or that were first sold in it if there are earlier sales', async () => {
    const isNew = (result: MenuEngineering) =>
      new Set(result.rows.filter((row) => row.isNew).map(({ name }) => name));
    const result = await loadMenu();
    const item = result.rows.find(({ kind }) => kind === 'item')?.name ?? '';
    expect(isNew(result)).toEqual(new Set(['Bread', 'Broth', 'Roast', 'Stew', item]));
    // Without earlier sales, only dishes whose recipe took effect in the period are new.
    expect(isNew(await loadMenu({ from: '2026-02-20', to: '2026-02-28' }))).toEqual(new Set());
  });

  it('is compared with the previous period, and has no comparison if nothing was sold in it', async () => {
    const result = await loadMenu({ against: 'period' });
    expect(result.previousPeriod).toEqual({ from: '2026-02-25', to: '2026-02-28' });
    expect(result.totals).toEqual({ dishes: 7, sold: 239, net: 1030, margin: 567 });
    expect(result.previousTotals).toEqual({ dishes: 2, sold: 40, net: 130, margin: 50 });
    const before = Object.fromEntries(result.rows.map((row) => [row.name, row.previous]));
    expect(before['Pie']).toEqual({ sold: 10, net: 40, margin: 2, mixPercent: 100, class: 'star' });
    expect(before['Stew']).toBeNull();
    expect(await loadMenu({ against: 'year' })).toMatchObject({
      previousPeriod: { from: '2025-03-02', to: '2025-03-05' },
      previousTotals: null,
    });
  });

  it('returns the daily figures of a dish, which add up to its total (A13)', async () => {
    const { rows, dishDays } = await loadMenu({ dish: dishes['Pie'] ?? '' });
    expect(dishDays).toEqual([
      { day: '2026-03-02', sold: 12, net: 48 },
      { day: '2026-03-03', sold: 18, net: 72 },
    ]);
    for (const row of rows) {
      const days = (await loadMenu({ dish: row.recipeId })).dishDays ?? [];
      expect([row.name, days.reduce((sum, { sold }) => sum + sold, 0)]).toEqual([row.name, row.sold]);
      expect([row.name, days.reduce((sum, { net }) => sum + net, 0)]).toEqual([row.name, row.net]);
    }
  });

  it('rejects invalid requests', async () => {
    for (const more of ['by=colour', 'minPortions=-1', 'minPortions=many', 'against=moon'])
      expect(
        (
          await t
            .as('admin')
            .get(`/food-cost/menu?branch=${ids.branch1}&from=2026-03-01&to=2026-03-04&${more}`)
        ).status,
      ).toBe(400);
    expect(t.errors).toEqual([]);
  });
});
