import { expect, test } from 'vitest';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { fillYear } from './fill.ts';
import {
  measureLongestTurn,
  type ThreadTurn,
  measureJobs,
  measureReads,
  measureWrites,
} from './main-thread.ts';

/** Uses this much of the thread's CPU time (ms). */
function work(ms: number): void {
  const getUsedMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const from = getUsedMs();
  while (getUsedMs() - from < ms);
}

test('measures the longest time without an event loop turn, excluding waiting', async () => {
  const interrupted = await measureLongestTurn(async () => {
    for (let part = 0; part < 10; part++) {
      work(20);
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  expect(interrupted).toBeGreaterThanOrEqual(20);
  const uninterrupted = await measureLongestTurn(async () => {
    for (let part = 0; part < 10; part++) {
      work(20);
      await Promise.resolve();
    }
  });
  expect(uninterrupted).toBeGreaterThanOrEqual(200);
  expect(uninterrupted).toBeGreaterThan(interrupted);
});

/** `npm run bench:scale -- --main-thread` measures a large business and prints the times. */
test('calls every read route, changes of master data and scheduled jobs', async () => {
  const t = await createTestApp({ now: '2026-03-04T09:00:00.000Z' });
  try {
    const year = await fillYear(t.db, { size: 'small', lastDay: '2026-03-03', days: 12 });
    const turns: ThreadTurn[] = [];
    for (const measured of [measureReads(t, year), measureWrites(t, year), measureJobs(t)])
      for await (const turn of measured) turns.push(turn);
    expect(turns.filter(({ status }) => status === 200).length).toBeGreaterThan(200);
    expect(turns.filter(({ status }) => status !== null && status >= 500)).toEqual([]);
  } finally {
    await t.close();
  }
}, 120_000);
