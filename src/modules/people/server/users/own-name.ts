import type { OwnChange } from '../../user-input.ts';
import type { UserRow } from '#platform/server/db/tables.ts';
import { notFound, stale } from '#platform/server/http/problems.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import { emitRightsEvent } from './grantor.ts';
import { toAuditedUser, presentOwnProfile } from './present.ts';
import { lockUsers } from './service.ts';

/**
 * Changes the caller's name, the only field that users may change themselves.
 *
 * @throws ApiProblem 412
 */
export async function changeOwnName(ctx: WriteContext<OwnChange>): Promise<UserRow> {
  const rows = await lockUsers(ctx, []);
  const before = rows.find(({ _id }) => _id === ctx.actor?._id);
  if (!before) throw notFound();
  if (ctx.ifMatch !== null && ctx.ifMatch !== before.version)
    throw stale(await presentOwnProfile(ctx.db, before));
  const after: UserRow = {
    ...before,
    name: ctx.body.name,
    version: before.version + 1,
    updatedAt: ctx.now.toISOString(),
  };
  await ctx.db.updateTable('users').set(after).where('_id', '=', before._id).execute();
  await ctx.audit({
    action: 'edit',
    entity: 'users',
    id: before._id,
    before: toAuditedUser(before),
    after: toAuditedUser(after),
  });
  emitRightsEvent(ctx, 'users', before._id, 'changed');
  return after;
}
