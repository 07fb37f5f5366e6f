import {
  readBoolean,
  readId,
  type JsonRecord,
  readRecord,
  readText,
  readTexts,
} from '#platform/shapes/tolerant.ts';
import type { DayEnd } from '#core/business-day.ts';
import type { Actor, Permissions } from '#core/permissions.ts';

/** The signed-in user, with the fields that permission rules and the top bar need. */
export interface SessionUser extends Actor {
  /** Null when the server sends none. */
  roleDescription: string | null;
  /** The role's display name; null when the server sends only the key. */
  roleLabel: string | null;
  /** Whether someone else set the password, so that it must be changed before anything else is allowed. */
  mustChangePassword: boolean;
  /**
   * ISO currency code for stock, orders and costs; null if the business hasn't chosen one, undefined if the
   * server doesn't send it.
   */
  baseCurrency: string | null | undefined;
  /** Schemes of the labels that the scales of the business print. */
  scaleLabels: readonly string[];
  /** When business days end at the user's locations; empty if at midnight or at different times. */
  dayEnds: readonly DayEnd[];
  /** Whether the user works at a branch or kitchen but the server does not send which. */
  lacksLocations?: boolean;
}

/**
 * Reads a user from a profile or sign-in response, flat or wrapped in `user` or `data`. Only an id or email
 * is required; missing values get the most restrictive default: no flags, no pages, role `user`, name `User`
 * (SPEC section 2). Null if the response contains no user.
 */
export function readUser(payload: unknown): SessionUser | null {
  const row = findUserRow(payload);
  const email = readText(row['email']) ?? '';
  const id = readId(row) ?? email;
  if (id === '') return null;
  const roleRow = readRecord(row['role']);
  const roleName = readText(roleRow['label']) ?? readText(roleRow['name']);
  const role = readText(row['role']) ?? readText(roleRow['key']) ?? roleName ?? 'user';
  return {
    _id: id,
    email,
    role,
    name: readText(row['name']) ?? 'User',
    isMasterAdmin: readBoolean(row['isMasterAdmin'], role === 'master_admin'),
    permissions: readPermissions(row['permissions']),
    allowedPages: readTexts(row['allowedPages']),
    branches: readTexts(row['branches'] ?? toList(row['branch'])),
    kitchens: readTexts(row['kitchens'] ?? toList(row['kitchen'])),
    roleDescription: readText(row['roleDescription']),
    roleLabel: readText(row['roleLabel']) ?? roleName,
    mustChangePassword: readBoolean(row['mustChangePassword']),
    baseCurrency: 'baseCurrency' in row ? readText(row['baseCurrency']) : undefined,
    scaleLabels: readTexts(row['scaleLabels']),
    dayEnds: Array.isArray(row['dayEnds']) ? (row['dayEnds'] as DayEnd[]) : [],
    ...(readLocations(role, row) === undefined && { lacksLocations: true }),
  };
}

/**
 * Returns the locations that the server sends for a branch or kitchen role, undefined when it sends none;
 * null for other roles.
 */
function readLocations(role: string, row: JsonRecord): unknown {
  if (role === 'custom_role_sk') return row['branches'] ?? row['branch'];
  return role === 'custom_role_ck' ? (row['kitchens'] ?? row['kitchen']) : null;
}

/** Returns the token of a sign-in or registration response, or null. */
export function readToken(payload: unknown): string | null {
  const payloadRow = readRecord(payload);
  const dataRow = readRecord(payloadRow['data']);
  return (
    readText(payloadRow['token']) ??
    readText(payloadRow['accessToken']) ??
    readText(dataRow['token']) ??
    readText(dataRow['accessToken'])
  );
}

function findUserRow(payload: unknown): JsonRecord {
  const payloadRow = readRecord(payload);
  const candidates = [
    readRecord(payloadRow['user']),
    readRecord(readRecord(payloadRow['data'])['user']),
    payloadRow,
    readRecord(payloadRow['data']),
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

function toList(value: unknown): unknown[] {
  return value == null ? [] : [value];
}
