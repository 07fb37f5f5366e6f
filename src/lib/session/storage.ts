import { type JsonRecord, readNumberValue, readRecord } from '#contract/tolerant.ts';
import { readItem, writeItem } from '../device-storage.ts';
import { type ClientName, parseClientName } from '../api/profiles.ts';
import { readUser, type SessionUser } from './read-user.ts';

/** SPEC section 4: the token is saved in local storage, under this name, as it is. */
export const tokenKey = 'token';
const factsKey = 'commissary.session';

/** What survives a reload. `user` is the last known profile, for starting before the server has answered. */
export interface StoredSession {
  token: string;
  /** Epoch milliseconds of the sign-in; the eight hours count from here. */
  startedAt: number;
  client: ClientName;
  user: SessionUser | null;
}

/**
 * Reads the stored session; null when there is none. A token without its facts counts as signed in just now. Facts that
 * were written for another token say nothing about who this is: tabs of two people may write between each other.
 */
export function loadSession(nowMs: number): StoredSession | null {
  const token = readItem(tokenKey);
  if (!token) return null;
  const facts = parse(readItem(factsKey));
  const isOfToken = facts['of'] === endOf(token);
  return {
    token,
    startedAt: readNumberValue(facts['startedAt']) ?? nowMs,
    client: parseClientName(facts['client']) ?? 'first',
    user: isOfToken ? readUser(facts['user']) : null,
  };
}

/** Keeps the session. The facts go first: other tabs wake up on the token. */
export function saveSession({ token, ...facts }: StoredSession): void {
  writeItem(factsKey, JSON.stringify({ of: endOf(token), ...facts }));
  writeItem(tokenKey, token);
}

/** Keeps what was learnt about the person. Not when another tab has ended or replaced the session meanwhile. */
export function saveSessionDetails({ token, ...facts }: StoredSession): void {
  if (readItem(tokenKey) === token) writeItem(factsKey, JSON.stringify({ of: endOf(token), ...facts }));
}

/** Enough of a token to tell it from every other. */
function endOf(token: string): string {
  return token.slice(-16);
}

/**
 * What the device keeps of what the server told somebody, by their id: lists for when it does not answer. It goes with
 * their session. What they typed and have not sent stays, under their id, for their return.
 */
const toldPrefixes = ['commissary.last-orders.', 'commissary.new-orders.', 'commissary.last-page.'];

/** Forgets what the server told anybody but this person; null: anybody. */
export function deleteAnswersOfOtherUsers(userId: string | null): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const prefix = toldPrefixes.find((start) => key.startsWith(start));
      if (prefix !== undefined && key !== `${prefix}${userId}`) writeItem(key, null);
    }
  } catch {
    // No storage, nothing kept.
  }
}

/** Removes the session; which client was used stays known, so that the person is led to the same sign-in page. */
export function removeSession(client: ClientName): void {
  writeItem(factsKey, JSON.stringify({ client }));
  writeItem(tokenKey, null);
  deleteAnswersOfOtherUsers(null);
}

/**
 * What became of a session on this device, asked by a tab that may have missed it: still kept, gone, or replaced by
 * another. Storage that cannot be read says nothing, and then it is kept.
 *
 * @param token of the session that the tab has; null for none
 */
export function storedSessionState(token: string | null): 'kept' | 'gone' | 'replaced' {
  const stored = readItem(tokenKey);
  if (stored === token) return 'kept';
  if (stored !== null) return 'replaced';
  return readItem(factsKey) === null ? 'kept' : 'gone';
}

/** The client that this device used last, or null. */
export function lastClient(): ClientName | null {
  return parseClientName(parse(readItem(factsKey))['client']);
}

function parse(value: string | null): JsonRecord {
  try {
    return readRecord(JSON.parse(value ?? '{}'));
  } catch {
    return {};
  }
}
