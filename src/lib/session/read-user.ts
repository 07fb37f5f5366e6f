import { readBoolean, readId, type JsonRecord, readRecord, readText, readTexts } from '#contract/tolerant.ts';
import type { Actor, Permissions } from '#domain/permissions.ts';

/** The signed-in person: what the rules need, and what the top bar shows. */
export interface SessionUser extends Actor {
  /** Null when the server says nothing about the role. */
  roleDescription: string | null;
  /** What the server calls the role; null where it gives the key alone. */
  roleLabel: string | null;
  /** The password was given by somebody else, and the server does nothing else until it is changed. */
  mustChangePassword: boolean;
  /**
   * ISO code of the currency that stock, orders and costs are in; null where the business has chosen none, undefined
   * where the server does not say.
   */
  baseCurrency: string | null | undefined;
  /** One who works at a branch or a kitchen, of whom the server does not say at which, not even that it is at none. */
  lacksPlaces?: boolean;
}

/**
 * Reads a user from a profile or sign-in answer, flat or wrapped in `user` or `data`. Only an id or an email is
 * needed; what is missing is read as the least: no flag, no page, role `user`, name `User` (SPEC section 2).
 * Null when there is no user in the answer.
 */
export function readUser(payload: unknown): SessionUser | null {
  const row = userRow(payload);
  const email = readText(row['email']) ?? '';
  const id = readId(row) ?? email;
  if (id === '') return null;
  const populated = readRecord(row['role']);
  const roleName = readText(populated['label']) ?? readText(populated['name']);
  const role = readText(row['role']) ?? readText(populated['key']) ?? roleName ?? 'user';
  return {
    _id: id,
    email,
    role,
    name: readText(row['name']) ?? 'User',
    isMasterAdmin: readBoolean(row['isMasterAdmin'], role === 'master_admin'),
    permissions: readPermissions(row['permissions']),
    allowedPages: readTexts(row['allowedPages']),
    branches: readTexts(row['branches'] ?? listOf(row['branch'])),
    kitchens: readTexts(row['kitchens'] ?? listOf(row['kitchen'])),
    roleDescription: readText(row['roleDescription']),
    roleLabel: readText(row['roleLabel']) ?? roleName,
    mustChangePassword: readBoolean(row['mustChangePassword']),
    baseCurrency: 'baseCurrency' in row ? readText(row['baseCurrency']) : undefined,
    ...(placesOf(role, row) === undefined && { lacksPlaces: true }),
  };
}

/** What the server says of the places that a role works at, which it may leave out; nothing to say of other roles is null. */
function placesOf(role: string, row: JsonRecord): unknown {
  if (role === 'custom_role_sk') return row['branches'] ?? row['branch'];
  return role === 'custom_role_ck' ? (row['kitchens'] ?? row['kitchen']) : null;
}

/** The token of a sign-in or registration answer; null where there is none. */
export function readToken(payload: unknown): string | null {
  const outer = readRecord(payload);
  const inner = readRecord(outer['data']);
  return (
    readText(outer['token']) ??
    readText(outer['accessToken']) ??
    readText(inner['token']) ??
    readText(inner['accessToken'])
  );
}

function userRow(payload: unknown): JsonRecord {
  const outer = readRecord(payload);
  const candidates = [
    readRecord(outer['user']),
    readRecord(readRecord(outer['data'])['user']),
    outer,
    readRecord(outer['data']),
  ];
  return candidates.find((row) => readId(row) !== null || readText(row['email']) !== null) ?? {};
}

/** The four flags; what is missing is not given. */
export function readPermissions(value: unknown): Permissions {
  const row = readRecord(value);
  return {
    canCreate: readBoolean(row['canCreate']),
    canEdit: readBoolean(row['canEdit']),
    canDelete: readBoolean(row['canDelete']),
    canView: readBoolean(row['canView']),
  };
}

function listOf(value: unknown): unknown[] {
  return value == null ? [] : [value];
}
