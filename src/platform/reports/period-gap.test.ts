import { describe, expect, it } from 'vitest';
import { getPeriodGap } from './period-gap.ts';

/** 23 November 2026 is a Monday. */
const month = { from: '2026-11-01', to: '2026-11-30' };

describe('a row of a time series', () => {
  it.each([
    ['today', '2026-11-25', 'day', month, '2026-11-25', 'running'],
    ['yesterday', '2026-11-24', 'day', month, '2026-11-25', null],
    ['an unfinished week', '2026-11-23', 'week', month, '2026-11-25', 'running'],
    ['an unfinished week on its last day', '2026-11-23', 'week', month, '2026-11-29', 'running'],
    ['a finished week', '2026-11-23', 'week', month, '2026-11-30', null],
    ['a week cut by the first day', '2026-10-26', 'week', month, '2026-12-24', 1],
    ['a week cut by the last day', '2026-11-30', 'week', month, '2026-12-24', 1],
    [
      'a week cut by an earlier last day',
      '2026-11-23',
      'week',
      { ...month, to: '2026-11-24' },
      '2026-11-25',
      2,
    ],
    ['a whole week', '2026-11-09', 'week', month, '2026-12-24', null],
    ['a weekday', '3', 'weekday', month, '2026-11-25', null],
    ['an item', '2026-11-25', 'item', month, '2026-11-25', null],
  ] as const)('for %s', (_title, key, by, days, today, gap) => {
    expect(getPeriodGap(key, by, days, today)).toBe(gap);
  });
});
