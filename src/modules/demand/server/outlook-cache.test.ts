import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClosedDays } from '#core/closed-days.ts';
import { localDate } from '#core/cutoff.ts';
import { addDays } from '#core/day.ts';
import type { Db } from '#platform/server/db/types.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createTestRunner } from '#app/server/testing/jobs.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { refreshOutlooks, getOutlooks, loadOutlookInputs } from './outlook-cache.ts';

/** A Monday, and the branches' current day. */
const today = '2026-03-02';
const { flour, bun } = ids.items;
const { branch1, branch2 } = ids;
let t: TestApp;
let cake = '';

async function postUsage(place: string, itemId: string, day: string, qty: number) {
  const docId = `${place} ${itemId} ${day} ${qty}`;
  const ends = { fromPlace: place, toPlace: 'consumption', docType: 'sales', kind: 'consumption' } as const;
  const doc = { docId, docLineId: docId, lot: '', effectiveAt: `${day}T12:00:00.000Z` };
  const context = { userId: ids.users.admin, now: t.clock.now().toISOString() };
  await t.db.write((tx) =>
    postStockChange(tx, { postings: [{ itemId, ...ends, ...doc, qtyMicro: qty * 1e6 }] }, context),
  );
}

const runJobs = () => createTestRunner({ db: t.db, clock: t.clock, jobs: [refreshOutlooks] }).runDue();
async function refreshCache() {
  const { enqueue } = await import('#platform/server/jobs/queue.ts');
  await t.db.write((tx) => enqueue(tx, refreshOutlooks, {}, { now: t.clock.now() }));
  await runJobs();
}
const loadStored = async () =>
  new Map(
    (await t.db.read.selectFrom('branchOutlooks').selectAll().execute()).map((row) => [row.branchId, row]),
  );
/** Loads the outlooks, and checks that the cached ones equal recomputed ones. */
async function loadOutlooks(branchIds = [branch1, branch2]) {
  const rows = await t.db.read.selectFrom('branches').selectAll().where('_id', 'in', branchIds).execute();
  const places = rows.map((row) => ({ ...row, closedDays: JSON.parse(row.closedDays) as ClosedDays[] }));
  const request = { now: t.clock.now() };
  const inputs = await loadOutlookInputs(t.db.read);
  const cached = await getOutlooks(t.db.read, places, inputs, request);
  const recalculated = await getOutlooks(t.db.read, places, { ...inputs, stamp: 'other-stamp' }, request);
  expect(cached).toEqual(recalculated);
  return cached;
}
/** Alters the cached rows, so that the test detects whether a reader uses them. */
const tamperWithCache = async (branch: string) => {
  const row = (await loadStored()).get(branch);
  await t.db.writer
    .updateTable('branchOutlooks')
    .set({ outlooks: String(row?.outlooks).replace('"used"', '"sold"') })
    .where('branchId', '=', branch)
    .execute();
};
const usesCache = async (branch: string) => {
  const [row] = await t.db.read.selectFrom('branches').selectAll().where('_id', '=', branch).execute();
  const places = row ? [{ ...row, closedDays: JSON.parse(row.closedDays) as ClosedDays[] }] : [];
  await tamperWithCache(branch);
  const outlooks = await getOutlooks(t.db.read, places, await loadOutlookInputs(t.db.read), {
    now: t.clock.now(),
  });
  return outlooks.get(branch)?.get(bun)?.source === 'sold';
};

beforeAll(async () => {
  t = await createTestApp({ now: `${today}T09:00:00.000Z` });
  const item = { name: 'Cake', itemCode: 'CAKE', kind: 'finished', category: ids.category };
  const created = await t
    .as('admin')
    .post('/items', { ...item, baseUnit: ids.units.piece, orderUnit: ids.units.piece });
  cake = String(created.body._id);
  for (const outputItem of [bun, cake]) {
    const recipe = await t.as('admin').post('/recipes', {
      name: outputItem,
      kind: 'sub-recipe',
      outputItem,
      yieldQty: 10,
      yieldUnit: ids.units.piece,
      components: [{ itemId: flour, qty: 1, unit: ids.units.kg }],
    });
    expect(recipe.status, recipe.text).toBe(201);
  }
  for (const [place, dailyQty] of [
    [branch1, 20],
    [branch2, 10],
  ] as const) {
    await receiveStock(t, place, bun, 5000, 1);
    await receiveStock(t, place, flour, 5000, 1);
    for (let n = 0; n < 60; n += 1) {
      await postUsage(place, bun, addDays(today, n - 60), dailyQty + (n % 7));
      await postUsage(place, flour, addDays(today, n - 60), 5);
    }
  }
});
afterAll(async () => {
  expect([t.errors, await reconcile(t.db.read)]).toEqual([[], []]);
  await t.close();
});

it('S11: every branch is cached with its day, and cached outlooks equal recomputed ones', async () => {
  expect((await loadStored()).size).toBe(0);
  await refreshCache();
  const days = Object.fromEntries([...(await loadStored())].map(([branch, { day }]) => [branch, day]));
  expect(days).toEqual({ [branch1]: today, [branch2]: today });
  const outlooks = await loadOutlooks();
  expect([...(outlooks.get(branch1)?.keys() ?? [])]).toEqual([bun]);
  expect(outlooks.get(branch1)?.get(bun)?.week).toHaveLength(7);
  expect(outlooks.get(branch1)?.get(cake)).toBeUndefined();
  expect([await usesCache(branch1), await usesCache(branch2)]).toEqual([true, true]);
});

it('a second run skips current outlooks and recomputes outdated ones', async () => {
  t.clock.advance(60_000);
  const before = await loadStored();
  await postUsage(branch2, bun, addDays(today, -3), 30);
  await refreshCache();
  const after = await loadStored();
  expect(after.get(branch1)?.updatedAt).toBe(before.get(branch1)?.updatedAt);
  expect(after.get(branch2)?.updatedAt).not.toBe(before.get(branch2)?.updatedAt);
  expect(await t.db.read.selectFrom('demandChanges').selectAll().execute()).toEqual([]);
});

it('an interrupted run continues with the remaining branches', async () => {
  await t.db.writer.deleteFrom('branchOutlooks').where('branchId', '=', branch2).execute();
  const before = await loadStored();
  await refreshCache();
  const after = await loadStored();
  expect(after.get(branch1)).toEqual(before.get(branch1));
  expect(after.get(branch2)?.day).toBe(today);
});

it('late changes at a warehouse that a kitchen supplies invalidate its outlook', async () => {
  const created = await t.as('admin').post('/branch', {
    name: 'Cold store',
    code: 'COLD',
    type: 'warehouse',
    supplyingKitchenId: ids.kitchen,
    timezone: 'UTC',
  });
  expect(created.status, created.text).toBe(201);
  const store = String(created.body._id);
  await receiveStock(t, store, bun, 5000, 1);
  for (let n = 0; n < 60; n += 1) await postUsage(store, bun, addDays(today, n - 60), 8);
  await refreshCache();
  expect(await usesCache(store)).toBe(true);
  await postUsage(store, bun, addDays(today, -2), 50);
  expect(await usesCache(store)).toBe(false);
  await t.db.writer.deleteFrom('branchOutlooks').where('branchId', '=', store).execute();
  await t.db.writer
    .updateTable('branches')
    .set({ supplyingKitchenId: null })
    .where('_id', '=', store)
    .execute();
});

it.each<[string, () => Promise<unknown>]>([
  ['usage on a past day', () => postUsage(branch1, bun, addDays(today, -2), 5)],
  [
    'till sales on a past day',
    () => {
      const row = { branch: branch1, day: addDays(today, -1), code: 'BUN', qty: 3, net: 9 };
      return t.as('admin').post('/sales', { source: 'Till', rows: [row] });
    },
  ],
  [
    'marking a day',
    () =>
      t
        .as('branch')
        .put('/demand/days', { branch: branch1, itemId: bun, day: addDays(today, -4), kind: 'exceptional' }),
  ],
  [
    'removing a mark',
    () =>
      t
        .as('branch')
        .put('/demand/days', { branch: branch1, itemId: bun, day: addDays(today, -4), kind: null }),
  ],
  [
    'closed days',
    () =>
      t.db.writer
        .updateTable('branches')
        .set({
          closedDays: JSON.stringify([
            { from: addDays(today, -9), until: addDays(today, -9), yearly: false, note: null },
          ]),
        })
        .where('_id', '=', branch1)
        .execute(),
  ],
  [
    'a new weekly shape of the category',
    () =>
      t.db.writer
        .insertInto('demandProfiles')
        .values({ categoryId: ids.category, shape: '[2,1,1,1,1,1,0.5]', updatedAt: today })
        .execute(),
  ],
])('the cache is invalid after %s', async (_, change) => {
  await refreshCache();
  expect(await usesCache(branch1)).toBe(true);
  const response = (await change()) as { status?: number; text?: string };
  if (typeof response?.status === 'number') expect(response.status, response.text).toBeLessThan(300);
  expect(await usesCache(branch1)).toBe(false);
  await refreshCache();
  await loadOutlooks();
  expect(await usesCache(branch1)).toBe(true);
  await refreshCache();
});

it('till files that arrive within a minute are processed together at its end', async () => {
  await t.db.writer.deleteFrom('jobs').execute();
  for (const code of ['A', 'B', 'C']) {
    const row = { branch: branch1, day: addDays(today, -1), code, qty: 3, net: 9 };
    const sent = await t.as('admin').post('/sales', { source: `Till ${code}`, rows: [row] });
    expect(sent.status, sent.text).toBeLessThan(300);
  }
  const jobs = await t.db.read
    .selectFrom('jobs')
    .select(['kind', 'state'])
    .where('kind', '=', refreshOutlooks.kind)
    .execute();
  expect(jobs).toEqual([{ kind: 'demand-outlooks', state: 'waiting' }]);
  expect(await runJobs()).toBe(0);
  t.clock.advance(60_000);
  expect(await runJobs()).toBe(1);
  expect(await usesCache(branch1)).toBe(true);
});

it("the cache is invalid on the branch's next day; today's activity doesn't affect it", async () => {
  await refreshCache();
  await postUsage(branch1, bun, today, 7);
  expect(await usesCache(branch1)).toBe(true);
  t.clock.advance(24 * 3_600_000);
  expect(await usesCache(branch1)).toBe(false);
  await refreshCache();
  expect((await loadStored()).get(branch1)?.day).toBe(localDate(t.clock.now(), 'Europe/London'));
  await loadOutlooks();
});

it("a run that read before a change doesn't overwrite a concurrent run that read after it", async () => {
  await t.db.writer.deleteFrom('branchOutlooks').execute();
  await refreshCache();
  t.clock.advance(24 * 3_600_000);
  let isFirst = true;
  const slowDb: Db = {
    ...t.db,
    async write(work) {
      if (isFirst) {
        isFirst = false;
        await postUsage(branch1, bun, addDays(today, -6), 400);
        t.clock.advance(1000);
        await refreshCache();
        t.clock.advance(1000);
      }
      return t.db.write(work);
    },
  };
  const context = { db: slowDb, now: t.clock.now, signal: new AbortController().signal };
  await refreshOutlooks.run({ ...context, payload: {} } as never);
  expect(isFirst).toBe(false);
  await loadOutlooks();
});

it('deletes outlooks and recorded changes of branches without a supplying kitchen', async () => {
  await t.db.writer
    .updateTable('branches')
    .set({ supplyingKitchenId: null })
    .where('_id', '=', branch2)
    .execute();
  await postUsage(branch2, bun, addDays(today, -5), 1);
  await refreshCache();
  expect([...(await loadStored()).keys()]).toEqual([branch1]);
  expect(await t.db.read.selectFrom('demandChanges').selectAll().execute()).toEqual([]);
});
