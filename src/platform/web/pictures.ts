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
  userCount: number;
  loadedAt: number;
  loading: AbortController | null;
}

/** Maximum number of cached pictures that are not on screen; a thumbnail is about 10 KB. */
const maxCached = 200;
/** A picture older than this is refetched when it is shown again. */
const maxAgeMs = 5 * 60_000;

const noPicture: PictureState = { url: null, hasFailed: false };
const entries = new Map<string, Entry>();
let sessionStart: number | null = null;

/** Drops all pictures when the session changes. */
sessionStore.subscribe(() => {
  const session = sessionStore.get();
  const currentStart = session.status === 'signed-in' ? session.startedAt : null;
  if (currentStart === sessionStart) return;
  sessionStart = currentStart;
  for (const [key, entry] of entries) drop(key, entry);
});

function getEntry(key: string): Entry {
  const cached = entries.get(key);
  if (cached) return cached;
  const entry: Entry = { state: createStore(noPicture), userCount: 0, loadedAt: 0, loading: null };
  entries.set(key, entry);
  return entry;
}

function drop(key: string, entry: Entry): void {
  abortLoading(entry);
  setPicture(entry, noPicture);
  if (entry.userCount === 0) entries.delete(key);
}

function setPicture(entry: Entry, next: PictureState): void {
  const { url } = entry.state.get();
  entry.state.set(next);
  if (url !== null && url !== next.url) URL.revokeObjectURL(url);
}

/** Returns the path of a gallery picture by id, or of a photo by its path: `orders/<id>/attachments/<id>`. */
const buildPath = (id: string) =>
  id.includes('/') ? `${id}/file` : `gallery/${encodeURIComponent(id)}/file`;

/** Aborts a fetch immediately; a later caller starts a new fetch. */
function abortLoading(entry: Entry): void {
  entry.loading?.abort();
  entry.loading = null;
}

async function load(entry: Entry, id: string, size: PictureSize): Promise<void> {
  abortLoading(entry);
  const loading = new AbortController();
  entry.loading = loading;
  try {
    const file = await fetchPictureFile(buildPath(id), { size }, loading.signal);
    entry.loadedAt = Date.now();
    setPicture(entry, { url: URL.createObjectURL(file), hasFailed: false });
  } catch {
    // A picture on screen stays; the next fetch may succeed.
    if (!loading.signal.aborted && entry.state.get().url === null)
      setPicture(entry, { url: null, hasFailed: true });
  } finally {
    if (entry.loading === loading) entry.loading = null;
  }
}

function subscribe(id: string, size: PictureSize, listener: () => void): () => void {
  const key = `${size} ${id}`;
  const entry = getEntry(key);
  // Least recently used first.
  entries.delete(key);
  entries.set(key, entry);
  entry.userCount += 1;
  const isCurrent = Date.now() - entry.loadedAt < maxAgeMs;
  if (!isCurrent && entry.loading === null) void load(entry, id, size);
  const unsubscribe = entry.state.subscribe(listener);
  return () => {
    unsubscribe();
    entry.userCount -= 1;
    if (entry.userCount === 0) abortLoading(entry);
    trim();
  };
}

function trim(): void {
  for (const [key, entry] of entries) {
    if (entries.size <= maxCached) return;
    if (entry.userCount === 0) drop(key, entry);
  }
}

/**
 * Returns a gallery picture (by id) or a document's photo (by path) as an object URL shared by all components
 * that show it.
 */
export function usePicture(id: string | null, size: PictureSize): PictureState {
  return useSyncExternalStore(
    (listener) => (id === null ? () => undefined : subscribe(id, size, listener)),
    () => (id === null ? noPicture : (entries.get(`${size} ${id}`)?.state.get() ?? noPicture)),
  );
}

/** Refetches a replaced picture wherever it is shown. */
export function refetchPicture(id: string): void {
  for (const size of ['thumb', 'full'] as const) {
    const entry = entries.get(`${size} ${id}`);
    if (!entry) continue;
    entry.loadedAt = 0;
    if (entry.userCount > 0) void load(entry, id, size);
    else drop(`${size} ${id}`, entry);
  }
}
