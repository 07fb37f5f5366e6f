import type { QueryClient } from '@tanstack/react-query';
import { type JsonRecord, readNumberValue, one, readRecord, readText } from '#contract/tolerant.ts';
import type { UserInput } from '#contract/users.ts';
import { api } from '#src/lib/api/api.ts';
import { ApiError, unreadableResponseError } from '#src/lib/api/api-error.ts';
import { isMissingEndpoint } from '#src/lib/api/missing-endpoint.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { type Person, peopleQuery, type RoleRow } from './people.ts';
import { type ResourceRow, readRow } from '../master-data/resources.ts';
import { registerUser } from './session.ts';

/**
 * Makes a user: by our own call, or where a server has none by SPEC's registration, whose token is left alone.
 * Throws `ApiError`.
 */
export async function createPerson(values: JsonRecord, idempotencyKey: string): Promise<ResourceRow> {
  try {
    const { data, status } = await api.send('post', 'users', { json: values, idempotencyKey });
    return readRow(one(data)) ?? unreadable(status);
  } catch (error) {
    if (!isMissingEndpoint(error)) throw error;
    const user = await registerUser(values as UserInput);
    return { _id: user._id, name: user.name, isActive: true, values: { ...user } };
  }
}

/** What is left undone once a user is suspended, or holds less than now, by name. */
export interface Responsibilities {
  /** Purchase categories they approve. */
  approves: string[];
  /** Branches and kitchens that nobody else works for. */
  places: string[];
  /** Proposals that nobody else may decide about. */
  reviews: number;
  /** Orders they have begun and nobody has submitted. */
  drafts: number;
}

/**
 * What hangs on a user now; with `change` what does no more once they hold that instead. Null where nothing does, and
 * where the server does not say.
 */
export async function loadResponsibilities(
  person: Pick<Person, '_id'>,
  change?: JsonRecord,
): Promise<Responsibilities | null> {
  const path = `users/${encodeURIComponent(person._id)}/duties`;
  try {
    const { data } = await (change ? api.send('post', path, { json: change }) : api.get(path));
    const said = readRecord(data);
    const names = (value: unknown) =>
      Array.isArray(value)
        ? value.map(readRecord).flatMap(({ name, nameAlt }) => {
            const known = readText(name);
            return known === null ? [] : shownNames(known, readText(nameAlt)).name;
          })
        : [];
    const responsibilities = {
      approves: names(said['approves']),
      places: names(said['places']),
      reviews: readNumberValue(said['reviews']) ?? 0,
      drafts: readNumberValue(said['drafts']) ?? 0,
    };
    const { approves, places, reviews, drafts } = responsibilities;
    return approves.length + places.length + reviews + drafts > 0 ? responsibilities : null;
  } catch {
    return null;
  }
}

/**
 * Changes one thing of a user as they were read: suspended or not, a new password. Suspending depends on nothing else
 * of them: where they were changed since (they chose a password of their own, say), it is said once more of the user as
 * they are now. Throws `ApiError`.
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
    const version = 'isActive' in change ? versionNow(error) : null;
    if (version === null) throw error;
    await send(version);
  }
  await renewPeople(queryClient);
}

/** The version of the row that a stale change was refused for; null for any other failure. */
function versionNow(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null;
  return readNumberValue(readRecord(error.details['current'])['version']);
}

/** Deletes somebody who never signed in. Throws `ApiError`. */
export async function deletePerson(queryClient: QueryClient, person: Person): Promise<void> {
  await api.send('delete', `users/${encodeURIComponent(person._id)}`, { ifMatch: person.version });
  await renewPeople(queryClient);
}

/** Everybody with a role, suspended ones too; as many as one call answers. */
export function roleMembersQuery(role: string) {
  return peopleQuery({ role, limit: 500, sort: 'name' });
}

/** Gives these users the flags and pages of their role, all or none; answers how many changed. Throws `ApiError`. */
export async function applyRole(
  queryClient: QueryClient,
  role: RoleRow,
  people: readonly Person[],
): Promise<number> {
  const users = people.map(({ _id, version }) => ({ _id, version }));
  const path = `roles/${encodeURIComponent(role._id)}/apply`;
  const { data } = await api.send('post', path, { json: { users }, ifMatch: role.version });
  await renewPeople(queryClient);
  return readNumberValue(readRecord(data)['changed']) ?? users.length;
}

/** Deletes a role that nobody has. Throws `ApiError`: 409 says who has it. */
export async function deleteRole(queryClient: QueryClient, role: RoleRow): Promise<void> {
  await api.send('delete', `roles/${encodeURIComponent(role._id)}`, { ifMatch: role.version });
  await queryClient.invalidateQueries({ queryKey: ['roles_data'] });
}

/** What shows users reads them again; the own profile too, since it may be one of them. */
async function renewPeople(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    (['users_data', 'sessions_data', 'user_data'] as const).map((collection) =>
      queryClient.invalidateQueries({ queryKey: [collection] }),
    ),
  );
}

function unreadable(status: number): never {
  throw unreadableResponseError(status, { sessionStartedAt: null });
}
