import { afterEach, describe, expect, it } from 'vitest';
import { dayMs, utcDay } from '#core/day.ts';
import { shiftClock, shiftToTestInstant, testDay, testInstant } from './test-clock.ts';

const begunMs = Date.now();

afterEach(() => shiftClock(shiftToTestInstant()));

describe('the test clock', () => {
  it('shows the same instant when a test file begins, and runs', async () => {
    expect(utcDay(begunMs)).toBe(testInstant.slice(0, 10));
    const before = Date.now();
    await expect.poll(() => Date.now()).toBeGreaterThan(before);
  });

  it('moves every query of the current time, and no explicit dates', () => {
    shiftClock(Date.parse('2028-02-29T12:00:30Z') - realNow());
    expect(new Date().toISOString()).toMatch(/^2028-02-29T12:0/);
    expect(new Date(Date.now()).toISOString()).toMatch(/^2028-02-29T12:0/);
    expect(Date()).toContain('Feb 29 2028');
    expect(new Date(0).toISOString()).toBe('1970-01-01T00:00:00.000Z');
    expect(Date.parse('2026-01-01T00:00:00Z')).toBe(Date.UTC(2026, 0, 1));
    expect(new Date()).toBeInstanceOf(Date);
  });

  it('is set, not advanced, by a second shift', () => {
    shiftClock(dayMs);
    shiftClock(0);
    expect(Math.abs(Date.now() - realNow())).toBeLessThan(60_000);
  });

  it('returns to the test instant, however far it was moved', () => {
    for (const shift of [dayMs, -dayMs, shiftToTestInstant(), shiftToTestInstant()]) {
      shiftClock(shift);
      shiftClock(shiftToTestInstant());
      expect(Math.abs(Date.now() - Date.parse(testInstant))).toBeLessThan(60_000);
    }
  });

  it('counts its days', () => {
    expect([testDay(), testDay(14), testDay(-18)]).toEqual(['2026-11-18', '2026-12-02', '2026-10-31']);
  });
});

/** The machine's own time, which tests can't move. */
function realNow(): number {
  return performance.timeOrigin + performance.now();
}
