import type { Db, Tx } from '#platform/server/db/types.ts';
import { newToken, sha256 } from '#platform/server/http/tokens.ts';

const key = 'setupToken';
const lifetimeMs = 30 * 60 * 1000;

interface StoredToken {
  hash: string;
  expiresAt: string;
}

/**
 * Creates the one-time token for the first administrator, which the server prints. Replaces an earlier one.
 */
export async function issueSetupToken(db: Db, now: Date): Promise<string> {
  const token = newToken();
  const stored: StoredToken = {
    hash: await sha256(token),
    expiresAt: new Date(now.getTime() + lifetimeMs).toISOString(),
  };
  const value = JSON.stringify(stored);
  await db.write((tx) =>
    tx
      .insertInto('settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute(),
  );
  return token;
}

/** Whether this is the valid token. Doesn't consume it. */
export async function isSetupToken(
  db: Pick<Db['read'], 'selectFrom'>,
  token: string,
  now: Date,
): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  if (!row) return false;
  const stored = JSON.parse(row.value) as StoredToken;
  return stored.hash === (await sha256(token)) && stored.expiresAt > now.toISOString();
}

/** Consumes the token; returns true for exactly one of several concurrent callers. */
export async function consumeSetupToken(tx: Tx, token: string, now: Date): Promise<boolean> {
  if (!(await isSetupToken(tx, token, now))) return false;
  const deleted = await tx.deleteFrom('settings').where('key', '=', key).executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}
