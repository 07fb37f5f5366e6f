import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  getBusinessDayAtLocalTime,
  getBusinessDay,
  changeDayEnd,
  type DayEnd,
  getDateOfLocalTime,
  getEndOfBusinessDay,
} from './business-day.ts';
import { localDate } from './cutoff.ts';
import { addDays, dayMs, countDaysBetween } from './day.ts';

test.each([
  // An ordinary midnight on either side of the date line.
  ['Pacific/Auckland', '2026-07-01T11:59:59.999Z', '2026-07-01'],
  ['Pacific/Auckland', '2026-07-01T12:00:00.000Z', '2026-07-02'],
  ['Pacific/Honolulu', '2026-07-01T09:59:59.999Z', '2026-06-30'],
  ['Pacific/Honolulu', '2026-07-01T10:00:00.000Z', '2026-07-01'],
  // Clocks go back on 5 April: that day is 25 hours long.
  ['Pacific/Auckland', '2026-04-04T10:59:59.999Z', '2026-04-04'],
  ['Pacific/Auckland', '2026-04-04T11:00:00.000Z', '2026-04-05'],
  ['Pacific/Auckland', '2026-04-05T11:59:59.999Z', '2026-04-05'],
  ['Pacific/Auckland', '2026-04-05T12:00:00.000Z', '2026-04-06'],
  // Clocks go forward on 27 September: that day is 23 hours long.
  ['Pacific/Auckland', '2026-09-26T11:59:59.999Z', '2026-09-26'],
  ['Pacific/Auckland', '2026-09-26T12:00:00.000Z', '2026-09-27'],
  ['Pacific/Auckland', '2026-09-27T10:59:59.999Z', '2026-09-27'],
  ['Pacific/Auckland', '2026-09-27T11:00:00.000Z', '2026-09-28'],
  // A day without its first hour, a day whose last hour occurs twice, and offsets that aren't whole hours.
  ['Asia/Beirut', '2026-03-28T21:59:59.999Z', '2026-03-28'],
  ['Asia/Beirut', '2026-03-28T22:00:00.000Z', '2026-03-29'],
  ['Asia/Beirut', '2026-10-24T20:59:59.999Z', '2026-10-24'],
  ['Asia/Beirut', '2026-10-24T21:30:00.000Z', '2026-10-24'],
  ['Asia/Beirut', '2026-10-24T22:00:00.000Z', '2026-10-25'],
  ['Asia/Kathmandu', '2026-07-01T18:14:59.999Z', '2026-07-01'],
  ['Asia/Kathmandu', '2026-07-01T18:15:00.000Z', '2026-07-02'],
  ['Pacific/Kiritimati', '2026-12-31T10:00:00.000Z', '2027-01-01'],
  // Without a time zone, the UTC day applies.
  [null, '2026-07-01T23:59:59.999Z', '2026-07-01'],
  ['Mars/Olympus', '2026-07-01T23:59:59.999Z', '2026-07-01'],
  ['Pacific/Auckland', '0001-01-01T00:00:00.000Z', '0001-01-01'],
])('the business day in %s at %s is %s', (timezone, at, day) => {
  expect(getBusinessDay(at, { timezone, dayEnds: [] })).toBe(day);
});

test.each([
  // Clocks go forward from 02:00 to 03:00: the day before ends at the first instant of 03:00, and has 23 hours.
  ['Europe/Berlin', '03:00', '2026-03-29T00:59:59.999Z', '2026-03-28'],
  ['Europe/Berlin', '03:00', '2026-03-29T01:00:00.000Z', '2026-03-29'],
  ['America/New_York', '03:00', '2026-03-08T06:59:59.999Z', '2026-03-07'],
  ['America/New_York', '03:00', '2026-03-08T07:00:00.000Z', '2026-03-08'],
  // Clocks go back from 03:00 to 02:00: 03:00 occurs once, after 25 hours.
  ['Europe/Berlin', '03:00', '2026-10-25T01:59:59.999Z', '2026-10-24'],
  ['Europe/Berlin', '03:00', '2026-10-25T02:00:00.000Z', '2026-10-25'],
  ['America/New_York', '03:00', '2026-11-01T07:59:59.999Z', '2026-10-31'],
  ['America/New_York', '03:00', '2026-11-01T08:00:00.000Z', '2026-11-01'],
  // A day whose end is skipped ends at the end of the gap; if the end occurs twice, the first one applies.
  ['Europe/Berlin', '02:30', '2026-03-29T00:59:59.999Z', '2026-03-28'],
  ['Europe/Berlin', '02:30', '2026-03-29T01:00:00.000Z', '2026-03-29'],
  ['Europe/Berlin', '02:30', '2026-10-25T00:29:59.999Z', '2026-10-24'],
  ['Europe/Berlin', '02:30', '2026-10-25T00:30:00.000Z', '2026-10-25'],
  ['Europe/Berlin', '02:30', '2026-10-25T01:15:00.000Z', '2026-10-25'],
  // In Cairo clocks go forward at midnight and back from 00:00 to 23:00.
  ['Africa/Cairo', '00:30', '2026-04-23T21:59:59.999Z', '2026-04-23'],
  ['Africa/Cairo', '00:30', '2026-04-23T22:00:00.000Z', '2026-04-24'],
  ['Africa/Cairo', '06:00', '2026-04-24T02:59:59.999Z', '2026-04-23'],
  ['Africa/Cairo', '06:00', '2026-04-24T03:00:00.000Z', '2026-04-24'],
  ['Africa/Cairo', '06:00', '2026-10-30T03:59:59.999Z', '2026-10-29'],
  ['Africa/Cairo', '06:00', '2026-10-30T04:00:00.000Z', '2026-10-30'],
  // Zones without daylight saving, ahead of and behind UTC.
  ['Asia/Riyadh', '03:00', '2026-11-20T22:29:00.000Z', '2026-11-20'],
  ['Asia/Riyadh', '03:00', '2026-11-21T00:00:00.000Z', '2026-11-21'],
  ['Pacific/Honolulu', '06:00', '2026-11-21T15:59:59.999Z', '2026-11-20'],
  ['Pacific/Honolulu', '06:00', '2026-11-21T16:00:00.000Z', '2026-11-21'],
  ['Pacific/Kiritimati', '03:00', '2026-11-20T12:59:59.999Z', '2026-11-20'],
  // Samoa skipped 30 December 2011, so that only its hours after midnight remain.
  ['Pacific/Apia', '03:00', '2011-12-30T09:59:59.999Z', '2011-12-29'],
  ['Pacific/Apia', '03:00', '2011-12-30T12:59:59.999Z', '2011-12-30'],
  ['Pacific/Apia', '03:00', '2011-12-30T13:00:00.000Z', '2011-12-31'],
  [null, '03:00', '2026-11-21T02:59:00.000Z', '2026-11-20'],
  ['Mars/Olympus', '03:00', '2026-11-21T03:00:00.000Z', '2026-11-21'],
])('the business day in %s that ends at %s, at %s, is %s', (timezone, at, instant, day) => {
  for (const dayEnds of [[{ from: null, at }], JSON.stringify([{ from: null, at }])])
    expect(getBusinessDay(instant, { timezone, dayEnds })).toBe(day);
});

test.each([
  ['2026-11-21', '01:29', '2026-11-20'],
  ['2026-11-21', '03:00', '2026-11-21'],
  // The day of the change still began at midnight.
  ['2026-11-10', '01:29', '2026-11-10'],
  ['2026-11-11', '01:29', '2026-11-10'],
  ['2026-12-01', '02:59', '2026-11-30'],
  ['2026-12-02', '02:59', '2026-12-02'],
])('a sale on %s at %s belongs to business day %s', (date, time, day) => {
  const dayEnds = [
    { from: '2026-11-10', at: '03:00' },
    { from: '2026-12-01', at: '00:00' },
  ];
  expect(getBusinessDayAtLocalTime(date, time, { dayEnds })).toBe(day);
});

test('times of a business day after midnight are on the following date', () => {
  const dayEnds = [{ from: null, at: '03:00' }];
  expect(getDateOfLocalTime('2026-11-20', '01:30', { dayEnds })).toBe('2026-11-21');
  expect(getDateOfLocalTime('2026-11-20', '03:00', { dayEnds })).toBe('2026-11-20');
});

test('a change replaces later ones, and is dropped if it changes nothing', () => {
  const ends = [
    { from: null, at: '03:00' },
    { from: '2026-11-10', at: '04:00' },
  ];
  const [always] = ends;
  expect(changeDayEnd(ends, { from: '2026-11-10', at: '05:00' })).toEqual([
    always,
    { from: '2026-11-10', at: '05:00' },
  ]);
  expect(changeDayEnd(ends, { from: '2026-11-09', at: '03:00' })).toEqual([always]);
  expect(changeDayEnd(ends, { from: null, at: '00:00' })).toEqual([]);
});

const zones = fc.constantFrom(
  'Europe/Berlin',
  'America/New_York',
  'Africa/Cairo',
  'Asia/Amman',
  'Asia/Riyadh',
  'Australia/Lord_Howe',
  'Pacific/Honolulu',
  'Pacific/Kiritimati',
);
const quarterHours = fc
  .integer({ min: 0, max: 47 })
  .map((quarter) => new Date(quarter * 900_000).toISOString().slice(11, 16));
const histories = fc
  .uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 4 })
  .chain((starts) =>
    fc.tuple(...starts.toSorted((a, b) => a - b).map((start) => fc.tuple(fc.constant(start), quarterHours))),
  )
  .map((ends) => ends.map(([start, at]): DayEnd => ({ from: addDays('2026-01-01', start), at })));
const instants = fc.integer({ min: Date.parse('2025-12-01'), max: Date.parse('2027-03-01') });

test('each instant belongs to exactly one business day, even if the day end changes', () => {
  fc.assert(
    fc.property(zones, histories, instants, (timezone, dayEnds, instant) => {
      const place = { timezone, dayEnds };
      const day = getBusinessDay(instant, place);
      const at = new Date(instant).toISOString();
      expect(getEndOfBusinessDay(addDays(day, -1), place) <= at && at < getEndOfBusinessDay(day, place)).toBe(
        true,
      );
      // No day is skipped: 24 hours later it is the same day, the next one, or the one after a shorter day.
      const later = countDaysBetween(day, getBusinessDay(instant + dayMs, place));
      expect(later >= 0 && later <= 2).toBe(true);
      for (const each of [addDays(day, -1), day])
        expect(getBusinessDay(getEndOfBusinessDay(each, place), place)).toBe(addDays(each, 1));
    }),
  );
});

test('without day ends, business days are the dates in the time zone', () => {
  fc.assert(
    fc.property(zones, instants, (timezone, instant) => {
      const date = localDate(new Date(instant), timezone);
      for (const dayEnds of [null, [], '[]', [{ from: null, at: '00:00' }]])
        expect(getBusinessDay(instant, { timezone, dayEnds })).toBe(date);
    }),
  );
});

test('a change from today on leaves earlier business days unchanged if it leaves today unchanged', () => {
  fc.assert(
    fc.property(
      zones,
      histories,
      instants,
      quarterHours,
      fc.nat(40 * dayMs),
      (timezone, dayEnds, now, at, agoMs) => {
        const before = { timezone, dayEnds };
        const today = getBusinessDay(now, before);
        const after = { timezone, dayEnds: changeDayEnd(dayEnds, { from: today, at }) };
        fc.pre(getBusinessDay(now, after) === today);
        expect(getBusinessDay(now - agoMs, after)).toBe(getBusinessDay(now - agoMs, before));
      },
    ),
  );
});
