import { z } from 'zod';
import { defineJob } from '#platform/server/jobs/define-job.ts';

/** Short, so that a killed worker's jobs become available soon. */
export const leaseMs = 1500;

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Inserts one numbered row, slowly enough that the process can be killed before, during or after the insert. */
export const numberedRowJob = defineJob({
  kind: 'numbered-row',
  payload: z.strictObject({ n: z.number() }),
  maxAttempts: 1000,
  async run({ payload, writeOnce }) {
    await pause();
    await writeOnce('row', (tx) =>
      tx
        .insertInto('settings')
        .values({ key: `numbered-row ${payload.n} ${crypto.randomUUID()}`, value: '{}' })
        .execute()
        .then(() => true),
    );
    await pause();
  },
});
