import '#app/web/testing/dom.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { canPrefetch } from './prefetch.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => setTimeout(callback, 20));
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('prefetches nothing with a data saver or on a slow connection', () => {
  expect(canPrefetch(undefined)).toBe(true);
  expect(canPrefetch({ saveData: false, effectiveType: '4g' })).toBe(true);
  expect(canPrefetch({ saveData: true, effectiveType: '4g' })).toBe(false);
  for (const effectiveType of ['slow-2g', '2g', '3g']) expect(canPrefetch({ effectiveType })).toBe(false);
});

test.each([
  ['up to 300 KB if a service worker stores the rest', {}, ['first', 'second']],
  ['everything without a service worker', undefined, ['first', 'second', 'third']],
])('prefetches one file at a time: %s', async (_, serviceWorker, expected) => {
  vi.stubGlobal('navigator', serviceWorker === undefined ? {} : { serviceWorker });
  const { prefetch } = await import('./prefetch.ts');
  const files: object[] = [];
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => files as PerformanceEntryList);
  const loaded: string[] = [];
  let running = 0;
  const load = (name: string, encodedBodySize: number) => async () => {
    running += 1;
    expect(running).toBe(1);
    await new Promise((done) => setTimeout(done, 5000));
    running -= 1;
    loaded.push(name);
    files.push({
      name: `https://shop.test/assets/${name}.js`,
      startTime: performance.now(),
      encodedBodySize,
    });
  };
  prefetch(load('first', 200_000));
  prefetch(load('second', 150_000));
  prefetch(load('third', 1000));
  const cancel = prefetch(load('cancelled', 1000));
  cancel();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(loaded).toEqual(expected);
});
