import { wallClockMs } from './cutoff.ts';
import { dayMs } from './day.ts';

/**
 * A recurring schedule in the local time of a time zone. `at` is HH:MM. Weeks begin on Monday (`on`: 1 to 7);
 * `weekdays` are Monday to Friday. If a month doesn't have the day (31), its last day is used.
 */
export type Schedule = { timezone: string } & (
  | { every: 'hour'; minute: number }
  | { every: 'day'; at: string }
  | { every: 'weekdays'; at: string }
  | { every: 'week'; on: number; at: string }
  | { every: 'month'; on: number; at: string }
);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** 1 January 1970 was a Thursday. */
const firstMondayIndex = 4;
/** Monday to Friday. */
const weekdaysPerWeek = 5;

/**
 * Returns the last due time (epoch ms) of a schedule, up to and including now. If several due times were
 * missed, only the last one is returned.
 *
 * @throws RangeError for an invalid time zone, time or day
 */
export function lastDue(schedule: Schedule, nowMs: number): number {
  for (let n = getSequenceNumber(schedule, wallClockMs(nowMs, schedule.timezone) + dayMs) + 1; ; n -= 1) {
    const due = getFirstInstantAtWallClock(getWallClockMs(schedule, n), schedule.timezone);
    if (due <= nowMs) return due;
  }
}

/** Returns the next due time (epoch ms) after `nowMs`. Throws the same errors as `lastDue`. */
export function nextDue(schedule: Schedule, nowMs: number): number {
  for (let n = getSequenceNumber(schedule, wallClockMs(nowMs, schedule.timezone) - dayMs) - 1; ; n += 1) {
    const due = getFirstInstantAtWallClock(getWallClockMs(schedule, n), schedule.timezone);
    if (due > nowMs) return due;
  }
}

/**
 * Returns the single instant (epoch ms) of a local time, which is given as if it were UTC: the first of two
 * if clocks are set back, and the end of the gap if they are set forward past it.
 */
export function getFirstInstantAtWallClock(wallMs: number, timezone: string): number {
  const offsetAt = (ms: number) => wallClockMs(ms, timezone) - ms;
  const [before, after] = [offsetAt(wallMs - dayMs), offsetAt(wallMs + dayMs)];
  const [early, late] = [wallMs - Math.max(before, after), wallMs - Math.min(before, after)];
  const exact = [early, late].find((ms) => wallClockMs(ms, timezone) === wallMs);
  if (exact !== undefined) return exact;
  // In a gap the clocks are behind the time at `early` and past it at `late`, and jump once in between.
  let [behind, past] = [early, late];
  while (past - behind > 1000) {
    const middle = behind + Math.floor((past - behind) / 2000) * 1000;
    if (wallClockMs(middle, timezone) < wallMs) behind = middle;
    else past = middle;
  }
  return past;
}

/** Returns the sequence number (counted from 1970) of the schedule's due time at a local time. */
function getSequenceNumber(schedule: Schedule, wallMs: number): number {
  switch (schedule.every) {
    case 'hour':
      return Math.floor(wallMs / hourMs);
    case 'day':
      return Math.floor(wallMs / dayMs);
    case 'weekdays': {
      const days = Math.floor(wallMs / dayMs) - firstMondayIndex;
      const week = Math.floor(days / 7);
      return week * weekdaysPerWeek + Math.min(days - week * 7, weekdaysPerWeek - 1);
    }
    case 'week':
      return Math.floor((wallMs / dayMs - firstMondayIndex) / 7);
    case 'month': {
      const day = new Date(wallMs);
      return day.getUTCFullYear() * 12 + day.getUTCMonth();
    }
  }
}

/** Returns the local time (as if it were UTC) of the n-th due time. */
function getWallClockMs(schedule: Schedule, n: number): number {
  switch (schedule.every) {
    case 'hour':
      return n * hourMs + requireInRange(schedule.minute, 0, 59) * minuteMs;
    case 'day':
      return n * dayMs + parseTime(schedule.at);
    case 'weekdays': {
      const week = Math.floor(n / weekdaysPerWeek);
      return (firstMondayIndex + week * 7 + n - week * weekdaysPerWeek) * dayMs + parseTime(schedule.at);
    }
    case 'week':
      return (
        (firstMondayIndex + n * 7 + requireInRange(schedule.on, 1, 7) - 1) * dayMs + parseTime(schedule.at)
      );
    case 'month': {
      const lastDay = new Date(Date.UTC(0, n + 1, 0)).getUTCDate();
      const first = Date.UTC(Math.floor(n / 12), n % 12, 1);
      return (
        first + (Math.min(requireInRange(schedule.on, 1, 31), lastDay) - 1) * dayMs + parseTime(schedule.at)
      );
    }
  }
}

function parseTime(at: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(at) ?? [];
  if (hours === undefined) throw new RangeError(`${at} isn't a time of day (HH:MM)`);
  return Number(hours) * hourMs + Number(minutes) * minuteMs;
}

function requireInRange(value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new RangeError(`${value} is not within ${min} to ${max}`);
}
