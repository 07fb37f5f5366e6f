import type { Actor } from '#domain/permissions.ts';
import type { Profile, User } from '#contract/users.ts';
import type { UserRow } from '../../db/tables.ts';
import type { Queryable, Reader } from '../../db/types.ts';
import { toActor } from '../../http/session.ts';

/** A user as the API answers it; the password hash stays here. */
export async function presentUser(db: Reader, row: UserRow): Promise<User> {
  return {
    ...toActor(row),
    roleLabel: await readRoleLabel(db, row.role),
    roleDescription: row.roleDescription,
    lastLogin: row.lastLogin,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
    isActive: row.isActive === 1,
  };
}

/** Sign-in, registration and profile answer a user flat, without the row's bookkeeping. */
export async function presentProfile(db: Reader, row: UserRow): Promise<Profile> {
  return {
    ...toActor(row),
    roleLabel: await readRoleLabel(db, row.role),
    roleDescription: row.roleDescription,
    mustChangePassword: row.passwordKind === 'start',
    baseCurrency: await readBaseCurrencyCode(db),
  };
}

/** The own profile, with the version that a change of it names. */
export async function presentOwnProfile(db: Reader, row: UserRow) {
  return { ...(await presentProfile(db, row)), version: row.version };
}

/** What a role is called now; its key where no such role is kept. */
async function readRoleLabel(db: Reader, key: string): Promise<string> {
  const role = await db.selectFrom('roles').select('label').where('key', '=', key).executeTakeFirst();
  return role?.label ?? key;
}

/** ISO code of the currency that everything the business has is counted in; null until it is chosen. */
export async function readBaseCurrencyCode(db: Queryable): Promise<string | null> {
  const base = await db.selectFrom('currencies').select('code').where('isBase', '=', 1).executeTakeFirst();
  return base?.code ?? null;
}

/** What the audit keeps of a user: everything but secrets. */
export function auditedUser(row: UserRow): Actor & { isActive: boolean } {
  return { ...toActor(row), isActive: row.isActive === 1 };
}
