import { expect, test } from 'vitest';
import { lifetimes } from '#platform/web/cache/lifetimes.ts';
import { parseClientName, clientProfiles } from './profiles.ts';

const { first, second } = clientProfiles;

test('client profiles match SPEC sections 7 to 9', () => {
  expect([first.timeoutMs, second.timeoutMs]).toEqual([60_000, 30_000]);
  expect([first.startPage, second.startPage]).toEqual(['/', '/login']);
  expect([first.rateLimit.retries, second.rateLimit.retries]).toEqual([1, 3]);
  expect([first.rateLimit.obeysRetryAfter, second.rateLimit.obeysRetryAfter]).toEqual([true, false]);
  expect(first.paths).toEqual({ branches: 'branch', itemCategories: 'item-categories' });
  expect(second.paths).toEqual({ branches: 'branches', itemCategories: 'categories' });
});

test("the second client's retries fit within its timeout", () => {
  const waits = [1, 2, 3].map(second.rateLimit.delayMs);
  expect(waits).toEqual([1000, 2000, 4000]);
  expect(waits.reduce((sum, wait) => sum + wait)).toBeLessThan(second.timeoutMs);
});

test.each([
  ['user', 10, 5],
  ['items', 5, 10],
  ['branches', 10, 5],
  ['orders', 2, 2],
  ['orderList', 2, 2],
  ['orderSubmission', 1, 2],
  ['orderSimple', 1, 2],
  ['orderOne', 2, 2],
  ['categories', 15, 30],
  ['sections', 15, 5],
  ['other', 5, 5],
] as const)('%s live %d minutes in the first client, %d in the second', (kind, inFirst, inSecond) => {
  expect(lifetimes.first[kind]).toBe(inFirst * 60_000);
  expect(lifetimes.second[kind]).toBe(inSecond * 60_000);
});

test.each([
  ['first', 'first'],
  ['second', 'second'],
  ['third', null],
  [undefined, null],
])('parses %j as the client %j', (value, name) => expect(parseClientName(value)).toBe(name));
