import { expect, test } from 'vitest';
import { VersionedCache } from './versioned-cache.ts';

const [business, otherBusiness] = [{}, {}];

test('returns an entry for its own business while its version is unchanged', () => {
  const cache = new VersionedCache<string>(10);
  cache.set(business, 'a', { version: '1', value: 'of one', size: 1 });
  expect(cache.get(business, 'a', '1')).toBe('of one');
  expect(cache.get(business, 'a', '2')).toBeUndefined();
  expect(cache.get(business, 'b', '1')).toBeUndefined();
  expect(cache.get(otherBusiness, 'a', '1')).toBeUndefined();
  cache.set(business, 'a', { version: '2', value: 'of two', size: 1 });
  expect([cache.get(business, 'a', '1'), cache.get(business, 'a', '2')]).toEqual([undefined, 'of two']);
});

test("evicts the least recently used entries beyond the limit, and doesn't store entries that exceed it", () => {
  const cache = new VersionedCache<string>(10);
  const store = (key: string, size: number) => cache.set(business, key, { version: '1', value: key, size });
  const listCachedKeys = () =>
    ['a', 'b', 'c', 'd'].filter((key) => cache.get(business, key, '1') !== undefined);
  store('a', 4);
  store('b', 4);
  cache.get(business, 'a', '1');
  store('c', 4);
  expect(listCachedKeys()).toEqual(['a', 'c']);
  // Storing an existing key replaces its size too.
  store('c', 6);
  expect(listCachedKeys()).toEqual(['a', 'c']);
  store('d', 11);
  expect(listCachedKeys()).toEqual(['a', 'c']);
  store('b', 10);
  expect(listCachedKeys()).toEqual(['b']);
});
