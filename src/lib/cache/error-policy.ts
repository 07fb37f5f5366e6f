import { ApiError } from '../api/api-error.ts';
import { endSession, sessionStore } from '../session/session.ts';
import type { CacheEvent } from './observer.ts';

/**
 * What becomes of a failed call, decided once: an ended session ends here; a lost connection is shown by the
 * banner (lib/api/connection); a failed first load, and everything a person did, is shown by the screen it
 * belongs to.
 */
export function errorPolicy(event: CacheEvent): void {
  if (event.kind === 'query-failed' || event.kind === 'mutation-failed') endRefusedSession(event.error);
}

/** SPEC section 8: a 401, or the code TOKEN_EXPIRED with whatever status; not what came after an end. */
export function isSessionRefusal(error: ApiError): boolean {
  return error.code !== 'SESSION_ENDED' && (error.status === 401 || error.code === 'TOKEN_EXPIRED');
}

/**
 * Ends the session when the server refused its token. A late answer to the token of an earlier session says
 * nothing about this one. Also called by the outbox, whose calls pass no query cache.
 */
export function endRefusedSession(error: unknown): void {
  if (!(error instanceof ApiError) || !isSessionRefusal(error)) return;
  const session = sessionStore.get();
  if (session.status !== 'signed-in' || error.sessionStartedAt !== session.startedAt) return;
  endSession('refused');
}
