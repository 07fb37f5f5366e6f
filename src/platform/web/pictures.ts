import { useSyncExternalStore } from 'react';
import { fetchPictureFile } from '#platform/web/api/read-file.ts';
import { sessionStore } from '#platform/web/session/session.ts';
import { createStore, type Store } from './store.ts';

export type PictureSize = 'thumb' | 'full';

/**
 * `url` is an object URL while there is a picture to show; `hasFailed` is true when it could not be loaded.
 */
export interface PictureState {
  url: string | null;
  hasFailed: boolean;
}

interface Entry {
  state: Store<PictureState>;
  /** Number of components that show it. */
  users: number;
  loadedAt: number;
  loading: AbortController | null;
}

/** Maximum of cached pictures that are not on screen; a thumbnail is about 10 KB. */
const mostKept = 200;
/** A picture older than this is refetched when it is shown again. */
const freshMs = 5 * 60_000;

const nothing: PictureState = { url: null, hasFailed: false };
const entries = new Map<string, Entry>();
let owner: number | null = null;

/** Pictures belong to the session in which they were loaded. */
sessionStore.subscribe(() => {
  const session = sessionStore.get();
  const now = session.status === 'signed-in' ? session.startedAt : null;
  if (now === owner) return;
  owner = now;
  for (const [key, entry] of entries) drop(key, entry);
});

function entryOf(key: string): Entry {
  const cached = entries.get(key);
  if (cached) return cached;
  const entry: Entry = { state: createStore(nothing), users: 0, loadedAt: 0, loading: null };
  entries.set(key, entry);
  return entry;
}

function drop(key: string, entry: Entry): void {
  giveUp(entry);
  show(entry, nothing);
  if (entry.users === 0) entries.delete(key);
}

function show(entry: Entry, next: PictureState): void {
  const { url } = entry.state.get();
  entry.state.set(next);
  if (url !== null && url !== next.url) URL.revokeObjectURL(url);
}

/** Returns the path of a gallery picture by id, or of a photo by its path: `orders/<id>/attachments/<id>`. */
const pathOf = (id: string) => (id.includes('/') ? `${id}/file` : `gallery/${encodeURIComponent(id)}/file`);

/** Aborts a fetch immediately; a later caller starts a new fetch. */
function giveUp(entry: Entry): void {
  entry.loading?.abort();
  entry.loading = null;
}

async function load(entry: Entry, id: string, size: PictureSize): Promise<void> {
  giveUp(entry);
  const loading = new AbortController();
  entry.loading = loading;
  try {
    const file = await fetchPictureFile(pathOf(id), { size }, loading.signal);
    entry.loadedAt = Date.now();
    show(entry, { url: URL.createObjectURL(file), hasFailed: false });
  } catch {
    // A picture on screen stays; the next fetch may succeed.
    if (!loading.signal.aborted && entry.state.get().url === null)
      show(entry, { url: null, hasFailed: true });
  } finally {
    if (entry.loading === loading) entry.loading = null;
  }
}

function subscribe(id: string, size: PictureSize, listener: () => void): () => void {
  const key = `${size} ${id}`;
  const entry = entryOf(key);
  // Least recently used first.
  entries.delete(key);
  entries.set(key, entry);
  entry.users += 1;
  const isFresh = Date.now() - entry.loadedAt < freshMs;
  if (!isFresh && entry.loading === null) void load(entry, id, size);
  const unsubscribe = entry.state.subscribe(listener);
  return () => {
    unsubscribe();
    entry.users -= 1;
    if (entry.users === 0) giveUp(entry);
    trim();
  };
}

function trim(): void {
  for (const [key, entry] of entries) {
    if (entries.size <= mostKept) return;
    if (entry.users === 0) drop(key, entry);
  }
}

/**
 * Returns a gallery picture by id, or a document's photo by path, as an object URL that all users of the hook
 * share.
 */
export function usePicture(id: string | null, size: PictureSize): PictureState {
  return useSyncExternalStore(
    (listener) => (id === null ? () => undefined : subscribe(id, size, listener)),
    () => (id === null ? nothing : (entries.get(`${size} ${id}`)?.state.get() ?? nothing)),
  );
}

/** Refetches a replaced picture wherever it is shown. */
export function refetchPicture(id: string): void {
  for (const size of ['thumb', 'full'] as const) {
    const entry = entries.get(`${size} ${id}`);
    if (!entry) continue;
    entry.loadedAt = 0;
    if (entry.users > 0) void load(entry, id, size);
    else drop(`${size} ${id}`, entry);
  }
}
