import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { readRecord, readText } from '#platform/shapes/tolerant.ts';
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { connectionStore } from '#platform/web/api/connection.ts';
import { type Session, sessionStore } from '#platform/web/session/session.ts';
import { whenIdle } from '#platform/web/user-activity.ts';
import { maxEntries } from './eviction.ts';
import { responsesDatabase } from './delete-persisted-responses.ts';
import { listenToCaches } from './observer.ts';
import { isOrderCollection } from './order-keys.ts';

/** A cached response of this session, as stored on the device. */
interface PersistedResponse {
  hash: string;
  queryKey: QueryKey;
  data: unknown;
  /** When the response arrived (epoch ms). */
  at: number;
}

/** Owner of the responses: one user's session. */
interface Owner {
  userId: string;
  startedAt: number;
}

interface Schema extends DBSchema {
  responses: { key: string; value: PersistedResponse };
  owner: { key: string; value: Owner };
}

type ResponseStore = IDBPObjectStore<Schema, ('responses' | 'owner')[], 'responses', 'readwrite'>;

const ownerKey = 'owner';

/** Interval at which responses are written in batches, in idle time. In ms. */
const writeIntervalMs = 2000;

function openDatabase(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(responsesDatabase, 1, {
    upgrade(database) {
      database.createObjectStore('responses', { keyPath: 'hash' });
      database.createObjectStore('owner');
    },
  });
}

/**
 * Persists the cache for the duration of the session, so that pages can be opened without a network.
 * Persisted responses aren't shown while the server is responding; they are deleted when the session ends or
 * when they are removed from the cache.
 *
 * @returns a function that stops persisting
 */
export function persistResponses(queryClient: QueryClient): () => void {
  const changedQueries = new Map<string, Query>();
  const removedHashes = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Writes are serialized, so that the last write contains the latest response. */
  let writing: Promise<void> = Promise.resolve();

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const owner = getOwner(sessionStore.get());
    const responses = [...changedQueries.values()].filter(({ state }) => state.data !== undefined);
    const removed = [...removedHashes];
    changedQueries.clear();
    removedHashes.clear();
    if (owner !== null && responses.length + removed.length > 0)
      writing = writing.then(() => store(owner, responses, removed)).catch(() => undefined);
  };
  const scheduleWrite = () => {
    timer ??= setTimeout(() => {
      if (typeof requestIdleCallback === 'function') whenIdle(write);
      else write();
    }, writeIntervalMs);
  };
  const onHidden = () => {
    if (document.visibilityState === 'hidden') write();
  };
  document.addEventListener('visibilitychange', onHidden);

  const stops = [
    listenToCaches(queryClient, (event) => {
      if (event.kind === 'query-succeeded') {
        changedQueries.set(event.query.queryHash, event.query);
        removedHashes.delete(event.query.queryHash);
        scheduleWrite();
      }
      if (event.kind === 'query-removed' && sessionStore.get().status === 'signed-in') {
        removedHashes.add(event.query.queryHash);
        changedQueries.delete(event.query.queryHash);
        scheduleWrite();
      }
    }),
    sessionStore.subscribe(() => {
      if (sessionStore.get().status === 'signed-in') return;
      changedQueries.clear();
      removedHashes.clear();
    }),
    () => document.removeEventListener('visibilitychange', onHidden),
    () => clearTimeout(timer),
  ];
  // Adds entries that were loaded before persisting started.
  for (const query of queryClient.getQueryCache().getAll()) changedQueries.set(query.queryHash, query);
  scheduleWrite();
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Loads this session's persisted responses into empty cache entries, each with its age. Called when the
 * server stops responding; they are refetched when it responds again.
 *
 * @returns false if the server responded in the meantime and nothing was restored
 */
export async function restorePersistedResponses(queryClient: QueryClient): Promise<boolean> {
  const owner = getOwner(sessionStore.get());
  if (owner === null) return false;
  const responses = await load(owner);
  // The server may have responded, or the session may have ended, during the await.
  if (connectionStore.get().isAlive || !isSameOwner(owner, getOwner(sessionStore.get()))) return false;
  const restored = new Set<string>();
  for (const { hash, queryKey, data, at } of responses) {
    if (queryClient.getQueryState(queryKey)?.data !== undefined) continue;
    queryClient.setQueryData(queryKey, data, { updatedAt: at });
    restored.add(hash);
  }
  const newestAt = Math.max(0, ...responses.map(({ at }) => at));
  if (connectionStore.get().lastResponseAt === null && newestAt > 0)
    connectionStore.set({ isAlive: false, lastResponseAt: newestAt });
  const stop = connectionStore.subscribe(() => {
    if (!connectionStore.get().isAlive) return;
    stop();
    void queryClient.invalidateQueries({
      // Orders are excluded: background.ts is the only source of their background fetches.
      predicate: ({ queryHash, queryKey }) => restored.has(queryHash) && !isOrderCollection(queryKey[0]),
    });
  });
  return true;
}

async function store(owner: Owner, queries: readonly Query[], removed: readonly string[]): Promise<void> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(['responses', 'owner'], 'readwrite');
    const responses = transaction.objectStore('responses');
    const owners = transaction.objectStore('owner');
    // The session may have ended in the meantime, possibly in another tab.
    if (!isSameOwner(owner, getOwner(sessionStore.get()))) return;
    if (!isSameOwner((await owners.get(ownerKey)) ?? null, owner)) {
      await responses.clear();
      await owners.put(owner, ownerKey);
    }
    for (const hash of removed) await responses.delete(hash);
    for (const { queryHash, queryKey, state } of queries) {
      const response = { hash: queryHash, queryKey, data: state.data, at: state.dataUpdatedAt };
      await putIfClonable(responses, response);
    }
    await evictOldest(responses);
    await transaction.done;
  } finally {
    database.close();
  }
}

/** Stores one response, unless its data can't be cloned (for example because it contains functions). */
async function putIfClonable(responses: ResponseStore, response: PersistedResponse): Promise<void> {
  try {
    await responses.put(response);
  } catch (error) {
    if (readText(readRecord(error)['name']) !== 'DataCloneError') throw error;
  }
}

/** Limits entries on the device to the cache's maximum (SPEC section 9). */
async function evictOldest(responses: ResponseStore): Promise<void> {
  const excess = (await responses.count()) - maxEntries;
  if (excess <= 0) return;
  const storedResponses = await responses.getAll();
  for (const { hash } of storedResponses.toSorted((a, b) => a.at - b.at).slice(0, excess))
    await responses.delete(hash);
}

async function load(owner: Owner): Promise<PersistedResponse[]> {
  const database = await openDatabase();
  try {
    const storedOwner = (await database.get('owner', ownerKey)) ?? null;
    return isSameOwner(storedOwner, owner) ? await database.getAll('responses') : [];
  } finally {
    database.close();
  }
}

function getOwner(session: Session): Owner | null {
  if (session.status !== 'signed-in' || session.user === null) return null;
  return { userId: session.user._id, startedAt: session.startedAt };
}

function isSameOwner(a: Owner | null, b: Owner | null): boolean {
  return a?.userId === b?.userId && a?.startedAt === b?.startedAt;
}
