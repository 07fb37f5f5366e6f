import { expect, onTestFinished, test, vi } from 'vitest';
import { connectionStore, probeConnection, reportConnection, watchConnection } from './connection.ts';

/** Mocks `fetch` with a function, on fake timers, and watches the connection until the test ends. */
function watched(answers: typeof fetch): void {
  vi.useFakeTimers();
  reportConnection(true);
  vi.stubGlobal('fetch', answers);
  const stop = watchConnection('/api/health');
  onTestFinished(() => {
    stop();
    vi.unstubAllGlobals();
    vi.useRealTimers();
    reportConnection(true);
  });
}

test('a probed connection is checked at once, and repeatedly until it responds', async () => {
  const answers = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch')));
  watched(answers);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).not.toHaveBeenCalled();

  probeConnection();
  await vi.advanceTimersByTimeAsync(0);
  expect(connectionStore.get().isAlive).toBe(false);
  answers.mockResolvedValue(new Response('{}', { headers: { 'content-type': 'application/json' } }));
  await vi.advanceTimersByTimeAsync(3000);
  expect(connectionStore.get().isAlive).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toHaveBeenCalledTimes(2);
});

test.each([
  ['a server that responds to an unknown call with a page', 404, true],
  ['a server that refuses access with a page', 401, true],
  ['the page of a captive portal', 200, false],
  ['a portal that requires a sign-in', 511, false],
  ['a proxy without a server', 502, false],
])('%s', async (_who, status, isAlive) => {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  watched(() => Promise.resolve(new Response('<!DOCTYPE html>', { status, headers })));
  reportConnection(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(connectionStore.get().isAlive).toBe(isAlive);
});
