import { expect, it } from 'vitest';
import { atOnce, chunks, inTurns } from './many-rows.ts';

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

it('so many are at work at a time, others wait in their order; one that fails takes nothing from the others', async () => {
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const work = async (n: number) => {
    begun.push(n);
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, n % 3));
    running -= 1;
    if (n === 7) throw new Error('the seventh');
    return n * 2;
  };
  const inTurn = atOnce(3);
  const all = Array.from({ length: 20 }, (_, n) => n);
  const done = await Promise.allSettled(all.map((n) => inTurn(() => work(n))));
  expect(most).toBe(3);
  expect(begun).toEqual(all);
  expect(done.map((each) => (each.status === 'fulfilled' ? each.value : null))).toEqual(
    all.map((n) => (n === 7 ? null : n * 2)),
  );
  // Whoever comes when all are through waits for nobody.
  expect(await inTurn(() => work(21))).toBe(42);
});
