import type { Db } from '../db/types.ts';
import { forgetImports } from '../modules/imports/store.ts';
import { keepKeysMs } from './idempotency.ts';

const attemptsMs = 15 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;
/** As long as an import may be undone, if nothing depends on it. */
const undoMs = 30 * dayMs;
/** As long as a device stays known. */
const devicesMs = 90 * dayMs;

/**
 * Deletes what has run out: sessions, kept answers after seven days, sign-in failures after fifteen minutes, devices
 * that nobody has signed in on for ninety days, imports
 * that nobody went on with for a day, and what the undo of an import needs after thirty.
 */
export async function cleanUp(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await db.write(async (tx) => {
    await tx.deleteFrom('sessions').where('expiresAt', '<=', before(dayMs)).execute();
    await tx.deleteFrom('idempotencyKeys').where('createdAt', '<=', before(keepKeysMs)).execute();
    await tx.deleteFrom('signInFailures').where('at', '<=', before(attemptsMs)).execute();
    await tx.deleteFrom('knownDevices').where('at', '<=', before(devicesMs)).execute();
    const imports = tx.selectFrom('imports').select('_id');
    const left = await imports
      .where('committedAt', 'is', null)
      .where('updatedAt', '<=', before(dayMs))
      .execute();
    const old = await imports.where('committedAt', '<=', before(undoMs)).execute();
    await forgetImports(
      tx,
      [...left, ...old].map(({ _id }) => _id),
    );
  });
}
