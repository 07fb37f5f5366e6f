import '#app/web/testing/dom.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenIdle } from './user-activity.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => setTimeout(callback, 20));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  vi.setSystemTime('2026-03-02T09:00:00Z');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each(['scroll', 'keydown', 'pointermove', 'wheel', 'touchmove'])(
  'idle work waits until %s events stop',
  (kind) => {
    const work = vi.fn();
    window.dispatchEvent(new Event(kind));
    whenIdle(work);
    for (let turn = 0; turn < 10; turn += 1) {
      vi.advanceTimersByTime(500);
      document.body.dispatchEvent(new Event(kind));
    }
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1100);
    expect(work).toHaveBeenCalledOnce();
  },
);

test('activity between the last check and the idle callback postpones the work', () => {
  const work = vi.fn();
  window.dispatchEvent(new Event('scroll'));
  whenIdle(work);
  vi.advanceTimersByTime(1005);
  window.dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(900);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(work).toHaveBeenCalledOnce();
});

test('cancelled work is not done', () => {
  const work = vi.fn();
  const cancel = whenIdle(work);
  cancel();
  vi.advanceTimersByTime(5000);
  expect(work).not.toHaveBeenCalled();
});

test('work runs one callback at a time, and continues after a failure', () => {
  const done: string[] = [];
  const failingWork = () => {
    done.push('first');
    throw new Error('simulated failure');
  };
  window.dispatchEvent(new Event('scroll'));
  whenIdle(failingWork);
  whenIdle(() => done.push('second'));
  expect(() => vi.advanceTimersByTime(1025)).toThrow('simulated failure');
  expect(done).toEqual(['first']);
  window.dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(900);
  expect(done).toEqual(['first']);
  vi.advanceTimersByTime(200);
  expect(done).toEqual(['first', 'second']);
});
