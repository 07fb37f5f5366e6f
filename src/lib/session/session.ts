import { type ClientName, type ClientProfile, clientProfiles, fixedClient } from '../api/profiles.ts';
import { createStore, useStore } from '../store.ts';
import type { SessionUser } from './read-user.ts';
import {
  removeSession,
  deleteAnswersOfOtherUsers,
  lastClient,
  loadSession,
  saveSessionDetails,
  saveSession,
  type StoredSession,
} from './storage.ts';

/** SPEC sections 4 and 9: signed out eight hours after sign-in, whatever happened since. */
export const sessionLengthMs = 28_800_000;

/** Why a session ended; the sign-in page says so. */
export type SessionEnd = 'signed-out' | 'refused' | 'expired' | 'elsewhere';

/**
 * - anonymous: nobody; `ended` says why, null on a fresh start.
 * - signed-in: there is a token. `user` is null until the profile has been read after a reload.
 */
export type Session =
  | { status: 'anonymous'; client: ClientName; ended: SessionEnd | null }
  | { status: 'signed-in'; client: ClientName; token: string; startedAt: number; user: SessionUser | null };

/** The session of this tab. Written only by the functions below. */
export const sessionStore = createStore<Session>(restore());

export function useSession(): Session {
  return useStore(sessionStore);
}

/** The user that screens are drawn for: of the session, and after its end until those screens are gone. */
const shownUserStore = createStore<SessionUser | null>(currentUser());

/** The signed-in user. For screens below the shell, whose guard has seen to it that there is one. */
export function useUser(): SessionUser {
  const user = useStore(shownUserStore);
  if (!user) throw new Error('This screen needs a signed-in user');
  return user;
}

/** Forgets the user of a session that has ended. Called when their screens are gone. */
export function forgetShownUser(): void {
  if (sessionStore.get().status === 'anonymous') shownUserStore.set(null);
}

/** The signed-in user outside components; null when nobody is, or the profile is not read yet. */
export function currentUser(): SessionUser | null {
  const session = sessionStore.get();
  return session.status === 'signed-in' ? session.user : null;
}

/** The client in use: the build's fixed choice, else the one chosen at sign-in. */
export function currentProfile(): ClientProfile {
  return clientProfiles[fixedClient ?? sessionStore.get().client];
}

/** Chooses the client before signing in: `/` is the first, `/login` the second. */
export function chooseClient(client: ClientName): void {
  const session = sessionStore.get();
  if (session.status === 'anonymous' && session.client !== client) sessionStore.set({ ...session, client });
}

/** Starts a session with the answer of a sign-in. */
export function beginSession(token: string, user: SessionUser, nowMs: number = Date.now()): void {
  const started: StoredSession = { token, user, client: sessionStore.get().client, startedAt: nowMs };
  deleteAnswersOfOtherUsers(user._id);
  saveSession(started);
  shownUserStore.set(user);
  sessionStore.set({ status: 'signed-in', ...started });
}

/**
 * Takes over the profile as the server tells it now (roles and pages may have changed).
 *
 * @param token whose profile it is: one that arrives after the session has changed is nobody's any more
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
  // At the eighth hour the server or another tab may be the first to say so: it is the hour all the same.
  const isOver = Date.now() - session.startedAt > sessionLengthMs - 60_000;
  const ended = isOver && reason !== 'signed-out' ? 'expired' : reason;
  removeSession(session.client);
  sessionStore.set({ status: 'anonymous', client: session.client, ended });
}

/** Reads storage anew: at start, and in tests. A session older than eight hours is over. */
function restore(nowMs: number = Date.now()): Session {
  const stored = loadSession(nowMs);
  if (!stored) {
    deleteAnswersOfOtherUsers(null);
    return { status: 'anonymous', client: fixedClient ?? lastClient() ?? 'first', ended: null };
  }
  if (nowMs - stored.startedAt < sessionLengthMs) return { status: 'signed-in', ...stored };
  removeSession(stored.client);
  return { status: 'anonymous', client: stored.client, ended: 'expired' };
}

export function reloadSession(): void {
  sessionStore.set(restore());
  shownUserStore.set(currentUser());
}
