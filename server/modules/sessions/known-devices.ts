import type { Queryable } from '../../db/types.ts';
import type { WriteContext } from '../../http/route.ts';
import { newToken, sha256 } from '../../http/tokens.ts';

/** How long a device stays known after somebody last signed in on it, and how many are remembered of one person. */
export const deviceLifetimeMs = 90 * 24 * 60 * 60 * 1000;
const maxDevicesPerUser = 20;

/**
 * Whether the owner of this account has signed in on the device before. One question whatever is known, so that its
 * time tells nothing.
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
 * Remembers the device that somebody has just signed in on, and answers the cookie that it keeps. It carries no
 * session: scripts cannot read it, and no other address gets it.
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
  const older = await db
    .selectFrom('knownDevices')
    .select('deviceHash')
    .where('userId', '=', userId)
    .orderBy('at', 'desc')
    .offset(maxDevicesPerUser)
    .limit(1000)
    .execute();
  if (older.length > 0) {
    const hashes = older.map(({ deviceHash }) => deviceHash);
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

/** A token that this server has not given away is not taken over from whoever sends it. */
async function isIssuedToken({ db }: WriteContext, device: string): Promise<boolean> {
  const row = await db
    .selectFrom('knownDevices')
    .select('at')
    .where('deviceHash', '=', await sha256(device))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
