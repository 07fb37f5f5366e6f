import { dayMs } from '#core/day.ts';
/** Days between cycle counts by ABC class: high-value items are counted most often. */
export const cycleCountDays = { A: 14, B: 30, C: 90 } as const;
export type AbcClass = keyof typeof cycleCountDays;

/** Cumulative shares of value used: A is the first 80 %, B the next 15 %. */
const classLimits: readonly (readonly [AbcClass, bigint])[] = [
  ['A', 80n],
  ['B', 95n],
];

/**
 * Classifies items by value used (80 / 15 / 5). Unused items are C.
 *
 * @param usedE4 value used by item, in ten-thousandths
 */
export function classifyAbc(usedE4: ReadonlyMap<string, bigint>): Map<string, AbcClass> {
  const ranked = [...usedE4]
    .filter(([, value]) => value > 0n)
    .toSorted(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x < y ? 1 : -1));
  const total = ranked.reduce((sum, [, value]) => sum + value, 0n);
  const classes = new Map<string, AbcClass>();
  let cumulativeE4 = 0n;
  for (const [item, value] of ranked) {
    // An item's class is the one in which its cumulative share begins, so the first item is always A.
    const abcClass = classLimits.find(([, limitPercent]) => cumulativeE4 * 100n < total * limitPercent);
    classes.set(item, abcClass?.[0] ?? 'C');
    cumulativeE4 += value;
  }
  return classes;
}

/** Returns whether an item is due for a cycle count. `countedAt` is null if it was never counted. */
export function isCycleCountDue(abcClass: AbcClass, countedAt: string | null, now: Date): boolean {
  if (countedAt === null) return true;
  return now.getTime() - Date.parse(countedAt) >= cycleCountDays[abcClass] * dayMs;
}
