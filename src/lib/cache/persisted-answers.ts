import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { readRecord, readText } from '#contract/tolerant.ts';
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { connectionStore } from '../api/connection.ts';
import { type Session, sessionStore } from '../session/session.ts';
import { whenIdle } from '../user-activity.ts';
import { maxEntries } from './eviction.ts';
import { answersDatabase } from './delete-persisted-answers.ts';
import { listenToCaches } from './observer.ts';
import { isOrderCollection } from './order-keys.ts';

/** What the server told this session, as the cache had it last. */
interface KeptAnswer {
  hash: string;
  queryKey: QueryKey;
  data: unknown;
  /** When the server said it (epoch ms). */
  at: number;
}

/** Whose answers these are: one sign-in of one person. */
interface Owner {
  userId: string;
  startedAt: number;
}

interface Schema extends DBSchema {
  answers: { key: string; value: KeptAnswer };
  owner: { key: string; value: Owner };
}

type Answers = IDBPObjectStore<Schema, ('answers' | 'owner')[], 'answers', 'readwrite'>;

const ownerKey = 'owner';

/** Answers are written together, not each by itself, and when nobody waits for anything. In ms. */
const writeEveryMs = 2000;

function openDatabase(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(answersDatabase, 1, {
    upgrade(database) {
      database.createObjectStore('answers', { keyPath: 'hash' });
      database.createObjectStore('owner');
    },
  });
}

/**
 * Keeps on the device what the cache holds, for whoever is signed in and as long as they are: what a page shows that is
 * opened without a network. It is never shown while the server answers. Gone with the session, and what
 * leaves the cache leaves the device.
 *
 * @returns stops keeping
 */
export function persistAnswers(queryClient: QueryClient): () => void {
  const changed = new Map<string, Query>();
  const gone = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** One after the other, so that what is written last is what was said last. */
  let writing: Promise<void> = Promise.resolve();

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const owner = ownerOf(sessionStore.get());
    const answers = [...changed.values()].filter(({ state }) => state.data !== undefined);
    const dropped = [...gone];
    changed.clear();
    gone.clear();
    if (owner !== null && answers.length + dropped.length > 0)
      writing = writing.then(() => store(owner, answers, dropped)).catch(() => undefined);
  };
  const later = () => {
    timer ??= setTimeout(() => {
      if (typeof requestIdleCallback === 'function') whenIdle(write);
      else write();
    }, writeEveryMs);
  };
  const onHidden = () => {
    if (document.visibilityState === 'hidden') write();
  };
  document.addEventListener('visibilitychange', onHidden);

  const stops = [
    listenToCaches(queryClient, (event) => {
      if (event.kind === 'query-succeeded') {
        changed.set(event.query.queryHash, event.query);
        gone.delete(event.query.queryHash);
        later();
      }
      if (event.kind === 'query-removed' && sessionStore.get().status === 'signed-in') {
        gone.add(event.query.queryHash);
        changed.delete(event.query.queryHash);
        later();
      }
    }),
    sessionStore.subscribe(() => {
      if (sessionStore.get().status === 'signed-in') return;
      changed.clear();
      gone.clear();
    }),
    () => document.removeEventListener('visibilitychange', onHidden),
    () => clearTimeout(timer),
  ];
  // What a first page brought was there before this was.
  for (const query of queryClient.getQueryCache().getAll()) changed.set(query.queryHash, query);
  later();
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Puts what is kept of this session into the cache, where the cache has nothing, each with its age. Called when the server
 * does not answer; when it does again, what was put in is read anew.
 *
 * @returns false where the server has answered meanwhile, and nothing was put in
 */
export async function restorePersistedAnswers(queryClient: QueryClient): Promise<boolean> {
  const owner = ownerOf(sessionStore.get());
  if (owner === null) return false;
  const answers = await load(owner);
  // The server may have answered meanwhile, and the session have ended.
  if (connectionStore.get().isAlive || !isSame(owner, ownerOf(sessionStore.get()))) return false;
  const restored = new Set<string>();
  for (const { hash, queryKey, data, at } of answers) {
    if (queryClient.getQueryState(queryKey)?.data !== undefined) continue;
    queryClient.setQueryData(queryKey, data, { updatedAt: at });
    restored.add(hash);
  }
  const heardAt = Math.max(0, ...answers.map(({ at }) => at));
  if (connectionStore.get().lastHeardAt === null && heardAt > 0)
    connectionStore.set({ isAlive: false, lastHeardAt: heardAt });
  const stop = connectionStore.subscribe(() => {
    if (!connectionStore.get().isAlive) return;
    stop();
    void queryClient.invalidateQueries({
      // Orders have one source of fetches in the background, which looks by itself (background.ts).
      predicate: ({ queryHash, queryKey }) => restored.has(queryHash) && !isOrderCollection(queryKey[0]),
    });
  });
  return true;
}

async function store(owner: Owner, queries: readonly Query[], dropped: readonly string[]): Promise<void> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(['answers', 'owner'], 'readwrite');
    const answers = transaction.objectStore('answers');
    const owners = transaction.objectStore('owner');
    // It may have ended since, in another tab, too.
    if (!isSame(owner, ownerOf(sessionStore.get()))) return;
    if (!isSame((await owners.get(ownerKey)) ?? null, owner)) {
      await answers.clear();
      await owners.put(owner, ownerKey);
    }
    for (const hash of dropped) await answers.delete(hash);
    for (const { queryHash, queryKey, state } of queries) {
      const answer = { hash: queryHash, queryKey, data: state.data, at: state.dataUpdatedAt };
      await put(answers, answer);
    }
    await dropOldest(answers);
    await transaction.done;
  } finally {
    database.close();
  }
}

/** One answer; what cannot be written down (an answer that a screen has put functions into) is not kept. */
async function put(answers: Answers, answer: KeptAnswer): Promise<void> {
  try {
    await answers.put(answer);
  } catch (error) {
    if (readText(readRecord(error)['name']) !== 'DataCloneError') throw error;
  }
}

/** No more on the device than in the cache (SPEC section 9). */
async function dropOldest(answers: Answers): Promise<void> {
  const tooMany = (await answers.count()) - maxEntries;
  if (tooMany <= 0) return;
  const all = await answers.getAll();
  for (const { hash } of all.toSorted((a, b) => a.at - b.at).slice(0, tooMany)) await answers.delete(hash);
}

async function load(owner: Owner): Promise<KeptAnswer[]> {
  const database = await openDatabase();
  try {
    const kept = (await database.get('owner', ownerKey)) ?? null;
    return isSame(kept, owner) ? await database.getAll('answers') : [];
  } finally {
    database.close();
  }
}

function ownerOf(session: Session): Owner | null {
  if (session.status !== 'signed-in' || session.user === null) return null;
  return { userId: session.user._id, startedAt: session.startedAt };
}

function isSame(one: Owner | null, other: Owner | null): boolean {
  return one?.userId === other?.userId && one?.startedAt === other?.startedAt;
}
