import { afterEach, describe, expect, it } from 'vitest';
import { dayMs, toUtcDay } from '#core/day.ts';
import { shiftClock, shiftToTestInstant, testDay, testInstant } from './test-clock.ts';

const startMs = Date.now();

afterEach(() => shiftClock(shiftToTestInstant()));

describe('the test clock', () => {
  it('starts each test file at the test instant and keeps running', async () => {
    expect(toUtcDay(startMs)).toBe(testInstant.slice(0, 10));
    const before = Date.now();
    await expect.poll(() => Date.now()).toBeGreaterThan(before);
  });

  it('shifts the current time, but not explicit dates', () => {
    shiftClock(Date.parse('2028-02-29T12:00:30Z') - getMachineTime());
    expect(new Date().toISOString()).toMatch(/^2028-02-29T12:0/);
    expect(new Date(Date.now()).toISOString()).toMatch(/^2028-02-29T12:0/);
    expect(Date()).toContain('Feb 29 2028');
    expect(new Date(0).toISOString()).toBe('1970-01-01T00:00:00.000Z');
    expect(Date.parse('2026-01-01T00:00:00Z')).toBe(Date.UTC(2026, 0, 1));
    expect(new Date()).toBeInstanceOf(Date);
  });

  it('replaces an earlier shift', () => {
    shiftClock(dayMs);
    shiftClock(0);
    expect(Math.abs(Date.now() - getMachineTime())).toBeLessThan(60_000);
  });

  it('returns to the test instant from any shift', () => {
    for (const shift of [dayMs, -dayMs, shiftToTestInstant(), shiftToTestInstant()]) {
      shiftClock(shift);
      shiftClock(shiftToTestInstant());
      expect(Math.abs(Date.now() - Date.parse(testInstant))).toBeLessThan(60_000);
    }
  });

  it('returns days relative to the test day', () => {
    expect([testDay(), testDay(14), testDay(-18)]).toEqual(['2026-11-18', '2026-12-02', '2026-10-31']);
  });
});

/** The machine's own time, which tests can't move. */
function getMachineTime(): number {
  return performance.timeOrigin + performance.now();
}
