import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Tile, tilesResponse, type TileTrend, tileTrendsResponse } from '../figures-shapes.ts';
import type { ReportResponse } from '../shapes.ts';
import { reportNames, reportShapes, getRequiredParams } from '../report-shapes.ts';
import { tileKeys, type TileShape, tileShapes, getTileType } from '../tiles.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createUserWithoutCosts } from '#app/server/testing/user-without-costs.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { testAdmin } from '#app/server/testing/orders.ts';
import { createReportBusiness, reportBusinessDays } from '#app/server/testing/report-business.ts';
import { reports } from './reports.ts';
import { runReport, runTotals } from './run.ts';

let t: TestApp;
/** A day with a lot that expires in the following week. */
const today = '2026-03-31';
const branchActor = { ...testAdmin, role: 'custom_role_sk', branches: [ids.branch1] };
beforeAll(async () => {
  t = await createTestApp();
  await createReportBusiness(t);
});
afterAll(() => t.close());

async function loadTiles(user: TestUser = 'admin', filter: Record<string, string> = {}): Promise<Tile[]> {
  const params = new URLSearchParams({ ...reportBusinessDays, today, ...filter });
  const response = await t.as(user).get(`/reports/tiles?${params}`);
  expect(response.status, response.text).toBe(200);
  return buildResponseSchema(tilesResponse).parse(response.body).tiles;
}

async function openReport({ report, params }: Pick<Tile, 'report' | 'params'>, user: TestUser = 'admin') {
  const response = await t.as(user).get(`/reports/${report}?${new URLSearchParams(params)}`);
  expect(response.status, response.text).toBe(200);
  return response.body as ReportResponse;
}

const getFigure = ({ total, totals }: ReportResponse, figure: string) =>
  figure === 'rows' ? total : totals[figure];

describe.each(tileKeys)('the tile %s (A13)', (key) => {
  test('is the total of the report that it opens, and that of the ledger, for head office and a branch', async () => {
    for (const filter of [{}, { branch: ids.branch1 }] as Record<string, string>[]) {
      const tile = (await loadTiles('admin', filter)).find((candidate) => candidate.key === key);
      expect(tile, key).toBeDefined();
      if (!tile) return;
      expect([key, tile.value]).toEqual([key, getFigure(await openReport(tile), tile.totalKey)]);
      const { measure, sum } = reports[tile.report as keyof typeof reports].reconcilesWith;
      if (measure !== tile.totalKey) continue;
      const scale = tile.type === 'money' ? 1e4 : 1;
      const actor = 'branch' in filter ? branchActor : testAdmin;
      const request = { actor, query: tile.params, now: t.clock.now(), prefersAltName: false };
      const proof = await sum(t.db.read, request);
      expect([key, Number(proof) / scale]).toEqual([key, tile.value]);
    }
  });

  test('is compared with the same number of preceding days in its report', async () => {
    const tile = (await loadTiles()).find((candidate) => candidate.key === key);
    const { isPointInTime }: TileShape = tileShapes[key];
    if (!tile || isPointInTime) return expect(tile?.previous).toBeNull();
    const days = { from: '2026-01-29', to: '2026-02-28' };
    const earlierParams = { ...tile.params, ...('day' in tile.params ? { day: days.to } : days) };
    expect(tile.previous).toBe(
      getFigure(await openReport({ ...tile, params: earlierParams }), tile.totalKey),
    );
  });
});

test('the expected tiles have an independent computation, and none is zero or missing', async () => {
  const tiles = await loadTiles();
  const provenTiles = tiles.filter(
    ({ report, totalKey }) => reports[report as keyof typeof reports].reconcilesWith.measure === totalKey,
  );
  expect(provenTiles.map(({ key }) => key)).toEqual([
    'sales',
    'stockValue',
    'belowPar',
    'expiring',
    'notBilled',
    'wastage',
    'purchases',
  ]);
  expect(provenTiles.filter(({ value }) => !value).map(({ key }) => key)).toEqual([]);
});

async function loadTrends(
  user: TestUser = 'admin',
  filter: Record<string, string> = {},
): Promise<TileTrend[]> {
  const params = new URLSearchParams({ ...reportBusinessDays, today, ...filter });
  const response = await t.as(user).get(`/reports/tiles/trends?${params}`);
  expect(response.status, response.text).toBe(200);
  return buildResponseSchema(tileTrendsResponse).parse(response.body).trends;
}

test('every point of a trend is the total of its report for those days', async () => {
  const tiles = await loadTiles();
  for (const filter of [{}, { branch: ids.branch1 }] as Record<string, string>[])
    for (const { key, points } of await loadTrends('admin', filter)) {
      const tile = tiles.find((candidate) => candidate.key === key);
      if (!tile) throw new Error(`No tile ${key}`);
      expect([key, points.some(({ value }) => value !== null)]).toEqual([key, true]);
      for (const { from, to, value } of points.filter((point) => key !== 'sales' || point.value !== null)) {
        const span: Record<string, string> = 'day' in tile.params ? { day: to } : { from, to };
        const report = await openReport({ ...tile, params: { ...tile.params, ...span, ...filter } });
        expect([key, from, value]).toEqual([key, from, getFigure(report, tile.totalKey)]);
      }
    }
});

test('a day without sales has no value, and the days of a trend add up to its tile', async () => {
  const [sales] = await loadTrends();
  expect(sales?.points).toHaveLength(30);
  const pointsWithSales = sales?.points.filter(({ value }) => value !== null) ?? [];
  expect(pointsWithSales.map(({ from }) => from)).toEqual([reportBusinessDays.from]);
  const tile = (await loadTiles()).find(({ key }) => key === 'sales');
  expect(pointsWithSales.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBe(tile?.value);
});

test('users without access to costs get no trends', async () => {
  expect(await loadTrends('branch')).toEqual([]);
});

test('a percentage of an empty period is null, in both tile and report', async () => {
  const empty = { from: '2025-06-01', to: '2025-06-07' };
  for (const tile of await loadTiles('admin', empty))
    if (tile.type === 'percent') {
      expect([tile.key, tile.value, tile.previous]).toEqual([tile.key, null, null]);
      expect([tile.key, getFigure(await openReport(tile), tile.totalKey)]).toEqual([tile.key, null]);
    }
  const { totals } = await openReport({
    report: 'order-patterns',
    params: { ...empty, item: ids.items.tomato },
  });
  expect(totals).toMatchObject({ orders: 0, ordered: 0, perOrder: null });
});

test('a branch sees only its own figures, whatever branch it requests (A11)', async () => {
  const branchView = await loadTiles('branch');
  const branchTiles = await loadTiles('admin', { branch: ids.branch1 });
  expect(branchView.length).toBeGreaterThan(0);
  for (const { key, value, previous } of branchView)
    expect([key, value, previous]).toEqual([
      key,
      branchTiles.find((tile) => tile.key === key)?.value,
      branchTiles.find((tile) => tile.key === key)?.previous,
    ]);
  for (const { value } of await loadTiles('branch', { branch: ids.branch2 })) expect(value ?? 0).toBe(0);
});

test('users without access to costs get no money tiles', async () => {
  const client = await createUserWithoutCosts(t, ['dashboard']);
  const response = await client.get(
    `/reports/tiles?${new URLSearchParams({ ...reportBusinessDays, today })}`,
  );
  const keys = buildResponseSchema(tilesResponse)
    .parse(response.body)
    .tiles.map(({ key }) => key);
  expect(keys).toEqual(['belowPar', 'expiring', 'fillRate', 'otif']);
  for (const key of tileKeys) if (getTileType(key) === 'money') expect(keys).not.toContain(key);
});

test('rejects reversed and overlong periods', async () => {
  const loadStatus = async (from: string, to: string) =>
    (await t.as('admin').get(`/reports/tiles?from=${from}&to=${to}&today=${today}`)).status;
  expect(await loadStatus('2026-03-02', '2026-03-01')).toBe(400);
  // With the preceding days, exactly as long as a report allows.
  expect(await loadStatus('2025-09-03', '2026-03-01')).toBe(200);
  expect(await loadStatus('2025-09-02', '2026-03-01')).toBe(400);
  expect(await loadStatus('2025-03-02', '2026-03-01')).toBe(400);
  expect(
    (await t.as('kitchen').get(`/reports/tiles?from=2026-03-01&to=2026-03-02&today=${today}`)).status,
  ).toBe(403);
});

test.each(reportNames)('%s has the same totals with and without rows', async (name) => {
  const shape = reportShapes[name];
  const needed = getRequiredParams(shape).includes('item') ? { item: ids.items.flour } : {};
  const context = { actor: testAdmin, now: t.clock.now(), prefersAltName: false };
  for (const filter of [needed, { item: ids.items.flour }, { branch: ids.branch1, ...needed }]) {
    const params = { ...reportBusinessDays, day: '2026-03-31', ...filter } as never;
    const whole = await runReport(t.db.read, name, params, context);
    const totalsOnly = await runTotals(t.db.read, name, params, context);
    expect(whole.totals).toMatchObject(totalsOnly.totals);
    const { total } = await runTotals(t.db.read, name, params, context, 'rows');
    if (total !== null) expect([name, total]).toEqual([name, whole.total]);
    if (totalsOnly.total !== null)
      expect([name, totalsOnly.total, totalsOnly.totals]).toEqual([name, whole.total, whole.totals]);
  }
});
