import { expect, it } from 'vitest';
import { dayAfter, isDay, isLongAgo } from './day-range.ts';

it.each([
  ['2026-03-04', '2026-03-05'],
  ['2026-02-28', '2026-03-01'],
  ['2028-02-28', '2028-02-29'],
  ['2026-12-31', '2027-01-01'],
  ['0999-12-31', '1000-01-01'],
])('behind %s comes %s', (date, next) => expect(dayAfter(date)).toBe(next));

it.each(['2026-03-04', '2026-12-31', '9999-12-31'])('every time of %s comes before its end', (date) => {
  for (const time of ['', 'T00:00:00.000Z', 'T23:59:59.999Z'])
    expect(date + time < dayAfter(date)).toBe(true);
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
])('%s is a day of the calendar: %s', (text, told) => {
  expect(isDay(text)).toBe(told);
});

it.each([
  ['2026-03-04', false],
  ['2016-01-01', false],
  ['2015-12-31', true],
  ['0026-03-04', true],
  ['2015-12-31T23:59:59.999Z', true],
  ['-000001-01-01T00:00:00.000Z', true],
])('%s is so long ago that its year is a slip: %s', (at, told) => {
  expect(isLongAgo(at, new Date('2026-03-04T09:00:00.000Z'))).toBe(told);
});
