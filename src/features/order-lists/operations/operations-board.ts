import type { Discrepancy } from '#contract/discrepancies.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';

/** How many lines of an order have a picked or shipped quantity. Null where the list came without lines. */
export function pickProgress({ items }: Pick<OrderRow, 'items'>): { done: number; all: number } | null {
  if (!items) return null;
  const done = items.filter(({ pickedQty, shippedQty }) => pickedQty !== null || shippedQty !== null).length;
  return { done, all: items.length };
}

const dayMs = 86_400_000;

/** Shipped more than a day ago. */
export function isLongOnTheRoad({ shippedAt }: Pick<OrderRow, 'shippedAt'>, nowMs: number): boolean {
  return shippedAt !== null && nowMs - Date.parse(shippedAt) > dayMs;
}

export const ages = ['under1', 'under3', 'under7', 'older'] as const;
export type Age = (typeof ages)[number];

/** Open discrepancies by how long they have been open, with what they are worth. */
export function byAge(
  open: readonly Pick<Discrepancy, 'createdAt' | 'value'>[],
  nowMs: number,
): Record<Age, { count: number; value: number }> {
  const found = {
    under1: { count: 0, value: 0 },
    under3: { count: 0, value: 0 },
    under7: { count: 0, value: 0 },
    older: { count: 0, value: 0 },
  };
  for (const { createdAt, value } of open) {
    const age = found[ageOf((nowMs - Date.parse(createdAt)) / dayMs)];
    age.count += 1;
    age.value += value;
  }
  return found;
}

function ageOf(days: number): Age {
  if (days < 1) return 'under1';
  if (days < 3) return 'under3';
  return days < 7 ? 'under7' : 'older';
}
