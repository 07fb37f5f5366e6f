import { refusal } from '#core/refusals/refusal.ts';
import type { z } from 'zod';
import type { RoleRecord, roleChange, roleInput } from '../../role-input.ts';
import type { Bit } from '#platform/server/db/tables.ts';
import type { RoleRow } from '#platform/server/db/tables.ts';
import { notFound, problem, stale } from '#platform/server/http/problems.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/ids.ts';
import { emitRightsEvent, lockGrantor } from '../users/grantor.ts';
import {
  isBuiltInRole,
  toPermissionBits,
  assertRoleWithinGrants,
  assertNotSuperiorRole,
} from '../users/rights.ts';

export function presentRole(row: RoleRow): RoleRecord {
  return {
    _id: row._id,
    key: row.key,
    label: row.label,
    description: row.description,
    permissions: {
      canCreate: row.canCreate === 1,
      canEdit: row.canEdit === 1,
      canDelete: row.canDelete === 1,
      canView: row.canView === 1,
    },
    allowedPages: JSON.parse(row.allowedPages) as string[],
    requiresReview: row.requiresReview === 1,
    isBuiltIn: isBuiltInRole(row.key),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
    isActive: row.isActive === 1,
  };
}

export async function createRole(ctx: WriteContext, input: z.output<typeof roleInput>): Promise<RoleRow> {
  assertRoleWithinGrants(await lockGrantor(ctx), input);
  const existing = await ctx.db
    .selectFrom('roles')
    .select(['_id', 'label'])
    .where('key', '=', input.key)
    .executeTakeFirst();
  if (existing) {
    const fields = { key: refusal('key-taken', { role: existing.label }) };
    throw problem('DUPLICATE', refusal('role-exists', { role: input.key }), {
      fields,
      details: { id: existing._id },
    });
  }
  const at = ctx.now.toISOString();
  const row: RoleRow = {
    _id: newId(ctx.services.clock),
    createdAt: at,
    updatedAt: at,
    version: 1,
    isActive: 1,
    key: input.key,
    label: input.label,
    description: input.description ?? null,
    ...toPermissionBits(input.permissions),
    allowedPages: JSON.stringify(input.allowedPages),
    requiresReview: Number(input.requiresReview) as Bit,
  };
  await ctx.db.insertInto('roles').values(row).execute();
  await ctx.audit({ action: 'create', entity: 'roles', id: row._id, after: presentRole(row) });
  emitRightsEvent(ctx, 'roles', row._id, 'created');
  return row;
}

export async function changeRole(
  ctx: WriteContext,
  id: string,
  change: z.output<typeof roleChange>,
): Promise<RoleRow> {
  const before = await lockRole(ctx, id);
  const current = presentRole(before);
  const permissions = change.permissions ?? current.permissions;
  const allowedPages = change.allowedPages ?? current.allowedPages;
  const requiresReview = change.requiresReview ?? current.requiresReview;
  const grantor = await lockGrantor(ctx);
  assertNotSuperiorRole(grantor, current);
  if (change.isActive === false && isBuiltInRole(before.key))
    throw problem('IN_USE', refusal('role-built-in', { role: before.label }));
  assertRoleWithinGrants(grantor, { key: before.key, permissions, allowedPages, requiresReview });
  const after: RoleRow = {
    ...before,
    label: change.label ?? before.label,
    description: change.description === undefined ? before.description : change.description,
    ...toPermissionBits(permissions),
    allowedPages: JSON.stringify(allowedPages),
    requiresReview: Number(requiresReview) as Bit,
    isActive: Number(change.isActive ?? before.isActive === 1) as Bit,
    version: before.version + 1,
    updatedAt: ctx.now.toISOString(),
  };
  await ctx.db.updateTable('roles').set(after).where('_id', '=', id).execute();
  await ctx.audit({ action: 'edit', entity: 'roles', id, before: current, after: presentRole(after) });
  emitRightsEvent(ctx, 'roles', id, 'changed');
  return after;
}

/**
 * Deletes a role.
 *
 * @throws ApiProblem 409 for built-in roles and roles in use
 */
export async function deleteRole(ctx: WriteContext, id: string): Promise<void> {
  const before = await lockRole(ctx, id);
  assertNotSuperiorRole(await lockGrantor(ctx), presentRole(before));
  if (isBuiltInRole(before.key)) throw problem('IN_USE', refusal('role-built-in', { role: before.label }));
  const user = await ctx.db
    .selectFrom('users')
    .select('name')
    .where('role', '=', before.key)
    .limit(1)
    .executeTakeFirst();
  if (user) {
    throw problem('IN_USE', refusal('role-used', { person: user.name, role: before.label }), {
      details: { archive: { isActive: false } },
    });
  }
  await ctx.db.deleteFrom('roles').where('_id', '=', id).execute();
  await ctx.audit({ action: 'delete', entity: 'roles', id, before: presentRole(before) });
  emitRightsEvent(ctx, 'roles', id, 'deleted');
}

/**
 * Locks a role until the transaction ends.
 *
 * @throws ApiProblem 412 for an outdated version
 */
export async function lockRole(ctx: WriteContext, id: string): Promise<RoleRow> {
  const row = await ctx.db
    .selectFrom('roles')
    .selectAll()
    .where('_id', '=', id)
    .$call(ctx.db.lock)
    .executeTakeFirst();
  if (!row) throw notFound();
  if (ctx.ifMatch !== null && ctx.ifMatch !== row.version) throw stale(presentRole(row));
  return row;
}
