import { expect, test } from 'vitest';
import { type ClosedDays, findClosedDays, isClosedDaysRange } from './closed-days.ts';
import { findClosure, computeCutoff, type DeliveryCalendar, findNextDelivery } from './cutoff.ts';

const once = (from: string, until = from): ClosedDays => ({ from, until, yearly: false, note: null });
const yearly = (from: string, until = from): ClosedDays => ({ ...once(from, until), yearly: true });

test.each<[title: string, closedDays: ClosedDays, open: string[], closed: string[]]>([
  ['a single day', once('2026-12-25'), ['2026-12-24', '2026-12-26', '2027-12-25'], ['2026-12-25']],
  [
    'a range including both ends',
    once('2026-12-24', '2027-01-02'),
    ['2026-12-23', '2027-01-03', '2027-12-28'],
    ['2026-12-24', '2026-12-31', '2027-01-01', '2027-01-02'],
  ],
  ['a day every year', yearly('2026-05-01'), ['2027-04-30', '2027-05-02'], ['2025-05-01', '2031-05-01']],
  [
    'a yearly range over the end of the year',
    yearly('2026-12-30', '2027-01-02'),
    ['2028-12-29', '2029-01-03', '2029-06-01'],
    ['2026-01-01', '2028-12-30', '2029-01-02'],
  ],
  ['29 February', yearly('2028-02-29'), ['2027-02-28', '2027-03-01'], ['2028-02-29', '2032-02-29']],
  [
    'a yearly range that ends on 29 February',
    yearly('2028-02-27', '2028-02-29'),
    ['2027-03-01'],
    ['2027-02-28', '2028-02-29'],
  ],
])('covers %s', (_title, closedDays, open, closed) => {
  expect(open.map((day) => findClosedDays([closedDays], day))).toEqual(open.map(() => null));
  expect(closed.map((day) => findClosedDays([closedDays], day))).toEqual(closed.map(() => closedDays));
});

test.each([
  ['2026-12-25', '2026-12-25', true],
  ['2026-12-25', '2026-12-24', false],
  ['2026-05-01', '2027-04-30', true],
  ['2026-05-01', '2027-05-01', false],
  ['2028-02-29', '2029-02-28', true],
])('a range from %s through %s is valid: %s', (from, until, expected) => {
  expect(isClosedDaysRange({ from, until })).toBe(expected);
});

const buildCalendar = (
  weekdays: number[],
  cutoffDaysBefore: number,
  overrides: Partial<DeliveryCalendar>,
): DeliveryCalendar => ({
  deliveryDays: weekdays.map((weekday) => ({ weekday, cutoffDaysBefore, cutoffTime: '16:00' })),
  timezone: 'Europe/London',
  closedDays: [],
  kitchenClosedDays: [],
  ...overrides,
});
const everyWeekday = [1, 2, 3, 4, 5, 6, 7];

// 23 November 2026 is a Monday. Cut-offs at 16:00 in London.
test.each<[title: string, calendar: DeliveryCalendar, delivery: string, cutoff: string | null]>([
  ['no closed day', buildCalendar(everyWeekday, 1, {}), '2026-11-23', '2026-11-22T16:00'],
  [
    'the branch is closed',
    buildCalendar(everyWeekday, 1, { closedDays: [once('2026-11-23')] }),
    '2026-11-23',
    null,
  ],
  [
    'the kitchen is closed',
    buildCalendar(everyWeekday, 1, { kitchenClosedDays: [once('2026-11-23')] }),
    '2026-11-23',
    null,
  ],
  [
    'the kitchen is closed the day before: the cut-off moves a day earlier',
    buildCalendar(everyWeekday, 1, { kitchenClosedDays: [once('2026-11-22')] }),
    '2026-11-23',
    '2026-11-21T16:00',
  ],
  [
    'the kitchen is closed between the cut-off and the delivery: the cut-off moves a day earlier',
    buildCalendar(everyWeekday, 2, { kitchenClosedDays: [once('2026-11-22')] }),
    '2026-11-23',
    '2026-11-20T16:00',
  ],
  [
    'the kitchen is closed before the usual cut-off: the cut-off stays',
    buildCalendar(everyWeekday, 1, { kitchenClosedDays: [once('2026-11-21')] }),
    '2026-11-23',
    '2026-11-22T16:00',
  ],
  [
    'a cut-off on the delivery day stays',
    buildCalendar(everyWeekday, 0, { kitchenClosedDays: [once('2026-11-20', '2026-11-22')] }),
    '2026-11-23',
    '2026-11-23T16:00',
  ],
  [
    'the branch is closed the day before, but the kitchen is open: the cut-off stays',
    buildCalendar(everyWeekday, 1, { closedDays: [once('2026-11-22')] }),
    '2026-11-23',
    '2026-11-22T16:00',
  ],
  [
    'two consecutive closures over the end of the year',
    buildCalendar(everyWeekday, 2, {
      kitchenClosedDays: [yearly('2020-12-30', '2021-01-02'), once('2026-12-28')],
    }),
    '2027-01-03',
    '2026-12-27T16:00',
  ],
  [
    'closed for most of a year',
    buildCalendar(everyWeekday, 1, { kitchenClosedDays: [once('2026-01-02', '2026-12-30')] }),
    '2026-12-31',
    '2026-01-01T16:00',
  ],
  // Clocks go forward on Sunday 29 March 2026 and back on Sunday 25 October 2026.
  [
    'from summer time back into winter time',
    buildCalendar(everyWeekday, 1, { kitchenClosedDays: [once('2026-03-29')] }),
    '2026-03-30',
    '2026-03-28T16:00',
  ],
  [
    'from winter time back into summer time',
    buildCalendar(everyWeekday, 1, { kitchenClosedDays: [once('2026-10-25')] }),
    '2026-10-26',
    '2026-10-24T15:00',
  ],
])('cut-off: %s', (_title, calendar, delivery, cutoff) => {
  expect(computeCutoff(calendar, delivery)?.slice(0, 16) ?? null).toBe(cutoff);
});

test('the next delivery skips closed days, and a whole closed season', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const mondays = buildCalendar([1], 1, { closedDays: [once('2026-11-23')] });
  expect(findNextDelivery(mondays, now)?.deliveryDate).toBe('2026-11-30');
  const season = buildCalendar([1], 1, { kitchenClosedDays: [once('2026-11-01', '2027-04-04')] });
  // The first Monday after the season would have to be ordered before the season begins, which is already in
  // the past.
  expect(findNextDelivery(season, now)).toEqual({
    deliveryDate: '2027-04-12',
    cutoffAt: '2027-04-11T15:00:00.000Z',
  });
  expect(
    findNextDelivery(buildCalendar([1], 1, { closedDays: [yearly('2026-01-01', '2026-12-31')] }), now),
  ).toBeNull();
});

test('the branch’s closure takes precedence over the kitchen’s', () => {
  const closures = {
    closedDays: [{ ...once('2026-12-25'), note: 'Moving' }],
    kitchenClosedDays: [once('2026-12-25')],
  };
  expect(findClosure(closures, '2026-12-25')).toEqual({ by: 'branch', note: 'Moving' });
  expect(findClosure({ ...closures, closedDays: [] }, '2026-12-25')).toEqual({ by: 'kitchen', note: null });
  expect(findClosure(closures, '2026-12-26')).toBeNull();
});
