import { expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

it("runs at most three tasks at a time, in order, and frees a failed task's slot", async () => {
  const startedTasks: number[] = [];
  let running = 0;
  let maxRunning = 0;
  const work = async (n: number) => {
    startedTasks.push(n);
    maxRunning = Math.max(maxRunning, ++running);
    await new Promise((resolve) => setTimeout(resolve, n % 3));
    running -= 1;
    if (n === 7) throw new Error('task 7 failed');
    return n * 2;
  };
  const limiter = limitConcurrency(3);
  const all = Array.from({ length: 20 }, (_, n) => n);
  const results = await Promise.allSettled(all.map((n) => limiter.run(() => work(n))));
  expect(maxRunning).toBe(3);
  expect(startedTasks).toEqual(all);
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : null))).toEqual(
    all.map((n) => (n === 7 ? null : n * 2)),
  );
  // After all tasks have finished, a new one starts immediately.
  expect(await limiter.run(() => work(21))).toBe(42);
});
