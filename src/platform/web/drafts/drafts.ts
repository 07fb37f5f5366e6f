import { dayMs } from '#core/day.ts';
import { type JsonRecord, readNumberValue, readRecord } from '#platform/shapes/tolerant.ts';
import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';
import { createUserStores } from '#platform/web/personal-stores.ts';
import { createStore, type Store, useStore } from '#platform/web/store.ts';
import { markDraftChanged, watchUnsaved } from './unsaved.ts';

interface DraftSpec<T> {
  /**
   * Part of the storage key `commissary.<name>.<user>.<document>`. It must never change, because devices
   * store drafts under it.
   */
  name: string;
  /** The empty draft, which is not stored. */
  empty(): T;
  isEmpty(draft: T): boolean;
  /**
   * Whether the draft holds work that an update of the dashboard must wait for; by default whenever it is not
   * empty.
   */
  holdsWork?(draft: T): boolean;
  /**
   * Parses a stored draft of any dashboard version. Missing values get their defaults; null when it is not a
   * draft.
   */
  read(stored: JsonRecord): T | null;
  /** Removes values that must not be stored. */
  clean?(draft: T): T;
  /** For kinds with many drafts; each draft has its time in `savedAt` (epoch ms). */
  limits?: { atMost: number; longestChars: number; lifetimeMs: number };
}

/** Limits for document kinds with many drafts on one device. */
export const latestDrafts = { atMost: 50, longestChars: 100_000, lifetimeMs: 7 * dayMs };

/** The unsaved input of a user for one document. */
export interface Draft<T> extends Store<T> {
  /** Deletes the draft from this device. */
  discard(): void;
}

/** A kind of unsaved input, stored per user and document. */
export interface DraftKind<T> {
  /**
   * Opens the draft of a user for a document. All callers share one store; every change is stored on the
   * device, and changes of other tabs are followed. It survives reloads, the end of the session and updates;
   * setting an empty draft discards it.
   */
  open(userId: string, document: string): Draft<T>;
  /** Subscribes to the documents for which this device stores a draft of the user. */
  useKept(userId: string): ReadonlySet<string>;
  /** Returns the storage key of a draft. */
  keyOf(userId: string, document: string): string;
}

/** Drafts that could not be stored, because storage is full or blocked; they last as long as this tab. */
export const unstoredDrafts = createStore<ReadonlySet<string>>(new Set());

/**
 * Defines a kind of draft. When storage is blocked or full, a draft lasts as long as the session in this tab.
 *
 * @param spec name, parser and limits of the kind
 */
export function defineDraft<T>(spec: DraftSpec<T>): DraftKind<T> {
  const { empty, isEmpty, read, limits, clean = (draft: T) => draft, holdsWork = () => true } = spec;
  const prefix = `commissary.${spec.name}.`;
  const keys = createStore<readonly string[]>(keptKeys(prefix));
  /** True while applying a change of another tab, which must not be stored again. */
  let isFollowing = false;

  function load(key: string): T {
    const stored = parse(readStoredItem(key));
    const isOld = limits !== undefined && Date.now() - (savedAt(stored) ?? 0) >= limits.lifetimeMs;
    return (stored && !isOld ? read(stored) : null) ?? empty();
  }

  function save(key: string, draft: T): void {
    const wasKept = readStoredItem(key) !== null;
    const text = isEmpty(draft) ? null : JSON.stringify(draft);
    if (text !== null && !wasKept) makeRoom();
    const isKept = !limits || (text?.length ?? 0) <= limits.longestChars;
    writeStoredItem(key, isKept ? text : null);
    noteUnkept(key, isKept && text !== null && readStoredItem(key) !== text);
    if (wasKept !== (readStoredItem(key) !== null)) keys.set(keptKeys(prefix));
  }

  /** Removes drafts beyond the limits of count and age, oldest first. */
  function makeRoom(): void {
    if (!limits) return;
    const drafts = keptKeys(prefix)
      .map((key) => ({ key, at: savedAt(parse(readStoredItem(key))) ?? 0 }))
      .toSorted((a, b) => b.at - a.at);
    for (const [index, { key, at }] of drafts.entries())
      if (index >= limits.atMost - 1 || Date.now() - at >= limits.lifetimeMs) writeStoredItem(key, null);
  }

  const open = createUserStores((key): Draft<T> => {
    const store = createStore(load(key));
    const isUnsaved = () => !isEmpty(store.get()) && holdsWork(store.get());
    store.subscribe(() => {
      if (isFollowing) return;
      save(key, store.get());
      markDraftChanged(key, isUnsaved);
    });
    /** Number of screens that use the draft; with at least one, it counts as on screen. */
    let followers = 0;
    let stopWatching: () => void = () => undefined;
    return {
      ...store,
      set: (next) => store.set(clean(next)),
      discard: () => store.set(empty()),
      subscribe(listener) {
        const stop = store.subscribe(listener);
        followers += 1;
        if (followers === 1) stopWatching = watchUnsaved(isUnsaved);
        return () => {
          stop();
          followers -= 1;
          if (followers === 0) stopWatching();
        };
      },
    };
  });

  window.addEventListener('storage', ({ key }) => {
    if (key !== null && !key.startsWith(prefix)) return;
    keys.set(keptKeys(prefix));
    if (key === null) return;
    isFollowing = true;
    open(key).set(load(key));
    isFollowing = false;
  });

  const keyOf = (userId: string, document: string) => `${prefix}${userId}.${document}`;
  return {
    keyOf,
    open: (userId, document) => open(keyOf(userId, document)),
    useKept(userId) {
      const start = keyOf(userId, '');
      const storedKeys = useStore(keys);
      return new Set(storedKeys.flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : [])));
    },
  };
}

function noteUnkept(key: string, isUnkept: boolean): void {
  const before = unstoredDrafts.get();
  if (before.has(key) === isUnkept) return;
  unstoredDrafts.set(isUnkept ? new Set([...before, key]) : before.difference(new Set([key])));
}

function keptKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function parse(text: string | null): JsonRecord | null {
  try {
    return text === null ? null : readRecord(JSON.parse(text));
  } catch {
    return null;
  }
}

function savedAt(stored: JsonRecord | null): number | null {
  return readNumberValue(stored?.['savedAt']);
}
