import { ApiError } from '#platform/web/api/api-error.ts';
import { endSession, sessionStore } from '#platform/web/session/session.ts';
import type { CacheEvent } from './observer.ts';

/**
 * Central handler of failed requests: ends the session if the server rejected it. A lost connection is shown
 * in the banner (api/connection.ts); failed first loads and actions are shown by screens.
 */
export function createErrorPolicy(event: CacheEvent): void {
  if (event.kind === 'query-failed' || event.kind === 'mutation-failed') endRefusedSession(event.error);
}

/**
 * Returns whether an error means that the server rejected the session: a 401 or the code TOKEN_EXPIRED (SPEC
 * section 8), unless the session had already ended.
 */
export function isSessionRefusal(error: ApiError): boolean {
  return error.code !== 'SESSION_ENDED' && (error.status === 401 || error.code === 'TOKEN_EXPIRED');
}

/**
 * Ends the session if the server rejected its token; a late response to an earlier session's token is
 * ignored. The outbox calls it too, because its requests bypass the query cache.
 */
export function endRefusedSession(error: unknown): void {
  if (!(error instanceof ApiError) || !isSessionRefusal(error)) return;
  const session = sessionStore.get();
  if (session.status !== 'signed-in' || error.sessionStartedAt !== session.startedAt) return;
  endSession('rejected-by-server');
}
