import { refusal } from '#core/refusals/refusal.ts';
import type { Actor } from '#core/permissions.ts';
import type { UserRow } from '#platform/server/db/tables.ts';
import { problem } from '#platform/server/http/problems.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import type { EventKind } from '#platform/server/http/services.ts';
import { toActor } from '#platform/server/http/session.ts';
import { loadGrantor, type Grantor } from './rights.ts';

/**
 * Locks and returns the caller with current permissions: permissions revoked while the request waited can no
 * longer be granted.
 *
 * @throws ApiProblem 401 if the caller has been suspended
 */
export async function lockGrantor(ctx: WriteContext): Promise<Grantor> {
  const row = await lockUserRow(ctx, (ctx.actor as Actor)._id);
  return buildGrantor(row ? [row] : [], ctx);
}

/** Locks a user row until the transaction ends. */
export function lockUserRow({ db }: WriteContext, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('_id', '=', id).$call(db.lock).executeTakeFirst();
}

/** Builds the grantor from rows that are locked already. */
export async function buildGrantor(rows: readonly UserRow[], ctx: WriteContext): Promise<Grantor> {
  const row = rows.find(({ _id }) => _id === ctx.actor?._id);
  if (row?.isActive !== 1) throw problem('UNAUTHENTICATED', refusal('sign-in-again'));
  return loadGrantor(ctx.db, toActor(row));
}

/** Emits an event for a changed user or role, on which open event streams reload their permissions. */
export function emitRightsEvent(
  ctx: WriteContext,
  collection: 'users' | 'roles',
  id: string,
  change: EventKind,
): void {
  ctx.emit({ collection, id, change, branches: [], kitchens: [] });
}
