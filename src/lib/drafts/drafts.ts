import { type JsonRecord, readNumberValue, readRecord } from '#contract/tolerant.ts';
import { readItem, writeItem } from '../device-storage.ts';
import { createUserStores } from '../personal-stores.ts';
import { createStore, type Store, useStore } from '../store.ts';
import { markDraftChanged, watchUnsaved } from './unsaved.ts';

interface DraftSpec<T> {
  /** A draft is kept as `commissary.<name>.<person>.<document>`; the name never changes: devices hold drafts by it. */
  name: string;
  /** A draft in which nothing stands: nothing is kept of it. */
  empty(): T;
  isEmpty(draft: T): boolean;
  /** Whether something stands in it that a new version of the dashboard waits for; by default whenever it is not empty. */
  holdsWork?(draft: T): boolean;
  /**
   * The schema: makes a draft of what a device kept, whichever version of the dashboard kept it. What is missing gets
   * its default; null where it is no draft.
   */
  read(kept: JsonRecord): T | null;
  /** Takes out what must not be kept. */
  clean?(draft: T): T;
  /** Where people leave many drafts behind; each says in `savedAt` (epoch ms) when it was typed. */
  limits?: { atMost: number; longestChars: number; lifetimeMs: number };
}

/** What is typed and not saved, by person and document. */
export interface DraftKind<T> {
  /**
   * The draft of this person about this document. It is the same for every screen that asks, kept on the device at
   * every change, and follows what another tab makes of it. It survives a reload, the end of the session and a new
   * version of the dashboard; setting an empty one discards it.
   */
  open(userId: string, document: string): Store<T>;
  /** Of which documents this device keeps a draft of this person; components follow it. */
  useKept(userId: string): ReadonlySet<string>;
  /** Under which key the device keeps a draft. */
  keyOf(userId: string, document: string): string;
}

/** The drafts that this device would not keep: its storage is full or blocked, and they last as long as this tab. */
export const unstoredDrafts = createStore<ReadonlySet<string>>(new Set());

/**
 * Defines a kind of draft. Where storage is blocked or full, a draft lasts as long as the session in this tab.
 *
 * @param spec what it is called, and how it is read
 */
export function defineDraft<T>(spec: DraftSpec<T>): DraftKind<T> {
  const { empty, isEmpty, read, limits, clean = (draft: T) => draft, holdsWork = () => true } = spec;
  const prefix = `commissary.${spec.name}.`;
  const keys = createStore<readonly string[]>(keptKeys(prefix));
  /** Another tab has changed it: what it kept is not kept once more. */
  let isFollowing = false;

  function load(key: string): T {
    const kept = parse(readItem(key));
    const isOld = limits !== undefined && Date.now() - (savedAt(kept) ?? 0) >= limits.lifetimeMs;
    return (kept && !isOld ? read(kept) : null) ?? empty();
  }

  function save(key: string, draft: T): void {
    const wasKept = readItem(key) !== null;
    const text = isEmpty(draft) ? null : JSON.stringify(draft);
    if (text !== null && !wasKept) makeRoom();
    const isKept = !limits || (text?.length ?? 0) <= limits.longestChars;
    writeItem(key, isKept ? text : null);
    noteUnkept(key, isKept && text !== null && readItem(key) !== text);
    if (wasKept !== (readItem(key) !== null)) keys.set(keptKeys(prefix));
  }

  /** The latest stay; what is older, or older than drafts live, makes room for one more. */
  function makeRoom(): void {
    if (!limits) return;
    const drafts = keptKeys(prefix)
      .map((key) => ({ key, at: savedAt(parse(readItem(key))) ?? 0 }))
      .toSorted((a, b) => b.at - a.at);
    for (const [index, { key, at }] of drafts.entries())
      if (index >= limits.atMost - 1 || Date.now() - at >= limits.lifetimeMs) writeItem(key, null);
  }

  const open = createUserStores((key): Store<T> => {
    const store = createStore(load(key));
    const isUnsaved = () => !isEmpty(store.get()) && holdsWork(store.get());
    store.subscribe(() => {
      if (isFollowing) return;
      save(key, store.get());
      markDraftChanged(key, isUnsaved);
    });
    /** A draft that a screen follows is on it. */
    let followers = 0;
    let stopWatching: () => void = () => undefined;
    return {
      ...store,
      set: (next) => store.set(clean(next)),
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
      const kept = useStore(keys);
      return new Set(kept.flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : [])));
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

function savedAt(kept: JsonRecord | null): number | null {
  return readNumberValue(kept?.['savedAt']);
}
