import { afterAll, describe, expect, it } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { type Business, openBusiness } from './business.ts';
import { engines, stopEngines } from './engines.ts';
import { createSeededRandom } from './random.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';
import { StockModel } from './stock-model.ts';
import { createTradeSetup, sharedItems, sharedLocations, StockRun } from './stock-run.ts';

const runs = chooseRepetitions(4, 200);
const actionsPerRun = 60;

afterAll(stopEngines);

/** Balances of the three items in the model's format. */
async function loadBooks({ db }: Business): Promise<string[]> {
  const rows = await db.read
    .selectFrom('balances')
    .select(['placeId', 'itemId', 'onHandMicro', 'valueE4'])
    .where('itemId', 'in', sharedItems)
    .execute();
  return rows
    .filter(({ onHandMicro, valueE4 }) => onHandMicro !== 0 || valueE4 !== 0)
    .map(({ placeId, itemId, onHandMicro, valueE4 }) => `${placeId} ${itemId} ${onHandMicro} ${valueE4}`)
    .toSorted();
}

describe.each(engines)(
  'F22: orders, transfers, counts, waste, receipts, batches and sales of the same items, on $name',
  (engine) => {
    it(`${runs} runs of ${actionsPerRun} actions end with the same balances as a model of stock and value`, async () => {
      const t = await openBusiness(engine);
      const model = new StockModel();
      for (const { placeId, itemId, onHandMicro, valueE4, lastCostE4 } of await t.db.read
        .selectFrom('balances')
        .selectAll()
        .where('itemId', 'in', sharedItems)
        .execute())
        model.setBalance(placeId, itemId, onHandMicro, valueE4, lastCostE4);
      for (const place of sharedLocations)
        for (const item of sharedItems) {
          await receiveStock(t, place, item, 20, 1.3333);
          model.receive(place, item, 20, 1.3333);
        }
      const trade = await createTradeSetup(t);
      const actionCounts = new Map<string, number>();
      for (let seed = 1; seed <= runs; seed += 1) {
        // A run spans several hours, so the session must be new.
        const admin = await t.signIn(ids.users.admin);
        const run = new StockRun(t, admin, trade, model, createSeededRandom(seed), actionCounts);
        for (let n = 0; n < actionsPerRun; n += 1) {
          await run.act();
          expect(await loadBooks(t), `seed ${seed}\n${run.eventLog.join('\n')}`).toEqual(
            model.listBalances(),
          );
        }
        await run.end();
        expect(await reconcile(t.db.read), `seed ${seed}`).toEqual([]);
      }
      expect(t.errors).toEqual([]);
      // Every action must have happened.
      for (const action of ['ship', 'receive', 'send', 'approve', 'waste', 'enter', 'buy', 'make', 'sell'])
        expect(actionCounts.get(action) ?? 0, action).toBeGreaterThan(0);
      recordMeasurement('F22', engine.name, {
        runs,
        'actions each': actionsPerRun,
        ...Object.fromEntries(actionCounts),
      });
      await t.drop();
    });
  },
);
