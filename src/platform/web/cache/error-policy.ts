import { ApiError } from '#platform/web/api/api-error.ts';
import { endSession, sessionStore } from '#platform/web/session/session.ts';
import type { CacheEvent } from './observer.ts';

/**
 * Handles failed calls in one place: ends a refused session. The banner shows a lost connection
 * (api/connection.ts); screens show failed first loads and failed actions.
 */
export function errorPolicy(event: CacheEvent): void {
  if (event.kind === 'query-failed' || event.kind === 'mutation-failed') endRefusedSession(event.error);
}

/**
 * Whether an error refuses the session: a 401 or the code TOKEN_EXPIRED (SPEC section 8), unless the session
 * had ended before.
 */
export function isSessionRefusal(error: ApiError): boolean {
  return error.code !== 'SESSION_ENDED' && (error.status === 401 || error.code === 'TOKEN_EXPIRED');
}

/**
 * Ends the session when the server refused its token; a late response to an earlier session's token is
 * ignored. The outbox calls it too, because its calls bypass the query cache.
 */
export function endRefusedSession(error: unknown): void {
  if (!(error instanceof ApiError) || !isSessionRefusal(error)) return;
  const session = sessionStore.get();
  if (session.status !== 'signed-in' || error.sessionStartedAt !== session.startedAt) return;
  endSession('refused');
}
