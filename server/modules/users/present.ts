import type { Actor } from '#domain/permissions.ts';
import type { User } from '#contract/users.ts';
import type { UserRow } from '../../db/tables.ts';
import { toActor } from '../../http/session.ts';

/** A user as the API answers it; the password hash stays here. */
export function presentUser(row: UserRow): User {
  return {
    ...toActor(row),
    roleDescription: row.roleDescription,
    lastLogin: row.lastLogin,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
    isActive: row.isActive === 1,
  };
}

/** Sign-in, registration and profile answer a user flat, without the row's bookkeeping. */
export function presentProfile(row: UserRow) {
  return { ...toActor(row), roleDescription: row.roleDescription };
}

/** The own profile, with the version that a change of it names. */
export function presentOwnProfile(row: UserRow) {
  return { ...presentProfile(row), version: row.version };
}

/** What the audit keeps of a user: everything but secrets. */
export function auditedUser(row: UserRow): Actor & { isActive: boolean } {
  return { ...toActor(row), isActive: row.isActive === 1 };
}
