import { CollectionLockedError } from '#platform/server/db/failures.ts';
import type { Queryable } from '#platform/server/db/types.ts';

/** Maximum time that a change waits for locked collections, and the polling interval, in ms. */
const maxWaitMs = 10_000;
const pollMs = 25;

/**
 * Collections locked by multi-transaction operations, by database. Such operations run only if one process
 * owns the database.
 */
const lockedCollections = new WeakMap<Queryable, Set<ReadonlySet<string>>>();

/** Returns whether any of these collections is locked by a multi-transaction operation. */
export function isLocked(db: Queryable, collections: Iterable<string>): boolean {
  const locks = lockedCollections.get(db);
  if (!locks || locks.size === 0) return false;
  return [...collections].some((name) => [...locks].some((names) => names.has(name)));
}

/**
 * Locks collections against other writers until the returned function is called. Call it inside a
 * transaction, so that earlier commits are visible; other writers check before they commit
 * (`assertUnlocked`).
 */
export function lockCollections(db: Queryable, collections: readonly string[]): () => void {
  const locks = lockedCollections.get(db) ?? new Set();
  lockedCollections.set(db, locks);
  const names: ReadonlySet<string> = new Set(collections);
  locks.add(names);
  return () => void locks.delete(names);
}

/**
 * Checks, as the last step of a transaction, that the collections it changed according to its audit entries
 * (I8) are not locked.
 *
 * @throws CollectionLockedError
 */
export function assertUnlocked(db: Queryable, entries: readonly { entity: string }[]): void {
  if (isLocked(db, new Set(entries.map(({ entity }) => entity)))) throw new CollectionLockedError();
}

/**
 * Retries a transaction that encountered a locked collection, for at most ten seconds; it holds no locks
 * between attempts.
 */
export async function retryWhenUnlocked<T>(attempt: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + maxWaitMs; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof CollectionLockedError) || Date.now() >= deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
}
