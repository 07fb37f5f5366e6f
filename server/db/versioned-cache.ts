interface CacheEntry<T> {
  version: string;
  value: T;
  size: number;
}

/**
 * What was made of rows, kept at hand by this process as long as their mark says that they are still the same: of each business by
 * keys of its own. Beyond so much, in whatever sizes are counted in, what nobody asked for longest goes first.
 */
export class VersionedCache<T> {
  readonly #most: number;
  readonly #ofBusiness = new WeakMap<object, { byKey: Map<string, CacheEntry<T>>; size: number }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** @param keeper stands for the business: its reader, or whatever lives as long */
  get(keeper: object, key: string, mark: string): T | undefined {
    const byKey = this.#ofBusiness.get(keeper)?.byKey;
    const kept = byKey?.get(key);
    if (!byKey || kept?.version !== mark) return undefined;
    byKey.delete(key);
    byKey.set(key, kept);
    return kept.value;
  }

  /** The mark is read before the rows, or with them: what is newer than its mark is made anew, and what is older would stay. */
  set(keeper: object, key: string, { version: mark, value, size }: CacheEntry<T>): void {
    const own = this.#ofBusiness.get(keeper) ?? { byKey: new Map<string, CacheEntry<T>>(), size: 0 };
    this.#ofBusiness.set(keeper, own);
    const drop = (one: string) => {
      own.size -= own.byKey.get(one)?.size ?? 0;
      own.byKey.delete(one);
    };
    drop(key);
    own.byKey.set(key, { version: mark, value, size });
    own.size += size;
    for (const oldest of own.byKey.keys()) {
      if (own.size <= this.#most) break;
      drop(oldest);
    }
  }
}
