import { z } from 'zod';
import type { Tx } from '../../db/types.ts';
import type { AppEvent } from '../../http/services.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { scheduleJob } from '../../jobs/schedules.ts';
import { queueBegunChanges, recostChanged } from './recost.ts';

/** Nothing that is written here changes what recipes cost; asking would cost every order a statement. */
const unrelatedCollections: ReadonlySet<AppEvent['collection']> = new Set([
  'orders',
  'stock',
  'stock-counts',
  'transfers',
  'wastage',
  'discrepancies',
  'users',
  'jobs',
]);

/** In the transaction of every write that may have changed a price: its recipes cost what they cost when it is answered. */
export async function recostAfterWrites(tx: Tx, events: readonly AppEvent[], now: Date): Promise<void> {
  if (events.some(({ collection }) => !unrelatedCollections.has(collection))) await recostChanged(tx, now);
}

/**
 * Every hour: what no call has costed (an import that went on after a restart), and what prices and versions that were
 * announced make of recipes on the day on which they begin to hold.
 */
export const recostRecipes = defineJob({
  kind: 'recost-recipes',
  ifLost: { by: 'recost-recipes' },
  payload: z.strictObject({}),
  async run({ writeAndPublish, now }) {
    await writeAndPublish(async (tx) => {
      await queueBegunChanges(tx, now());
      await recostChanged(tx, now());
    });
  },
});

export const hourlyRecost = scheduleJob({
  name: 'recost recipes',
  schedule: { every: 'hour', minute: 5, timezone: 'UTC' },
  job: recostRecipes,
  payload: () => ({}),
});
