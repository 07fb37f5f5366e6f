import { expect, it } from 'vitest';
import { newId } from './ids.ts';

const createClock = (ms: number) => ({ now: () => new Date(ms) });

it('creates UUIDs of version 7 that sort by time', () => {
  const id = newId(createClock(Date.UTC(2026, 2, 4)));
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.UTC(2026, 2, 4));
  expect(newId(createClock(1000)) < newId(createClock(1001))).toBe(true);
});

it('keeps the order within a millisecond', () => {
  const ids = Array.from({ length: 2000 }, () => newId(createClock(5_000_000)));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
