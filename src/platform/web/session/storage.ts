import { type JsonRecord, readNumberValue, readRecord } from '#platform/shapes/tolerant.ts';
import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';
import { type ClientName, parseClientName } from '#platform/web/api/profiles.ts';
import { readUser, type SessionUser } from './read-user.ts';

/** SPEC section 4: the token is stored in local storage under this name, unchanged. */
export const tokenKey = 'token';
const detailsKey = 'commissary.session';

/** Session data that survives a reload. `user` is the last known profile, used until the server responds. */
export interface StoredSession {
  token: string;
  /** Epoch milliseconds of the sign-in; the eight hours count from here. */
  startedAt: number;
  client: ClientName;
  user: SessionUser | null;
}

/**
 * Loads the stored session, or null. A token without details counts as a sign-in that just happened. Details
 * stored for a different token are ignored, because tabs of two users may write alternately.
 */
export function loadSession(nowMs: number): StoredSession | null {
  const token = readStoredItem(tokenKey);
  if (!token) return null;
  const details = parse(readStoredItem(detailsKey));
  const belongsToToken = details['tokenSuffix'] === getTokenSuffix(token);
  return {
    token,
    startedAt: readNumberValue(details['startedAt']) ?? nowMs,
    client: parseClientName(details['client']) ?? 'first',
    user: belongsToToken ? readUser(details['user']) : null,
  };
}

/** Stores the session. Details are written first, because other tabs react to the token. */
export function saveSession({ token, ...details }: StoredSession): void {
  writeStoredItem(detailsKey, JSON.stringify({ tokenSuffix: getTokenSuffix(token), ...details }));
  writeStoredItem(tokenKey, token);
}

/** Updates the stored details, unless another tab has ended or replaced the session. */
export function saveSessionDetails({ token, ...details }: StoredSession): void {
  if (readStoredItem(tokenKey) === token)
    writeStoredItem(detailsKey, JSON.stringify({ tokenSuffix: getTokenSuffix(token), ...details }));
}

/** Returns the end of a token, enough to distinguish it from others. */
function getTokenSuffix(token: string): string {
  return token.slice(-16);
}

/**
 * Prefixes of stored server data by user id, deleted with the session. Unsent input stays under its owner's
 * id.
 */
const serverDataPrefixes = ['commissary.last-orders.', 'commissary.new-orders.', 'commissary.last-page.'];

/** Deletes stored server data of all users except this one; null deletes that of all users. */
export function deleteResponsesOfOtherUsers(userId: string | null): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const prefix = serverDataPrefixes.find((candidate) => key.startsWith(candidate));
      if (prefix !== undefined && key !== `${prefix}${userId}`) writeStoredItem(key, null);
    }
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Removes the session but keeps the client name, so that the user returns to the same sign-in page. */
export function removeSession(client: ClientName): void {
  writeStoredItem(detailsKey, JSON.stringify({ client }));
  writeStoredItem(tokenKey, null);
  deleteResponsesOfOtherUsers(null);
}

/**
 * Returns the state of a session on this device for a tab that may have missed a change. Unreadable storage
 * counts as unchanged.
 *
 * @param token token of the tab's session; null for none
 */
export function getStoredSessionState(token: string | null): 'unchanged' | 'removed' | 'replaced' {
  const stored = readStoredItem(tokenKey);
  if (stored === token) return 'unchanged';
  if (stored !== null) return 'replaced';
  return readStoredItem(detailsKey) === null ? 'unchanged' : 'removed';
}

/** Returns the client that this device used last, or null. */
export function readLastClient(): ClientName | null {
  return parseClientName(parse(readStoredItem(detailsKey))['client']);
}

function parse(value: string | null): JsonRecord {
  try {
    return readRecord(JSON.parse(value ?? '{}'));
  } catch {
    return {};
  }
}
