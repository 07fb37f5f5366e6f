import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Queryable } from '../../db/types.ts';
import { idempotencyRetentionMs } from '../../http/idempotency.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { scheduleJob } from '../../jobs/schedules.ts';
import { compactCostVersions } from '../food-cost/cost-versions.ts';
import { deleteImports } from '../imports/store.ts';

const attemptsMs = 15 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;
/** As long as an import may be undone, if nothing depends on it. */
const undoMs = 30 * dayMs;
/** As long as a device stays known. */
const devicesMs = 90 * dayMs;
/** As long as it is told what became of a mail. */
const mailsMs = 90 * dayMs;

/** What runs out by itself: by which column, and after how long. */
const lifetimes = [
  { table: 'sessions', column: 'expiresAt', ms: dayMs },
  { table: 'idempotencyKeys', column: 'createdAt', ms: idempotencyRetentionMs },
  { table: 'signInFailures', column: 'at', ms: attemptsMs },
  { table: 'knownDevices', column: 'at', ms: devicesMs },
  { table: 'jobs', column: 'keepUntil', ms: 0 },
  { table: 'mails', column: 'createdAt', ms: mailsMs },
  { table: 'mailRuns', column: 'createdAt', ms: mailsMs },
] as const;

/** Rows that are deleted in one transaction: on SQLite other writers wait for it. */
export const rowsPerDelete = 500;

/**
 * Deletes what has run out: sessions, kept answers after seven days, sign-in failures after fifteen minutes, devices
 * that nobody has signed in on for ninety days, jobs that ended long enough ago, the log of mails after ninety days, imports that nobody went on with for a
 * day, and what the undo of an import needs after thirty. A little at a time, so that nobody waits for it. Marks of costs are made into one.
 *
 * @param signal ends it between two of its transactions, with the signal's reason
 */
export async function cleanUp(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const place = sql.ref(db.dialect === 'sqlite' ? 'rowid' : 'ctid');
  for (const { table, column, ms } of lifetimes) {
    for (let count = rowsPerDelete; count === rowsPerDelete; ) {
      signal?.throwIfAborted();
      count = await db.write(async (tx) => {
        const { rows } = await sql`delete from ${sql.table(table)} where ${place} in (
          select ${place} from ${sql.table(table)} where ${sql.ref(column)} <= ${before(ms)}
          limit ${rowsPerDelete}) returning 1 as gone`.execute(tx);
        return rows.length;
      });
    }
  }
  signal?.throwIfAborted();
  await db.write(compactCostVersions);
  const runOut = (from: Queryable) => {
    const imports = from.selectFrom('imports').select('_id');
    return imports.where((on) =>
      on.or([
        on.and([on('committedAt', 'is', null), on('updatedAt', '<=', before(dayMs))]),
        on.and([on('committedAt', '<=', before(undoMs)), on('status', 'not in', ['Applying', 'Undoing'])]),
      ]),
    );
  };
  for (const { _id } of await runOut(db.read).execute()) {
    signal?.throwIfAborted();
    await db.write(async (tx) => {
      // Somebody may have gone on with it a moment ago.
      if (await runOut(tx).where('_id', '=', _id).executeTakeFirst()) await deleteImports(tx, [_id]);
    });
  }
}

/** Done once an hour, by one of the servers. Run again after it was cut off, it goes on where it was. */
export const housekeeping = defineJob({
  kind: 'housekeeping',
  ifLost: { by: 'housekeeping' },
  payload: z.strictObject({}),
  run: ({ db, now, signal }) => cleanUp(db, now(), signal),
});

export const hourlyHousekeeping = scheduleJob({
  name: 'housekeeping',
  schedule: { every: 'hour', minute: 7, timezone: 'UTC' },
  job: housekeeping,
  payload: () => ({}),
});
