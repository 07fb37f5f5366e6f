/**
 * A lazily loaded value with a version; equal versions mean equal values. Without a version it can't be
 * cached.
 */
export interface Versioned<T> {
  version: string | null;
  load(): Promise<T>;
}
