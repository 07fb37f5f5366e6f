import { endRefusedSession } from '../cache/error-policy.ts';
import { sessionStore } from '../session/session.ts';
import type { ApiError } from './api-error.ts';
import { baseAddress } from './base-address.ts';
import type { CallFacts } from './call.ts';
import { reportConnection } from './connection.ts';

/** A call whose body or answer is a file, as the person who is signed in now. */
export interface FileCall {
  address: string;
  headers: Record<string, string>;
  facts: CallFacts;
  /** Whose call it is; null where nobody is signed in, or their profile isn't loaded. */
  userId: string | null;
  /** Whether the session that asked has ended: an answer is nobody's then. */
  isOver(): boolean;
}

export function createFileCall(path: string, search: Readonly<Record<string, string>> = {}): FileCall {
  const session = sessionStore.get();
  const isSignedIn = session.status === 'signed-in';
  const query = new URLSearchParams(search).toString();
  return {
    address: `${baseAddress(window.location)}/${path}${query ? `?${query}` : ''}`,
    headers: isSignedIn ? { authorization: `Bearer ${session.token}` } : {},
    facts: { sessionStartedAt: isSignedIn ? session.startedAt : null, isSignIn: false },
    userId: isSignedIn ? (session.user?._id ?? null) : null,
    isOver() {
      const now = sessionStore.get();
      return isSignedIn && !(now.status === 'signed-in' && now.token === session.token);
    },
  };
}

/** The outcome is noted as that of every other call. */
export function reportFileCallError(error: ApiError): ApiError {
  reportConnection(!error.isNetwork);
  endRefusedSession(error);
  return error;
}
