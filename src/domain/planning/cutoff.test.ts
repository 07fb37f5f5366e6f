import { expect, test } from 'vitest';
import { cutoffFor, type DeliveryDay, localDate, nextDelivery } from './cutoff.ts';

const day = (weekday: number, cutoffDaysBefore: number, cutoffTime: string): DeliveryDay => ({
  weekday,
  cutoffDaysBefore,
  cutoffTime,
});

const daily = (cutoffDaysBefore: number, cutoffTime: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => day(weekday, cutoffDaysBefore, cutoffTime));

test.each<[zone: string, delivery: string, days: DeliveryDay[], expected: string | null]>([
  // Winter and summer time of the same wall clock.
  ['Europe/London', '2026-01-15', daily(1, '16:00'), '2026-01-14T16:00:00.000Z'],
  ['Europe/London', '2026-07-15', daily(1, '16:00'), '2026-07-14T15:00:00.000Z'],
  ['America/New_York', '2026-01-15', daily(1, '16:00'), '2026-01-14T21:00:00.000Z'],
  ['America/New_York', '2026-07-15', daily(1, '16:00'), '2026-07-14T20:00:00.000Z'],
  ['Asia/Dubai', '2026-01-15', daily(1, '16:00'), '2026-01-14T12:00:00.000Z'],
  ['Asia/Dubai', '2026-07-15', daily(1, '02:00'), '2026-07-13T22:00:00.000Z'],
  ['Asia/Kathmandu', '2026-07-15', daily(0, '00:00'), '2026-07-14T18:15:00.000Z'],
  // London, 29 March 2026: clocks go from 01:00 to 02:00; 01:30 does not exist.
  ['Europe/London', '2026-03-29', daily(0, '00:59'), '2026-03-29T00:59:00.000Z'],
  ['Europe/London', '2026-03-29', daily(0, '01:30'), '2026-03-29T01:30:00.000Z'],
  ['Europe/London', '2026-03-29', daily(0, '02:00'), '2026-03-29T01:00:00.000Z'],
  ['Europe/London', '2026-03-30', daily(1, '16:00'), '2026-03-29T15:00:00.000Z'],
  ['Europe/London', '2026-03-29', daily(1, '16:00'), '2026-03-28T16:00:00.000Z'],
  // London, 25 October 2026: 01:30 comes twice; the first counts.
  ['Europe/London', '2026-10-25', daily(0, '01:30'), '2026-10-25T00:30:00.000Z'],
  ['Europe/London', '2026-10-25', daily(0, '02:00'), '2026-10-25T02:00:00.000Z'],
  // New York, 8 March 2026 (02:00 to 03:00) and 1 November 2026 (01:00-02:00 twice).
  ['America/New_York', '2026-03-08', daily(0, '01:59'), '2026-03-08T06:59:00.000Z'],
  ['America/New_York', '2026-03-08', daily(0, '02:30'), '2026-03-08T07:30:00.000Z'],
  ['America/New_York', '2026-03-08', daily(0, '03:00'), '2026-03-08T07:00:00.000Z'],
  ['America/New_York', '2026-11-01', daily(0, '01:30'), '2026-11-01T05:30:00.000Z'],
  ['America/New_York', '2026-11-01', daily(0, '02:00'), '2026-11-01T07:00:00.000Z'],
  // Over the end of a month and a year, and days before.
  ['Asia/Dubai', '2027-01-01', daily(2, '10:00'), '2026-12-30T06:00:00.000Z'],
  // Not a delivery day: 2026-11-21 is a Saturday, 2026-11-22 a Sunday.
  ['Asia/Dubai', '2026-11-21', [day(1, 1, '10:00'), day(7, 1, '10:00')], null],
  ['Asia/Dubai', '2026-11-22', [day(7, 1, '10:00')], '2026-11-21T06:00:00.000Z'],
  ['Asia/Dubai', '2026-11-22', [], null],
  // Two rows for a day: the later one holds.
  ['Asia/Dubai', '2026-11-22', [day(7, 1, '10:00'), day(7, 1, '14:00')], '2026-11-21T10:00:00.000Z'],
])('%s, delivery on %s', (zone, delivery, days, expected) => {
  expect(cutoffFor(days, zone, delivery)).toBe(expected);
});

test.each<[what: string, now: string, expected: { deliveryDate: string; cutoffAt: string } | null]>([
  [
    'before the cut-off',
    '2026-11-21T05:59:59Z',
    { deliveryDate: '2026-11-22', cutoffAt: '2026-11-21T06:00:00.000Z' },
  ],
  [
    'at the cut-off it is too late',
    '2026-11-21T06:00:00Z',
    { deliveryDate: '2026-11-25', cutoffAt: '2026-11-24T06:00:00.000Z' },
  ],
  [
    'today in the branch, yesterday in UTC',
    '2026-11-23T21:00:00Z',
    { deliveryDate: '2026-11-25', cutoffAt: '2026-11-24T06:00:00.000Z' },
  ],
])('the next delivery in Dubai, %s', (_what, now, expected) => {
  const days = [day(7, 1, '10:00'), day(3, 1, '10:00')];
  expect(nextDelivery(days, 'Asia/Dubai', new Date(now))).toEqual(expected);
});

test('a branch without delivery days has no next delivery', () => {
  expect(nextDelivery([], 'Asia/Dubai', new Date('2026-11-21T06:00:00Z'))).toBeNull();
});

test('the date is the one on the wall of the branch', () => {
  const at = new Date('2026-11-21T22:30:00Z');
  expect(['Asia/Dubai', 'Europe/London', 'America/New_York'].map((zone) => localDate(at, zone))).toEqual([
    '2026-11-22',
    '2026-11-21',
    '2026-11-21',
  ]);
});

test('an unknown time zone is an error, not a wrong time', () => {
  expect(() => cutoffFor(daily(1, '10:00'), 'Mars/Olympus', '2026-11-22')).toThrow(RangeError);
});
