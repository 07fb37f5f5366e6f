import { expect, onTestFinished, test, vi } from 'vitest';
import { connectionStore, doubtConnection, reportConnection, watchConnection } from './connection.ts';

test('who is doubted is asked at once, and while it does not answer again and again', async () => {
  vi.useFakeTimers();
  reportConnection(true);
  const answers = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', answers);
  const stop = watchConnection('/api/health');
  onTestFinished(() => {
    stop();
    vi.unstubAllGlobals();
    vi.useRealTimers();
    reportConnection(true);
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).not.toHaveBeenCalled();

  doubtConnection();
  await vi.advanceTimersByTimeAsync(0);
  expect(connectionStore.get().isAlive).toBe(false);
  answers.mockResolvedValue(new Response('{}', { headers: { 'content-type': 'application/json' } }));
  await vi.advanceTimersByTimeAsync(3000);
  expect(connectionStore.get().isAlive).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toHaveBeenCalledTimes(2);
});
