import { dayMs } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import { newToken, sha256 } from '#platform/server/http/tokens.ts';

/**
 * Time for which a device is remembered after its last sign-in. The number of devices per user is also
 * limited.
 */
export const deviceLifetimeMs = 90 * dayMs;
const maxDevicesPerUser = 20;

/**
 * Whether the account's user has signed in on the device before. Always one query, so that timing reveals
 * nothing.
 */
export async function isKnownDevice(
  db: Queryable,
  { email, device, now }: { email: string; device: string | null; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('knownDevices')
    .innerJoin('users', 'users._id', 'knownDevices.userId')
    .select('knownDevices.at')
    .where('users.email', '=', email)
    .where('knownDevices.deviceHash', '=', await sha256(device ?? ''))
    .executeTakeFirst();
  return row !== undefined && Date.parse(row.at) > now.getTime() - deviceLifetimeMs;
}

/**
 * Remembers the device of a successful sign-in and returns its cookie. The cookie carries no session, is
 * hidden from scripts and sent only to the sign-in path.
 */
export async function rememberDevice(ctx: WriteContext, userId: string): Promise<string> {
  const { db, device, now, isSecure } = ctx;
  const token = device !== null && (await isIssuedToken(ctx, device)) ? device : newToken();
  const at = now.toISOString();
  await db
    .insertInto('knownDevices')
    .values({ userId, deviceHash: await sha256(token), at })
    .onConflict((conflict) => conflict.columns(['userId', 'deviceHash']).doUpdateSet({ at }))
    .execute();
  const excess = await db
    .selectFrom('knownDevices')
    .select('deviceHash')
    .where('userId', '=', userId)
    .orderBy('at', 'desc')
    .offset(maxDevicesPerUser)
    .limit(1000)
    .execute();
  if (excess.length > 0) {
    const hashes = excess.map(({ deviceHash }) => deviceHash);
    await db
      .deleteFrom('knownDevices')
      .where('userId', '=', userId)
      .where('deviceHash', 'in', hashes)
      .execute();
  }
  const lifetime = `Max-Age=${deviceLifetimeMs / 1000}`;
  return [
    'device=' + token,
    'Path=/api/users/login',
    lifetime,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
}

/** Returns whether this server issued the token. Other tokens aren't accepted. */
async function isIssuedToken({ db }: WriteContext, device: string): Promise<boolean> {
  const row = await db
    .selectFrom('knownDevices')
    .select('at')
    .where('deviceHash', '=', await sha256(device))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
