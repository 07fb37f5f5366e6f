import { expect, onTestFinished, test, vi } from 'vitest';
import { connectionStore, probeConnection, reportConnection, watchConnection } from './connection.ts';

/** Mocks `fetch` with a function, on fake timers, and watches the connection until the test ends. */
function watchWith(fetchMock: typeof fetch): void {
  vi.useFakeTimers();
  reportConnection(true);
  vi.stubGlobal('fetch', fetchMock);
  const stop = watchConnection('/api/health');
  onTestFinished(() => {
    stop();
    vi.unstubAllGlobals();
    vi.useRealTimers();
    reportConnection(true);
  });
}

test('a probe checks the connection at once, and repeatedly until the server responds', async () => {
  const fetchMock = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch')));
  watchWith(fetchMock);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetchMock).not.toHaveBeenCalled();

  probeConnection();
  await vi.advanceTimersByTimeAsync(0);
  expect(connectionStore.get().isAlive).toBe(false);
  fetchMock.mockResolvedValue(new Response('{}', { headers: { 'content-type': 'application/json' } }));
  await vi.advanceTimersByTimeAsync(3000);
  expect(connectionStore.get().isAlive).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetchMock).toHaveBeenCalledTimes(2);
});

test.each([
  ['a server that responds to an unknown call with a page', 404, true],
  ['a server that refuses access with a page', 401, true],
  ['the page of a captive portal', 200, false],
  ['a portal that requires a sign-in', 511, false],
  ['a proxy without a server', 502, false],
])('%s: status %d, alive: %s', async (_case, status, isAlive) => {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  watchWith(() => Promise.resolve(new Response('<!DOCTYPE html>', { status, headers })));
  reportConnection(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(connectionStore.get().isAlive).toBe(isAlive);
});
