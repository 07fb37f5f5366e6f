import type { QueryClient } from '@tanstack/react-query';
import {
  type JsonRecord,
  readNumberValue,
  unwrapDocument,
  readRecord,
  readText,
} from '#platform/shapes/tolerant.ts';
import type { UserInput } from '../../user-input.ts';
import { api } from '#platform/web/api/api.ts';
import { ApiError, createUnreadableResponseError } from '#platform/web/api/api-error.ts';
import { isMissingEndpoint } from '#platform/web/api/missing-endpoint.ts';
import { getDisplayNames } from '#platform/web/i18n/display-names.ts';
import { type Person, peopleQuery, type RoleEntry } from './people.ts';
import { type ResourceRow, readRow } from '#modules/master-data/web/queries/resources.ts';
import { registerUser } from './session.ts';

/**
 * Creates a user with `POST /users` or, if the server doesn't offer it, with the registration endpoint of
 * SPEC.md, whose token is ignored. Throws `ApiError`.
 */
export async function createPerson(values: JsonRecord, idempotencyKey: string): Promise<ResourceRow> {
  try {
    const { data, status } = await api.send('post', 'users', { json: values, idempotencyKey });
    return readRow(unwrapDocument(data)) ?? throwUnreadable(status);
  } catch (error) {
    if (!isMissingEndpoint(error)) throw error;
    const user = await registerUser(values as UserInput);
    return { _id: user._id, name: user.name, isActive: true, values: { ...user } };
  }
}

/** Responsibilities left open when a user is suspended or loses permissions. */
export interface Responsibilities {
  /** Purchase categories that the user approves. */
  approvalCategories: string[];
  /** Names of locations with no other user. */
  locations: string[];
  /** Number of proposals that no other user may decide. */
  pendingReviews: number;
  /** Number of the user's unsubmitted orders. */
  draftOrders: number;
}

/**
 * Loads the user's responsibilities; with `change`, those that the user would lose. Null if there are none or
 * the server doesn't support the request.
 */
export async function loadResponsibilities(
  person: Pick<Person, '_id'>,
  change?: JsonRecord,
): Promise<Responsibilities | null> {
  const path = `users/${encodeURIComponent(person._id)}/responsibilities`;
  try {
    const { data } = await (change ? api.send('post', path, { json: change }) : api.get(path));
    const record = readRecord(data);
    const readNames = (value: unknown) =>
      Array.isArray(value)
        ? value.map(readRecord).flatMap(({ name, nameAlt }) => {
            const text = readText(name);
            return text === null ? [] : getDisplayNames(text, readText(nameAlt)).name;
          })
        : [];
    const responsibilities = {
      approvalCategories: readNames(record['approvalCategories']),
      locations: readNames(record['locations']),
      pendingReviews: readNumberValue(record['pendingReviews']) ?? 0,
      draftOrders: readNumberValue(record['draftOrders']) ?? 0,
    };
    const { approvalCategories, locations, pendingReviews, draftOrders } = responsibilities;
    return approvalCategories.length + locations.length + pendingReviews + draftOrders > 0
      ? responsibilities
      : null;
  } catch {
    return null;
  }
}

/**
 * Changes one property of a user: suspension or password. Suspending doesn't depend on other fields, so it is
 * retried with the current version after a conflict. Throws `ApiError`.
 */
export async function changePerson(
  queryClient: QueryClient,
  person: Person,
  change: { isActive: boolean } | { password: string },
): Promise<void> {
  const send = (ifMatch: number | null) =>
    api.send('put', `users/${encodeURIComponent(person._id)}`, { json: change, ifMatch });
  try {
    await send(person.version);
  } catch (error) {
    const version = 'isActive' in change ? readCurrentVersion(error) : null;
    if (version === null) throw error;
    await send(version);
  }
  await refetchUsers(queryClient);
}

/** Returns a row's current version from a version conflict; null for any other error. */
function readCurrentVersion(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null;
  return readNumberValue(readRecord(error.details['current'])['version']);
}

/** Deletes a user who never signed in. Throws `ApiError`. */
export async function deletePerson(queryClient: QueryClient, person: Person): Promise<void> {
  await api.send('delete', `users/${encodeURIComponent(person._id)}`, { ifMatch: person.version });
  await refetchUsers(queryClient);
}

/** Queries the users with a role, including suspended ones; one page at most. */
export function roleMembersQuery(role: string) {
  return peopleQuery({ role, limit: 500, sort: 'name' });
}

/**
 * Applies the flags and pages of a role to its users, all or none; returns how many changed. Throws
 * `ApiError`.
 */
export async function applyRole(
  queryClient: QueryClient,
  role: RoleEntry,
  people: readonly Person[],
): Promise<number> {
  const users = people.map(({ _id, version }) => ({ _id, version }));
  const path = `roles/${encodeURIComponent(role._id)}/apply`;
  const { data } = await api.send('post', path, { json: { users }, ifMatch: role.version });
  await refetchUsers(queryClient);
  return readNumberValue(readRecord(data)['changed']) ?? users.length;
}

/** Deletes an unused role. Throws `ApiError`: 409 lists its users. */
export async function deleteRole(queryClient: QueryClient, role: RoleEntry): Promise<void> {
  await api.send('delete', `roles/${encodeURIComponent(role._id)}`, { ifMatch: role.version });
  await queryClient.invalidateQueries({ queryKey: ['roles_data'] });
}

/** Refetches users, and the current user's profile, which may have changed too. */
async function refetchUsers(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    (['users_data', 'sessions_data', 'user_data'] as const).map((collection) =>
      queryClient.invalidateQueries({ queryKey: [collection] }),
    ),
  );
}

function throwUnreadable(status: number): never {
  throw createUnreadableResponseError(status, { sessionStartedAt: null });
}
