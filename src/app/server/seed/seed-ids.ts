/** Groups of seeded rows. Append new groups, so that the ids of the existing ones stay the same. */
const groups = [
  'branch',
  'unit',
  'section',
  'category',
  'subCategory',
  'purchaseCategory',
  'branchCategory',
  'tax',
  'brand',
  'department',
  'currency',
  'supplier',
  'item',
  'conversion',
  'level',
  'packaging',
  'user',
  'role',
  'order',
  'orderLine',
  'discrepancy',
  'wastage',
  'checkPoint',
] as const;

export type SeedGroup = (typeof groups)[number];

/**
 * Deterministic ids per day: a UUIDv7 built from the opening time, the group, and a number or the key's
 * position.
 */
export interface SeedIds {
  /** Returns the id of a row by its key within the group, the same for each call. */
  assign(group: SeedGroup, key: string): string;
  /**
   * Returns the id of an existing row.
   *
   * @throws Error that names the row
   */
  get(group: SeedGroup, key: string): string;
}

export function createSeedIds(openedAt: number): SeedIds {
  const time = openedAt.toString(16).padStart(12, '0');
  const idsByKey = new Map<string, string>();
  const counts = new Map<SeedGroup, number>();
  const findId = (group: SeedGroup, key: string) => idsByKey.get(`${group}/${key}`);
  return {
    assign(group, key) {
      const existingId = findId(group, key);
      if (existingId) return existingId;
      const number = (counts.get(group) ?? 0) + 1;
      counts.set(group, number);
      const tag = groups.indexOf(group).toString(16).padStart(3, '0');
      const id = `${time.slice(0, 8)}-${time.slice(8)}-7${tag}-8000-${number.toString(16).padStart(12, '0')}`;
      idsByKey.set(`${group}/${key}`, id);
      return id;
    },
    get(group, key) {
      const id = findId(group, key);
      if (!id) throw new Error(`Unknown ${group} in the seed: ${key}`);
      return id;
    },
  };
}
