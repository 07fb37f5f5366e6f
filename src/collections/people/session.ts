import type { QueryClient } from '@tanstack/react-query';
import { readRecord, readText } from '#contract/tolerant.ts';
import type { UserInput } from '#contract/users.ts';
import { api } from '#src/lib/api/api.ts';
import { ApiError, networkError, unreadableResponseError } from '#src/lib/api/api-error.ts';
import { endRefusedSession } from '#src/lib/cache/error-policy.ts';
import { getLifetimeMs } from '#src/lib/cache/lifetimes.ts';
import { delayAnswersUntil } from '#src/lib/session/verify-user.ts';
import { readToken, readUser, type SessionUser } from '#src/lib/session/read-user.ts';
import { beginSession, endSession, refreshUser, sessionStore } from '#src/lib/session/session.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** What the first-run set-up sends: the very first administrator, with the token the server printed. */
export interface FirstAdministrator extends Credentials {
  name: string;
  setupToken: string;
}

/** Signs in and starts the session. What a failure says: `loginFailure`. */
export async function signIn({ email, password }: Credentials): Promise<SessionUser> {
  return begin('users/login', { email: email.trim(), password });
}

/**
 * Makes the first administrator and starts their session; the only registration whose token is kept. What a failure
 * says: `registrationFailure`.
 */
export async function registerFirst(input: FirstAdministrator): Promise<SessionUser> {
  return begin('users/register', { ...input, email: input.email.trim() });
}

/**
 * Makes another user, for whoever is signed in. A token in the answer is the new user's and is left alone: the
 * session stays whose it is, whatever the server says. What a failure says: `registrationFailure`.
 */
export async function registerUser(input: UserInput): Promise<SessionUser> {
  const { data, status } = await api.send('post', 'users/register', { json: input });
  const user = readUser(data);
  if (!user) throw unreadableResponseError(status, { sessionStartedAt: null });
  return user;
}

async function begin(path: string, json: unknown): Promise<SessionUser> {
  const { data, status } = await api.send('post', path, { json, isSignIn: true });
  const token = readToken(data);
  if (!token) throw refusalIn(data, status);
  // A server that answers only the token is asked for the user.
  const known = readUser(data) ?? readUser((await api.get('users/profile', bearer(token))).data);
  if (!known) throw unreadableResponseError(status, { sessionStartedAt: null });
  const user = await placed(known, token);
  beginSession(token, user);
  return user;
}

/** The user with the places that the server leaves out. */
async function placed(user: SessionUser, token: string): Promise<SessionUser> {
  if (!user.lacksPlaces) return user;
  const { inferUserLocations } = await import('./infer-locations.ts');
  return inferUserLocations(user, { ...bearer(token), isCheck: true });
}

/** Signs out here at once, and on the server as soon as it hears of it. */
export function signOut(): void {
  const session = sessionStore.get();
  if (session.status !== 'signed-in') return;
  // A server that does not hear it forgets the session by itself after eight hours.
  api.send('post', 'users/logout', bearer(session.token)).catch(() => undefined);
  endSession('signed-out');
}

/** Less than drawing a page for nothing takes: an answer that was asked ahead is there by then. */
const momentMs = 50;

/**
 * The user of the session, or null when nobody is signed in. After a reload it is the one whom the session remembers;
 * the profile is read anew beside what is drawn for them, and what is answered meanwhile waits for it. A refused token
 * ends the session.
 */
export async function ensureUser(queryClient: QueryClient): Promise<SessionUser | null> {
  const session = sessionStore.get();
  if (session.status === 'anonymous') return null;
  const { queryKey } = profileQuery();
  const wasRead = queryClient.getQueryCache().find({ queryKey })?.state.data !== undefined;
  const profile = queryClient.query(profileQuery());
  const known = session.user;
  if (known) {
    const check = profile.catch(endRefusedSession);
    // Read before in this page: what has aged is renewed beside what is there.
    if (wasRead) return known;
    delayAnswersUntil(check);
    await Promise.race([check, after(momentMs)]);
    const now = sessionStore.get();
    return now.status === 'signed-in' ? now.user : null;
  }
  try {
    return await profile;
  } catch (error) {
    // The cache's observer would end the session, too, but only after the guard has had to decide.
    endRefusedSession(error);
    if (sessionStore.get().status === 'anonymous') return null;
    throw error;
  }
}

/** The signed-in user as the server sees them now. */
export function profileQuery() {
  return {
    queryKey: ['user_data', 'profile'] as const,
    staleTime: getLifetimeMs('user'),
    async queryFn(): Promise<SessionUser> {
      const session = sessionStore.get();
      if (session.status === 'anonymous') throw networkError({ sessionStartedAt: null });
      const { data, status } = await api.get('users/profile', { ...bearer(session.token), isCheck: true });
      const known = readUser(data);
      if (!known) throw unreadableResponseError(status, { sessionStartedAt: session.startedAt });
      const user = await placed(known, session.token);
      refreshUser(user, session.token);
      return user;
    },
  };
}

/** Whether the server still waits for its first administrator; a server that does not say has one. */
export async function isSetupRequired(): Promise<boolean> {
  try {
    return readRecord((await api.get('health')).data)['setupRequired'] === true;
  } catch {
    return false;
  }
}

/** A server may refuse with a 200 and a sentence; without one, its answer makes no sense. */
function refusalIn(data: unknown, status: number): ApiError {
  const { message, error } = readRecord(data);
  const sentence = readText(message) ?? readText(error);
  return sentence === null
    ? unreadableResponseError(status, { sessionStartedAt: null })
    : new ApiError({ code: 'NO_TOKEN', status, message: sentence });
}

function bearer(token: string): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${token}` } };
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
