/** How often each class of items is counted, in days: what most of the money goes through, the most often. */
export const cycleCountDays = { A: 14, B: 30, C: 90 } as const;
export type AbcClass = keyof typeof cycleCountDays;

/** Shares of the value used, from the top: A is the first 80 %, B the next 15. */
const upTo: readonly (readonly [AbcClass, bigint])[] = [
  ['A', 80n],
  ['B', 95n],
];

/**
 * The class of each item by the value that was used of it, ranked 80 / 15 / 5. What was not used at all is C.
 *
 * @param usedE4 value used by item, in ten-thousandths
 */
export function classifyAbc(usedE4: ReadonlyMap<string, bigint>): Map<string, AbcClass> {
  const ranked = [...usedE4]
    .filter(([, value]) => value > 0n)
    .toSorted(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x < y ? 1 : -1));
  const total = ranked.reduce((sum, [, value]) => sum + value, 0n);
  const classes = new Map<string, AbcClass>();
  let beforeE4 = 0n;
  for (const [item, value] of ranked) {
    // An item belongs to the class in which its share begins: the first one is always A.
    const found = upTo.find(([, percent]) => beforeE4 * 100n < total * percent);
    classes.set(item, found?.[0] ?? 'C');
    beforeE4 += value;
  }
  return classes;
}

const dayMs = 86_400_000;

/** Whether an item of this class is due to be counted. `countedAt` null: it never was. */
export function isCycleCountDue(of: AbcClass, countedAt: string | null, now: Date): boolean {
  if (countedAt === null) return true;
  return now.getTime() - Date.parse(countedAt) >= cycleCountDays[of] * dayMs;
}
