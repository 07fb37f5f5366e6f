import { describe, expect, it, test } from 'vitest';
import {
  type CheckSchedule,
  findSlot,
  type PastSchedule,
  listSlotsByHistory,
  listSlots,
  getSlotState,
} from './schedule.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const createSchedule = (times: string[], changes: Partial<CheckSchedule> = {}): CheckSchedule => ({
  times,
  weekdays: everyDay,
  graceMinutes: 30,
  ...changes,
});
const parseUtc = (text: string) => Date.parse(`${text}:00Z`);
const formatIso = (ms: number) => new Date(ms).toISOString().slice(0, 16);

test.each([
  ['no times', '2026-03-04', createSchedule([]), 'UTC', []],
  ['a different weekday', '2026-03-04', createSchedule(['08:00'], { weekdays: [1, 2] }), 'UTC', []],
  [
    'unsorted and repeated times',
    '2026-03-04',
    createSchedule(['20:00', '08:00', '08:00']),
    'UTC',
    ['2026-03-04T08:00', '2026-03-04T20:00'],
  ],
  [
    'the time zone of the location',
    '2026-03-04',
    createSchedule(['08:00']),
    'Asia/Dubai',
    ['2026-03-04T04:00'],
  ],
  // On 29 March 2026 London skips 01:00 to 02:00, and on 25 October it repeats it.
  [
    'before clocks go forward',
    '2026-03-28',
    createSchedule(['01:30']),
    'Europe/London',
    ['2026-03-28T01:30'],
  ],
  [
    'a skipped time is due at the end of the gap',
    '2026-03-29',
    createSchedule(['01:30']),
    'Europe/London',
    ['2026-03-29T01:00'],
  ],
  [
    'two times in one gap count once',
    '2026-03-29',
    createSchedule(['01:15', '01:45']),
    'Europe/London',
    ['2026-03-29T01:00'],
  ],
  [
    'after clocks went forward',
    '2026-03-29',
    createSchedule(['08:00']),
    'Europe/London',
    ['2026-03-29T07:00'],
  ],
  [
    'a repeated time is due the first time',
    '2026-10-25',
    createSchedule(['01:30']),
    'Europe/London',
    ['2026-10-25T00:30'],
  ],
  ['after clocks went back', '2026-10-25', createSchedule(['08:00']), 'Europe/London', ['2026-10-25T08:00']],
  // In Cairo clocks go forward at midnight, so that this day begins at 01:00.
  ['a day without midnight', '2026-04-24', createSchedule(['00:30']), 'Africa/Cairo', ['2026-04-23T22:00']],
])('due times: %s', (_, day, checkSchedule, timezone, expected) => {
  const slots = listSlots(day, checkSchedule, { timezone, dayEnds: [] });
  expect(slots.map(({ dueAt }) => formatIso(dueAt))).toEqual(expected);
});

test.each([
  ['spring', '2026-03-29', '2026-03-29T00:00', '2026-03-29T23:00'],
  ['autumn', '2026-10-25', '2026-10-24T23:00', '2026-10-26T00:00'],
])('the due times of a day cover it without gaps in %s', (_, day, start, end) => {
  const slots = listSlots(day, createSchedule(['00:30', '06:00', '14:00']), {
    timezone: 'Europe/London',
    dayEnds: [],
  });
  expect(formatIso(slots[0]?.opensAt ?? 0)).toBe(start);
  expect(formatIso(slots.at(-1)?.closesAt ?? 0)).toBe(end);
  for (const [index, slot] of slots.slice(1).entries()) expect(slot.opensAt).toBe(slots[index]?.closesAt);
});

const utcDays = { timezone: 'UTC', dayEnds: [] };

test('a business day that ends at 03:00 includes the due times before then', () => {
  const bar = { timezone: 'Europe/London', dayEnds: [{ from: '2026-03-04', at: '03:00' }] };
  const dueTimes = (day: string) =>
    listSlots(day, createSchedule(['01:00', '08:00']), bar).map(({ dueAt }) => formatIso(dueAt));
  expect(dueTimes('2026-03-03')).toEqual(['2026-03-03T01:00', '2026-03-03T08:00']);
  // This day lasts 27 hours.
  expect(dueTimes('2026-03-04')).toEqual(['2026-03-04T01:00', '2026-03-04T08:00', '2026-03-05T01:00']);
  expect(dueTimes('2026-03-05')).toEqual(['2026-03-05T08:00', '2026-03-06T01:00']);
  const slots = listSlots('2026-03-05', createSchedule(['01:00', '08:00']), bar);
  expect([slots[0]?.opensAt, slots.at(-1)?.closesAt].map((at) => formatIso(at ?? 0))).toEqual([
    '2026-03-05T03:00',
    '2026-03-06T03:00',
  ]);
});

const [morning, evening] = listSlots('2026-03-04', createSchedule(['08:00', '20:00']), utcDays);

test.each([
  ['upcoming', null, '07:29'],
  ['due', null, '07:30'],
  ['due', null, '08:30'],
  ['missed', null, '08:31'],
  ['missed', null, '23:59'],
  ['onTime', '07:00', '09:00'],
  ['onTime', '08:30', '09:00'],
  ['late', '08:31', '09:00'],
] as const)('is %s if checked at %s and viewed at %s', (state, checkedAt, now) => {
  if (!morning) throw new Error('No due time');
  const at = (time: string) => parseUtc(`2026-03-04T${time}`);
  expect(getSlotState(morning, checkedAt && at(checkedAt), at(now))).toBe(state);
});

test.each([
  ['00:00', morning],
  ['13:59', morning],
  ['14:00', evening],
  ['23:59', evening],
])('a check at %s counts for the nearest due time', (time, slot) => {
  expect(
    findSlot(
      [morning, evening].filter((candidate) => candidate !== undefined),
      parseUtc(`2026-03-04T${time}`),
    ),
  ).toBe(slot);
});

it('a grace period ends halfway to the next due time at the latest', () => {
  const [first, second] = listSlots(
    '2026-03-04',
    createSchedule(['08:00', '09:00'], { graceMinutes: 120 }),
    utcDays,
  );
  expect([formatIso(first?.until ?? 0), formatIso(second?.dueFrom ?? 0)]).toEqual([
    '2026-03-04T08:30',
    '2026-03-04T08:30',
  ]);
});

describe('a changed schedule', () => {
  const past: PastSchedule[] = [
    { ...createSchedule(['08:00', '14:00']), until: '2026-03-04T10:00:00.000Z' },
    // Archived from 10:00 to 12:00.
    { ...createSchedule([]), until: '2026-03-04T12:00:00.000Z' },
  ];
  const point = {
    createdAt: '2026-03-03T09:00:00.000Z',
    isActive: true,
    schedule: createSchedule(['16:00']),
    past,
  };
  const dueTimes = (day: string, changes = {}) =>
    listSlotsByHistory(day, { ...point, ...changes }, utcDays).map(({ dueAt }) => formatIso(dueAt));

  it.each([
    ['before the check point existed', '2026-03-02', []],
    ['on its first day, from its creation', '2026-03-03', ['2026-03-03T14:00']],
    ['on the day of the change', '2026-03-04', ['2026-03-04T08:00', '2026-03-04T16:00']],
    ['afterwards', '2026-03-05', ['2026-03-05T16:00']],
  ])('keeps past due times: %s', (_, day, expected) => {
    expect(dueTimes(day)).toEqual(expected);
  });

  it('has no current due times while it is archived', () => {
    expect(dueTimes('2026-03-04', { isActive: false })).toEqual(['2026-03-04T08:00']);
  });
});
