import { expect, test } from 'vitest';
import { businessDayOf } from './business-day.ts';

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
  expect(businessDayOf(at, timezone)).toBe(day);
});
