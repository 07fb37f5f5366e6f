import { refusal } from '#core/refusals/refusal.ts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { problem } from '#platform/server/http/problems.ts';

const windowMs = 15 * 60 * 1000;
const maxPerAccount = 10;
const maxPerAddress = 100;

interface Attempt {
  email: string;
  /** Client network; see `getNetwork`. */
  ip: string;
  now: Date;
  /** Whether the account's user has signed in on the device before. */
  isKnown?: boolean;
}

/** Attempt key for the current password: counted per account, regardless of network. */
export const buildCurrentPasswordAttempt = (email: string): Pick<Attempt, 'email' | 'ip'> => ({
  email,
  ip: `current password of ${email}`,
});

/** Password checks in progress in this process, by account and network. */
const checksInProgress = new Map<string, number>();

/**
 * Runs a password check unless too many are in progress for the account and network.
 *
 * @throws ApiProblem 429 `TOO_MANY_ATTEMPTS` if the checks in progress could use up all attempts
 */
export async function withCheckSlot<T>(
  { email, ip }: Pick<Attempt, 'email' | 'ip'>,
  work: () => Promise<T>,
): Promise<T> {
  const name = JSON.stringify([email, ip]);
  const inProgress = checksInProgress.get(name) ?? 0;
  if (inProgress >= maxPerAccount) throw tooManyAttempts(windowMs / 1000);
  checksInProgress.set(name, inProgress + 1);
  try {
    return await work();
  } finally {
    const remaining = (checksInProgress.get(name) ?? 1) - 1;
    if (remaining > 0) checksInProgress.set(name, remaining);
    else checksInProgress.delete(name);
  }
}

/**
 * Rechecks the limit after the password check, serialized per network, so that parallel attempts on any
 * number of servers don't exceed it. Throws the same error as `assertAttemptsLeft`.
 */
export async function lockAttempts(tx: Tx, attempt: Attempt): Promise<void> {
  const { ip, now } = attempt;
  if (tx.dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${ip}))`.execute(tx);
  await tx.deleteFrom('signInFailures').where('ip', '=', ip).where('at', '<=', getWindowStart(now)).execute();
  await assertAttemptsLeft(tx, attempt);
}

/** Records a wrong password. Only wrong passwords count towards the limit. */
export async function countFailure(tx: Tx, { email, ip, now }: Attempt): Promise<void> {
  await tx.insertInto('signInFailures').values({ email, ip, at: now.toISOString() }).execute();
}

/**
 * Limits failed attempts within 15 minutes: 10 per account and network, and 100 per network for unknown
 * devices.
 *
 * @throws ApiProblem 429 `TOO_MANY_ATTEMPTS` with the seconds until the oldest failure expires
 */
export async function assertAttemptsLeft(db: Queryable, attempt: Attempt): Promise<void> {
  const { email, ip, now, isKnown = false } = attempt;
  const failures = db
    .selectFrom('signInFailures')
    .select('at')
    .where('ip', '=', ip)
    .where('at', '>', getWindowStart(now))
    .orderBy('at', 'desc');
  const accountFailures = await failures
    .where('email', '=', email)
    .offset(maxPerAccount - 1)
    .limit(1)
    .execute();
  const networkFailures = isKnown
    ? []
    : await failures
        .offset(maxPerAddress - 1)
        .limit(1)
        .execute();
  const oldestFailure = accountFailures[0] ?? networkFailures[0];
  if (!oldestFailure) return;
  const retryAfterS = (Date.parse(oldestFailure.at) + windowMs - now.getTime()) / 1000;
  throw tooManyAttempts(retryAfterS);
}

const tooManyAttempts = (retryAfterS: number) =>
  problem('TOO_MANY_ATTEMPTS', refusal('too-many-sign-ins'), { retryAfterS });

const getWindowStart = (now: Date) => new Date(now.getTime() - windowMs).toISOString();

/** Clears the failures of this account and network after a correct password. */
export async function clearFailures(tx: Tx, { email, ip }: Pick<Attempt, 'email' | 'ip'>): Promise<void> {
  await tx.deleteFrom('signInFailures').where('email', '=', email).where('ip', '=', ip).execute();
}
