import {
  readBoolean,
  readId,
  type JsonRecord,
  readNumberValue,
  readText,
  readTexts,
} from '#platform/shapes/tolerant.ts';
import type { Permissions } from '#core/permissions.ts';
import { readPermissions, readUser, type SessionUser } from '#platform/web/session/read-user.ts';
import { readList, readOne, readQuery, type Search } from '#platform/web/queries/read-query.ts';

/** A user account. */
export interface Person extends SessionUser {
  /** Null if the user never signed in or the server does not send it. */
  lastLogin: string | null;
  isActive: boolean;
  /** Null if the server has no versions. */
  version: number | null;
}

export interface PeopleRequest {
  q?: string | undefined;
  role?: string | undefined;
  active?: boolean | undefined;
  isMasterAdmin?: boolean | undefined;
  sort?: string | undefined;
  page?: number;
  limit?: number;
}

export function peopleQuery(request: PeopleRequest) {
  return readQuery({
    collection: 'users_data',
    key: ['page', request],
    lifetime: 'other',
    path: 'users',
    search: { ...request },
    read: (reply) => readList(reply, readPerson),
  });
}

export function personQuery(id: string) {
  return readQuery({
    collection: 'users_data',
    key: ['one', id],
    lifetime: 'other',
    path: `users/${encodeURIComponent(id)}`,
    read: (reply) => readOne(reply, (row) => readPerson(row) ?? throwMissingRow()),
  });
}

/** A role: a job title and the default permissions of its users. */
export interface RoleEntry {
  _id: string;
  key: string;
  label: string;
  description: string | null;
  permissions: Permissions;
  allowedPages: string[];
  /** Whether changes to items, packs and prices by users with this role need approval. */
  requiresReview: boolean;
  isBuiltIn: boolean;
  isActive: boolean;
  version: number | null;
}

export function rolesQuery(request: Search = { limit: 500 }) {
  return readQuery({
    collection: 'roles_data',
    key: ['page', request],
    lifetime: 'other',
    path: 'roles',
    search: request,
    read: (reply) => readList(reply, readRole),
  });
}

export function roleQuery(id: string) {
  return readQuery({
    collection: 'roles_data',
    key: ['one', id],
    lifetime: 'other',
    path: `roles/${encodeURIComponent(id)}`,
    read: (reply) => readOne(reply, (row) => readRole(row) ?? throwMissingRow()),
  });
}

export function readPerson(row: JsonRecord): Person | null {
  const user = readUser(row);
  return (
    user && {
      ...user,
      lastLogin: readText(row['lastLogin']),
      isActive: readBoolean(row['isActive'], true),
      version: readNumberValue(row['version']),
    }
  );
}

export function readRole(row: JsonRecord): RoleEntry | null {
  const key = readText(row['key']) ?? readText(row['name']) ?? readId(row);
  if (key === null) return null;
  return {
    _id: readId(row) ?? key,
    key,
    label: readText(row['label']) ?? key,
    description: readText(row['description']) ?? readText(row['roleDescription']),
    permissions: readPermissions(row['permissions']),
    allowedPages: readTexts(row['allowedPages']),
    requiresReview: readBoolean(row['requiresReview']),
    isBuiltIn: readBoolean(row['isBuiltIn']),
    isActive: readBoolean(row['isActive'], true),
    version: readNumberValue(row['version']),
  };
}

function throwMissingRow(): never {
  throw new TypeError('The response contains no user or role');
}
