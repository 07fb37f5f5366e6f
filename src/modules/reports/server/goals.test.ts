import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Tile, tilesResponse } from '../figures-shapes.ts';
import { tileGoals } from '../goals-shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { createReportBusiness, reportBusinessDays } from '#app/server/testing/report-business.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await createReportBusiness(t);
});
afterAll(() => t.close());

const saveGoals = (body: unknown, user: TestUser = 'admin', headers: Record<string, string> = {}) =>
  t.as(user).put('/reports/goals', body, headers);

async function loadTiles(
  user: TestUser = 'admin',
  filter: Record<string, string> = {},
): Promise<Map<string, Tile>> {
  const params = new URLSearchParams({ ...reportBusinessDays, today: '2026-03-31', ...filter });
  const response = await t.as(user).get(`/reports/tiles?${params}`);
  expect(response.status, response.text).toBe(200);
  expect(buildResponseSchema(tilesResponse).parse(response.body)).toEqual(response.body);
  return new Map(
    buildResponseSchema(tilesResponse)
      .parse(response.body)
      .tiles.map((tile) => [tile.key, tile]),
  );
}

describe('tile targets', () => {
  it('are empty until set', async () => {
    const response = await t.as('admin').get('/reports/goals');
    expect(response.body).toEqual({ business: {}, branches: {}, version: 0 });
    for (const { goal } of (await loadTiles()).values()) expect(goal).toBeNull();
  });

  it('are stored with their author, and each tile shows whether its target is met', async () => {
    const goals = { fillRate: 98, belowPar: 1_000_000, wastage: 0, otif: 0 };
    const saved = await saveGoals({ goals });
    expect(saved.status, saved.text).toBe(200);
    expect(buildResponseSchema(tileGoals).parse(saved.body)).toEqual({
      business: goals,
      branches: {},
      version: 1,
    });
    const result = await loadTiles();
    const fillRate = result.get('fillRate');
    expect(fillRate?.goal).toEqual({
      value: 98,
      kind: 'atLeast',
      isMet: (fillRate?.value ?? 0) >= 98,
      scope: 'business',
    });
    expect(result.get('belowPar')?.goal).toMatchObject({ kind: 'atMost', isMet: true });
    // Something was wasted, so a target of zero is missed. A minimum of zero is always met, and tiles without
    // a target show none.
    expect(result.get('wastage')?.value).toBeGreaterThan(0);
    expect(result.get('wastage')?.goal).toMatchObject({ value: 0, kind: 'atMost', isMet: false });
    expect(result.get('otif')?.goal).toMatchObject({ kind: 'atLeast', isMet: true });
    expect(result.get('stockValue')?.goal).toBeNull();
    expect(result.get('notBilled')?.goal).toBeNull();
    const trail = await t.db.read
      .selectFrom('audit')
      .select(['action', 'entity', 'entityId'])
      .where('entityId', '=', 'tile-goals')
      .execute();
    expect(trail).toMatchObject([{ action: 'edit', entity: 'settings' }]);
  });

  it('for a location override those of the business, whose other goals apply only if they are percentages', async () => {
    const branchGoals = { belowPar: 0, fillRate: 50 };
    expect((await saveGoals({ branch: ids.branch1, goals: branchGoals })).status).toBe(200);
    const branchTiles = await loadTiles('admin', { branch: ids.branch1 });
    expect(branchTiles.get('fillRate')?.goal).toMatchObject({ value: 50, scope: 'branch' });
    expect(branchTiles.get('belowPar')?.goal).toMatchObject({ value: 0, scope: 'branch' });
    expect(branchTiles.get('otif')?.goal).toMatchObject({ value: 0, scope: 'business' });
    expect(branchTiles.get('wastage')?.goal).toBeNull();
    const otherTiles = await loadTiles('admin', { branch: ids.branch2 });
    expect(otherTiles.get('fillRate')?.goal).toMatchObject({ value: 98, scope: 'business' });
    expect(otherTiles.get('belowPar')?.goal).toBeNull();
    // A branch sees its own target without requesting it; the business-wide view is unchanged.
    expect((await loadTiles('branch')).get('fillRate')?.goal).toMatchObject({ value: 50, scope: 'branch' });
    expect((await loadTiles()).get('fillRate')?.goal).toMatchObject({ value: 98, scope: 'business' });
    // Without targets of its own, the branch has those of the business.
    const cleared = await saveGoals({ branch: ids.branch1, goals: { belowPar: null } });
    expect(cleared.body).toMatchObject({ branches: {} });
  });

  it('for other locations are hidden, even if requested (A11)', async () => {
    expect((await saveGoals({ goals: { fillRate: 98 } })).status).toBe(200);
    for (const branch of [ids.branch2, ids.kitchen])
      expect((await saveGoals({ branch, goals: { fillRate: 50, belowPar: 7 } })).status).toBe(200);
    for (const branch of [ids.branch2, ids.kitchen]) {
      const tiles = await loadTiles('branch', { branch });
      expect(tiles.get('fillRate')?.goal).toMatchObject({ value: 98, scope: 'business' });
      expect(tiles.get('belowPar')?.goal).toBeNull();
      expect((await saveGoals({ branch, goals: {} })).status).toBe(200);
    }
  });

  it('for cumulative figures are scaled to the days of the period', async () => {
    expect((await saveGoals({ goals: { wastage: 310 } })).status).toBe(200);
    // A target of 310 in 30 days, scaled to the 31 days of March.
    expect((await loadTiles()).get('wastage')?.goal?.value).toBe(320.3333);
    const week = await loadTiles('admin', { from: '2026-03-02', to: '2026-03-08' });
    expect(week.get('wastage')?.goal?.value).toBe(72.3333);
  });

  it('are rejected with an outdated version', async () => {
    const { version } = buildResponseSchema(tileGoals).parse(
      (await t.as('admin').get('/reports/goals')).body,
    );
    const ifMatch = { 'if-match': `"${version}"` };
    expect((await saveGoals({ goals: { otif: 90 } }, 'admin', ifMatch)).status).toBe(200);
    const staleSave = await saveGoals({ goals: { otif: 10 } }, 'master', ifMatch);
    expect(staleSave.status).toBe(412);
    expect(
      buildResponseSchema(tileGoals).parse((await t.as('admin').get('/reports/goals')).body).business,
    ).toEqual({
      otif: 90,
    });
  });

  it('report errors by field, and require permission to manage settings of the whole business', async () => {
    for (const [goals, field] of [
      [{ fillRate: 101 }, 'goals.fillRate'],
      [{ fillRate: 98.765 }, 'goals.fillRate'],
      [{ belowPar: 1.5 }, 'goals.belowPar'],
      [{ belowPar: -1 }, 'goals.belowPar'],
      [{ wastage: 'a lot' }, 'goals.wastage'],
    ] as const) {
      const response = await saveGoals({ goals });
      expect(response.status, response.text).toBe(422);
      expect(Object.keys(response.body.fields)).toEqual([field]);
    }
    expect((await saveGoals({ goals: { purchases: 1 } })).status).toBe(422);
    expect((await saveGoals({ branch: 'nowhere', goals: {} })).status).toBe(422);
    for (const user of ['branch', 'kitchen', 'viewer'] as const)
      expect([user, (await saveGoals({ goals: {} }, user)).status]).toEqual([user, 403]);
    expect((await t.as('branch').get('/reports/goals')).status).toBe(403);
    expect(t.errors).toEqual([]);
  });
});
