import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeCutoff, getCutoffWeekday, type DeliveryDay, localDate, findNextDelivery } from './cutoff.ts';
import { addDays, toUtcDay } from './day.ts';

const buildDay = (weekday: number, cutoffDaysBefore: number, cutoffTime: string): DeliveryDay => ({
  weekday,
  cutoffDaysBefore,
  cutoffTime,
});

/** Builds a calendar without closed days. */
const buildCalendarWithoutClosures = (deliveryDays: DeliveryDay[], timezone: string) => ({
  deliveryDays,
  timezone,
  closedDays: [],
  kitchenClosedDays: [],
});

const buildDailyDeliveries = (cutoffDaysBefore: number, cutoffTime: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => buildDay(weekday, cutoffDaysBefore, cutoffTime));

test.each<[zone: string, delivery: string, days: DeliveryDay[], expected: string | null]>([
  // The same local time in winter and summer.
  ['Europe/London', '2026-01-15', buildDailyDeliveries(1, '16:00'), '2026-01-14T16:00:00.000Z'],
  ['Europe/London', '2026-07-15', buildDailyDeliveries(1, '16:00'), '2026-07-14T15:00:00.000Z'],
  ['America/New_York', '2026-01-15', buildDailyDeliveries(1, '16:00'), '2026-01-14T21:00:00.000Z'],
  ['America/New_York', '2026-07-15', buildDailyDeliveries(1, '16:00'), '2026-07-14T20:00:00.000Z'],
  ['Asia/Dubai', '2026-01-15', buildDailyDeliveries(1, '16:00'), '2026-01-14T12:00:00.000Z'],
  ['Asia/Dubai', '2026-07-15', buildDailyDeliveries(1, '02:00'), '2026-07-13T22:00:00.000Z'],
  ['Asia/Kathmandu', '2026-07-15', buildDailyDeliveries(0, '00:00'), '2026-07-14T18:15:00.000Z'],
  // London, 29 March 2026: clocks skip from 01:00 to 02:00, so 01:30 does not exist.
  ['Europe/London', '2026-03-29', buildDailyDeliveries(0, '00:59'), '2026-03-29T00:59:00.000Z'],
  ['Europe/London', '2026-03-29', buildDailyDeliveries(0, '01:30'), '2026-03-29T01:30:00.000Z'],
  ['Europe/London', '2026-03-29', buildDailyDeliveries(0, '02:00'), '2026-03-29T01:00:00.000Z'],
  ['Europe/London', '2026-03-30', buildDailyDeliveries(1, '16:00'), '2026-03-29T15:00:00.000Z'],
  ['Europe/London', '2026-03-29', buildDailyDeliveries(1, '16:00'), '2026-03-28T16:00:00.000Z'],
  // London, 25 October 2026: 01:30 occurs twice; the first one is used.
  ['Europe/London', '2026-10-25', buildDailyDeliveries(0, '01:30'), '2026-10-25T00:30:00.000Z'],
  ['Europe/London', '2026-10-25', buildDailyDeliveries(0, '02:00'), '2026-10-25T02:00:00.000Z'],
  // New York: 8 March 2026 skips 02:00 to 03:00, and 1 November 2026 has 01:00 to 02:00 twice.
  ['America/New_York', '2026-03-08', buildDailyDeliveries(0, '01:59'), '2026-03-08T06:59:00.000Z'],
  ['America/New_York', '2026-03-08', buildDailyDeliveries(0, '02:30'), '2026-03-08T07:30:00.000Z'],
  ['America/New_York', '2026-03-08', buildDailyDeliveries(0, '03:00'), '2026-03-08T07:00:00.000Z'],
  ['America/New_York', '2026-11-01', buildDailyDeliveries(0, '01:30'), '2026-11-01T05:30:00.000Z'],
  ['America/New_York', '2026-11-01', buildDailyDeliveries(0, '02:00'), '2026-11-01T07:00:00.000Z'],
  // Beirut changes at midnight: 29 March begins at 01:00, 24 October has 23:00 to 24:00 twice.
  ['Asia/Beirut', '2026-03-29', buildDailyDeliveries(0, '00:00'), '2026-03-28T22:00:00.000Z'],
  ['Asia/Beirut', '2026-03-29', buildDailyDeliveries(0, '00:30'), '2026-03-28T22:30:00.000Z'],
  ['Asia/Beirut', '2026-03-29', buildDailyDeliveries(0, '01:00'), '2026-03-28T22:00:00.000Z'],
  ['Asia/Beirut', '2026-03-30', buildDailyDeliveries(1, '23:59'), '2026-03-29T20:59:00.000Z'],
  ['Asia/Beirut', '2026-10-24', buildDailyDeliveries(0, '23:30'), '2026-10-24T20:30:00.000Z'],
  ['Asia/Beirut', '2026-10-25', buildDailyDeliveries(0, '00:00'), '2026-10-24T22:00:00.000Z'],
  // Cairo: Friday 24 April begins at 01:00, and the last hour of Thursday 29 October occurs twice.
  ['Africa/Cairo', '2026-04-24', buildDailyDeliveries(0, '00:15'), '2026-04-23T22:15:00.000Z'],
  ['Africa/Cairo', '2026-10-30', buildDailyDeliveries(1, '23:00'), '2026-10-29T20:00:00.000Z'],
  ['Africa/Cairo', '2026-10-30', buildDailyDeliveries(0, '00:00'), '2026-10-29T22:00:00.000Z'],
  // Lord Howe changes its clocks by half an hour: 4 October skips 02:00 to 02:30, 5 April has 01:30 to 02:00 twice.
  ['Australia/Lord_Howe', '2026-10-04', buildDailyDeliveries(0, '01:59'), '2026-10-03T15:29:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04', buildDailyDeliveries(0, '02:15'), '2026-10-03T15:45:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04', buildDailyDeliveries(0, '02:30'), '2026-10-03T15:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05', buildDailyDeliveries(0, '01:45'), '2026-04-04T14:45:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05', buildDailyDeliveries(0, '02:00'), '2026-04-04T15:30:00.000Z'],
  // A cut-off in the previous month and year.
  ['Asia/Dubai', '2027-01-01', buildDailyDeliveries(2, '10:00'), '2026-12-30T06:00:00.000Z'],
  // Not a delivery day: 2026-11-21 is a Saturday, 2026-11-22 a Sunday.
  ['Asia/Dubai', '2026-11-21', [buildDay(1, 1, '10:00'), buildDay(7, 1, '10:00')], null],
  ['Asia/Dubai', '2026-11-22', [buildDay(7, 1, '10:00')], '2026-11-21T06:00:00.000Z'],
  ['Asia/Dubai', '2026-11-22', [], null],
  // If a day has two rows, the later one applies.
  [
    'Asia/Dubai',
    '2026-11-22',
    [buildDay(7, 1, '10:00'), buildDay(7, 1, '14:00')],
    '2026-11-21T10:00:00.000Z',
  ],
])('the cut-off in %s for a delivery on %s', (zone, delivery, days, expected) => {
  expect(computeCutoff(buildCalendarWithoutClosures(days, zone), delivery)).toBe(expected);
});

test.each<[title: string, now: string, expected: { deliveryDate: string; cutoffAt: string } | null]>([
  [
    'before the cut-off',
    '2026-11-21T05:59:59Z',
    { deliveryDate: '2026-11-22', cutoffAt: '2026-11-21T06:00:00.000Z' },
  ],
  [
    'at the cut-off, when it is too late',
    '2026-11-21T06:00:00Z',
    { deliveryDate: '2026-11-25', cutoffAt: '2026-11-24T06:00:00.000Z' },
  ],
  [
    'today in the branch, yesterday in UTC',
    '2026-11-23T21:00:00Z',
    { deliveryDate: '2026-11-25', cutoffAt: '2026-11-24T06:00:00.000Z' },
  ],
])('the next delivery in Dubai, %s', (_title, now, expected) => {
  const days = [buildDay(7, 1, '10:00'), buildDay(3, 1, '10:00')];
  expect(findNextDelivery(buildCalendarWithoutClosures(days, 'Asia/Dubai'), new Date(now))).toEqual(expected);
});

test.each([
  [6, 2, 4],
  [1, 1, 7],
  [1, 0, 1],
  [2, 9, 7],
  [7, 14, 7],
])(
  'a delivery on weekday %i, ordered %i days before, is ordered on weekday %i',
  (weekday, daysBefore, expected) => {
    expect(getCutoffWeekday(buildDay(weekday, daysBefore, '16:00'))).toBe(expected);
  },
);

test('a branch without delivery days has no next delivery', () => {
  expect(
    findNextDelivery(buildCalendarWithoutClosures([], 'Asia/Dubai'), new Date('2026-11-21T06:00:00Z')),
  ).toBeNull();
});

test('the date is in the branch’s time zone', () => {
  const at = new Date('2026-11-21T22:30:00Z');
  expect(['Asia/Dubai', 'Europe/London', 'America/New_York'].map((zone) => localDate(at, zone))).toEqual([
    '2026-11-22',
    '2026-11-21',
    '2026-11-21',
  ]);
});

test('throws for an unknown time zone', () => {
  expect(() =>
    computeCutoff(
      buildCalendarWithoutClosures(buildDailyDeliveries(1, '10:00'), 'Mars/Olympus'),
      '2026-11-22',
    ),
  ).toThrow(RangeError);
});

/** Returns a year of Saturday and Wednesday deliveries in a zone: delivery date -> local cut-off and its UTC offset. */
function listCutoffsOfYear(timezone: string) {
  const days = [buildDay(6, 2, '16:00'), buildDay(3, 1, '23:30')];
  return Array.from({ length: 365 }, (_, index) => toUtcDay(Date.UTC(2026, 0, 1 + index))).flatMap((date) => {
    const cutoffAt = computeCutoff(buildCalendarWithoutClosures(days, timezone), date);
    return cutoffAt === null ? [] : [{ date, cutoffAt, local: formatLocalTime(cutoffAt, timezone) }];
  });
}

const formatLocalTime = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at));

const subtractDays = (date: string, days: number) => addDays(date, -days);

test.each<[zone: string, unusualWeekHours: readonly number[]]>([
  ['Europe/London', [167, 169]],
  ['America/New_York', [167, 169]],
  ['Asia/Beirut', [167, 169]],
  ['Africa/Cairo', [167, 169]],
  ['Australia/Lord_Howe', [167.5, 168.5]],
  ['Asia/Dubai', []],
])(
  'cut-offs in %s stay at their local time through both daylight saving changes of a year',
  (zone, lengths) => {
    const cutoffs = listCutoffsOfYear(zone);
    expect(cutoffs).toHaveLength(52 + 52);
    const isSaturday = ({ date }: { date: string }) => new Date(date).getUTCDay() === 6;
    expect(cutoffs.map(({ local }) => local)).toEqual(
      cutoffs.map((cutoff) =>
        isSaturday(cutoff)
          ? `${subtractDays(cutoff.date, 2)} 16:00`
          : `${subtractDays(cutoff.date, 1)} 23:30`,
      ),
    );
    const instants = cutoffs.filter(isSaturday).map(({ cutoffAt }) => Date.parse(cutoffAt));
    const hours = instants.slice(1).map((at, index) => (at - (instants[index] ?? 0)) / 3_600_000);
    expect(new Set(hours)).toEqual(new Set([168, ...lengths]));
    expect(hours.filter((hour) => hour !== 168)).toHaveLength(lengths.length);
  },
);

const zones = [
  'Europe/London',
  'America/New_York',
  'Asia/Beirut',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/St_Johns',
];
const padTwoDigits = (n: number) => String(n).padStart(2, '0');

test('in any zone, on any day, at any time, the local time is the cut-off or was skipped by a clock change', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 365 * 6 }),
      fc.integer({ min: 0, max: 14 }),
      fc.integer({ min: 0, max: 1439 }),
      (zone, offset, daysBefore, minute) => {
        const date = toUtcDay(Date.UTC(2024, 0, 1 + offset));
        const time = `${padTwoDigits(Math.floor(minute / 60))}:${padTwoDigits(minute % 60)}`;
        const cutoffAt =
          computeCutoff(buildCalendarWithoutClosures(buildDailyDeliveries(daysBefore, time), zone), date) ??
          '';
        const expected = `${subtractDays(date, daysBefore)} ${time}`;
        const localTime = formatLocalTime(cutoffAt, zone);
        if (localTime === expected) {
          // The first occurrence: no earlier instant within two hours has the same local time.
          for (const minutes of [30, 60, 120]) {
            const earlier = new Date(Date.parse(cutoffAt) - minutes * 60_000).toISOString();
            expect(formatLocalTime(earlier, zone)).not.toBe(expected);
          }
          return;
        }
        // Skipped: the result is later by the length of the gap, and no nearby instant has the required local
        // time.
        expect([30, 60]).toContain((Date.parse(localTime) - Date.parse(expected)) / 60_000);
        for (let minutes = -180; minutes <= 180; minutes += 15) {
          const near = new Date(Date.parse(cutoffAt) + minutes * 60_000).toISOString();
          expect(formatLocalTime(near, zone)).not.toBe(expected);
        }
      },
    ),
    { numRuns: 400 },
  );
});

test('the next delivery at any instant is the first one whose cut-off hasn’t passed', () => {
  const days = [buildDay(6, 2, '16:00'), buildDay(3, 1, '01:30'), buildDay(7, 0, '00:10')];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
      (zone, nowMs) => {
        const next = findNextDelivery(buildCalendarWithoutClosures(days, zone), new Date(nowMs));
        expect(Date.parse(next?.cutoffAt ?? '')).toBeGreaterThan(nowMs);
        const today = localDate(new Date(nowMs), zone);
        for (let date = today; date < (next?.deliveryDate ?? ''); date = subtractDays(date, -1)) {
          const cutoffAt = computeCutoff(buildCalendarWithoutClosures(days, zone), date);
          if (cutoffAt !== null) expect(Date.parse(cutoffAt)).toBeLessThanOrEqual(nowMs);
        }
      },
    ),
    { numRuns: 300 },
  );
});
