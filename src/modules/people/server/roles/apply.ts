import { refusal } from '#core/refusals/refusal.ts';
import type { z } from 'zod';
import { canWrite } from '#core/permissions.ts';
import type { roleApplication } from '../../role-input.ts';
import type { UserRow } from '#platform/server/db/tables.ts';
import { forbidden, invalid, stale } from '#platform/server/http/problems.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import { toActor } from '#platform/server/http/session.ts';
import { toAuditedUser, presentUser } from '../users/present.ts';
import {
  toPermissionBits,
  assertUserWithinGrants,
  assertNotSuperior,
  assertNotSuperiorRole,
} from '../users/rights.ts';
import { emitRightsEvent, buildGrantor } from '../users/grantor.ts';
import { lockUsers } from '../users/service.ts';
import { lockRole, presentRole } from './service.ts';

/**
 * Applies a role's permissions and pages to users, either all or none. Returns the number changed.
 *
 * @throws ApiProblem 403 without permission, or if the role or a user exceeds the caller's permissions; 412
 *   if the role or a user has changed; 422 for a user with a different role
 */
export async function applyRole(
  ctx: WriteContext,
  id: string,
  { users }: z.output<typeof roleApplication>,
): Promise<number> {
  const role = presentRole(await lockRole(ctx, id));
  const versions = new Map(users.map((user) => [user._id, user.version]));
  const lockedUsers = await lockUsers(ctx, [...versions.keys()]);
  const grantor = await buildGrantor(lockedUsers, ctx);
  if (!canWrite(grantor.actor, 'users', 'canEdit')) throw forbidden(refusal('no-editing-users'));
  assertNotSuperiorRole(grantor, role);
  const rows = lockedUsers.filter(({ _id }) => versions.has(_id));
  if (rows.length < versions.size) throw invalid({ users: refusal('user-gone') });
  const grants = { ...toPermissionBits(role.permissions), allowedPages: JSON.stringify(role.allowedPages) };
  let changed = 0;
  for (const before of rows) {
    if (before.role !== role.key) throw invalid({ users: refusal('other-role', { person: before.name }) });
    if (before.version !== versions.get(before._id)) throw stale(await presentUser(ctx.db, before));
    assertNotSuperior(grantor, before);
    if (hasGrants(before, grants)) continue;
    const after: UserRow = {
      ...before,
      ...grants,
      version: before.version + 1,
      updatedAt: ctx.now.toISOString(),
    };
    assertUserWithinGrants(grantor, toActor(after));
    await ctx.db.updateTable('users').set(after).where('_id', '=', before._id).execute();
    const note = { defaultsOf: role.key };
    await ctx.audit({
      action: 'edit',
      entity: 'users',
      id: before._id,
      before: toAuditedUser(before),
      after: { ...toAuditedUser(after), ...note },
    });
    emitRightsEvent(ctx, 'users', before._id, 'changed');
    changed += 1;
  }
  return changed;
}

/** Returns whether a user already has these permissions and pages, in any order. */
function hasGrants(user: UserRow, grants: Partial<UserRow>): boolean {
  const sorted = (pages: string | undefined) => (JSON.parse(pages ?? '[]') as string[]).toSorted().join(' ');
  const isSame = (['canCreate', 'canEdit', 'canDelete', 'canView'] as const).every(
    (flag) => user[flag] === grants[flag],
  );
  return isSame && sorted(user.allowedPages) === sorted(grants.allowedPages);
}
