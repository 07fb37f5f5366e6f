import {
  readBoolean,
  readId,
  type JsonRecord,
  readRecord,
  readText,
  readTexts,
} from '#platform/shapes/tolerant.ts';
import type { Actor, Permissions } from '#core/permissions.ts';

/** The signed-in user: what permission rules and the top bar need. */
export interface SessionUser extends Actor {
  /** Null when the server sends none. */
  roleDescription: string | null;
  /** The role's display name; null when the server sends only the key. */
  roleLabel: string | null;
  /** The password was set by someone else and must be changed before anything else is allowed. */
  mustChangePassword: boolean;
  /**
   * ISO code of the currency of stock, orders and costs; null when the business has chosen none, undefined
   * when the server does not send it.
   */
  baseCurrency: string | null | undefined;
  /** The user works at a branch or kitchen, but the server does not send which. */
  lacksPlaces?: boolean;
}

/**
 * Reads a user from a profile or sign-in response, flat or wrapped in `user` or `data`. Only an id or email
 * is required; missing values get the lowest default: no flag, no page, role `user`, name `User` (SPEC
 * section 2). Null when the response contains no user.
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

/**
 * Returns the locations that the server sends for a branch or kitchen role, undefined when it sends none;
 * null for other roles.
 */
function placesOf(role: string, row: JsonRecord): unknown {
  if (role === 'custom_role_sk') return row['branches'] ?? row['branch'];
  return role === 'custom_role_ck' ? (row['kitchens'] ?? row['kitchen']) : null;
}

/** Returns the token of a sign-in or registration response, or null. */
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

/** Reads the four permission flags; missing flags are false. */
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
