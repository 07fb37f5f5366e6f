import { expect, it, test } from 'vitest';
import {
  addDays,
  type DayKind,
  getDayUpperBound,
  countDaysBetween,
  findMistypedYear,
  isCalendarDay,
  toUtcDay,
  getWeekday,
} from './day.ts';

it.each([
  ['2026-03-04', 1, '2026-03-05'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  // Days on which clocks change have 23 or 25 hours.
  ['2026-03-28', 2, '2026-03-30'],
  ['2026-10-26', -2, '2026-10-24'],
  ['2026-12-31', 366, '2028-01-01'],
  ['2026-03-04', 0, '2026-03-04'],
])('%s plus %i days is %s', (from, count, to) => {
  expect(addDays(from, count)).toBe(to);
  expect(countDaysBetween(from, to)).toBe(count);
});

it.each([
  ['2026-11-16', 1],
  ['2026-11-21', 6],
  ['2026-11-22', 7],
])('%s is weekday %i', (day, weekday) => expect(getWeekday(day)).toBe(weekday));

test('the UTC date', () => {
  expect(toUtcDay('2026-01-05T23:59:59.999Z')).toBe('2026-01-05');
  expect(toUtcDay(new Date(Date.UTC(2026, 0, 5)))).toBe('2026-01-05');
});

it.each([
  ['2026-03-04', '2026-03-05'],
  ['2026-02-28', '2026-03-01'],
  ['2028-02-28', '2028-02-29'],
  ['2026-12-31', '2027-01-01'],
  ['0999-12-31', '1000-01-01'],
])('the bound after %s is %s', (date, next) => expect(getDayUpperBound(date)).toBe(next));

it.each(['2026-03-04', '2026-12-31', '9999-12-31'])('every time of %s sorts before the bound', (date) => {
  for (const time of ['', 'T00:00:00.000Z', 'T23:59:59.999Z'])
    expect(date + time < getDayUpperBound(date)).toBe(true);
});

it.each([
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-31', false],
  ['2026-13-01', false],
  ['0001-01-01', true],
  ['9999-12-31', true],
  ['2026-3-4', false],
  ['2026-03-04T00:00', false],
  [undefined, false],
])('%s is a calendar day: %s', (text, isDay) => {
  expect(isCalendarDay(text)).toBe(isDay);
});

/** The first and last accepted day, by kind of day. */
const plausible: Readonly<Record<DayKind, { from: string; to: string }>> = {
  past: { from: '2016-01-01', to: '2027-12-31' },
  planned: { from: '2016-01-01', to: '2036-12-31' },
  expiry: { from: '2016-01-01', to: '2056-12-31' },
  effective: { from: '1976-01-01', to: '2036-12-31' },
};

it.each<[kind: DayKind, at: string, isMistyped: boolean]>([
  ['past', '2026-03-04', false],
  ['past', '2016-01-01', false],
  ['past', '2015-12-31', true],
  ['past', '0026-03-04', true],
  ['past', '2015-12-31T23:59:59.999Z', true],
  ['past', '-000001-01-01T00:00:00.000Z', true],
  ['past', '2027-12-31T23:59:59.999Z', false],
  ['past', '2206-03-04', true],
  ['past', '+010000-01-01T00:00:00.000Z', true],
  ['planned', '2016-01-01', false],
  ['planned', '2015-12-31', true],
  ['planned', '0026-03-04', true],
  ['planned', '2036-12-31', false],
  ['planned', '2037-01-01', true],
  ['planned', '2062-03-04', true],
  ['expiry', '2016-01-01', false],
  ['expiry', '2006-03-04', true],
  ['expiry', '2056-12-31', false],
  ['expiry', '2062-03-04', true],
  ['expiry', '9999-12-31', true],
  ['effective', '1976-01-01', false],
  ['effective', '1926-03-04', true],
  ['effective', '2036-12-31', false],
  ['effective', '2206-03-04', true],
])('for a %s day, %s has a mistyped year: %s', (kind, at, isMistyped) => {
  expect(findMistypedYear(kind, at, new Date('2026-03-04T09:00:00.000Z'))).toEqual(
    isMistyped ? plausible[kind] : null,
  );
});
