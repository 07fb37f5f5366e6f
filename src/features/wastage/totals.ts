import type { Wastage } from '#contract/wastage.ts';

/** What one reason or item cost in all. */
export interface WasteTotal {
  key: string;
  name: string;
  cost: number;
  records: number;
}

/** The cost of records by what `keyOf` says, the dearest first. Beyond `atMost` the rest stands together under no key. */
export function totalsBy(
  records: readonly Wastage[],
  keyOf: (record: Wastage) => { key: string; name: string },
  atMost = 6,
): WasteTotal[] {
  const found = new Map<string, WasteTotal>();
  for (const record of records) {
    const { key, name } = keyOf(record);
    const total = found.get(key) ?? { key, name, cost: 0, records: 0 };
    found.set(key, { ...total, cost: add(total.cost, record.cost), records: total.records + 1 });
  }
  const sorted = [...found.values()].toSorted((a, b) => b.cost - a.cost || a.name.localeCompare(b.name));
  if (sorted.length <= atMost) return sorted;
  const rest = sorted.slice(atMost - 1);
  return [
    ...sorted.slice(0, atMost - 1),
    rest.reduce(
      (sum, each) => ({ ...sum, cost: add(sum.cost, each.cost), records: sum.records + each.records }),
      { key: '', name: '', cost: 0, records: 0 },
    ),
  ];
}

/** Ten-thousandths add up exactly. */
function add(a: number, b: number): number {
  return Math.round((a + b) * 1e4) / 1e4;
}
