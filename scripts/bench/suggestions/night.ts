import { insertRows } from '#platform/server/db/statements.ts';
import type { Db } from '#platform/server/db/types.ts';
import { newId } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs/queue.ts';
import { refreshOutlooks } from '#modules/demand/server/outlook-cache.ts';
import { loadExpectedDemand } from '#modules/production/server/expected-demand.ts';
import { createLocations } from '#modules/master-data/server/branch-locations.ts';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createTestRunner } from '#app/server/testing/jobs.ts';
import { dayMs, toUtcDay } from '#core/day.ts';
import { createRandomNumbers } from './data.ts';
import { vacuumAnalyze } from './guide.ts';

export interface NightSize {
  branches: number;
  items: number;
  /** Items that move at a branch per day. */
  linesPerDay: number;
  /** Items produced by the kitchen; the others share their categories. */
  recipeCount: number;
}

export interface NightTimes {
  /** Daily rows read. */
  rows: number;
  /** Elapsed and CPU time of the whole job, including reading and storing. */
  nightMs: number;
  cpuMs: number;
  storedBytes: number;
  /**
   * Time of a production plan for all branches with stored forecasts; `planUncachedMs` is the time without
   * them.
   */
  planMs: number;
  planUncachedMs: number;
}

const days = 182;

/** Times the nightly forecasts of a kitchen's branches, and a plan that uses them, on an empty database. */
export async function timeNight(
  db: Db,
  { branches, items, linesPerDay, recipeCount }: NightSize,
): Promise<NightTimes> {
  const t = await createTestApp({ db });
  const [item] = await db.read.selectFrom('items').selectAll().where('_id', '=', ids.items.tomato).execute();
  const [branch] = await db.read.selectFrom('branches').selectAll().where('_id', '=', ids.branch1).execute();
  if (!item || !branch) throw new Error('The rows to copy are missing');
  const goods = Array.from({ length: items }, (_, n) => ({
    ...item,
    _id: newId(t.clock),
    itemCode: `N-${n}`,
    name: `Item ${n}`,
  }));
  const places = Array.from({ length: branches }, (_, n) => ({
    ...branch,
    _id: newId(t.clock),
    code: `N${n}`,
    name: `Branch ${n}`,
  }));
  await db.write((tx) => insertRows(tx, 'items', goods));
  await db.write(async (tx) => {
    await insertRows(tx, 'branches', places);
    await createLocations(tx, places);
  });
  const [first, ...otherGoods] = goods.slice(0, recipeCount);
  const recipeInput = {
    name: 'Bake',
    kind: 'sub-recipe',
    outputItem: first?._id,
    yieldQty: 1,
    yieldUnit: item.baseUnit,
  };
  const components = [{ itemId: ids.items.flour, qty: 1, unit: ids.units.kg }];
  const response = await t.as('admin').post('/recipes', { ...recipeInput, components });
  if (response.status !== 201) throw new Error(response.text);
  const [recipe] = await db.read.selectFrom('recipes').selectAll().execute();
  if (!recipe) throw new Error('There is no recipe to copy');
  const recipes = otherGoods.map(({ _id: outputItem }, n) => ({
    ...recipe,
    _id: newId(t.clock),
    name: `Bake ${n}`,
    outputItem,
  }));
  await db.write((tx) => insertRows(tx, 'recipes', recipes));
  const random = createRandomNumbers(11);
  const now = t.clock.now().getTime();
  let rows = 0;
  for (const { _id: placeId } of places) {
    const balances = goods.map(({ _id: itemId }) => ({
      itemId,
      placeId,
      onHandMicro: 5_000_000,
      reservedMicro: 0,
      valueE4: 0,
      lastCostE4: 0,
    }));
    await db.write((tx) => insertRows(tx, 'balances', balances));
    for (let daysBack = days; daysBack > 0; daysBack -= 1) {
      const businessDay = toUtcDay(now - daysBack * dayMs);
      // On each day, a random range of adjacent items moves at the branch.
      const start = linesPerDay === items ? 0 : Math.floor(random() * (items - linesPerDay));
      const moved = goods.slice(start, start + linesPerDay).flatMap(({ _id: itemId }) => {
        const qtyMicro = Math.round(random() * 20) * 1_000_000;
        const usage = { placeId, itemId, businessDay, kind: 'consumption', qtyMicro: -qtyMicro, valueE4: 0 };
        return daysBack % 2 === 0 ? [usage, { ...usage, kind: 'receive', qtyMicro: qtyMicro * 2 }] : [usage];
      });
      rows += moved.length;
      await db.write((tx) => insertRows(tx, 'stockDaily', moved as never));
    }
  }
  await vacuumAnalyze(db);
  const until = toUtcDay(now + 2 * dayMs);
  const timePlan = async () => {
    const startedAt = performance.now();
    const { demands } = await loadExpectedDemand(db.read, ids.kitchen, { until, now: t.clock.now() });
    if (demands.length === 0) throw new Error('The expected demand is empty');
    return performance.now() - startedAt;
  };
  const planUncachedMs = await timePlan();
  await db.write((tx) => enqueue(tx, refreshOutlooks, {}, { now: t.clock.now() }));
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  const runner = createTestRunner({ db, clock: t.clock, jobs: [refreshOutlooks] });
  if ((await runner.runDue()) !== 1) throw new Error('The nightly job did not run');
  const nightMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  const stored = await db.read.selectFrom('branchOutlooks').select('outlooks').execute();
  if (stored.length < branches) throw new Error(`Forecasts were stored for only ${stored.length} branches`);
  return {
    rows,
    nightMs,
    cpuMs: (user + system) / 1000,
    storedBytes: stored.reduce((sum, { outlooks }) => sum + outlooks.length, 0),
    planMs: Math.min(await timePlan(), await timePlan()),
    planUncachedMs,
  };
}
