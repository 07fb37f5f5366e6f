import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CellProblem } from '#modules/imports/shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
  await admin().put(`/items/${ids.items.flour}`, { standardCost: 2 });
});
afterAll(() => api.close());

const today = '2026-03-04';
const admin = () => api.as('admin');
const columns = ['code', 'name', 'yieldQty', 'yieldUnit', 'components', 'steps'];

type Row = Record<string, unknown> & { _id: string; code: string };

/** Runs rows through the dry run; the first is in row 2. */
async function checkImport(rows: unknown[][], overrides: Record<string, unknown> = {}) {
  const input = { kind: 'recipes', fileName: 'recipes.csv', columns, ...overrides };
  const importJob = await admin().post('/imports', input);
  expect(importJob.status, importJob.text).toBe(201);
  const path = `/imports/${importJob.body._id}`;
  const body = { rows: rows.map((cells, index) => ({ row: index + 2, cells })) };
  expect((await admin().post(`${path}/rows`, body)).status).toBe(200);
  const response = await admin().post(`${path}/check`);
  expect(response.status, response.text).toBe(200);
  const { body: faulty } = await admin().get(`${path}/rows?outcome=invalid`);
  const problems = faulty.flatMap((row: { row: number; problems: CellProblem[] }) =>
    row.problems.map(({ column, message }) => `${row.row} ${column}: ${message}`),
  );
  return { path, counts: response.body, problems };
}

const findByCode = async (code: string): Promise<Row> =>
  (await admin().get('/recipes?limit=100')).body.find((row: Row) => row.code === code);
const loadVersions = async (id: string) =>
  (await admin().get(`/recipes/${id}/versions`)).body.map(
    ({ no, validFrom, components }: { no: number; validFrom: string; components: { qty: number }[] }) => [
      no,
      validFrom,
      components.map(({ qty }) => qty),
    ],
  );

describe('recipes from a file', () => {
  it('can use items and each other, and are costed at once', async () => {
    const importRun = await checkImport([
      ['BREAD', 'Bread', 4, 'piece', 'DOUGH=1 kg; Bread flour=100 g (cook 50%)', 'Bake'],
      ['DOUGH', 'Dough', 2, 'kg', 'Bread flour=2 kg (trim 0%, or Whole milk)', 'Mix; knead.\nRest'],
      ['PLATE', 'Plate', 1, 'piece', 'recipe: DOUGH=500 g; BREAD=2 piece', ''],
    ]);
    expect([importRun.problems, importRun.counts]).toMatchObject([[], { created: 3, invalid: 0 }]);
    expect((await admin().post(`${importRun.path}/commit`)).status).toBe(200);
    const [bread, dough, plate] = await Promise.all(['BREAD', 'DOUGH', 'PLATE'].map(findByCode));
    expect(dough).toMatchObject({
      cost: 4,
      validFrom: today,
      steps: ['Mix; knead.', 'Rest'],
      components: [
        {
          itemId: ids.items.flour,
          recipeId: null,
          qty: 2,
          unit: ids.units.kg,
          trimPercent: 0,
          cookingPercent: null,
          alternatives: [ids.items.milk],
        },
      ],
    });
    // Bread: 1 kg of dough (2 kg cost 4.00), and 0.2 kg of flour before cooking at 2.00. Plate: half a kilo
    // of dough, and half of the bread.
    expect([bread?.['cost'], plate?.['cost']]).toEqual([2.4, 2.2]);
    expect(await loadVersions(String(dough?._id))).toEqual([[1, today, [2]]]);
  });

  it('are rejected with all errors at once; the error of a cycle shows its path', async () => {
    const importRun = await checkImport([
      ['BREAD', 'Bread', 4, 'piece', 'DOUGH=1 kg', ''],
      ['DOUGH', 'Dough', 2, 'kg', 'Bread flour=1 kg; recipe: PLATE=1 portion', ''],
      ['ONE', 'One', 1, 'kg', 'Nothing such=1 kg', ''],
      ['TWO', 'Two', 1, 'kg', 'Bread flour=1 bushel', ''],
      ['THREE', 'Three', 1, 'kg', 'Bread flour=lots', ''],
      ['FOUR', 'Four', 1, 'kg', 'recipe: FOUR=1 kg', ''],
      ['FIVE', '', 0, '', 'Bread flour=1 kg', ''],
    ]);
    expect(importRun.problems).toEqual([
      '2 components: This recipe would contain itself: Bread → Dough → Plate → Bread',
      '3 components: This recipe would contain itself: Dough → Plate → Dough',
      '4 components: Ingredients: no item or recipe has the code or name “Nothing such”.',
      '5 components: Ingredients: no unit has the symbol or name “bushel”.',
      expect.stringMatching(/^6 components: /),
      '7 components: A recipe can’t be its own ingredient.',
      expect.stringMatching(/^8 name: /),
      '8 yieldQty: Must be more than 0',
      expect.stringMatching(/^8 yieldUnit: /),
    ]);
    expect((await admin().post(`${importRun.path}/commit`)).status).toBe(409);
    const dough = await findByCode('DOUGH');
    expect(await loadVersions(dough._id)).toHaveLength(1);
  });

  it('may swap places: a recipe can use one that previously used it', async () => {
    const importRun = await checkImport([
      ['BREAD', 'Bread', 4, 'piece', 'Bread flour=1 kg', 'Bake'],
      ['DOUGH', 'Dough', 2, 'kg', 'BREAD=1 piece', ''],
    ]);
    expect(importRun.problems).toEqual([]);
    expect((await admin().post(`${importRun.path}/commit`)).status).toBe(200);
    const dough = await findByCode('DOUGH');
    expect(dough['cost']).toBe(0.5);
    expect(await loadVersions(dough._id)).toEqual([
      [2, today, [1]],
      [1, today, [2]],
    ]);
    // After the undo each has a new version with its former content.
    expect((await admin().post(`${importRun.path}/undo`)).status).toBe(200);
    expect(await findByCode('DOUGH')).toMatchObject({ cost: 4, components: [{ qty: 2 }] });
    expect(await loadVersions(dough._id)).toEqual([
      [3, today, [2]],
      [2, today, [1]],
      [1, today, [2]],
    ]);
  });

  it("don't create versions if imported unchanged", async () => {
    const result = (await admin().get('/import-data?kind=recipes')).body as Record<string, unknown>[];
    const keys = Object.keys(result[0] ?? {});
    const importRun = await checkImport(
      result.map((row) => keys.map((key) => toCell(row[key]))),
      { columns: keys },
    );
    expect([importRun.problems, importRun.counts]).toMatchObject([
      [],
      { changed: 0, created: 0, unchanged: result.length },
    ]);
  });

  it('are removed with their costs by an undo', async () => {
    const importRun = await checkImport([
      ['GONE', 'Gone', 1, 'kg', 'Bread flour=1 kg', ''],
      ['GONE2', 'Gone, too', 1, 'kg', 'recipe: GONE=1 kg', ''],
    ]);
    expect((await admin().post(`${importRun.path}/commit`)).status).toBe(200);
    expect((await findByCode('GONE2'))['cost']).toBe(2);
    expect((await admin().post(`${importRun.path}/undo`)).status).toBe(200);
    expect(await findByCode('GONE')).toBeUndefined();
    const stored = await api.db.read
      .selectFrom('recipeVersions')
      .leftJoin('recipes', 'recipes._id', 'recipeVersions.recipeId')
      .select('recipeVersions._id')
      .where('recipes._id', 'is', null)
      .execute();
    expect(stored).toEqual([]);
  });
});

const toCell = (value: unknown) =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value) ? value : JSON.stringify(value);
