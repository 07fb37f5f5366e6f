import {
  type ClientName,
  type ClientProfile,
  clientProfiles,
  fixedClient,
} from '#platform/web/api/profiles.ts';
import { createStore, useStore } from '#platform/web/store.ts';
import type { SessionUser } from './read-user.ts';
import {
  removeSession,
  deleteResponsesOfOtherUsers,
  readLastClient,
  loadSession,
  saveSessionDetails,
  saveSession,
  type StoredSession,
} from './storage.ts';

/** SPEC sections 4 and 9: the session ends eight hours after sign-in. */
export const sessionLengthMs = 28_800_000;

/** Reason a session ended, shown on the sign-in page. */
export type SessionEnd = 'signed-out' | 'rejected-by-server' | 'expired' | 'other-tab';

/**
 * - anonymous: no user is signed in; `ended` is the reason, null on the first start.
 * - signed-in: there is a token. `user` is null until the profile has been loaded after a reload.
 */
export type Session =
  | { status: 'anonymous'; client: ClientName; ended: SessionEnd | null }
  | { status: 'signed-in'; client: ClientName; token: string; startedAt: number; user: SessionUser | null };

/** The session of this tab. Written only by the functions below. */
export const sessionStore = createStore<Session>(restore());

export function useSession(): Session {
  return useStore(sessionStore);
}

/**
 * The user shown on screen: the session's user and, after the session ends, the same user until the screens
 * unmount.
 */
const shownUserStore = createStore<SessionUser | null>(getCurrentUser());

/** Returns the signed-in user. For screens below the shell, whose guard guarantees one. */
export function useUser(): SessionUser {
  const user = useStore(shownUserStore);
  if (!user) throw new Error('This screen requires a signed-in user');
  return user;
}

/** Drops the user of an ended session, after their screens have unmounted. */
export function clearShownUser(): void {
  if (sessionStore.get().status === 'anonymous') shownUserStore.set(null);
}

/** Returns the signed-in user outside components; null when signed out or before the profile is loaded. */
export function getCurrentUser(): SessionUser | null {
  const session = sessionStore.get();
  return session.status === 'signed-in' ? session.user : null;
}

/** Returns the client profile: the one fixed by the build, otherwise the one chosen at sign-in. */
export function currentProfile(): ClientProfile {
  return clientProfiles[fixedClient ?? sessionStore.get().client];
}

/** Selects the client profile before sign-in: `/` selects `first`, `/login` selects `second`. */
export function chooseClient(client: ClientName): void {
  const session = sessionStore.get();
  if (session.status === 'anonymous' && session.client !== client) sessionStore.set({ ...session, client });
}

/** Starts a session from a sign-in response. */
export function beginSession(token: string, user: SessionUser, nowMs: number = Date.now()): void {
  const session: StoredSession = { token, user, client: sessionStore.get().client, startedAt: nowMs };
  deleteResponsesOfOtherUsers(user._id);
  saveSession(session);
  shownUserStore.set(user);
  sessionStore.set({ status: 'signed-in', ...session });
}

/**
 * Updates the profile from the server (roles and pages may have changed).
 *
 * @param token token with which the profile was loaded; the profile is ignored if the session has changed
 *   since
 */
export function refreshUser(user: SessionUser, token: string): void {
  const session = sessionStore.get();
  if (session.status !== 'signed-in' || session.token !== token) return;
  const next = { ...session, user };
  saveSessionDetails(next);
  shownUserStore.set(user);
  sessionStore.set(next);
}

/** Ends the session in this tab and, through storage, in every other. */
export function endSession(reason: SessionEnd): void {
  const session = sessionStore.get();
  if (session.status === 'anonymous') return;
  // Close to the eight-hour limit, the server or another tab may report the end first; the reason is still
  // expiry.
  const isExpired = Date.now() - session.startedAt > sessionLengthMs - 60_000;
  const ended = isExpired && reason !== 'signed-out' ? 'expired' : reason;
  removeSession(session.client);
  sessionStore.set({ status: 'anonymous', client: session.client, ended });
}

/** Restores the session from storage, at start and in tests. A session older than eight hours has ended. */
function restore(nowMs: number = Date.now()): Session {
  const stored = loadSession(nowMs);
  if (!stored) {
    deleteResponsesOfOtherUsers(null);
    return { status: 'anonymous', client: fixedClient ?? readLastClient() ?? 'first', ended: null };
  }
  if (nowMs - stored.startedAt < sessionLengthMs) return { status: 'signed-in', ...stored };
  removeSession(stored.client);
  return { status: 'anonymous', client: stored.client, ended: 'expired' };
}

export function reloadSession(): void {
  sessionStore.set(restore());
  shownUserStore.set(getCurrentUser());
}
