import { endRefusedSession } from '#platform/web/cache/error-policy.ts';
import { sessionStore } from '#platform/web/session/session.ts';
import type { ApiError } from './api-error.ts';
import { baseAddress } from './base-address.ts';
import type { CallContext } from './call.ts';
import { reportConnection } from './connection.ts';

/** A request whose body or response is a file, sent as the current user. */
export interface FileCall {
  address: string;
  headers: Record<string, string>;
  context: CallContext;
  /** Id of the user; null if signed out or before the profile is loaded. */
  userId: string | null;
  /** Whether the user's session has ended; the response must then be discarded. */
  hasSessionEnded(): boolean;
}

export function createFileCall(path: string, search: Readonly<Record<string, string>> = {}): FileCall {
  const session = sessionStore.get();
  const isSignedIn = session.status === 'signed-in';
  const query = new URLSearchParams(search).toString();
  return {
    address: `${baseAddress(window.location)}/${path}${query ? `?${query}` : ''}`,
    headers: isSignedIn ? { authorization: `Bearer ${session.token}` } : {},
    context: { sessionStartedAt: isSignedIn ? session.startedAt : null, isSignIn: false },
    userId: isSignedIn ? (session.user?._id ?? null) : null,
    hasSessionEnded() {
      const now = sessionStore.get();
      return isSignedIn && !(now.status === 'signed-in' && now.token === session.token);
    },
  };
}

/** Reports the outcome to connection and session handling, like any other call. */
export function reportFileCallError(error: ApiError): ApiError {
  reportConnection(!error.isNetwork);
  endRefusedSession(error);
  return error;
}
