import { sql } from 'kysely';
import { z } from 'zod';
import { dayMs } from '#core/day.ts';
import type { Db, Queryable } from '#platform/server/db/types.ts';
import { idempotencyRetentionMs } from '#platform/server/http/idempotency.ts';
import { defineJob } from '#platform/server/jobs/define-job.ts';
import { scheduleJob } from '#platform/server/jobs/schedules.ts';
import { deleteImports } from '#modules/imports/server/store.ts';

/** Retention periods, in ms. */
const signInFailureMs = 15 * 60 * 1000;
const importUndoMs = 30 * dayMs;
const knownDeviceMs = 90 * dayMs;
const mailLogMs = 90 * dayMs;

/** Expiring rows: the time column and the retention period. */
const retentionRules = [
  { table: 'sessions', column: 'expiresAt', ms: dayMs },
  { table: 'idempotencyKeys', column: 'createdAt', ms: idempotencyRetentionMs },
  { table: 'signInFailures', column: 'at', ms: signInFailureMs },
  { table: 'knownDevices', column: 'at', ms: knownDeviceMs },
  { table: 'jobs', column: 'keepUntil', ms: 0 },
  { table: 'emails', column: 'createdAt', ms: mailLogMs },
  { table: 'mailRuns', column: 'createdAt', ms: mailLogMs },
] as const;

/** Rows deleted per transaction, so that other writers on SQLite don't wait long. */
export const rowsPerDelete = 500;

/**
 * Deletes expired rows in small transactions: sessions, stored responses (7 days), sign-in failures (15
 * minutes), devices and mail log (90 days), finished jobs, abandoned imports (1 day) and undo data of imports
 * (30 days).
 *
 * @param signal aborting it stops the deletion after the current transaction
 */
export async function cleanUp(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const getTimeBefore = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const rowLocator = sql.ref(db.dialect === 'sqlite' ? 'rowid' : 'ctid');
  for (const { table, column, ms } of retentionRules) {
    for (let count = rowsPerDelete; count === rowsPerDelete; ) {
      signal?.throwIfAborted();
      count = await db.write(async (tx) => {
        const { rows } = await sql`delete from ${sql.table(table)} where ${rowLocator} in (
          select ${rowLocator} from ${sql.table(table)} where ${sql.ref(column)} <= ${getTimeBefore(ms)}
          limit ${rowsPerDelete}) returning 1 as deleted`.execute(tx);
        return rows.length;
      });
    }
  }
  const selectExpiredImports = (from: Queryable) => {
    const imports = from.selectFrom('imports').select('_id');
    return imports.where((on) =>
      on.or([
        on.and([on('committedAt', 'is', null), on('updatedAt', '<=', getTimeBefore(dayMs))]),
        on.and([
          on('committedAt', '<=', getTimeBefore(importUndoMs)),
          on('status', 'not in', ['Applying', 'Undoing']),
        ]),
      ]),
    );
  };
  for (const { _id } of await selectExpiredImports(db.read).execute()) {
    signal?.throwIfAborted();
    await db.write(async (tx) => {
      // The import may have been continued in the meantime.
      if (await selectExpiredImports(tx).where('_id', '=', _id).executeTakeFirst())
        await deleteImports(tx, [_id]);
    });
  }
}

/** Runs hourly on one of the servers. An interrupted run can simply be repeated. */
export const housekeeping = defineJob({
  kind: 'housekeeping',
  ifLost: { scheduledKind: 'housekeeping' },
  payload: z.strictObject({}),
  run: ({ db, now, signal }) => cleanUp(db, now(), signal),
});

export const hourlyHousekeeping = scheduleJob({
  name: 'housekeeping',
  schedule: { every: 'hour', minute: 7, timezone: 'UTC' },
  job: housekeeping,
  payload: () => ({}),
});
