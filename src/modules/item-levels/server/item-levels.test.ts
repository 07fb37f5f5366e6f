import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const { flour, milk, bun, tomato } = ids.items;

interface Level {
  itemId: string;
  branchId: string;
  version: number;
  min: number | null;
  par: number | null;
  max: number | null;
  weekdayPar: Record<string, number>;
}

async function loadLevels(branchId: string): Promise<Record<string, Level>> {
  const { body } = await api.as('admin').get('/item-levels?view=compact');
  const branchLevels = (body as Level[]).filter((level) => level.branchId === branchId);
  return Object.fromEntries(branchLevels.map((level) => [level.itemId, level]));
}

const save = (rows: unknown[], user: 'branch' | 'admin' = 'branch', branchId: string = ids.branch1) =>
  api.as(user).put('/item-levels/bulk', { branchId, rows });

it('updates and creates levels, and leaves omitted rows unchanged', async () => {
  await api.db.writer
    .deleteFrom('itemLevels')
    .where('itemId', '=', tomato)
    .where('branchId', '=', ids.branch1)
    .execute();
  const before = await loadLevels(ids.branch1);
  const version = before[flour]?.version ?? 0;
  const response = await save([
    { itemId: flour, version, min: 1.5, par: 7.25, max: 20, weekdayPar: { 5: 12 } },
    { itemId: tomato, version: 0, par: 3 },
    { itemId: milk },
  ]);
  expect([response.status, response.body]).toEqual([200, { saved: 2 }]);
  const after = await loadLevels(ids.branch1);
  expect(after[flour]).toEqual({
    ...before[flour],
    version: version + 1,
    min: 1.5,
    par: 7.25,
    max: 20,
    weekdayPar: { 5: 12 },
  });
  expect(after[tomato]).toMatchObject({ version: 1, min: null, par: 3, max: null, weekdayPar: {} });
  expect(after[milk]).toEqual(before[milk]);
  const audit = await api.as('admin').get('/audit?entity=item-levels&limit=10');
  expect(audit.body.map((row: { action: string }) => row.action).toSorted()).toEqual(['create', 'edit']);
});

it('saves nothing if any row is invalid, and reports every invalid row and field', async () => {
  const before = await loadLevels(ids.branch1);
  const response = await save([
    { itemId: flour, par: 8 },
    { itemId: milk, min: 9, par: 5, max: 20 },
    { itemId: bun, par: 50, max: 40 },
  ]);
  expect([response.status, response.body.code]).toEqual([422, 'VALIDATION']);
  expect(Object.keys(response.body.fields)).toEqual(['rows.1.par', 'rows.2.max']);
  expect(await loadLevels(ids.branch1)).toEqual(before);
});

it.each([
  [[{ itemId: 'nothing', par: 1 }], ['rows.0.itemId']],
  [
    [
      { itemId: flour, par: 1 },
      { itemId: flour, par: 2 },
    ],
    ['rows.1.itemId'],
  ],
  [[{ itemId: flour, par: -1 }], ['rows.0.par']],
  [[{ itemId: flour, par: '3' }], ['rows.0.par']],
  [[{ itemId: flour, branchId: ids.branch2 }], ['rows.0.branchId']],
  [[], ['rows']],
])('rejects %j', async (rows, fields) => {
  const response = await save(rows);
  expect([response.status, Object.keys(response.body.fields)]).toEqual([422, fields]);
});

it('returns 412 with the rows that other users changed, and saves nothing', async () => {
  const before = await loadLevels(ids.branch1);
  const response = await save([
    { itemId: milk, version: before[milk]?.version, binSortOrder: 11 },
    { itemId: flour, version: 1, par: 9 },
  ]);
  expect([response.status, response.body.code]).toEqual([412, 'STALE_VERSION']);
  expect(response.body.fields).toHaveProperty(['rows.1.version']);
  expect(response.body.details.current).toMatchObject([{ itemId: flour, par: 7.25 }]);
  expect(await loadLevels(ids.branch1)).toEqual(before);
});

it("requires edit permission for the user's branch", async () => {
  const rows = [{ itemId: flour, par: 8 }];
  expect((await api.anonymous.put('/item-levels/bulk', { branchId: ids.branch1, rows })).status).toBe(401);
  expect((await save(rows, 'branch', ids.branch2)).status).toBe(403);
  for (const user of ['staff', 'viewer'] as const) {
    const response = await api.as(user).put('/item-levels/bulk', { branchId: ids.branch1, rows });
    expect([user, response.status]).toEqual([user, 403]);
  }
  const unknownBranch = await save(rows, 'admin', 'nowhere');
  expect([unknownBranch.status, Object.keys(unknownBranch.body.fields)]).toEqual([422, ['branchId']]);
});

it('returns the same response for a repeated idempotency key', async () => {
  const rows = [{ itemId: bun, binSortOrder: 31 }];
  const save = () =>
    api
      .as('branch')
      .put('/item-levels/bulk', { branchId: ids.branch1, rows }, { 'idempotency-key': 'par-31' });
  const [first, second] = [await save(), await save()];
  expect([first.body, second.body]).toEqual([{ saved: 1 }, { saved: 1 }]);
  expect((await loadLevels(ids.branch1))[bun]).toMatchObject({ binSortOrder: 31 });
});

it('returns daily usage of the past weeks in base units, as the inventory does', async () => {
  const loadUse = (query: string, user: 'branch' | 'admin' = 'branch') =>
    api.as(user).get(`/item-levels/use?${query}`);
  expect((await loadUse(`branchId=${ids.branch1}`)).body).toEqual([]);
  const movement = { placeId: ids.branch1, businessDay: '2026-02-20', valueE4: 0 };
  await api.db.writer
    .insertInto('stockDaily')
    .values([
      { ...movement, itemId: flour, kind: 'receive', qtyMicro: 140e6 },
      { ...movement, itemId: milk, kind: 'receive', qtyMicro: 84e6 },
      { ...movement, itemId: milk, kind: 'consumption', qtyMicro: -36e6 },
    ])
    .execute();
  const expected = [
    { itemId: flour, perDay: 11.666667 },
    { itemId: milk, perDay: 3 },
  ];
  expect((await loadUse(`branchId=${ids.branch1}&days=28`)).body).toEqual(expected);
  const stockUse = (await api.as('branch').get(`/stock/use?placeId=${ids.branch1}`)).body;
  expect(
    stockUse.map(({ itemId, perDay }: { itemId: string; perDay: number }) => ({ itemId, perDay })),
  ).toEqual(expected);
  // There were no movements in the last ten days.
  expect((await loadUse(`branchId=${ids.branch1}&days=10`)).body).toEqual([]);
  expect((await loadUse(`branchId=${ids.branch2}`)).status).toBe(403);
  expect((await loadUse(`branchId=${ids.branch2}`, 'admin')).body).toEqual([]);
  expect((await loadUse('days=3')).status).toBe(400);
});

it('rejects a weekday par outside minimum and maximum, whichever of them changes', async () => {
  const message = 'A weekday’s par must be between the minimum and the maximum.';
  const weekdayResponse = await save([{ itemId: flour, min: 2, par: 4, max: 8, weekdayPar: { 5: 9 } }]);
  expect([weekdayResponse.status, weekdayResponse.body.fields]).toEqual([
    422,
    { 'rows.0.weekdayPar': message },
  ]);
  expect((await save([{ itemId: flour, min: 2, par: 4, max: 9, weekdayPar: { 5: 9 } }])).status).toBe(200);
  const withMax = await save([{ itemId: flour, max: 8 }]);
  expect([withMax.status, withMax.body.fields]).toEqual([422, { 'rows.0.weekdayPar': message }]);
});
