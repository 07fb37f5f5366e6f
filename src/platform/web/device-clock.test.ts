import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayMs } from '#core/day.ts';
import {
  clockAheadMs,
  type DeviceMoment,
  getDeviceMoment,
  computeElapsedMs,
  recordServerTime,
  getServerNow,
} from './device-clock.ts';

const [minute, day] = [60_000, dayMs];

/**
 * Builds a moment on a device whose clock is `ahead` of the server's, was then changed by `set`, and stopped for
 * `asleep` (all in ms).
 */
function buildMoment(
  ms: number,
  { ahead = 0, set = 0, asleep = 0, page = 'p', isKnown = true } = {},
): DeviceMoment {
  return {
    page,
    steadyMs: ms - asleep,
    wallMs: 1e12 + ms + ahead + set,
    aheadMs: isKnown ? ahead + set : null,
  };
}

describe('the time between two moments', () => {
  const offsets = [-day, -10 * minute, -4 * minute, 0, 4 * minute, 10 * minute, day];

  it.each(offsets)('F17: is correct on a device whose clock is %i ms ahead, even after a reload', (ahead) => {
    const start = buildMoment(0, { ahead });
    expect(computeElapsedMs(start, buildMoment(30 * minute, { ahead }))).toBe(30 * minute);
    expect(computeElapsedMs(start, buildMoment(30 * minute, { ahead, page: 'reloaded' }))).toBe(30 * minute);
    expect(computeElapsedMs(start, buildMoment(30 * minute, { ahead, asleep: 20 * minute }))).toBe(
      30 * minute,
    );
  });

  it.each(offsets)(
    'F17: is correct if the clock is changed by %i ms in between, even after a reload',
    (set) => {
      const start = buildMoment(0, { ahead: -set });
      expect(computeElapsedMs(start, buildMoment(30 * minute, { ahead: -set, set }))).toBe(30 * minute);
      expect(computeElapsedMs(start, buildMoment(30 * minute, { ahead: -set, set, page: 'reloaded' }))).toBe(
        30 * minute,
      );
      // A page that was opened without a network.
      const offline = buildMoment(0, { ahead: -set, isKnown: false });
      expect(computeElapsedMs(offline, buildMoment(30 * minute, { ahead: -set, set }))).toBe(30 * minute);
    },
  );

  it('is never negative, even if a clock was set back', () => {
    expect(
      computeElapsedMs(
        buildMoment(0, { isKnown: false }),
        buildMoment(minute, { set: -day, page: 'reloaded' }),
      ),
    ).toBe(0);
  });
});

describe('the server’s time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    clockAheadMs.set(null);
  });

  /**
   * Records the response to a request of that duration; the device's clock is `ahead` of the server's.
   */
  function receiveServerTime(ahead: number, durationMs = 100, set = 0): void {
    const requestedAt = getDeviceMoment();
    vi.advanceTimersByTime(durationMs / 2);
    const server = new Date(Date.now() - ahead).toISOString();
    vi.advanceTimersByTime(durationMs / 2);
    vi.setSystemTime(Date.now() + set);
    recordServerTime(server, requestedAt);
  }

  it('is updated by a response', () => {
    receiveServerTime(10 * minute);
    expect(clockAheadMs.get()).toBe(10 * minute);
    expect(getServerNow()).toBe(Date.now() - 10 * minute);
  });

  it.each([
    ['arrives late', () => receiveServerTime(day, 10_000)],
    ['arrives while the clock is changed', () => receiveServerTime(0, 100, day)],
    ['does not report the time', () => recordServerTime(null, getDeviceMoment())],
    ['reports an invalid time', () => recordServerTime('now', getDeviceMoment())],
  ])('ignores a response that %s', (_case, receive) => {
    receive();
    expect(clockAheadMs.get()).toBeNull();
  });

  it('ignores small differences', () => {
    receiveServerTime(0);
    receiveServerTime(900);
    expect(clockAheadMs.get()).toBe(0);
  });
});
