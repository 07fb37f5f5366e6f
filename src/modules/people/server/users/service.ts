import { refusal } from '#core/refusals/refusal.ts';
import type { Actor, Collection } from '#core/permissions.ts';
import type { UserChange, UserInput } from '../../user-input.ts';
import type { Bit } from '#platform/server/db/tables.ts';
import type { UserRow } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { invalid, notFound, problem, stale } from '#platform/server/http/problems.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import { toActor } from '#platform/server/http/session.ts';
import { newId } from '#platform/server/ids.ts';
import { readUsage, getCollectionLabel } from '#modules/master-data/server/usage.ts';
import { emitRightsEvent, buildGrantor, lockGrantor } from './grantor.ts';
import { toAuditedUser, presentUser } from './present.ts';
import {
  assertLocationsExist,
  type Grantor,
  assertNotLastMasterAdmin,
  toPermissionBits,
  assertUserWithinGrants,
  assertNotSuperior,
  loadRoleDefaults,
} from './rights.ts';

type Input = Omit<UserInput, 'password'>;

/**
 * Creates a user. There is an actor unless this is the first administrator, who is authorized by the setup
 * token.
 */
export async function createUser(ctx: WriteContext, input: Input, passwordHash: string): Promise<UserRow> {
  const grantor = ctx.actor && (await lockGrantor(ctx));
  const role = input.role ?? (grantor ? 'custom_role_sk' : 'master_admin');
  const defaults = await loadRoleDefaults(ctx.db, role);
  const grants = {
    role,
    isMasterAdmin: input.isMasterAdmin ?? grantor === null,
    permissions: input.permissions ?? defaults.permissions,
    allowedPages: input.allowedPages ?? defaults.allowedPages,
    branches: input.branches ?? [],
    kitchens: input.kitchens ?? [],
  };
  if (grantor) assertUserWithinGrants(grantor, grants);
  await assertLocationsExist(ctx.db, grants.branches, grants.kitchens);
  await assertEmailAvailable(ctx.db, input.email, null);
  const at = ctx.now.toISOString();
  const row: UserRow = {
    _id: newId(ctx.services.clock),
    createdAt: at,
    updatedAt: at,
    version: 1,
    isActive: 1,
    name: input.name,
    email: input.email,
    passwordHash,
    passwordVersion: 1,
    passwordKind: grantor ? 'start' : 'own',
    roleDescription: input.roleDescription ?? null,
    lastLogin: null,
    language: null,
    ...toColumns(grants),
  };
  await ctx.db.insertInto('users').values(row).execute();
  await ctx.audit({ action: 'create', entity: 'users', id: row._id, after: toAuditedUser(row) });
  emitRightsEvent(ctx, 'users', row._id, 'created');
  return row;
}

/** Changes a user. A new password or suspension ends all sessions at once. */
export async function changeUser(
  ctx: WriteContext,
  id: string,
  change: UserChange,
  passwordHash: string | null,
): Promise<UserRow> {
  const { grantor, row: before } = await lockUser(ctx, id);
  assertNotSuperior(grantor, before);
  if (ctx.ifMatch !== null && ctx.ifMatch !== before.version) throw stale(await presentUser(ctx.db, before));
  if (passwordHash !== null && id === grantor.actor._id)
    throw invalid({ password: refusal('password-in-account') });
  const actorBefore = toActor(before);
  const grants = {
    role: change.role ?? actorBefore.role,
    isMasterAdmin: change.isMasterAdmin ?? actorBefore.isMasterAdmin,
    permissions: change.permissions ?? actorBefore.permissions,
    allowedPages: change.allowedPages ?? actorBefore.allowedPages,
    branches: change.branches ?? actorBefore.branches,
    kitchens: change.kitchens ?? actorBefore.kitchens,
  };
  assertUserWithinGrants(grantor, { _id: id, ...grants });
  if (change.role !== undefined) await loadRoleDefaults(ctx.db, change.role);
  await assertLocationsExist(ctx.db, change.branches ?? [], change.kitchens ?? []);
  if (change.email !== undefined) await assertEmailAvailable(ctx.db, change.email, id);
  const isActive = change.isActive ?? before.isActive === 1;
  if (actorBefore.isMasterAdmin && before.isActive === 1 && !(isActive && grants.isMasterAdmin))
    await assertNotLastMasterAdmin(ctx.db, id);
  const after: UserRow = {
    ...before,
    ...toColumns(grants),
    name: change.name ?? before.name,
    email: change.email ?? before.email,
    roleDescription: change.roleDescription === undefined ? before.roleDescription : change.roleDescription,
    ...(passwordHash !== null && {
      passwordHash,
      passwordVersion: before.passwordVersion + 1,
      passwordKind: 'start' as const,
    }),
    isActive: Number(isActive) as Bit,
    version: before.version + 1,
    updatedAt: ctx.now.toISOString(),
  };
  await ctx.db.updateTable('users').set(after).where('_id', '=', id).execute();
  if (passwordHash !== null || !isActive)
    await ctx.db.deleteFrom('sessions').where('userId', '=', id).execute();
  const note = passwordHash === null ? {} : { password: 'changed' };
  await ctx.audit({
    action: 'edit',
    entity: 'users',
    id,
    before: toAuditedUser(before),
    after: { ...toAuditedUser(after), ...note },
  });
  emitRightsEvent(ctx, 'users', id, 'changed');
  return after;
}

/**
 * Deletes a user who never signed in. Other users, and users referenced by a setting, can only be archived
 * (409); the error names the setting.
 */
export async function deleteUser(ctx: WriteContext, id: string): Promise<void> {
  const { grantor, row: before } = await lockUser(ctx, id);
  assertNotSuperior(grantor, before);
  if (ctx.ifMatch !== null && ctx.ifMatch !== before.version) throw stale(await presentUser(ctx.db, before));
  if (before.isMasterAdmin === 1 && before.isActive === 1) await assertNotLastMasterAdmin(ctx.db, id);
  await assertNotReferenced(ctx.db, grantor.actor, before);
  await ctx.db.deleteFrom('users').where('_id', '=', id).execute();
  await ctx.audit({ action: 'delete', entity: 'users', id, before: toAuditedUser(before) });
  emitRightsEvent(ctx, 'users', id, 'deleted');
}

/** Documents record the user who acted, and are never reassigned to another user. */
const documentCollections: ReadonlySet<string> = new Set(['orders', 'wastage']);

/** Rejects (409) deleting a user who has signed in, or is referenced by a document or setting. */
async function assertNotReferenced(tx: Tx, actor: Actor, user: UserRow): Promise<void> {
  const uses = (await readUsage(tx, actor, 'users', user._id)).filter(({ blocks }) => blocks);
  const details = { archive: { isActive: false } };
  if (await hasActivity(tx, user, uses)) {
    throw problem('IN_USE', refusal('user-has-activity', { person: user.name }), { details });
  }
  const [use] = uses;
  if (!use) return;
  const names = use.rows.map(({ name }) => name).join(', ');
  const where = [getCollectionLabel(use.collection as Collection), names].filter(Boolean).join(': ');
  throw problem('IN_USE', refusal('user-still-referenced', { person: user.name, where }), {
    details: { ...details, usedBy: use.collection },
  });
}

async function hasActivity(tx: Tx, user: UserRow, uses: readonly { collection: string }[]): Promise<boolean> {
  if (user.lastLogin !== null || uses.some(({ collection }) => documentCollections.has(collection)))
    return true;
  const session = await tx
    .selectFrom('sessions')
    .select('userId')
    .where('userId', '=', user._id)
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}

/** Locks a user and all master admins, so that two concurrent changes can't remove the last two admins. */
export async function lockUser(ctx: WriteContext, id: string): Promise<{ grantor: Grantor; row: UserRow }> {
  const rows = await lockUsers(ctx, [id]);
  const row = rows.find(({ _id }) => _id === id);
  if (!row) throw notFound();
  return { grantor: await buildGrantor(rows, ctx), row };
}

/** Locks several users and the caller, ordered by id; unknown ids are omitted. */
export async function lockUsers(ctx: WriteContext, ids: readonly string[]): Promise<UserRow[]> {
  const { db: tx } = ctx;
  await tx
    .selectFrom('users')
    .select('_id')
    .where('isMasterAdmin', '=', 1)
    .orderBy('_id')
    .$call(tx.lock)
    .execute();
  return tx
    .selectFrom('users')
    .selectAll()
    .where('_id', 'in', [...ids, (ctx.actor as Actor)._id])
    .orderBy('_id')
    .$call(tx.lock)
    .execute();
}

async function assertEmailAvailable(tx: Tx, email: string, ownId: string | null): Promise<void> {
  const row = await tx
    .selectFrom('users')
    .select(['_id', 'name'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (!row || row._id === ownId) return;
  throw problem('DUPLICATE', refusal('email-taken-by', { name: row.name }), {
    fields: { email: refusal('email-taken') },
    details: { id: row._id },
  });
}

type GrantColumns = Pick<
  Actor,
  'role' | 'isMasterAdmin' | 'permissions' | 'allowedPages' | 'branches' | 'kitchens'
>;

function toColumns({ role, isMasterAdmin, permissions, allowedPages, branches, kitchens }: GrantColumns) {
  return {
    role,
    isMasterAdmin: Number(isMasterAdmin) as Bit,
    ...toPermissionBits(permissions),
    allowedPages: JSON.stringify(allowedPages),
    branches: JSON.stringify(branches),
    kitchens: JSON.stringify(kitchens),
  };
}
