import { locks } from 'node:worker_threads';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { dayMs } from '#core/day.ts';
import { electLeaderTab } from './leader-tab.ts';
import { resetQueueStore, updateLease } from './store.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  resetQueueStore();
});
afterEach(() => void Reflect.deleteProperty(navigator, 'locks'));

/**
 * Opens a tab that competes to lead; `state` has whether it leads, how often it has started, and a function
 * that makes it give up.
 */
function openTab(name: string) {
  const state = { isLeading: false, startCount: 0, giveUp: (): void => undefined };
  const stop = electLeaderTab((giveUp) => {
    Object.assign(state, { isLeading: true, startCount: state.startCount + 1, giveUp });
    return () => {
      state.isLeading = false;
    };
  }, name);
  onTestFinished(stop);
  return { state, stop };
}

describe.each([
  [
    'by the browser’s locks',
    () => Object.defineProperty(navigator, 'locks', { value: locks, configurable: true }),
  ],
  ['by a lease, on plain http', () => undefined],
])('one tab leads, %s', (lockName, prepare) => {
  beforeEach(() => void prepare());

  test('F14: when a tab gives up, another tab leads; when that tab closes, the first leads again', async () => {
    const first = openTab(lockName);
    await waitFor(() => expect(first.state.isLeading).toBe(true));
    const second = openTab(lockName);
    first.state.giveUp();
    expect(first.state.isLeading).toBe(false);
    await waitFor(() => expect(second.state.isLeading).toBe(true));
    expect(first.state.isLeading).toBe(false);
    second.stop();
    await waitFor(() => expect(first.state).toMatchObject({ isLeading: true, startCount: 2 }));
  });

  test('F14: a single tab leads again after giving up', async () => {
    const single = openTab(lockName);
    await waitFor(() => expect(single.state.startCount).toBe(1));
    single.state.giveUp();
    await waitFor(() => expect(single.state).toMatchObject({ isLeading: true, startCount: 2 }));
  });
});

test('F17: a lease acquired before the clock was set back doesn’t block other tabs', async () => {
  const tomorrow = Date.now() + dayMs;
  await updateLease('old', (_, put) => put({ owner: 'a closed tab', until: tomorrow }));
  const { state } = openTab('old');
  await waitFor(() => expect(state.isLeading).toBe(true));
});
