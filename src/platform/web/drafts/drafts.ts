import { dayMs } from '#core/day.ts';
import { type JsonRecord, readNumberValue, readRecord } from '#platform/shapes/tolerant.ts';
import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';
import { createUserStores } from '#platform/web/user-stores.ts';
import { createStore, type Store, useStore } from '#platform/web/store.ts';
import { markDraftChanged, watchUnsaved } from './unsaved.ts';

interface DraftSpec<T> {
  /**
   * Part of the storage key `commissary.<name>.<user>.<document>`. It must never change, because devices
   * store drafts under it.
   */
  name: string;
  /** Creates the empty draft, which is not stored. */
  empty(): T;
  isEmpty(draft: T): boolean;
  /**
   * Returns whether the draft contains work that a dashboard update must wait for; by default, any draft that
   * isn't empty.
   */
  containsWork?(draft: T): boolean;
  /**
   * Parses a stored draft of any dashboard version. Missing values get their defaults; null when it is not a
   * draft.
   */
  read(stored: JsonRecord): T | null;
  /** Removes values that must not be stored. */
  clean?(draft: T): T;
  /** For kinds with many drafts; each draft has its time in `savedAt` (epoch ms). */
  limits?: { maxCount: number; maxChars: number; lifetimeMs: number };
}

/** Limits for document kinds with many drafts on one device. */
export const draftLimits = { maxCount: 50, maxChars: 100_000, lifetimeMs: 7 * dayMs };

/** The unsaved input of a user for one document. */
export interface Draft<T> extends Store<T> {
  /** Deletes the draft from this device. */
  discard(): void;
}

/** A kind of unsaved input, stored per user and document. */
export interface DraftKind<T> {
  /**
   * Opens a user's draft for a document. All callers share one store; every change is stored on the device,
   * and changes in other tabs are followed. The draft survives reloads, the end of the session, and updates;
   * setting an empty draft discards it.
   */
  open(userId: string, document: string): Draft<T>;
  /** Subscribes to the documents for which this device stores a draft of the user. */
  useStoredDocuments(userId: string): ReadonlySet<string>;
  /** Returns the storage key of a draft. */
  getKey(userId: string, document: string): string;
}

/** Drafts that could not be stored, because storage is full or blocked; they last as long as this tab. */
export const unstoredDrafts = createStore<ReadonlySet<string>>(new Set());

/**
 * Defines a kind of draft. When storage is blocked or full, a draft lasts as long as the session in this tab.
 *
 * @param spec name, parser and limits of the kind
 */
export function defineDraft<T>(spec: DraftSpec<T>): DraftKind<T> {
  const { empty, isEmpty, read, limits, clean = (draft: T) => draft, containsWork = () => true } = spec;
  const prefix = `commissary.${spec.name}.`;
  const keys = createStore<readonly string[]>(listStoredKeys(prefix));
  /** True while a change from another tab is being applied, which must not be stored again. */
  let isSyncing = false;

  function load(key: string): T {
    const stored = parse(readStoredItem(key));
    const isExpired = limits !== undefined && Date.now() - (readSavedAt(stored) ?? 0) >= limits.lifetimeMs;
    return (stored && !isExpired ? read(stored) : null) ?? empty();
  }

  function save(key: string, draft: T): void {
    const wasStored = readStoredItem(key) !== null;
    const text = isEmpty(draft) ? null : JSON.stringify(draft);
    if (text !== null && !wasStored) removeOldDrafts();
    const isStorable = !limits || (text?.length ?? 0) <= limits.maxChars;
    writeStoredItem(key, isStorable ? text : null);
    updateUnstored(key, isStorable && text !== null && readStoredItem(key) !== text);
    if (wasStored !== (readStoredItem(key) !== null)) keys.set(listStoredKeys(prefix));
  }

  /** Removes drafts that exceed the limits on number and age, oldest first. */
  function removeOldDrafts(): void {
    if (!limits) return;
    const drafts = listStoredKeys(prefix)
      .map((key) => ({ key, savedAtMs: readSavedAt(parse(readStoredItem(key))) ?? 0 }))
      .toSorted((a, b) => b.savedAtMs - a.savedAtMs);
    for (const [index, { key, savedAtMs }] of drafts.entries())
      if (index >= limits.maxCount - 1 || Date.now() - savedAtMs >= limits.lifetimeMs)
        writeStoredItem(key, null);
  }

  const open = createUserStores((key): Draft<T> => {
    const store = createStore(load(key));
    const isUnsaved = () => !isEmpty(store.get()) && containsWork(store.get());
    store.subscribe(() => {
      if (isSyncing) return;
      save(key, store.get());
      markDraftChanged(key, isUnsaved);
    });
    /** Number of screens that use the draft; if there are any, it counts as on screen. */
    let screenCount = 0;
    let stopWatching: () => void = () => undefined;
    return {
      ...store,
      set: (next) => store.set(clean(next)),
      discard: () => store.set(empty()),
      subscribe(listener) {
        const stop = store.subscribe(listener);
        screenCount += 1;
        if (screenCount === 1) stopWatching = watchUnsaved(isUnsaved);
        return () => {
          stop();
          screenCount -= 1;
          if (screenCount === 0) stopWatching();
        };
      },
    };
  });

  window.addEventListener('storage', ({ key }) => {
    if (key !== null && !key.startsWith(prefix)) return;
    keys.set(listStoredKeys(prefix));
    if (key === null) return;
    isSyncing = true;
    open(key).set(load(key));
    isSyncing = false;
  });

  const getKey = (userId: string, document: string) => `${prefix}${userId}.${document}`;
  return {
    getKey,
    open: (userId, document) => open(getKey(userId, document)),
    useStoredDocuments(userId) {
      const userPrefix = getKey(userId, '');
      const storedKeys = useStore(keys);
      return new Set(
        storedKeys.flatMap((key) => (key.startsWith(userPrefix) ? [key.slice(userPrefix.length)] : [])),
      );
    },
  };
}

function updateUnstored(key: string, isUnstored: boolean): void {
  const current = unstoredDrafts.get();
  if (current.has(key) === isUnstored) return;
  unstoredDrafts.set(isUnstored ? new Set([...current, key]) : current.difference(new Set([key])));
}

function listStoredKeys(prefix: string): string[] {
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

function readSavedAt(stored: JsonRecord | null): number | null {
  return readNumberValue(stored?.['savedAt']);
}
