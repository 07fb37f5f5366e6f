import { expect, it } from 'vitest';
import { chunks, withEventLoopYields } from './many-rows.ts';

it('splits a list into chunks of at most the given size, in order; an empty list has none', () => {
  expect(chunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunks([], 2)).toEqual([]);
});

it('yields to other tasks during long loops without losing or repeating rows', async () => {
  const log: (number | string)[] = [];
  setTimeout(() => log.push('somebody else'));
  for await (const n of withEventLoopYields(Array.from({ length: 40 }, (_, at) => at))) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    log.push(n);
  }
  expect(log.filter((one) => typeof one === 'number')).toEqual(Array.from({ length: 40 }, (_, at) => at));
  expect(log.indexOf('somebody else')).toBeGreaterThanOrEqual(0);
  expect(log.indexOf('somebody else')).toBeLessThan(40);
});
