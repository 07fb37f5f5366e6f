interface CacheEntry<T> {
  version: string;
  value: T;
  size: number;
}

/**
 * In-process cache whose entries are valid while their version equals the current one. Each business has its
 * own LRU cache, limited by the total size of its entries.
 */
export class VersionedCache<T> {
  readonly #maxSize: number;
  readonly #caches = new WeakMap<object, { byKey: Map<string, CacheEntry<T>>; size: number }>();

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** @param business identifies the business: its reader, or an object with the same lifetime */
  get(business: object, key: string, version: string): T | undefined {
    const byKey = this.#caches.get(business)?.byKey;
    const entry = byKey?.get(key);
    if (!byKey || entry?.version !== version) return undefined;
    byKey.delete(key);
    byKey.set(key, entry);
    return entry.value;
  }

  /**
   * The version must be read before the rows or together with them: rows newer than their version are merely
   * recomputed, but older rows would remain in the cache.
   */
  set(business: object, key: string, { version, value, size }: CacheEntry<T>): void {
    const cache = this.#caches.get(business) ?? { byKey: new Map<string, CacheEntry<T>>(), size: 0 };
    this.#caches.set(business, cache);
    const evict = (evictedKey: string) => {
      cache.size -= cache.byKey.get(evictedKey)?.size ?? 0;
      cache.byKey.delete(evictedKey);
    };
    evict(key);
    if (size > this.#maxSize) return;
    cache.byKey.set(key, { version, value, size });
    cache.size += size;
    for (const oldest of cache.byKey.keys()) {
      if (cache.size <= this.#maxSize) break;
      evict(oldest);
    }
  }
}
