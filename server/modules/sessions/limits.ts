import { sql } from 'kysely';
import type { Dialect, Tx } from '../../db/types.ts';
import { problem } from '../../http/problems.ts';

const windowMs = 15 * 60 * 1000;
const maxPerAccount = 10;
const maxPerAddress = 100;

interface Attempt {
  email: string;
  ip: string;
  now: Date;
}

/** Guesses of the current password by whoever has a session: counted for the account, from wherever they come. */
export const currentPasswordOf = (email: string): Pick<Attempt, 'email' | 'ip'> => ({
  email,
  ip: `current password of ${email}`,
});

/**
 * Counts a sign-in before its password is looked at, so that parallel guesses count as well. Throws 429
 * `TOO_MANY_ATTEMPTS` with the seconds until the oldest failure is forgotten: after 10 in 15 minutes for one
 * account from one address, or 100 from one address.
 */
export async function countAttempt(tx: Tx, dialect: Dialect, { email, ip, now }: Attempt): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${ip}))`.execute(tx);
  const since = new Date(now.getTime() - windowMs).toISOString();
  await tx.deleteFrom('signInFailures').where('ip', '=', ip).where('at', '<=', since).execute();
  const rows = await tx
    .selectFrom('signInFailures')
    .select(['email', 'at'])
    .where('ip', '=', ip)
    .orderBy('at', 'desc')
    .limit(maxPerAddress)
    .execute();
  const own = rows.filter((row) => row.email === email);
  const oldest = own[maxPerAccount - 1] ?? rows[maxPerAddress - 1];
  if (oldest) {
    const retryAfterS = (Date.parse(oldest.at) + windowMs - now.getTime()) / 1000;
    throw problem('TOO_MANY_ATTEMPTS', 'Too many sign-in attempts. Please try again later.', { retryAfterS });
  }
  await tx.insertInto('signInFailures').values({ email, ip, at: now.toISOString() }).execute();
}

/** The attempt succeeded: it and the failures of this account from this address no longer count. */
export async function forgive(tx: Tx, { email, ip }: Omit<Attempt, 'now'>): Promise<void> {
  await tx.deleteFrom('signInFailures').where('email', '=', email).where('ip', '=', ip).execute();
}
