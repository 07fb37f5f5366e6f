import { expect, test } from 'vitest';
import { VersionedCache } from './versioned-cache.ts';

const [business, other] = [{}, {}];

test('returns an entry while its version is unchanged, and only for its own business', () => {
  const cache = new VersionedCache<string>(10);
  cache.set(business, 'a', { version: '1', value: 'of one', size: 1 });
  expect(cache.get(business, 'a', '1')).toBe('of one');
  expect(cache.get(business, 'a', '2')).toBeUndefined();
  expect(cache.get(business, 'b', '1')).toBeUndefined();
  expect(cache.get(other, 'a', '1')).toBeUndefined();
  cache.set(business, 'a', { version: '2', value: 'of two', size: 1 });
  expect([cache.get(business, 'a', '1'), cache.get(business, 'a', '2')]).toEqual([undefined, 'of two']);
});

test('evicts the least recently used entry beyond the limit, and stores nothing larger than the limit', () => {
  const cache = new VersionedCache<string>(10);
  const put = (key: string, size: number) => cache.set(business, key, { version: '1', value: key, size });
  const there = () => ['a', 'b', 'c', 'd'].filter((key) => cache.get(business, key, '1') !== undefined);
  put('a', 4);
  put('b', 4);
  cache.get(business, 'a', '1');
  put('c', 4);
  expect(there()).toEqual(['a', 'c']);
  // Storing the same key again replaces its own size.
  put('c', 6);
  expect(there()).toEqual(['a', 'c']);
  put('d', 11);
  expect(there()).toEqual([]);
  put('b', 10);
  expect(there()).toEqual(['b']);
});
