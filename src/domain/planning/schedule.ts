import { wallClockMs } from './cutoff.ts';

/**
 * When something is done again and again, by the clock of one place.
 *
 * `at` is HH:MM. A week begins on Monday (`on`: 1 to 7); `weekdays` are Monday to Friday. `on` a day of the month that a month does not have (31) is its
 * last one.
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
const dayMs = 24 * hourMs;
/** 1 January 1970 was a Thursday. */
const firstMonday = 4;
/** Monday to Friday. */
const weekdays = 5;

/**
 * The last time (epoch ms) at which a schedule was due, now included. What fell due while nobody looked counts as one:
 * the last of them.
 *
 * @throws RangeError for a time zone, a time or a day that does not exist
 */
export function lastDue(schedule: Schedule, nowMs: number): number {
  for (let n = numberOf(schedule, wallClockMs(nowMs, schedule.timezone) + dayMs) + 1; ; n -= 1) {
    const due = firstInstantAtWallClock(wallOf(schedule, n), schedule.timezone);
    if (due <= nowMs) return due;
  }
}

/** The next time (epoch ms) after `nowMs` at which a schedule is due. Throws like `lastDue`. */
export function nextDue(schedule: Schedule, nowMs: number): number {
  for (let n = numberOf(schedule, wallClockMs(nowMs, schedule.timezone) - dayMs) - 1; ; n += 1) {
    const due = firstInstantAtWallClock(wallOf(schedule, n), schedule.timezone);
    if (due > nowMs) return due;
  }
}

/**
 * The one instant (epoch ms) at which a zone's clocks come to a wall-clock time (given as if it were UTC): the first of
 * two where they are set back, and the end of the gap where they are set forward past it.
 */
export function firstInstantAtWallClock(wallMs: number, timezone: string): number {
  const offsetAt = (ms: number) => wallClockMs(ms, timezone) - ms;
  const [before, after] = [offsetAt(wallMs - dayMs), offsetAt(wallMs + dayMs)];
  const [early, late] = [wallMs - Math.max(before, after), wallMs - Math.min(before, after)];
  const found = [early, late].find((ms) => wallClockMs(ms, timezone) === wallMs);
  if (found !== undefined) return found;
  // In a gap the clocks are behind it at `early` and past it at `late`; they jump in between, once.
  let [behind, past] = [early, late];
  while (past - behind > 1000) {
    const middle = behind + Math.floor((past - behind) / 2000) * 1000;
    if (wallClockMs(middle, timezone) < wallMs) behind = middle;
    else past = middle;
  }
  return past;
}

/** Which of a schedule's times, counted from 1970, a wall-clock time belongs to. */
function numberOf(schedule: Schedule, wallMs: number): number {
  switch (schedule.every) {
    case 'hour':
      return Math.floor(wallMs / hourMs);
    case 'day':
      return Math.floor(wallMs / dayMs);
    case 'weekdays': {
      const days = Math.floor(wallMs / dayMs) - firstMonday;
      const week = Math.floor(days / 7);
      return week * weekdays + Math.min(days - week * 7, weekdays - 1);
    }
    case 'week':
      return Math.floor((wallMs / dayMs - firstMonday) / 7);
    case 'month': {
      const day = new Date(wallMs);
      return day.getUTCFullYear() * 12 + day.getUTCMonth();
    }
  }
}

/** The wall-clock time (as if it were UTC) of one of a schedule's times. */
function wallOf(schedule: Schedule, n: number): number {
  switch (schedule.every) {
    case 'hour':
      return n * hourMs + within(schedule.minute, 0, 59) * minuteMs;
    case 'day':
      return n * dayMs + timeOf(schedule.at);
    case 'weekdays': {
      const week = Math.floor(n / weekdays);
      return (firstMonday + week * 7 + n - week * weekdays) * dayMs + timeOf(schedule.at);
    }
    case 'week':
      return (firstMonday + n * 7 + within(schedule.on, 1, 7) - 1) * dayMs + timeOf(schedule.at);
    case 'month': {
      const lastDay = new Date(Date.UTC(0, n + 1, 0)).getUTCDate();
      const first = Date.UTC(Math.floor(n / 12), n % 12, 1);
      return first + (Math.min(within(schedule.on, 1, 31), lastDay) - 1) * dayMs + timeOf(schedule.at);
    }
  }
}

function timeOf(at: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(at) ?? [];
  if (hours === undefined) throw new RangeError(`${at} is no time of a day: HH:MM is expected`);
  return Number(hours) * hourMs + Number(minutes) * minuteMs;
}

function within(value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(`${value} is not within ${least} to ${most}`);
}
