/** How long a discrepancy has been open, in whole spans of 24 hours since its receipt: below one day, three, seven, or longer. */
export const discrepancyAges = ['under1', 'under3', 'under7', 'older'] as const;
export type DiscrepancyAge = (typeof discrepancyAges)[number];

/** Days of 24 hours: from the first, below the second; null without an end. */
const spans: Readonly<Record<DiscrepancyAge, readonly [from: number, below: number | null]>> = {
  under1: [0, 1],
  under3: [1, 3],
  under7: [3, 7],
  older: [7, null],
};

const dayMs = 86_400_000;

/** The age of what was opened at this instant (ISO), as it is now. */
export function getDiscrepancyAge(openedAt: string, nowMs: number): DiscrepancyAge {
  const days = (nowMs - Date.parse(openedAt)) / dayMs;
  return discrepancyAges.find((age) => days < (spans[age][1] ?? Number.POSITIVE_INFINITY)) ?? 'older';
}

/**
 * The instants (ISO) between which something of this age was opened: after the first, and not after the second. Null: without
 * a bound; what is dated ahead of the clock is as young as can be.
 */
export function openedWithin(age: DiscrepancyAge, now: Date): { after: string | null; upTo: string | null } {
  const [from, below] = spans[age];
  const before = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
  return { after: below === null ? null : before(below), upTo: from === 0 ? null : before(from) };
}
