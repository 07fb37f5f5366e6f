import type { QueryClient } from '@tanstack/react-query';
import {
  type JsonRecord,
  readNumberValue,
  unwrapDocument,
  readRecord,
  readText,
} from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { readOne, readQuery } from '#platform/web/queries/read-query.ts';

export interface ProfileName {
  name: string;
  /** Null if users can't change their own name on this server. */
  version: number | null;
}

/** Queries the user's own name. */
export function profileNameQuery() {
  return readQuery({
    collection: 'user_data',
    key: ['own-name'],
    lifetime: 'user',
    path: 'users/profile',
    read: (reply) => readOne(reply, readName),
  });
}

/** Changes the user's own name and refetches the profile. Throws `ApiError`. */
export async function updateProfileName(
  queryClient: QueryClient,
  { name, version }: ProfileName,
  idempotencyKey: string,
): Promise<void> {
  await api.send('patch', 'users/profile', { json: { name }, ifMatch: version, idempotencyKey });
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['user_data'], refetchType: 'all' }),
    queryClient.invalidateQueries({ queryKey: ['users_data'] }),
  ]);
}

/** Returns the current name from a version conflict; null for any other error. */
export function readCurrentProfileName(error: unknown): ProfileName | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null;
  return readName(readRecord(error.details['current']));
}

function readName(row: JsonRecord): ProfileName {
  const user = readText(row['name']) === null ? unwrapDocument(readRecord(row['user'])) : row;
  return { name: readText(user['name']) ?? '', version: readNumberValue(user['version']) };
}
