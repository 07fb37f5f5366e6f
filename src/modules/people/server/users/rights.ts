import { refusal } from '#core/refusals/refusal.ts';
import { type Grants, findExcessGrants, type GrantHolder } from '#core/grants.ts';
import type { Actor, Permissions, Role } from '#core/permissions.ts';
import { builtInRoles } from '../../role-input.ts';
import { lockRowsShared } from '#platform/server/db/locking.ts';
import type { Bit } from '#platform/server/db/tables.ts';
import type { UserRow } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { ApiProblem, forbidden, invalid, problem } from '#platform/server/http/problems.ts';
import { toActor } from '#platform/server/http/session.ts';

/** The user who makes the change, and the roles whose users need approval for changes. */
export interface Grantor {
  actor: GrantHolder;
  reviewed: ReadonlySet<Role>;
}

/** Loads the roles whose users need approval for changes, and whether the user has one of them. */
export async function loadGrantor(tx: Tx, actor: Actor): Promise<Grantor> {
  const rows = await tx.selectFrom('roles').select('key').where('requiresReview', '=', 1).execute();
  const reviewed = new Set(rows.map(({ key }) => key));
  return { actor: { ...actor, isReviewed: !actor.isMasterAdmin && reviewed.has(actor.role) }, reviewed };
}

/** The permissions that a role grants. */
export interface RoleGrants {
  key: string;
  permissions: Permissions;
  allowedPages: string[];
  requiresReview: boolean;
}

const toUserGrants = ({ reviewed }: Grantor, user: Omit<Grants, 'isReviewed'> & { role: Role }): Grants => ({
  ...user,
  isReviewed: !user.isMasterAdmin && reviewed.has(user.role),
});

const toRoleGrants = ({ key, permissions, allowedPages, requiresReview }: RoleGrants): Grants => ({
  role: key,
  permissions,
  allowedPages,
  isReviewed: requiresReview,
});

/** Names of grant rules' fields in user and role records, where they differ. */
const recordFields = {
  user: { isReviewed: 'role' },
  role: { isReviewed: 'requiresReview', role: 'key' },
} as const;

/** Rejects (403) changes that give a user more permissions than the actor has. */
export function assertUserWithinGrants(
  grantor: Grantor,
  user: Omit<Grants, 'isReviewed'> & { role: Role },
): void {
  assertNoExcessGrants('user', findExcessGrants(grantor.actor, toUserGrants(grantor, user)));
}

/** Rejects (403) a role that grants more permissions than the actor has. */
export function assertRoleWithinGrants(grantor: Grantor, role: RoleGrants): void {
  assertNoExcessGrants('role', findExcessGrants(grantor.actor, toRoleGrants(role)));
}

function assertNoExcessGrants(record: keyof typeof recordFields, excess: readonly string[]): void {
  if (excess.length === 0) return;
  const names: Readonly<Record<string, string>> = recordFields[record];
  const fieldNames = [...new Set(excess.map((field) => names[field] ?? field))];
  const fields = Object.fromEntries(fieldNames.map((field) => [field, refusal('more-than-yours')]));
  const reason =
    excess.length === 1 && excess[0] === 'isReviewed'
      ? refusal('review-required-too', { record })
      : refusal('grant-at-most', { rights: fieldNames.join(', ') });
  throw new ApiProblem(403, 'FORBIDDEN', reason, { fields });
}

/** Rejects (403) changes to a user with more permissions than the actor. */
export function assertNotSuperior(grantor: Grantor, row: UserRow): void {
  if (findExcessGrants(grantor.actor, toUserGrants(grantor, toActor(row))).length > 0)
    throw forbidden(refusal('user-has-more-rights', { person: row.name }));
}

/** Rejects (403) changing or deleting a role with more permissions than the actor. */
export function assertNotSuperiorRole(grantor: Grantor, role: RoleGrants & { label: string }): void {
  if (findExcessGrants(grantor.actor, toRoleGrants(role)).length > 0)
    throw forbidden(refusal('role-has-more-rights', { role: role.label }));
}

export const toPermissionBits = (permissions: Permissions) => ({
  canCreate: Number(permissions.canCreate) as Bit,
  canEdit: Number(permissions.canEdit) as Bit,
  canDelete: Number(permissions.canDelete) as Bit,
  canView: Number(permissions.canView) as Bit,
});

/**
 * Returns a role's defaults for a new user.
 *
 * @throws ApiProblem 422 for an unknown role
 */
export async function loadRoleDefaults(
  tx: Tx,
  key: string,
): Promise<{ permissions: Permissions; allowedPages: string[] }> {
  await lockRowsShared(tx, 'roles', [key], 'key');
  const row = await tx
    .selectFrom('roles')
    .selectAll()
    .where('key', '=', key)
    .where('isActive', '=', 1)
    .executeTakeFirst();
  if (!row) throw invalid({ role: refusal('no-such-role', { role: key }) });
  const permissions = {
    canCreate: row.canCreate === 1,
    canEdit: row.canEdit === 1,
    canDelete: row.canDelete === 1,
    canView: row.canView === 1,
  };
  return { permissions, allowedPages: JSON.parse(row.allowedPages) as string[] };
}

/**
 * Checks that the branches exist, and that the kitchens are kitchens.
 *
 * @throws ApiProblem 422
 */
export async function assertLocationsExist(
  tx: Tx,
  branches: readonly string[],
  kitchens: readonly string[],
): Promise<void> {
  const placeIds = [...new Set([...branches, ...kitchens])];
  if (placeIds.length === 0) return;
  await lockRowsShared(tx, 'branches', placeIds);
  const rows = await tx.selectFrom('branches').select(['_id', 'type']).where('_id', 'in', placeIds).execute();
  const types = new Map(rows.map((row) => [row._id, row.type]));
  if (branches.some((id) => !types.has(id))) throw invalid({ branches: refusal('no-such-branches') });
  if (kitchens.some((id) => (types.get(id) ?? 'branch') === 'branch')) {
    throw invalid({ kitchens: refusal('no-such-kitchens') });
  }
}

/** Rejects (409) removing the last active master admin. Call before the change. */
export async function assertNotLastMasterAdmin(tx: Tx, userId: string): Promise<void> {
  const rows = await tx
    .selectFrom('users')
    .select('_id')
    .where('isMasterAdmin', '=', 1)
    .where('isActive', '=', 1)
    .orderBy('_id')
    .execute();
  if (rows.every((row) => row._id === userId)) {
    throw problem('IN_USE', refusal('last-admin'));
  }
}

export const isBuiltInRole = (key: string): boolean => (builtInRoles as readonly string[]).includes(key);
