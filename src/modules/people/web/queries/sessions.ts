import type { QueryClient } from '@tanstack/react-query';
import { listedSession } from '../../user-shapes.ts';
import { api } from '#platform/web/api/api.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readRows } from '#platform/web/queries/read-shape.ts';

const buildPath = (userId: string | null) =>
  userId === null ? 'users/sessions' : `users/${encodeURIComponent(userId)}/sessions`;

/** Queries a user's sessions, newest first; null queries one's own. */
export function sessionsQuery(userId: string | null) {
  return readQuery({
    collection: 'sessions_data',
    key: [userId],
    lifetime: 'orders',
    path: buildPath(userId),
    read: (reply) => readRows(reply, listedSession),
  });
}

/**
 * Ends one session or all: for another user all sessions, for oneself all except the current one. Throws
 * `ApiError`: 403 for callers with fewer permissions than the user.
 */
export async function endSessions(
  queryClient: QueryClient,
  userId: string | null,
  sessionId: string | null,
): Promise<void> {
  const path = buildPath(userId);
  if (sessionId === null) await api.send('delete', path);
  else if (userId === null) await api.send('delete', `${path}/${encodeURIComponent(sessionId)}`);
  else await api.send('delete', path, { search: { session: sessionId } });
  await refetchSessions(queryClient);
}

export async function refetchSessions(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['sessions_data'] });
}

/**
 * Changes the current user's password and ends all their other sessions. Throws `ApiError` with the field
 * messages.
 */
export async function changePassword(passwords: {
  currentPassword: string;
  newPassword: string;
}): Promise<void> {
  await api.send('post', 'users/password', { json: passwords });
}
