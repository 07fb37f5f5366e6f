import { expect, it } from 'vitest';
import { type DayKind, dayAfter, isDay, type YearSlip, yearSlip } from './day-range.ts';

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

it.each<[kind: DayKind, at: string, told: YearSlip | null]>([
  ['past', '2026-03-04', null],
  ['past', '2016-01-01', null],
  ['past', '2015-12-31', { is: 'early', day: '2016-01-01' }],
  ['past', '0026-03-04', { is: 'early', day: '2016-01-01' }],
  ['past', '2015-12-31T23:59:59.999Z', { is: 'early', day: '2016-01-01' }],
  ['past', '-000001-01-01T00:00:00.000Z', { is: 'early', day: '2016-01-01' }],
  ['past', '2027-12-31T23:59:59.999Z', null],
  ['past', '2206-03-04', { is: 'late', day: '2027-12-31' }],
  ['past', '+010000-01-01T00:00:00.000Z', { is: 'late', day: '2027-12-31' }],
  ['planned', '2025-01-01', null],
  ['planned', '2024-12-31', { is: 'early', day: '2025-01-01' }],
  ['planned', '0026-03-04', { is: 'early', day: '2025-01-01' }],
  ['planned', '2028-12-31', null],
  ['planned', '2029-01-01', { is: 'late', day: '2028-12-31' }],
  ['planned', '2062-03-04', { is: 'late', day: '2028-12-31' }],
  ['expiry', '2016-01-01', null],
  ['expiry', '2006-03-04', { is: 'early', day: '2016-01-01' }],
  ['expiry', '2056-12-31', null],
  ['expiry', '2062-03-04', { is: 'late', day: '2056-12-31' }],
  ['expiry', '9999-12-31', { is: 'late', day: '2056-12-31' }],
  ['standing', '1976-01-01', null],
  ['standing', '1926-03-04', { is: 'early', day: '1976-01-01' }],
  ['standing', '2031-12-31', null],
  ['standing', '2206-03-04', { is: 'late', day: '2031-12-31' }],
])('of a %s day %s is told what slip of the year it is', (kind, at, told) => {
  expect(yearSlip(kind, at, new Date('2026-03-04T09:00:00.000Z'))).toEqual(told);
});
