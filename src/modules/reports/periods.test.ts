import { expect, test } from 'vitest';
import { isPeriod, getPeriodDays, periods } from './periods.ts';
import { maxReportDays } from './report-shapes.ts';
import { dayMs } from '#core/day.ts';

test.each([
  ['today', '2026-03-05', '2026-03-05', '2026-03-05'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['last-7', '2026-03-05', '2026-02-27', '2026-03-05'],
  ['last-30', '2026-03-05', '2026-02-04', '2026-03-05'],
  ['last-90', '2026-03-31', '2026-01-01', '2026-03-31'],
  // A Thursday, a Monday and a Sunday.
  ['this-week', '2026-03-05', '2026-03-02', '2026-03-05'],
  ['this-week', '2026-03-02', '2026-03-02', '2026-03-02'],
  ['this-week', '2026-03-08', '2026-03-02', '2026-03-08'],
  ['last-week', '2026-03-08', '2026-02-23', '2026-03-01'],
  ['this-month', '2026-03-01', '2026-03-01', '2026-03-01'],
  ['last-month', '2028-03-31', '2028-02-01', '2028-02-29'],
  ['last-month', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['this-year', '2026-03-05', '2026-01-01', '2026-03-05'],
  ['last-year', '2029-01-01', '2028-01-01', '2028-12-31'],
] as const)('%s on %s is from %s to %s', (period, today, from, to) => {
  expect(getPeriodDays(period, today)).toEqual({ from, to });
});

test('no period is longer than a report allows, and unknown names are rejected', () => {
  for (const period of periods) {
    const { from, to } = getPeriodDays(period, '2028-12-31');
    expect((Date.parse(to) - Date.parse(from)) / dayMs, period).toBeLessThan(maxReportDays);
  }
  expect([isPeriod('last-7'), isPeriod('last-8'), isPeriod(undefined)]).toEqual([true, false, false]);
});
