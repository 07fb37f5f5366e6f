import { refusal } from '#domain/refusals/refusal.ts';
import type { Actor } from '#domain/permissions.ts';
import type { UserRow } from '../../db/tables.ts';
import { problem } from '../../http/problems.ts';
import type { WriteContext } from '../../http/route.ts';
import type { EventKind } from '../../http/services.ts';
import { toActor } from '../../http/session.ts';
import { loadGrantor, type Grantor } from './rights.ts';

/**
 * The caller as they are now, held until the end of the write: what was taken from them while the call waited, they
 * cannot give any more. Throws 401 for who was suspended meanwhile.
 */
export async function lockGrantor(ctx: WriteContext): Promise<Grantor> {
  const row = await lockUserRow(ctx, (ctx.actor as Actor)._id);
  return buildGrantor(row ? [row] : [], ctx);
}

/** A user as they are now, held until the end of the write. */
export function lockUserRow({ db }: WriteContext, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('_id', '=', id).$call(db.lock).executeTakeFirst();
}

/** The grantor, as above, where the rows of the users are locked already. */
export async function buildGrantor(rows: readonly UserRow[], ctx: WriteContext): Promise<Grantor> {
  const row = rows.find(({ _id }) => _id === ctx.actor?._id);
  if (row?.isActive !== 1) throw problem('UNAUTHENTICATED', refusal('sign-in-again'));
  return loadGrantor(ctx.db, toActor(row));
}

/** Tells of a changed user or role: open streams look again at who listens, lists read again. */
export function emitRightsEvent(
  ctx: WriteContext,
  collection: 'users' | 'roles',
  id: string,
  what: EventKind,
): void {
  ctx.emit({ collection, id, what, branches: [], kitchens: [] });
}
