import { getEndOfBusinessDay, type LocalDays } from '#core/business-day.ts';
import { addDays, getWeekday } from '#core/day.ts';
import { getFirstInstantAtWallClock } from '#core/schedule.ts';

/** Due times of a check point, in the time zone of its location. */
export interface CheckSchedule {
  /** HH:MM. */
  times: readonly string[];
  /** 1 (Monday) to 7. */
  weekdays: readonly number[];
  graceMinutes: number;
}

/** A schedule that was replaced at an instant (ISO). */
export interface PastSchedule extends CheckSchedule {
  until: string;
}

/** A due time of a check point. All instants are epoch ms. */
export interface CheckSlot {
  dueAt: number;
  /** A check counts for the nearest due time of its day: from `opensAt` to `closesAt`, exclusive. */
  opensAt: number;
  closesAt: number;
  /**
   * The check is listed as due from `dueFrom` and is on time until `until`: the grace period before and
   * after.
   */
  dueFrom: number;
  until: number;
}

/** Time zone and business days of a check point's location. */
export type CheckLocation = LocalDays & { timezone: string };

const minuteMs = 60_000;

/**
 * Returns the due times of a business day (YYYY-MM-DD), earliest first; 01:00 belongs to the day if it ends
 * after that. A time that daylight saving skips is due at the end of the gap, and one that occurs twice is
 * due the first time.
 *
 * @throws RangeError for an unknown time zone
 */
export function listSlots(
  day: string,
  { times, weekdays, graceMinutes }: CheckSchedule,
  place: CheckLocation,
): CheckSlot[] {
  if (times.length === 0 || !weekdays.includes(getWeekday(day))) return [];
  const [start, end] = [addDays(day, -1), day].map((businessDay) =>
    Date.parse(getEndOfBusinessDay(businessDay, place)),
  ) as [number, number];
  const listTimes = (date: string) =>
    times.map((time) => getFirstInstantAtWallClock(Date.parse(`${date}T${time}:00Z`), place.timezone));
  // A day whose end was changed can be longer or shorter, and contain a time twice or not at all.
  const dueTimes = [...new Set([day, addDays(day, 1)].flatMap(listTimes))]
    .filter((due) => due >= start && due < end)
    .toSorted((a, b) => a - b);
  const getMidpoint = (index: number) =>
    Math.floor(((dueTimes[index] as number) + (dueTimes[index + 1] as number)) / 2);
  return dueTimes.map((dueAt, index) => {
    const opensAt = index === 0 ? start : getMidpoint(index - 1);
    const closesAt = index === dueTimes.length - 1 ? end : getMidpoint(index);
    return {
      dueAt,
      opensAt,
      closesAt,
      dueFrom: Math.max(opensAt, dueAt - graceMinutes * minuteMs),
      until: Math.min(closesAt, dueAt + graceMinutes * minuteMs),
    };
  });
}

/** A check point with its current and past schedules. */
export interface ScheduledPoint {
  createdAt: string;
  isActive: boolean;
  schedule: CheckSchedule;
  /** Oldest first. */
  past: readonly PastSchedule[];
}

/** Returns the due times of a business day according to the schedule in effect at each, earliest first. */
export function listSlotsByHistory(
  day: string,
  { createdAt, isActive, schedule, past }: ScheduledPoint,
  place: CheckLocation,
): CheckSlot[] {
  const versions = [...past, ...(isActive ? [{ ...schedule, until: null }] : [])];
  return versions
    .flatMap(({ until, ...version }, index) => {
      const from = Date.parse(past[index - 1]?.until ?? createdAt);
      const to = until === null ? Infinity : Date.parse(until);
      return listSlots(day, version, place).filter(({ dueAt }) => dueAt >= from && dueAt < to);
    })
    .toSorted((a, b) => a.dueAt - b.dueAt);
}

/** State of a due time: not due yet, due now, not checked in time, checked on time, or checked late. */
export type SlotState = 'upcoming' | 'due' | 'missed' | 'onTime' | 'late';

/**
 * Returns the state of a due time.
 *
 * @param checkedAt time of the check; null if there is none. All instants are epoch ms
 */
export function getSlotState(
  { dueFrom, until }: CheckSlot,
  checkedAt: number | null,
  now: number,
): SlotState {
  if (checkedAt !== null) return checkedAt <= until ? 'onTime' : 'late';
  if (now > until) return 'missed';
  return now < dueFrom ? 'upcoming' : 'due';
}

/** Returns the due time that a check at an instant counts for; undefined if there is none that day. */
export const findSlot = (slots: readonly CheckSlot[], at: number): CheckSlot | undefined =>
  slots.find(({ opensAt, closesAt }) => at >= opensAt && at < closesAt);
