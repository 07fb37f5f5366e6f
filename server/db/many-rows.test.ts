import { expect, it } from 'vitest';
import { chunks, inParallel, inTurns } from './many-rows.ts';

it('a list comes in pieces of at most so many, in its order; an empty one in none', () => {
  expect(chunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunks([], 2)).toEqual([]);
});

it('others get their turn in the middle of work on many rows, and none is left out or comes twice', async () => {
  const told: (number | string)[] = [];
  setTimeout(() => told.push('somebody else'));
  for await (const n of inTurns(Array.from({ length: 40 }, (_, at) => at))) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    told.push(n);
  }
  expect(told.filter((one) => typeof one === 'number')).toEqual(Array.from({ length: 40 }, (_, at) => at));
  expect(told.indexOf('somebody else')).toBeGreaterThanOrEqual(0);
  expect(told.indexOf('somebody else')).toBeLessThan(40);
});

it('the same is done for so many at a time, and answered in their order; what fails is heard once', async () => {
  let running = 0;
  let most = 0;
  const work = async (n: number) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, n % 3));
    running -= 1;
    if (n === 30) throw new Error('the thirtieth');
    return n * 2;
  };
  const all = Array.from({ length: 20 }, (_, n) => n);
  expect(await inParallel(3, all, work)).toEqual(all.map((n) => n * 2));
  expect(most).toBe(3);
  expect(await inParallel(3, [], work)).toEqual([]);
  await expect(inParallel(2, [29, 30, 31], work)).rejects.toThrow('the thirtieth');
});
