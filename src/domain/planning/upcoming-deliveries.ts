import { type ClosedDays, findClosedDays } from './closed-days.ts';
import {
  addDays,
  type Closure,
  closureOn,
  cutoffFor,
  deliveryRowsOn,
  type DeliveryCalendar,
  localDate,
} from './cutoff.ts';

/** One delivery of a branch, by its day there. */
export interface Delivery {
  deliveryDate: string;
  /** Until when it can be ordered for. */
  cutoffAt: string;
  isOpen: boolean;
  /** The kitchen is closed before it, so that it is to be ordered earlier than the week says. */
  isEarlier: boolean;
  closure: null;
}

/** A delivery that the week has and somebody's closed days take away. */
export interface MissedDelivery {
  deliveryDate: string;
  closure: Closure;
}

/** The deliveries of the coming days in the branch's own time zone, today included, with those that fall out. */
export function upcomingDeliveries(
  calendar: DeliveryCalendar,
  now: Date,
  days = 14,
): (Delivery | MissedDelivery)[] {
  const today = localDate(now, calendar.timezone);
  return Array.from({ length: days }, (_, ahead) => addDays(today, ahead)).flatMap(
    (deliveryDate): (Delivery | MissedDelivery)[] => {
      if (deliveryRowsOn(calendar, deliveryDate).length === 0) return [];
      const closure = closureOn(calendar, deliveryDate);
      if (closure) return [{ deliveryDate, closure }];
      const cutoffAt = cutoffFor(calendar, deliveryDate);
      if (cutoffAt === null) return [];
      const usual = cutoffFor({ ...calendar, kitchenClosedDays: [] }, deliveryDate);
      const isOpen = Date.parse(cutoffAt) > now.getTime();
      return [{ deliveryDate, cutoffAt, isOpen, isEarlier: cutoffAt !== usual, closure: null }];
    },
  );
}

/** In the last year that days are written of (YYYY), a year ahead has none. */
const lastYear = '9999';

/** The first delivery after a day (YYYY-MM-DD), whether it can still be ordered for or not; null for none in a year. */
export function deliveryAfter(calendar: DeliveryCalendar, date: string): string | null {
  if (calendar.deliveryDays.length === 0 || date >= lastYear) return null;
  for (let ahead = 1; ahead <= 366; ahead += 1) {
    const day = addDays(date, ahead);
    if (cutoffFor(calendar, day) !== null) return day;
  }
  return null;
}

/** The last day (YYYY-MM-DD) before the delivery after that of a day: what comes later is for that one. Undefined where there is none. */
export function lastDayBeforeFollowingDelivery(
  calendar: DeliveryCalendar,
  deliveryDate: string,
): string | undefined {
  const next = deliveryAfter(calendar, deliveryDate);
  return next === null ? undefined : addDays(next, -1);
}

/** The delivery days of the week that a stretch of closed days takes away, when it comes next. */
export function deliveriesDuringClosure(
  week: Pick<DeliveryCalendar, 'deliveryDays'>,
  closed: ClosedDays,
  today: string,
): string[] {
  const start = closed.yearly || closed.from < today ? today : closed.from;
  const year = Array.from({ length: 366 }, (_, ahead) => addDays(start, ahead));
  const first = year.findIndex((day) => findClosedDays([closed], day));
  if (first < 0) return [];
  const end = year.findIndex((day, at) => at > first && !findClosedDays([closed], day));
  return year.slice(first, end < 0 ? undefined : end).filter((day) => deliveryRowsOn(week, day).length > 0);
}

/**
 * Days between deliveries (DOMAIN 5, par): the longest wait from one delivery to the next, of those that begin within
 * the coming four weeks, closed days included. Null for a branch without delivery days.
 */
export function daysBetweenDeliveries(calendar: DeliveryCalendar, now: Date): number | null {
  const today = localDate(now, calendar.timezone);
  const end = addDays(today, 28);
  let longest: number | null = null;
  let at = deliveryAfter(calendar, addDays(today, -1));
  while (at !== null && at < end) {
    const next = deliveryAfter(calendar, at);
    if (next !== null) longest = Math.max(longest ?? 0, (Date.parse(next) - Date.parse(at)) / 86_400_000);
    at = next;
  }
  return longest;
}
