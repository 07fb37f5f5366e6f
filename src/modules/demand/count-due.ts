import { getBusinessDay, getDateOfLocalTime, type LocalDays } from '#core/business-day.ts';
import { type DeliveryDay, findNextDelivery } from '#core/cutoff.ts';
import { addDays } from '#core/day.ts';

/** Count schedule of a branch and its sections. */
export interface CountPlan {
  type: string;
  /** Empty for all sections. */
  sections: readonly string[];
  /** 1 (Monday) to 7. */
  weekdays: readonly number[];
  /** HH:MM in the branch's time zone. */
  time: string;
}

/** The next count of one section. */
export interface NextSectionCount<Plan> {
  sectionId: string;
  plan: Plan;
  /** Local day (YYYY-MM-DD) and instant (ISO, UTC) by which it is due. */
  day: string;
  dueAt: string;
}

/**
 * Returns the next count of each scheduled section, earliest first; if a section has several schedules, the
 * earliest count. Doesn't check whether counts have been completed.
 *
 * @throws RangeError for an unknown time zone
 */
export function findNextCounts<Plan extends CountPlan>(
  plans: readonly Plan[],
  sectionIds: readonly string[],
  place: LocalDays & { timezone: string },
  now: Date,
): NextSectionCount<Plan>[] {
  const today = getBusinessDay(now, place);
  const planned = plans.flatMap((plan) => {
    // A time after midnight that still belongs to the business day is on the following date.
    const shift = getDateOfLocalTime(today, plan.time, place) === today ? 0 : 1;
    const days = plan.weekdays.map(
      (weekday): DeliveryDay => ({
        weekday: ((weekday - 1 + shift) % 7) + 1,
        cutoffDaysBefore: 0,
        cutoffTime: plan.time,
      }),
    );
    // Closed days are ignored, because counts also take place on them.
    const week = { deliveryDays: days, timezone: place.timezone, closedDays: [], kitchenClosedDays: [] };
    const next = findNextDelivery(week, now);
    return next ? [{ plan, day: addDays(next.deliveryDate, -shift), dueAt: next.cutoffAt }] : [];
  });
  return sectionIds
    .flatMap((sectionId) => {
      const [first] = planned
        .filter(({ plan }) => plan.sections.length === 0 || plan.sections.includes(sectionId))
        .toSorted(compareDueAt);
      return first ? [{ sectionId, ...first }] : [];
    })
    .toSorted(compareDueAt);
}

const compareDueAt = (a: { dueAt: string }, b: { dueAt: string }) =>
  a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : 0;
