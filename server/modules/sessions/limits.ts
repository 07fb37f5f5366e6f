import { refusal } from '#domain/refusals/refusal.ts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../db/types.ts';
import { problem } from '../../http/problems.ts';

const windowMs = 15 * 60 * 1000;
const maxPerAccount = 10;
const maxPerAddress = 100;

interface Attempt {
  email: string;
  /** The network it comes from; see `networkOf`. */
  ip: string;
  now: Date;
  /** From a device that the account's owner has signed in on before. */
  isKnown?: boolean;
}

/** Guesses of the current password by whoever has a session: counted for the account, from wherever they come. */
export const currentPasswordAttempt = (email: string): Pick<Attempt, 'email' | 'ip'> => ({
  email,
  ip: `current password of ${email}`,
});

/** Passwords that this process looks at, by account and network. */
const checksInProgress = new Map<string, number>();

/**
 * Looks at a password as one of the few that may be looked at for an account from one network at once. Throws 429
 * `TOO_MANY_ATTEMPTS` where so many are under way that, were all of them wrong, no try would be left.
 */
export async function withCheckSlot<T>(
  { email, ip }: Pick<Attempt, 'email' | 'ip'>,
  work: () => Promise<T>,
): Promise<T> {
  const name = JSON.stringify([email, ip]);
  const others = checksInProgress.get(name) ?? 0;
  if (others >= maxPerAccount) throw tooManyAttempts(windowMs / 1000);
  checksInProgress.set(name, others + 1);
  try {
    return await work();
  } finally {
    const left = (checksInProgress.get(name) ?? 1) - 1;
    if (left > 0) checksInProgress.set(name, left);
    else checksInProgress.delete(name);
  }
}

/**
 * Asks once more when it is known how a try ended, one after the other for each network: of guesses that were looked at
 * at the same time, on however many servers, only so many are told whether they were right. Throws as `assertAttemptsLeft`.
 */
export async function lockAttempts(tx: Tx, attempt: Attempt): Promise<void> {
  const { ip, now } = attempt;
  if (tx.dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${ip}))`.execute(tx);
  await tx.deleteFrom('signInFailures').where('ip', '=', ip).where('at', '<=', windowStart(now)).execute();
  await assertAttemptsLeft(tx, attempt);
}

/** The password was wrong. A try that ended in any other way, or of which nobody knows how it ended, does not count. */
export async function countFailure(tx: Tx, { email, ip, now }: Attempt): Promise<void> {
  await tx.insertInto('signInFailures').values({ email, ip, at: now.toISOString() }).execute();
}

/**
 * Throws 429 `TOO_MANY_ATTEMPTS` with the seconds until the oldest failure is forgotten: after 10 in 15 minutes for one
 * account from one network, whoever asks; or after 100 from one network, for whom the device is not known.
 */
export async function assertAttemptsLeft(db: Queryable, attempt: Attempt): Promise<void> {
  const { email, ip, now, isKnown = false } = attempt;
  const failures = db
    .selectFrom('signInFailures')
    .select('at')
    .where('ip', '=', ip)
    .where('at', '>', windowStart(now))
    .orderBy('at', 'desc');
  const own = await failures
    .where('email', '=', email)
    .offset(maxPerAccount - 1)
    .limit(1)
    .execute();
  const all = isKnown
    ? []
    : await failures
        .offset(maxPerAddress - 1)
        .limit(1)
        .execute();
  const oldest = own[0] ?? all[0];
  if (!oldest) return;
  const retryAfterS = (Date.parse(oldest.at) + windowMs - now.getTime()) / 1000;
  throw tooManyAttempts(retryAfterS);
}

const tooManyAttempts = (retryAfterS: number) =>
  problem('TOO_MANY_ATTEMPTS', refusal('too-many-sign-ins'), { retryAfterS });

const windowStart = (now: Date) => new Date(now.getTime() - windowMs).toISOString();

/** The password was right: the failures of this account from this address no longer count. */
export async function clearFailures(tx: Tx, { email, ip }: Pick<Attempt, 'email' | 'ip'>): Promise<void> {
  await tx.deleteFrom('signInFailures').where('email', '=', email).where('ip', '=', ip).execute();
}
