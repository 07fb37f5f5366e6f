import { type DeliveryDay, nextDelivery } from './cutoff.ts';

/** When a branch counts which sections. */
export interface CountPlan {
  type: string;
  /** Empty: all sections. */
  sections: readonly string[];
  /** 1 (Monday) to 7. */
  weekdays: readonly number[];
  /** HH:MM in the branch's time zone. */
  time: string;
}

/** The next count of one section. */
export interface CountDue<Plan> {
  sectionId: string;
  plan: Plan;
  /** The calendar day there (YYYY-MM-DD) and the instant (ISO, UTC) until which it is to be done. */
  day: string;
  dueAt: string;
}

/**
 * The next count of each section that a plan covers, the soonest first; where several plans cover a section, the one
 * that falls due first. Sections without a plan are left out. What was counted already is not looked at.
 *
 * @throws RangeError for a time zone that does not exist.
 */
export function nextCounts<Plan extends CountPlan>(
  plans: readonly Plan[],
  sectionIds: readonly string[],
  timezone: string,
  now: Date,
): CountDue<Plan>[] {
  const planned = plans.flatMap((plan) => {
    const days = plan.weekdays.map(
      (weekday): DeliveryDay => ({ weekday, cutoffDaysBefore: 0, cutoffTime: plan.time }),
    );
    // Stock is counted on closed days, too.
    const week = { deliveryDays: days, timezone, closedDays: [], kitchenClosedDays: [] };
    const next = nextDelivery(week, now);
    return next ? [{ plan, day: next.deliveryDate, dueAt: next.cutoffAt }] : [];
  });
  return sectionIds
    .flatMap((sectionId) => {
      const [first] = planned
        .filter(({ plan }) => plan.sections.length === 0 || plan.sections.includes(sectionId))
        .toSorted(bySoonest);
      return first ? [{ sectionId, ...first }] : [];
    })
    .toSorted(bySoonest);
}

const bySoonest = (a: { dueAt: string }, b: { dueAt: string }) =>
  a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : 0;
