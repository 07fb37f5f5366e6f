import type { Db } from '../db/types.ts';
import { keepKeysMs } from './idempotency.ts';

const attemptsMs = 15 * 60 * 1000;

/** Deletes what has run out: sessions, kept answers after seven days, sign-in failures after fifteen minutes. */
export async function cleanUp(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await db.write(async (tx) => {
    await tx
      .deleteFrom('sessions')
      .where('expiresAt', '<=', before(24 * 60 * 60 * 1000))
      .execute();
    await tx.deleteFrom('idempotencyKeys').where('createdAt', '<=', before(keepKeysMs)).execute();
    await tx.deleteFrom('signInFailures').where('at', '<=', before(attemptsMs)).execute();
  });
}
