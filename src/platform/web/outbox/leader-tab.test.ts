import { locks } from 'node:worker_threads';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { dayMs } from '#core/day.ts';
import { electLeaderTab } from './leader-tab.ts';
import { forgetQueueStore, updateLease } from './store.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  forgetQueueStore();
});
afterEach(() => void Reflect.deleteProperty(navigator, 'locks'));

/** A tab that competes to lead: whether it does, how often it started, and how it gives up. */
function tab(name: string) {
  const state = { isLeading: false, began: 0, giveUp: (): void => undefined };
  const stop = electLeaderTab((giveUp) => {
    Object.assign(state, { isLeading: true, began: state.began + 1, giveUp });
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
  ['by a lease, over plain http', () => undefined],
])('one tab leads, %s', (how, prepare) => {
  beforeEach(() => void prepare());

  test('F14: when one gives up another follows, and it leads again when that one closes', async () => {
    const first = tab(how);
    await waitFor(() => expect(first.state.isLeading).toBe(true));
    const second = tab(how);
    first.state.giveUp();
    expect(first.state.isLeading).toBe(false);
    await waitFor(() => expect(second.state.isLeading).toBe(true));
    expect(first.state.isLeading).toBe(false);
    second.stop();
    await waitFor(() => expect(first.state).toMatchObject({ isLeading: true, began: 2 }));
  });

  test('F14: a single tab leads again', async () => {
    const only = tab(how);
    await waitFor(() => expect(only.state.began).toBe(1));
    only.state.giveUp();
    await waitFor(() => expect(only.state).toMatchObject({ isLeading: true, began: 2 }));
  });
});

test('F17: a lease acquired before the clock was set back blocks nobody', async () => {
  const tomorrow = Date.now() + dayMs;
  await updateLease('old', (_, put) => put({ owner: 'a closed tab', until: tomorrow }));
  const { state } = tab('old');
  await waitFor(() => expect(state.isLeading).toBe(true));
});
