import { refusal } from '#core/refusals/refusal.ts';
import { CompiledQuery } from 'kysely';
import { type Actor, getOwnLocations } from '#core/permissions.ts';
import { isAnyFranchise } from '#platform/server/db/franchises.ts';
import type { UserRow } from '#platform/server/db/tables.ts';
import type { Db, Queryable } from '#platform/server/db/types.ts';
import { problem } from './problems.ts';
import { hashToken } from './tokens.ts';

/** Session lifetime in ms, by the server's clock (SPEC section 4). */
export const sessionMs = 28_800_000;

/**
 * Minimum interval between writes of a session's last use; writing it every time would slow down every
 * request.
 */
const lastSeenIntervalMs = 5 * 60 * 1000;

const bearerPattern = /^Bearer ([\w-]{43})$/;

/** Returns the token of an Authorization header, or null. */
export function parseBearerToken(header: string | undefined | null): string | null {
  return bearerPattern.exec(header ?? '')?.[1] ?? null;
}

const unauthenticated = () => problem('UNAUTHENTICATED', refusal('sign-in-again'));

/** Plain SQL instead of the query builder, because it runs on every request. */
const buildQuery = (parameter: string) => `
  select users.*, sessions."expiresAt", coalesce(sessions."lastSeenAt", sessions."createdAt") as "seenAt" from sessions join users on users."_id" = sessions."userId"
  where sessions."tokenHash" = ${parameter}`;

/**
 * Loads a token's user from the database on every request, so that suspension, sign-out and permission
 * changes take effect immediately. With `write`, the session's last use is recorded.
 *
 * @param allowsInitialPassword for the few routes allowed before a user has chosen their own password
 * @throws ApiProblem 401 `UNAUTHENTICATED`, or `TOKEN_EXPIRED` after eight hours, and 403
 *   `PASSWORD_CHANGE_NEEDED`
 */
export async function authenticateToken(
  db: Pick<Db, 'read'> & Partial<Pick<Db, 'write'>>,
  token: string | null,
  now: Date,
  allowsInitialPassword = false,
): Promise<Actor> {
  if (!token) throw unauthenticated();
  const text = buildQuery(db.read.dialect === 'sqlite' ? '?' : '$1');
  const { rows } = await db.read.executeQuery<UserRow & { expiresAt: string; seenAt: string }>(
    CompiledQuery.raw(text, [await hashToken(token)]),
  );
  const row = rows[0];
  if (!row || row.isActive !== 1) throw unauthenticated();
  if (row.expiresAt <= now.toISOString()) throw problem('TOKEN_EXPIRED', refusal('session-ended'));
  if (hasInitialPassword(row) && !allowsInitialPassword)
    throw problem('PASSWORD_CHANGE_NEEDED', refusal('own-password-first'));
  if (db.write && now.getTime() - Date.parse(row.seenAt) >= lastSeenIntervalMs)
    void recordLastSeen(db.write, token, now);
  return withFranchise(db.read, toActor(row));
}

/** Marks an actor who belongs to a franchise location; internal costs are hidden from them. */
export async function withFranchise(db: Queryable, actor: Actor): Promise<Actor> {
  const locations = getOwnLocations(actor) ?? [];
  const isAtFranchise = locations.length > 0 && (await isAnyFranchise(db, locations));
  return isAtFranchise ? { ...actor, isAtFranchise } : actor;
}

/** Records that a session is in use, without waiting; a failure is ignored. */
async function recordLastSeen(write: Db['write'], token: string, now: Date): Promise<void> {
  const hash = await hashToken(token);
  const lastSeenAt = now.toISOString();
  await write((tx) =>
    tx.updateTable('sessions').set({ lastSeenAt }).where('tokenHash', '=', hash).execute(),
  ).catch(() => undefined);
}

/** Whether the user still has the initial password that an administrator set. */
export const hasInitialPassword = ({ passwordKind }: Pick<UserRow, 'passwordKind'>): boolean =>
  passwordKind === 'start';

/** Converts a row of the users table to the `Actor` of the domain rules. */
export function toActor(row: UserRow): Actor {
  return {
    _id: row._id,
    name: row.name,
    email: row.email,
    role: row.role,
    isMasterAdmin: row.isMasterAdmin === 1,
    permissions: {
      canCreate: row.canCreate === 1,
      canEdit: row.canEdit === 1,
      canDelete: row.canDelete === 1,
      canView: row.canView === 1,
    },
    allowedPages: JSON.parse(row.allowedPages) as string[],
    branches: JSON.parse(row.branches) as string[],
    kitchens: JSON.parse(row.kitchens) as string[],
  };
}
