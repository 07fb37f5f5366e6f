import { boolean, idOf, type JsonRecord, number, text, texts } from '#contract/tolerant.ts';
import type { Permissions } from '#domain/permissions.ts';
import { readPermissions, readUser, type SessionUser } from '#src/lib/session/read-user.ts';
import { readList, readOne, readQuery, type Search } from '../read-query.ts';

/** Somebody who signs in here. */
export interface Person extends SessionUser {
  /** Null for somebody who never signed in, and where the server does not say. */
  lastLogin: string | null;
  isActive: boolean;
  /** Null from a server that keeps none. */
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
    read: (reply) => readOne(reply, (row) => readPerson(row) ?? nobody()),
  });
}

/** A name for a job, and the rights that a new user with it starts from. */
export interface RoleRow {
  _id: string;
  key: string;
  label: string;
  description: string | null;
  permissions: Permissions;
  allowedPages: string[];
  /** What people with this role make of items, packs and prices waits for a look. */
  asksReview: boolean;
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
    read: (reply) => readOne(reply, (row) => readRole(row) ?? nobody()),
  });
}

export function readPerson(row: JsonRecord): Person | null {
  const user = readUser(row);
  return (
    user && {
      ...user,
      lastLogin: text(row['lastLogin']),
      isActive: boolean(row['isActive'], true),
      version: number(row['version']),
    }
  );
}

export function readRole(row: JsonRecord): RoleRow | null {
  const key = text(row['key']) ?? text(row['name']) ?? idOf(row);
  if (key === null) return null;
  return {
    _id: idOf(row) ?? key,
    key,
    label: text(row['label']) ?? key,
    description: text(row['description']) ?? text(row['roleDescription']),
    permissions: readPermissions(row['permissions']),
    allowedPages: texts(row['allowedPages']),
    asksReview: boolean(row['asksReview']),
    isBuiltIn: boolean(row['isBuiltIn']),
    isActive: boolean(row['isActive'], true),
    version: number(row['version']),
  };
}

function nobody(): never {
  throw new TypeError('The answer holds no user or role');
}
