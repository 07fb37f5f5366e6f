import { z } from 'zod';
import type { Tx } from '#platform/server/db/types.ts';
import type { AppEvent } from '#platform/server/http/services.ts';
import { defineJob } from '#platform/server/jobs/define-job.ts';
import { scheduleJob } from '#platform/server/jobs/schedules.ts';
import { queueEffectiveChanges, recostChanged } from './recost.ts';

/** Collections that never change recipe costs; checking them would add a statement to every order. */
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

/** Recomputes affected recipe costs in the transaction of a write, so that its response is up to date. */
export async function recostAfterWrites(tx: Tx, events: readonly AppEvent[], now: Date): Promise<void> {
  if (events.some(({ collection }) => !unrelatedCollections.has(collection))) await recostChanged(tx, now);
}

/**
 * Hourly: costs recipes that no request has costed (for example, after an import resumed on restart), and
 * applies prices and versions entered for a later day once that day begins.
 */
export const recostRecipes = defineJob({
  kind: 'recost-recipes',
  ifLost: { scheduledKind: 'recost-recipes' },
  payload: z.strictObject({}),
  async run({ writeAndPublish, now }) {
    await writeAndPublish(async (tx) => {
      await queueEffectiveChanges(tx, now());
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
