import { expect, it } from 'vitest';
import { daysWithChangedRate } from './currency.ts';

const rate = (date: string, value: number) => ({ date, rate: value });
const changedDays = (before: ReturnType<typeof rate>[], after: ReturnType<typeof rate>[], until: string) => {
  const found = daysWithChangedRate(before, after, until);
  return found && `${found.from} ${found.to}`;
};
const [january, march, may] = [rate('2026-01-01', 2), rate('2026-03-01', 3), rate('2026-05-01', 4)];

it('returns the days on which a currency had another rate', () => {
  expect(changedDays([january, march], [january, march], '2026-12-31')).toBe(null);
  expect(changedDays([january, march], [rate('2026-01-01', 2.5), march], '2026-12-31')).toBe(
    '2026-01-01 2026-02-28',
  );
  expect(changedDays([january, march], [january, rate('2026-03-01', 5)], '2026-12-31')).toBe(
    '2026-03-01 2026-12-31',
  );
  expect(changedDays([january, march], [january, rate('2026-03-01', 5)], '2026-02-28')).toBe(null);
  expect(changedDays([january, march, may], [january, may], '2026-12-31')).toBe('2026-03-01 2026-04-30');
  expect(changedDays([january], [january, march], '2026-12-31')).toBe('2026-03-01 2026-12-31');
  // Changes in several ranges: from the first day to the last.
  const both = [rate('2026-01-01', 2.5), march, rate('2026-05-01', 4.5)];
  expect(changedDays([january, march, may], both, '2026-12-31')).toBe('2026-01-01 2026-12-31');
});

it('ignores days without a previous rate, and an empty day', () => {
  expect(changedDays([january], [rate('2025-01-01', 1), january], '2026-12-31')).toBe(null);
  expect(changedDays([], [january], '2026-12-31')).toBe(null);
  expect(changedDays([january], [rate('', 7), january], '2026-12-31')).toBe(null);
  expect(changedDays([january], [], '2026-12-31')).toBe('2026-01-01 2026-12-31');
});
