interface CacheEntry<T> {
  version: string;
  value: T;
  size: number;
}

/**
 * In-process cache; an entry is valid while its version equals the current one. A bounded LRU per business,
 * limited by the sum of the entries' sizes.
 */
export class VersionedCache<T> {
  readonly #most: number;
  readonly #ofBusiness = new WeakMap<object, { byKey: Map<string, CacheEntry<T>>; size: number }>();

  constructor(maxSize: number) {
    this.#most = maxSize;
  }

  /** @param keeper identifies the business: its reader, or an object that lives as long */
  get(keeper: object, key: string, mark: string): T | undefined {
    const byKey = this.#ofBusiness.get(keeper)?.byKey;
    const entry = byKey?.get(key);
    if (!byKey || entry?.version !== mark) return undefined;
    byKey.delete(key);
    byKey.set(key, entry);
    return entry.value;
  }

  /**
   * Read the version before the rows or with them: rows newer than their version are only recomputed, but
   * older rows would stay.
   */
  set(keeper: object, key: string, { version: mark, value, size }: CacheEntry<T>): void {
    const cache = this.#ofBusiness.get(keeper) ?? { byKey: new Map<string, CacheEntry<T>>(), size: 0 };
    this.#ofBusiness.set(keeper, cache);
    const drop = (one: string) => {
      cache.size -= cache.byKey.get(one)?.size ?? 0;
      cache.byKey.delete(one);
    };
    drop(key);
    cache.byKey.set(key, { version: mark, value, size });
    cache.size += size;
    for (const oldest of cache.byKey.keys()) {
      if (cache.size <= this.#most) break;
      drop(oldest);
    }
  }
}
