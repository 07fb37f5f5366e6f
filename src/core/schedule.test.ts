import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getFirstInstantAtWallClock, lastDue, nextDue, type Schedule } from './schedule.ts';
import { dayMs } from './day.ts';

const parse = (text: string) => Date.parse(text);
const formatUtc = (ms: number) => new Date(ms).toISOString().slice(0, 16);
const minuteMs = 60_000;

describe('the instant of a local time', () => {
  it.each<[title: string, zone: string, wall: string, instant: string]>([
    ['on an ordinary day', 'Europe/Berlin', '2026-01-15T02:30', '2026-01-15T01:30'],
    ['in summer', 'Europe/Berlin', '2026-07-15T02:30', '2026-07-15T00:30'],
    ['before the gap', 'Europe/Berlin', '2026-03-29T01:59', '2026-03-29T00:59'],
    ['in a gap, as the end of the gap', 'Europe/Berlin', '2026-03-29T02:00', '2026-03-29T01:00'],
    ['in a gap, as the end of the gap', 'Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:00'],
    ['at the end of a gap', 'Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00'],
    ['that occurs twice, as the first', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30'],
    ['after a repeated hour', 'Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00'],
    ['in a gap, as the end of the gap', 'America/New_York', '2026-03-08T02:15', '2026-03-08T07:00'],
    ['that occurs twice, as the first', 'America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'],
    ['in a gap of half an hour', 'Australia/Lord_Howe', '2026-10-04T02:10', '2026-10-03T15:30'],
    ['that occurs twice within half an hour', 'Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45'],
    ['in a gap at midnight', 'Africa/Cairo', '2026-04-24T00:00', '2026-04-23T22:00'],
    ['in a gap at midnight', 'America/Sao_Paulo', '2018-11-04T00:30', '2018-11-04T03:00'],
    ['that occurs twice at the end of a day', 'America/Sao_Paulo', '2018-02-17T23:30', '2018-02-18T01:30'],
    ['in a gap in the southern hemisphere', 'Australia/Sydney', '2026-10-04T02:30', '2026-10-03T16:00'],
    ['on a day skipped by the time zone', 'Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00'],
    ['in a zone without clock changes', 'Asia/Kathmandu', '2026-03-29T02:30', '2026-03-28T20:45'],
    ['in UTC', 'UTC', '2026-03-29T02:30', '2026-03-29T02:30'],
  ])('is found %s (%s %s)', (_, zone, wall, instant) => {
    expect(formatUtc(getFirstInstantAtWallClock(parse(`${wall}Z`), zone))).toBe(instant);
  });
});

describe('the last and the next due time of a schedule', () => {
  const berlin = { timezone: 'Europe/Berlin' } as const;
  it.each<[title: string, schedule: Schedule, now: string, last: string, next: string]>([
    [
      'at the scheduled minute',
      { every: 'day', at: '09:00', timezone: 'UTC' },
      '2026-03-04T09:00',
      '2026-03-04T09:00',
      '2026-03-05T09:00',
    ],
    [
      'a minute before',
      { every: 'day', at: '09:00', timezone: 'UTC' },
      '2026-03-04T08:59',
      '2026-03-03T09:00',
      '2026-03-04T09:00',
    ],
    [
      'in the location’s time zone',
      { every: 'day', at: '00:30', timezone: 'Asia/Tokyo' },
      '2026-03-04T16:00',
      '2026-03-04T15:30',
      '2026-03-05T15:30',
    ],
    [
      'every hour',
      { every: 'hour', minute: 7, timezone: 'UTC' },
      '2026-03-04T09:06',
      '2026-03-04T08:07',
      '2026-03-04T09:07',
    ],
    [
      'every hour, in a zone with a quarter-hour offset',
      { every: 'hour', minute: 0, timezone: 'Asia/Kathmandu' },
      '2026-03-04T09:10',
      '2026-03-04T08:15',
      '2026-03-04T09:15',
    ],
    [
      'on Monday morning',
      { every: 'week', on: 1, at: '06:00', timezone: 'UTC' },
      '2026-03-04T09:00',
      '2026-03-02T06:00',
      '2026-03-09T06:00',
    ],
    [
      'on weekdays',
      { every: 'weekdays', at: '06:00', timezone: 'UTC' },
      '2026-03-04T09:00',
      '2026-03-04T06:00',
      '2026-03-05T06:00',
    ],
    [
      'on weekdays, over a weekend',
      { every: 'weekdays', at: '06:00', timezone: 'UTC' },
      '2026-03-08T09:00',
      '2026-03-06T06:00',
      '2026-03-09T06:00',
    ],
    [
      'on weekdays, before the first of a week',
      { every: 'weekdays', at: '06:00', timezone: 'UTC' },
      '2026-03-09T05:59',
      '2026-03-06T06:00',
      '2026-03-09T06:00',
    ],
    [
      'on Sunday night',
      { every: 'week', on: 7, at: '23:00', timezone: 'UTC' },
      '2026-03-04T09:00',
      '2026-03-01T23:00',
      '2026-03-08T23:00',
    ],
    [
      'on the last day of a month',
      { every: 'month', on: 31, at: '06:00', timezone: 'UTC' },
      '2026-03-04T09:00',
      '2026-02-28T06:00',
      '2026-03-31T06:00',
    ],
    [
      'on the first of a month, over the end of a year',
      { every: 'month', on: 1, at: '00:00', timezone: 'UTC' },
      '2025-12-31T09:00',
      '2025-12-01T00:00',
      '2026-01-01T00:00',
    ],
    [
      'on a leap day',
      { every: 'month', on: 30, at: '06:00', timezone: 'UTC' },
      '2028-03-01T00:00',
      '2028-02-29T06:00',
      '2028-03-30T06:00',
    ],
    [
      'at the end of a gap',
      { every: 'day', at: '02:30', ...berlin },
      '2026-03-29T01:00',
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ],
    [
      'one minute before the gap ends',
      { every: 'day', at: '02:30', ...berlin },
      '2026-03-29T00:59',
      '2026-03-28T01:30',
      '2026-03-29T01:00',
    ],
    [
      'at its first occurrence',
      { every: 'day', at: '02:30', ...berlin },
      '2026-10-25T00:30',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ],
    [
      'at the second occurrence, which is ignored',
      { every: 'day', at: '02:30', ...berlin },
      '2026-10-25T01:30',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ],
    [
      'between both occurrences',
      { every: 'day', at: '02:30', ...berlin },
      '2026-10-25T01:15',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ],
    [
      'in a repeated hour',
      { every: 'hour', minute: 30, ...berlin },
      '2026-10-25T01:45',
      '2026-10-25T00:30',
      '2026-10-25T02:30',
    ],
    [
      'in a gap, which ends when the next hour starts',
      { every: 'hour', minute: 0, ...berlin },
      '2026-03-29T01:00',
      '2026-03-29T01:00',
      '2026-03-29T02:00',
    ],
  ])('%s', (_, schedule, now, last, next) => {
    expect([
      formatUtc(lastDue(schedule, parse(`${now}Z`))),
      formatUtc(nextDue(schedule, parse(`${now}Z`))),
    ]).toEqual([last, next]);
  });

  it.each([
    { every: 'day', at: '25:00', timezone: 'UTC' },
    { every: 'day', at: '9:00', timezone: 'UTC' },
    { every: 'hour', minute: 60, timezone: 'UTC' },
    { every: 'week', on: 0, at: '09:00', timezone: 'UTC' },
    { every: 'month', on: 1.5, at: '09:00', timezone: 'UTC' },
    { every: 'day', at: '09:00', timezone: 'Atlantis/Poseidon' },
  ] satisfies Schedule[])('rejects the invalid schedule %o', (schedule) => {
    expect(() => lastDue(schedule, 0)).toThrow(RangeError);
  });
});

describe('over a year with both clock changes', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'UTC'];
  const from = parse('2026-01-01T00:00:00Z');

  it.each(zones)('is due exactly once every day in %s', (timezone) => {
    for (const time of ['00:00', '02:30']) {
      const schedule: Schedule = { every: 'day', at: time, timezone };
      const visited = new Set<number>();
      for (let now = from; now < from + 365 * dayMs; now += 12 * 60 * minuteMs)
        visited.add(lastDue(schedule, now));
      const sorted = [...visited];
      expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
      expect(sorted.length).toBeGreaterThanOrEqual(365);
      expect(sorted.length).toBeLessThanOrEqual(366);
      for (const [n, due] of sorted.entries()) {
        const gapMs = due - (sorted[n - 1] ?? due - dayMs);
        expect(Math.abs(gapMs - dayMs), `${time} ${formatUtc(due)}`).toBeLessThanOrEqual(60 * minuteMs);
      }
    }
  });

  it('has no due time between the last and the next one', () => {
    const recurrences = fc.oneof(
      fc.record({ every: fc.constant('hour' as const), minute: fc.integer({ min: 0, max: 59 }) }),
      fc.record({
        every: fc.constant('day' as const),
        at: fc.constantFrom('00:00', '02:30', '03:00', '23:30'),
      }),
      fc.record({
        every: fc.constant('weekdays' as const),
        at: fc.constantFrom('00:00', '02:30', '23:30'),
      }),
      fc.record({
        every: fc.constant('week' as const),
        on: fc.integer({ min: 1, max: 7 }),
        at: fc.constantFrom('00:15', '02:30'),
      }),
      fc.record({
        every: fc.constant('month' as const),
        on: fc.integer({ min: 1, max: 31 }),
        at: fc.constantFrom('00:15', '02:30'),
      }),
    );
    fc.assert(
      fc.property(
        recurrences,
        fc.constantFrom(...zones),
        fc.integer({ min: from, max: from + 366 * dayMs }),
        (recurrence, timezone, now) => {
          const schedule: Schedule = { ...recurrence, timezone };
          const [last, next] = [lastDue(schedule, now), nextDue(schedule, now)];
          expect(last).toBeLessThanOrEqual(now);
          expect(next).toBeGreaterThan(now);
          expect([lastDue(schedule, last), lastDue(schedule, next - 1), nextDue(schedule, last)]).toEqual([
            last,
            last,
            next,
          ]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
