import { expect, it } from 'vitest';
import { findDaysWithChangedRate } from './currency.ts';

const buildRate = (date: string, value: number) => ({ date, rate: value });
const changedDays = (
  before: ReturnType<typeof buildRate>[],
  after: ReturnType<typeof buildRate>[],
  until: string,
) => {
  const range = findDaysWithChangedRate(before, after, until);
  return range && `${range.from} ${range.to}`;
};
const [january, march, may] = [
  buildRate('2026-01-01', 2),
  buildRate('2026-03-01', 3),
  buildRate('2026-05-01', 4),
];

it('returns the days on which a currency’s rate changed', () => {
  expect(changedDays([january, march], [january, march], '2026-12-31')).toBe(null);
  expect(changedDays([january, march], [buildRate('2026-01-01', 2.5), march], '2026-12-31')).toBe(
    '2026-01-01 2026-02-28',
  );
  expect(changedDays([january, march], [january, buildRate('2026-03-01', 5)], '2026-12-31')).toBe(
    '2026-03-01 2026-12-31',
  );
  expect(changedDays([january, march], [january, buildRate('2026-03-01', 5)], '2026-02-28')).toBe(null);
  expect(changedDays([january, march, may], [january, may], '2026-12-31')).toBe('2026-03-01 2026-04-30');
  expect(changedDays([january], [january, march], '2026-12-31')).toBe('2026-03-01 2026-12-31');
  // Changes in several ranges: returns the span from the first to the last changed day.
  const changedTwice = [buildRate('2026-01-01', 2.5), march, buildRate('2026-05-01', 4.5)];
  expect(changedDays([january, march, may], changedTwice, '2026-12-31')).toBe('2026-01-01 2026-12-31');
});

it('ignores days without a previous rate, and an empty day', () => {
  expect(changedDays([january], [buildRate('2025-01-01', 1), january], '2026-12-31')).toBe(null);
  expect(changedDays([], [january], '2026-12-31')).toBe(null);
  expect(changedDays([january], [buildRate('', 7), january], '2026-12-31')).toBe(null);
  expect(changedDays([january], [], '2026-12-31')).toBe('2026-01-01 2026-12-31');
});
