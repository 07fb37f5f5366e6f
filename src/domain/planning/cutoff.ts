import { type ClosedDays, findClosedDays } from './closed-days.ts';
import { weekdayOf } from '../weekday.ts';

/** When a branch is delivered on one weekday, and until when it can order for it. */
export interface DeliveryDay {
  /** 1 (Monday) to 7. */
  weekday: number;
  cutoffDaysBefore: number;
  /** HH:MM in the branch's time zone. */
  cutoffTime: string;
}

const dayMs = 86_400_000;

/** When a branch is delivered, and what comes between. */
export interface DeliveryCalendar {
  deliveryDays: readonly DeliveryDay[];
  /** Of the branch: its cut-offs are wall-clock times there. */
  timezone: string;
  /** When the branch takes no delivery. */
  closedDays: readonly ClosedDays[];
  /** When the kitchen that supplies it is closed. */
  kitchenClosedDays: readonly ClosedDays[];
}

/** Why nothing is delivered on a day that is a delivery day otherwise. */
export interface Closure {
  by: 'branch' | 'kitchen';
  note: string | null;
}

/**
 * The instant (ISO, UTC) until which an order for `deliveryDate` (YYYY-MM-DD) is in time, or null when the
 * branch is not delivered on that day. The days before the delivery are days on which the kitchen works: its closed
 * days are not counted, so that it keeps the time it needs. The cut-off is a wall-clock time of the branch's zone:
 * one that daylight saving skips falls as much later as the gap is long, one that comes twice is the first.
 *
 * @throws RangeError for a time zone that does not exist.
 */
export function cutoffFor(calendar: DeliveryCalendar, deliveryDate: string): string | null {
  const { timezone, kitchenClosedDays } = calendar;
  if (closureOn(calendar, deliveryDate)) return null;
  const cutoffs = deliveryRowsOn(calendar, deliveryDate).map(({ cutoffDaysBefore, cutoffTime }) => {
    const date = workingDaysBefore(deliveryDate, cutoffDaysBefore, kitchenClosedDays);
    return instantAtWallClock(Date.parse(`${date}T${cutoffTime}:00Z`), timezone);
  });
  return cutoffs.length === 0 ? null : new Date(Math.max(...cutoffs)).toISOString();
}

/** Why nothing is delivered on a day (YYYY-MM-DD); null when nobody is closed. The branch is named before the kitchen. */
export function closureOn(
  { closedDays, kitchenClosedDays }: Pick<DeliveryCalendar, 'closedDays' | 'kitchenClosedDays'>,
  date: string,
): Closure | null {
  const own = findClosedDays(closedDays, date);
  if (own) return { by: 'branch', note: own.note };
  const kitchens = findClosedDays(kitchenClosedDays, date);
  return kitchens ? { by: 'kitchen', note: kitchens.note } : null;
}

/** What the week says for a date, closed or not. */
export function deliveryRowsOn(
  { deliveryDays }: Pick<DeliveryCalendar, 'deliveryDays'>,
  date: string,
): DeliveryDay[] {
  const weekday = weekdayOf(date);
  return deliveryDays.filter((day) => day.weekday === weekday);
}

/** The weekday (1 is Monday) on which a delivery day is ordered for; whole weeks before count as none. */
export function cutoffWeekday({ weekday, cutoffDaysBefore }: DeliveryDay): number {
  return ((((weekday - 1 - cutoffDaysBefore) % 7) + 7) % 7) + 1;
}

/** The next delivery that can still be ordered for at `now`, or null when none falls within a year. */
export function nextDelivery(
  calendar: DeliveryCalendar,
  now: Date,
): { deliveryDate: string; cutoffAt: string } | null {
  if (calendar.deliveryDays.length === 0) return null;
  const today = localDate(now, calendar.timezone);
  for (let ahead = 0; ahead <= 366; ahead += 1) {
    const deliveryDate = addDays(today, ahead);
    const cutoffAt = cutoffFor(calendar, deliveryDate);
    if (cutoffAt !== null && Date.parse(cutoffAt) > now.getTime()) return { deliveryDate, cutoffAt };
  }
  return null;
}

/** A calendar day (YYYY-MM-DD) so many days later; earlier for a negative number. */
export function addDays(date: string, days: number): string {
  return isoDate(Date.parse(`${date}T00:00:00Z`) + days * dayMs);
}

/** The most closed days in a row that a cut-off is sought before; a place that is closed for longer has none. */
const mostClosed = 800;

/** The day that lies so many days before another, those on which the kitchen is closed not counted. */
function workingDaysBefore(date: string, days: number, closedDays: readonly ClosedDays[]): string {
  let [at, left] = [date, days];
  for (let steps = 0; left > 0 && steps < days + mostClosed; steps += 1) {
    at = addDays(at, -1);
    if (!findClosedDays(closedDays, at)) left -= 1;
  }
  return at;
}

/** The calendar date (YYYY-MM-DD) at an instant in a time zone. */
export function localDate(at: Date, timezone: string): string {
  return isoDate(wallClockMs(at.getTime(), timezone));
}

function isoDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The instant at which a zone's clocks show a wall-clock time (given as if it were UTC). */
export function instantAtWallClock(wallMs: number, timezone: string): number {
  const offsetAt = (ms: number) => wallClockMs(ms, timezone) - ms;
  const [before, after] = [offsetAt(wallMs - dayMs), offsetAt(wallMs + dayMs)];
  // A time that exists twice fits both offsets (the earlier instant has the larger); one in a gap fits neither.
  const candidates = [wallMs - Math.max(before, after), wallMs - Math.min(before, after)];
  return candidates.find((ms) => wallClockMs(ms, timezone) === wallMs) ?? wallMs - Math.min(before, after);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What a zone's clocks show at an instant, to the second, as if it were UTC. */
export function wallClockMs(ms: number, timezone: string): number {
  let clock = clocks.get(timezone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-CA-u-hc-h23', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    clocks.set(timezone, clock);
  }
  const part = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second);
}
