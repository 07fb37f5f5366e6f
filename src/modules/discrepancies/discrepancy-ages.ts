import { dayMs } from '#core/day.ts';
/**
 * Age of an open discrepancy since the receipt, in periods of 24 hours: less than one, three or seven days,
 * or older.
 */
export const discrepancyAges = ['under1', 'under3', 'under7', 'older'] as const;
export type DiscrepancyAge = (typeof discrepancyAges)[number];

/** Age range in periods of 24 hours: lower bound inclusive, upper bound exclusive; null for no bound. */
const dayRanges: Readonly<Record<DiscrepancyAge, readonly [minDays: number, maxDays: number | null]>> = {
  under1: [0, 1],
  under3: [1, 3],
  under7: [3, 7],
  older: [7, null],
};

/** Returns the age of a discrepancy opened at an instant (ISO). */
export function getDiscrepancyAge(openedAt: string, nowMs: number): DiscrepancyAge {
  const days = (nowMs - Date.parse(openedAt)) / dayMs;
  return discrepancyAges.find((age) => days < (dayRanges[age][1] ?? Number.POSITIVE_INFINITY)) ?? 'older';
}

/**
 * Returns the interval (ISO instants) in which discrepancies of an age were opened: after the first, up to
 * and including the second. Null means no bound; dates in the future belong to the youngest age.
 */
export function getOpeningInterval(
  age: DiscrepancyAge,
  now: Date,
): { after: string | null; upTo: string | null } {
  const [minDays, maxDays] = dayRanges[age];
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
  return { after: maxDays === null ? null : daysAgo(maxDays), upTo: minDays === 0 ? null : daysAgo(minDays) };
}
