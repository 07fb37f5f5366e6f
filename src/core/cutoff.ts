import { type ClosedDays, findClosedDays } from './closed-days.ts';
import { addDays, dayMs, toUtcDay, getWeekday } from './day.ts';

/** A regular delivery on one day of the week, with its ordering cut-off. */
export interface DeliveryDay {
  /** 1 (Monday) to 7. */
  weekday: number;
  cutoffDaysBefore: number;
  /** HH:MM in the branch's time zone. */
  cutoffTime: string;
}

/** Delivery days of a branch, and the closed days of the branch and its kitchen. */
export interface DeliveryCalendar {
  deliveryDays: readonly DeliveryDay[];
  /** The branch's time zone; cut-offs are local times in it. */
  timezone: string;
  /** Days on which the branch doesn't accept deliveries. */
  closedDays: readonly ClosedDays[];
  /** Days on which the supplying kitchen is closed. */
  kitchenClosedDays: readonly ClosedDays[];
}

/** Reason why a regular delivery doesn't take place. */
export interface Closure {
  by: 'branch' | 'kitchen';
  note: string | null;
}

/**
 * Returns the cut-off (ISO, UTC) for a delivery on `deliveryDate` (YYYY-MM-DD), or null if that isn't a
 * delivery day. Days before the delivery are counted in working days of the kitchen. The cut-off is a local
 * time: if daylight saving skips it, it moves later by the length of the gap; if it occurs twice, the first
 * one is used.
 *
 * @throws RangeError for an unknown time zone
 */
export function computeCutoff(calendar: DeliveryCalendar, deliveryDate: string): string | null {
  const { timezone, kitchenClosedDays } = calendar;
  if (findClosure(calendar, deliveryDate)) return null;
  const cutoffs = listDeliveryRows(calendar, deliveryDate).map(({ cutoffDaysBefore, cutoffTime }) => {
    const date = subtractWorkingDays(deliveryDate, cutoffDaysBefore, kitchenClosedDays);
    return getInstantAtWallClock(Date.parse(`${date}T${cutoffTime}:00Z`), timezone);
  });
  return cutoffs.length === 0 ? null : new Date(Math.max(...cutoffs)).toISOString();
}

/**
 * Returns the reason why there is no delivery on a day (YYYY-MM-DD); null if both the branch and the kitchen
 * are open. The branch's closure takes precedence over the kitchen's.
 */
export function findClosure(
  { closedDays, kitchenClosedDays }: Pick<DeliveryCalendar, 'closedDays' | 'kitchenClosedDays'>,
  date: string,
): Closure | null {
  const branchClosure = findClosedDays(closedDays, date);
  if (branchClosure) return { by: 'branch', note: branchClosure.note };
  const kitchenClosure = findClosedDays(kitchenClosedDays, date);
  return kitchenClosure ? { by: 'kitchen', note: kitchenClosure.note } : null;
}

/** Returns the regular weekly delivery rows for a date, regardless of closed days. */
export function listDeliveryRows(
  { deliveryDays }: Pick<DeliveryCalendar, 'deliveryDays'>,
  date: string,
): DeliveryDay[] {
  const weekday = getWeekday(date);
  return deliveryDays.filter((day) => day.weekday === weekday);
}

/** Returns the day of the week (1 is Monday) of the cut-off, ignoring whole weeks. */
export function getCutoffWeekday({ weekday, cutoffDaysBefore }: DeliveryDay): number {
  return ((((weekday - 1 - cutoffDaysBefore) % 7) + 7) % 7) + 1;
}

/** Returns the next delivery that can still be ordered at `now`; null if there is none within a year. */
export function findNextDelivery(
  calendar: DeliveryCalendar,
  now: Date,
): { deliveryDate: string; cutoffAt: string } | null {
  if (calendar.deliveryDays.length === 0) return null;
  const today = localDate(now, calendar.timezone);
  for (let ahead = 0; ahead <= 366; ahead += 1) {
    const deliveryDate = addDays(today, ahead);
    const cutoffAt = computeCutoff(calendar, deliveryDate);
    if (cutoffAt !== null && Date.parse(cutoffAt) > now.getTime()) return { deliveryDate, cutoffAt };
  }
  return null;
}

/** Maximum consecutive closed days to search; a location closed for longer has no cut-off. */
const maxClosedDays = 800;

/**
 * Returns the day that is a given number of working days before a date, skipping the kitchen's closed days.
 */
function subtractWorkingDays(date: string, days: number, closedDays: readonly ClosedDays[]): string {
  let [day, daysLeft] = [date, days];
  for (let steps = 0; daysLeft > 0 && steps < days + maxClosedDays; steps += 1) {
    day = addDays(day, -1);
    if (!findClosedDays(closedDays, day)) daysLeft -= 1;
  }
  return day;
}

/** Returns the calendar date (YYYY-MM-DD) of an instant in a time zone. */
export function localDate(at: Date, timezone: string): string {
  return toUtcDay(wallClockMs(at.getTime(), timezone));
}

/** Returns the instant of a local time, which is given as if it were UTC. */
export function getInstantAtWallClock(wallMs: number, timezone: string): number {
  const offsetAt = (ms: number) => wallClockMs(ms, timezone) - ms;
  const [before, after] = [offsetAt(wallMs - dayMs), offsetAt(wallMs + dayMs)];
  // A time that occurs twice matches both offsets (the earlier instant has the larger offset); a time in a
  // gap matches neither.
  const candidates = [wallMs - Math.max(before, after), wallMs - Math.min(before, after)];
  return candidates.find((ms) => wallClockMs(ms, timezone) === wallMs) ?? wallMs - Math.min(before, after);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns a zone's local time at an instant, to the second, as if it were UTC. */
export function wallClockMs(ms: number, timezone: string): number {
  let formatter = formatters.get(timezone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA-u-hc-h23', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(timezone, formatter);
  }
  const part = Object.fromEntries(
    formatter.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
  );
  return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second);
}
