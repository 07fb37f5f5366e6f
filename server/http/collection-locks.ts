import { CollectionLockedError } from '../db/failures.ts';
import type { Queryable } from '../db/types.ts';

/** How long a change waits for lists that are being written, and how often it looks. */
const mostMs = 10_000;
const pollMs = 25;

/** What work of several transactions is writing, by database. One process owns a database where there is such work. */
const held = new WeakMap<Queryable, Set<ReadonlySet<string>>>();

/** Whether one of these collections is being written by work of several transactions. */
export function isLocked(db: Queryable, collections: Iterable<string>): boolean {
  const all = held.get(db);
  if (!all || all.size === 0) return false;
  return [...collections].some((name) => [...all].some((names) => names.has(name)));
}

/**
 * Keeps collections from being changed by others until the answer is called. Called inside a transaction, so that what
 * others committed before was seen; everybody else finds out before they commit (`assertUnlocked`).
 */
export function lockCollections(db: Queryable, collections: readonly string[]): () => void {
  const all = held.get(db) ?? new Set();
  held.set(db, all);
  const names: ReadonlySet<string> = new Set(collections);
  all.add(names);
  return () => void all.delete(names);
}

/** The last thing in a transaction: what it changed, by what it tells the audit (I8), is free. Throws CollectionLockedError. */
export function assertUnlocked(db: Queryable, entries: readonly { entity: string }[]): void {
  if (isLocked(db, new Set(entries.map(({ entity }) => entity)))) throw new CollectionLockedError();
}

/** Tries a transaction again that met what is held, for ten seconds at most; nothing waits for it meanwhile. */
export async function retryWhenUnlocked<T>(attempt: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + mostMs; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof CollectionLockedError) || Date.now() >= deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
}
