import type { QueryClient } from '@tanstack/react-query';
import { readRecord, readText } from '#platform/shapes/tolerant.ts';
import type { UserInput } from '../../user-input.ts';
import { api } from '#platform/web/api/api.ts';
import type { CallOptions } from '#platform/web/api/call.ts';
import { ApiError, createNetworkError, createUnreadableResponseError } from '#platform/web/api/api-error.ts';
import { endRefusedSession } from '#platform/web/cache/error-policy.ts';
import { getLifetimeMs } from '#platform/web/cache/lifetimes.ts';
import { delayResponsesUntil } from '#platform/web/session/verify-user.ts';
import { readToken, readUser, type SessionUser } from '#platform/web/session/read-user.ts';
import { beginSession, endSession, refreshUser, sessionStore } from '#platform/web/session/session.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** Input of the first-run set-up: the first administrator, with the token printed by the server. */
export interface FirstAdministrator extends Credentials {
  name: string;
  setupToken: string;
}

/** Signs in and starts the session. `getLoginFailureMessage` returns the message for an error. */
export async function signIn({ email, password }: Credentials): Promise<SessionUser> {
  return startSession('users/login', { email: email.trim(), password });
}

/**
 * Creates the first administrator and starts their session; no other registration uses the returned token.
 * `getRegistrationFailureMessage` returns the message for an error.
 */
export async function registerFirst(input: FirstAdministrator): Promise<SessionUser> {
  return startSession('users/register', { ...input, email: input.email.trim() });
}

/**
 * Creates a new user. The token in the response belongs to that user and is ignored, so that the caller's
 * session isn't replaced. `getRegistrationFailureMessage` returns the message for an error.
 */
export async function registerUser(input: UserInput): Promise<SessionUser> {
  const { data, status } = await api.send('post', 'users/register', { json: input });
  const user = readUser(data);
  if (!user) throw createUnreadableResponseError(status, { sessionStartedAt: null });
  return user;
}

async function startSession(path: string, json: unknown): Promise<SessionUser> {
  const { data, status } = await api.send('post', path, { json, isSignIn: true });
  const token = readToken(data);
  if (!token) throw readRefusal(data, status);
  // If the server returns only the token, the profile is fetched.
  const receivedUser =
    readUser(data) ?? readUser((await api.get('users/profile', buildBearerOptions(token))).data);
  if (!receivedUser) throw createUnreadableResponseError(status, { sessionStartedAt: null });
  const user = await addMissingLocations(receivedUser, token);
  beginSession(token, user);
  return user;
}

/** Adds locations that the server doesn't send to the user. */
async function addMissingLocations(user: SessionUser, token: string): Promise<SessionUser> {
  if (!user.lacksLocations) return user;
  const { inferUserLocations } = await import('./infer-locations.ts');
  return inferUserLocations(user, { ...buildBearerOptions(token), isUserVerification: true });
}

/** Signs out on this device at once, and on the server when the request arrives. */
export function signOut(): void {
  const session = sessionStore.get();
  if (session.status !== 'signed-in') return;
  // The local session ends first: this cancels requests that the server would now reject.
  endSession('signed-out');
  // If the server does not receive it, the session expires after eight hours.
  api.send('post', 'users/logout', buildBearerOptions(session.token)).catch(() => undefined);
}

/** Shorter than rendering a placeholder: a prefetched response arrives within this time. */
const prefetchWaitMs = 50;

/**
 * Returns the session's user, or null when signed out. After a reload it is the stored user; the profile is
 * refetched in parallel and responses are delayed until it arrives. A rejected token ends the session.
 */
export async function ensureUser(queryClient: QueryClient): Promise<SessionUser | null> {
  const session = sessionStore.get();
  if (session.status === 'anonymous') return null;
  const { queryKey } = profileQuery();
  const isCached = queryClient.getQueryCache().find({ queryKey })?.state.data !== undefined;
  const profile = queryClient.query(profileQuery());
  const currentUser = session.user;
  if (currentUser) {
    const check = profile.catch(endRefusedSession);
    // If the profile was loaded since the page load, a stale one is refetched in the background.
    if (isCached) return currentUser;
    delayResponsesUntil(check);
    await Promise.race([check, delay(prefetchWaitMs)]);
    const latestSession = sessionStore.get();
    return latestSession.status === 'signed-in' ? latestSession.user : null;
  }
  try {
    return await profile;
  } catch (error) {
    // The cache observer also ends the session, but only after the route guard has run.
    endRefusedSession(error);
    if (sessionStore.get().status === 'anonymous') return null;
    throw error;
  }
}

/** Queries the current profile of the signed-in user. */
export function profileQuery() {
  return {
    queryKey: ['user_data', 'profile'] as const,
    staleTime: getLifetimeMs('user'),
    async queryFn(): Promise<SessionUser> {
      const session = sessionStore.get();
      if (session.status === 'anonymous') throw createNetworkError({ sessionStartedAt: null });
      const { data, status } = await api.get('users/profile', {
        ...buildBearerOptions(session.token),
        isUserVerification: true,
      });
      const receivedUser = readUser(data);
      if (!receivedUser) throw createUnreadableResponseError(status, { sessionStartedAt: session.startedAt });
      const user = await addMissingLocations(receivedUser, session.token);
      refreshUser(user, session.token);
      return user;
    },
  };
}

/** Returns whether the server has no administrator yet; false if it doesn't report it. */
export async function isSetupRequired(): Promise<boolean> {
  try {
    return readRecord((await api.get('health', { isPublic: true })).data)['setupRequired'] === true;
  } catch {
    return false;
  }
}

/**
 * Returns the error for a failure reported with status 200 and a message; without a message the response
 * counts as unreadable.
 */
function readRefusal(data: unknown, status: number): ApiError {
  const { message, error } = readRecord(data);
  const text = readText(message) ?? readText(error);
  return text === null
    ? createUnreadableResponseError(status, { sessionStartedAt: null })
    : new ApiError({ code: 'NO_TOKEN', status, message: text });
}

function buildBearerOptions(token: string): CallOptions {
  return { headers: { authorization: `Bearer ${token}` }, isPublic: true };
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
