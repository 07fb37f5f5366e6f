import { expect, it } from 'vitest';
import { chunks, withEventLoopYields } from './many-rows.ts';

it('splits a list into chunks, and an empty list into none', () => {
  expect(chunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunks([], 2)).toEqual([]);
});

it('yields to other tasks during long loops without losing or repeating rows', async () => {
  const log: (number | string)[] = [];
  setTimeout(() => log.push('other task'));
  for await (const n of withEventLoopYields(Array.from({ length: 40 }, (_, index) => index))) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    log.push(n);
  }
  expect(log.filter((entry) => typeof entry === 'number')).toEqual(
    Array.from({ length: 40 }, (_, index) => index),
  );
  expect(log.indexOf('other task')).toBeGreaterThanOrEqual(0);
  expect(log.indexOf('other task')).toBeLessThan(40);
});
