import '#app/web/testing/dom.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { canStoreAll, register } from './app-worker.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('downloads all files unless there is a data saver or the connection is slow', () => {
  expect(canStoreAll(undefined)).toBe(true);
  expect(canStoreAll({ saveData: false, effectiveType: '4g' })).toBe(true);
  expect(canStoreAll({ saveData: true, effectiveType: '4g' })).toBe(false);
  for (const effectiveType of ['slow-2g', '2g', '3g']) expect(canStoreAll({ effectiveType })).toBe(false);
});

test('repeats a failed first installation, but not the failed installation of a new version', async () => {
  vi.useFakeTimers();
  const createWorker = () => Object.assign(new EventTarget(), { state: 'installing' });
  const registration = { installing: createWorker(), active: null as object | null };
  const registerWorker = vi.fn(() => Promise.resolve(registration));
  vi.stubGlobal('navigator', { serviceWorker: { register: registerWorker } });
  const failInstallation = async () => {
    const failed = registration.installing;
    registration.installing = createWorker();
    failed.state = 'redundant';
    failed.dispatchEvent(new Event('statechange'));
    await vi.advanceTimersByTimeAsync(60_000);
  };
  await register();
  await failInstallation();
  expect(registerWorker).toHaveBeenCalledTimes(2);
  registration.active = {};
  await failInstallation();
  expect(registerWorker).toHaveBeenCalledTimes(2);
});
