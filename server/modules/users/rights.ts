import { type Actor, type Grants, grantsBeyond, type Permissions } from '#domain/permissions.ts';
import { builtInRoles } from '#contract/roles.ts';
import type { Bit, UserRow } from '../../db/tables.ts';
import type { Tx } from '../../db/types.ts';
import { ApiProblem, forbidden, invalid, problem } from '../../http/problems.ts';
import { toActor } from '../../http/session.ts';

/** Refuses (403) what the actor does not hold: nobody grants more than they have. */
export function refuseBeyond(actor: Actor, grants: Grants): void {
  const beyond = grantsBeyond(actor, grants);
  if (beyond.length === 0) return;
  const fields = Object.fromEntries(beyond.map((field) => [field, 'This is more than you hold yourself.']));
  throw new ApiProblem(403, 'FORBIDDEN', `You cannot grant more than you hold: ${beyond.join(', ')}.`, {
    fields,
  });
}

/** Refuses (403) to change somebody who holds more than the actor does. */
export function refuseSuperior(actor: Actor, row: UserRow): void {
  if (grantsBeyond(actor, toActor(row)).length > 0)
    throw forbidden(`${row.name} holds more than you: you cannot change this user.`);
}

export const permissionBits = (permissions: Permissions) => ({
  canCreate: Number(permissions.canCreate) as Bit,
  canEdit: Number(permissions.canEdit) as Bit,
  canDelete: Number(permissions.canDelete) as Bit,
  canView: Number(permissions.canView) as Bit,
});

/** A role's defaults for a new user, or 422 for a role that is not there. */
export async function roleDefaults(
  tx: Tx,
  key: string,
): Promise<{ permissions: Permissions; allowedPages: string[] }> {
  const row = await tx
    .selectFrom('roles')
    .selectAll()
    .where('key', '=', key)
    .where('isActive', '=', 1)
    .executeTakeFirst();
  if (!row) throw invalid({ role: `There is no role ${key}.` });
  const permissions = {
    canCreate: row.canCreate === 1,
    canEdit: row.canEdit === 1,
    canDelete: row.canDelete === 1,
    canView: row.canView === 1,
  };
  return { permissions, allowedPages: JSON.parse(row.allowedPages) as string[] };
}

/** Every named branch is there; those a user works the kitchen of are kitchens (422 otherwise). */
export async function checkPlaces(
  tx: Tx,
  branches: readonly string[],
  kitchens: readonly string[],
): Promise<void> {
  const wanted = [...new Set([...branches, ...kitchens])];
  if (wanted.length === 0) return;
  const rows = await tx.selectFrom('branches').select(['_id', 'type']).where('_id', 'in', wanted).execute();
  const types = new Map(rows.map((row) => [row._id, row.type]));
  if (branches.some((id) => !types.has(id)))
    throw invalid({ branches: 'One of these branches does not exist.' });
  if (kitchens.some((id) => (types.get(id) ?? 'branch') === 'branch')) {
    throw invalid({ kitchens: 'One of these is not a kitchen or warehouse.' });
  }
}

/** Refuses (409) to take the last active master admin away. Call before the change, with who would be left without. */
export async function keepOneMasterAdmin(tx: Tx, without: string): Promise<void> {
  const rows = await tx
    .selectFrom('users')
    .select('_id')
    .where('isMasterAdmin', '=', 1)
    .where('isActive', '=', 1)
    .orderBy('_id')
    .execute();
  if (rows.every((row) => row._id === without)) {
    throw problem('IN_USE', 'This is the last master admin: make another one first.');
  }
}

export const isBuiltInRole = (key: string): boolean => (builtInRoles as readonly string[]).includes(key);
