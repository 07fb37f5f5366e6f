import { z } from 'zod';
import { defineJob } from '../jobs/define-job.ts';

/** Short, so that what a killed worker held is free again soon. */
export const leaseMs = 1500;

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Leaves one row with its number, and takes long enough for a kill to find it before, amid and after that. */
export const numberedRowJob = defineJob({
  kind: 'deed',
  payload: z.strictObject({ n: z.number() }),
  mostAttempts: 1000,
  async run({ payload, writeOnce }) {
    await pause();
    await writeOnce('row', (tx) =>
      tx
        .insertInto('settings')
        .values({ key: `deed ${payload.n} ${crypto.randomUUID()}`, value: '{}' })
        .execute()
        .then(() => true),
    );
    await pause();
  },
});
