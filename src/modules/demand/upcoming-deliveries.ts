import { getBusinessDay, type LocalDays } from '#core/business-day.ts';
import { type ClosedDays, findClosedDays } from '#core/closed-days.ts';
import {
  type Closure,
  findClosure,
  computeCutoff,
  listDeliveryRows,
  type DeliveryCalendar,
} from '#core/cutoff.ts';
import { addDays, countDaysBetween } from '#core/day.ts';

/** A delivery of a branch on a local day. */
export interface Delivery {
  deliveryDate: string;
  /** Cut-off for ordering. */
  cutoffAt: string;
  isOpen: boolean;
  /** Whether the cut-off is earlier than usual because the kitchen is closed before the delivery. */
  isEarlier: boolean;
  closure: null;
}

/** A delivery of the regular week that is cancelled by closed days. */
export interface CancelledDelivery {
  deliveryDate: string;
  closure: Closure;
}

/**
 * Returns the deliveries of the coming days, the branch's current business day included, and the cancelled
 * ones.
 */
export function listUpcomingDeliveries(
  calendar: DeliveryCalendar & LocalDays,
  now: Date,
  days = 14,
): (Delivery | CancelledDelivery)[] {
  const today = getBusinessDay(now, calendar);
  return Array.from({ length: days }, (_, ahead) => addDays(today, ahead)).flatMap(
    (deliveryDate): (Delivery | CancelledDelivery)[] => {
      if (listDeliveryRows(calendar, deliveryDate).length === 0) return [];
      const closure = findClosure(calendar, deliveryDate);
      if (closure) return [{ deliveryDate, closure }];
      const cutoffAt = computeCutoff(calendar, deliveryDate);
      if (cutoffAt === null) return [];
      const usualCutoffAt = computeCutoff({ ...calendar, kitchenClosedDays: [] }, deliveryDate);
      const isOpen = Date.parse(cutoffAt) > now.getTime();
      return [{ deliveryDate, cutoffAt, isOpen, isEarlier: cutoffAt !== usualCutoffAt, closure: null }];
    },
  );
}

/** The last year that the calendar supports. */
const lastYear = '9999';

/**
 * Returns the first delivery after a day (YYYY-MM-DD), even if its cut-off has passed; null if
 * there is none within a year.
 */
export function findDeliveryAfter(calendar: DeliveryCalendar, date: string): string | null {
  if (calendar.deliveryDays.length === 0 || date >= lastYear) return null;
  for (let ahead = 1; ahead <= 366; ahead += 1) {
    const day = addDays(date, ahead);
    if (computeCutoff(calendar, day) !== null) return day;
  }
  return null;
}

/**
 * Returns the last day (YYYY-MM-DD) on which goods can arrive and still count towards a delivery: the day
 * before the next one. Undefined if there is no next delivery.
 */
export function getLastDayBeforeNextDelivery(
  calendar: DeliveryCalendar,
  deliveryDate: string,
): string | undefined {
  const next = findDeliveryAfter(calendar, deliveryDate);
  return next === null ? undefined : addDays(next, -1);
}

/** Returns the delivery days of the week that the next occurrence of a closed range cancels. */
export function listDeliveriesDuringClosure(
  week: Pick<DeliveryCalendar, 'deliveryDays'>,
  closed: ClosedDays,
  today: string,
): string[] {
  const start = closed.yearly || closed.from < today ? today : closed.from;
  const year = Array.from({ length: 366 }, (_, ahead) => addDays(start, ahead));
  const first = year.findIndex((day) => findClosedDays([closed], day));
  if (first < 0) return [];
  const end = year.findIndex((day, index) => index > first && !findClosedDays([closed], day));
  return year.slice(first, end < 0 ? undefined : end).filter((day) => listDeliveryRows(week, day).length > 0);
}

/**
 * Computes the days between deliveries (DOMAIN 5, par): the longest gap that starts within the next four
 * weeks, closed days included. Null for a branch without delivery days.
 */
export function computeDeliveryInterval(calendar: DeliveryCalendar & LocalDays, now: Date): number | null {
  const today = getBusinessDay(now, calendar);
  const end = addDays(today, 28);
  let longest: number | null = null;
  let date = findDeliveryAfter(calendar, addDays(today, -1));
  while (date !== null && date < end) {
    const next = findDeliveryAfter(calendar, date);
    if (next !== null) longest = Math.max(longest ?? 0, countDaysBetween(date, next));
    date = next;
  }
  return longest;
}
