import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayMs } from '#core/day.ts';
import {
  clockAhead,
  type DeviceMoment,
  deviceMoment,
  elapsedMs,
  noteServerTime,
  serverNow,
} from './device-clock.ts';

const [minute, day] = [60_000, dayMs];

/** A moment on a device `ahead` of the server, with its clock `set` since or `asleep` for that long. */
function at(ms: number, { ahead = 0, set = 0, asleep = 0, page = 'p', isKnown = true } = {}): DeviceMoment {
  return {
    page,
    steadyMs: ms - asleep,
    wallMs: 1e12 + ms + ahead + set,
    aheadMs: isKnown ? ahead + set : null,
  };
}

describe('the time between two moments', () => {
  const offsets = [-day, -10 * minute, -4 * minute, 0, 4 * minute, 10 * minute, day];

  it.each(offsets)('F17: is the same on a device whose clock is %i ms ahead, after a reload too', (ahead) => {
    const since = at(0, { ahead });
    expect(elapsedMs(since, at(30 * minute, { ahead }))).toBe(30 * minute);
    expect(elapsedMs(since, at(30 * minute, { ahead, page: 'reloaded' }))).toBe(30 * minute);
    expect(elapsedMs(since, at(30 * minute, { ahead, asleep: 20 * minute }))).toBe(30 * minute);
  });

  it.each(offsets)('F17: is the same if the clock is set by %i ms in between, after a reload too', (set) => {
    const since = at(0, { ahead: -set });
    expect(elapsedMs(since, at(30 * minute, { ahead: -set, set }))).toBe(30 * minute);
    expect(elapsedMs(since, at(30 * minute, { ahead: -set, set, page: 'reloaded' }))).toBe(30 * minute);
    // A page that was opened without a network.
    const offline = at(0, { ahead: -set, isKnown: false });
    expect(elapsedMs(offline, at(30 * minute, { ahead: -set, set }))).toBe(30 * minute);
  });

  it('is never negative, even if a clock was set back', () => {
    expect(elapsedMs(at(0, { isKnown: false }), at(minute, { set: -day, page: 'reloaded' }))).toBe(0);
  });
});

describe('the server’s time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    clockAhead.set(null);
  });

  /** Records a response of a server `ahead` of the device's clock, after a call of that duration. */
  function receiveServerTime(ahead: number, tookMs = 100, set = 0): void {
    const requestedAt = deviceMoment();
    vi.advanceTimersByTime(tookMs / 2);
    const server = new Date(Date.now() - ahead).toISOString();
    vi.advanceTimersByTime(tookMs / 2);
    vi.setSystemTime(Date.now() + set);
    noteServerTime(server, requestedAt);
  }

  it('is determined from every response', () => {
    receiveServerTime(10 * minute);
    expect(clockAhead.get()).toBe(10 * minute);
    expect(serverNow()).toBe(Date.now() - 10 * minute);
  });

  it.each([
    ['came late', () => receiveServerTime(day, 10_000)],
    ['arrives while the clock is changed', () => receiveServerTime(0, 100, day)],
    ['does not report it', () => noteServerTime(null, deviceMoment())],
    ['reports nonsense', () => noteServerTime('now', deviceMoment())],
  ])('ignores a response that %s', (_which, hear) => {
    hear();
    expect(clockAhead.get()).toBeNull();
  });

  it('does not follow jitter', () => {
    receiveServerTime(0);
    receiveServerTime(900);
    expect(clockAhead.get()).toBe(0);
  });
});
