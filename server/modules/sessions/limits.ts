import { sql } from 'kysely';
import type { Dialect, Queryable, Tx } from '../../db/types.ts';
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
export const currentPasswordOf = (email: string): Pick<Attempt, 'email' | 'ip'> => ({
  email,
  ip: `current password of ${email}`,
});

/**
 * Counts a sign-in before its password is looked at, so that parallel guesses count as well. Throws 429
 * `TOO_MANY_ATTEMPTS` with the seconds until the oldest failure is forgotten: after 10 in 15 minutes for one
 * account from one network, whoever asks; or after 100 from one network, for whom the device is not known.
 */
export async function countAttempt(tx: Tx, dialect: Dialect, attempt: Attempt): Promise<void> {
  const { email, ip, now } = attempt;
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${ip}))`.execute(tx);
  await tx.deleteFrom('signInFailures').where('ip', '=', ip).where('at', '<=', sinceOf(now)).execute();
  await refuseTooMany(tx, attempt);
  await tx.insertInto('signInFailures').values({ email, ip, at: now.toISOString() }).execute();
}

/** The same question without counting, so that who has none left takes nobody's place in the queue. */
export async function refuseTooMany(db: Queryable, attempt: Attempt): Promise<void> {
  const { email, ip, now, isKnown = false } = attempt;
  const failures = db
    .selectFrom('signInFailures')
    .select('at')
    .where('ip', '=', ip)
    .where('at', '>', sinceOf(now))
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
  throw problem('TOO_MANY_ATTEMPTS', 'Too many sign-in attempts. Please try again later.', { retryAfterS });
}

const sinceOf = (now: Date) => new Date(now.getTime() - windowMs).toISOString();

/** The attempt succeeded: it and the failures of this account from this address no longer count. */
export async function forgive(tx: Tx, { email, ip }: Pick<Attempt, 'email' | 'ip'>): Promise<void> {
  await tx.deleteFrom('signInFailures').where('email', '=', email).where('ip', '=', ip).execute();
}
