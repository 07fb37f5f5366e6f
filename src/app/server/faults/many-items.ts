import { expect } from 'vitest';
import { insertRows } from '#platform/server/db/statements.ts';
import type { TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { maxPostedWithApproval } from '#modules/stock-counts/server/posting.ts';

/**
 * Adds items to the minimal business: one more than a count's approval posts immediately. Branch 1 has 5 of
 * the first item.
 */
export async function addManyItems(t: Pick<TestApp, 'db' | 'clock'>): Promise<string[]> {
  const flour = await t.db.read
    .selectFrom('items')
    .selectAll()
    .where('_id', '=', ids.items.flour)
    .executeTakeFirstOrThrow();
  const items = Array.from({ length: maxPostedWithApproval + 1 }, (_, n) => ({
    ...flour,
    _id: `many-${n}`,
    itemCode: `MANY-${n}`,
    name: `Item ${n}`,
    search: `item ${n}`,
    standardCostMicro: 2_000_000,
  }));
  await t.db.write((tx) => insertRows(tx, 'items', items));
  await receiveStock(t, ids.branch1, 'many-0', 5, 2);
  return items.map(({ _id }) => _id);
}

/** Returns the quantities that a count has posted, by item, and checks that each item is posted once. */
export async function loadPostedQuantities(
  { db }: Pick<TestApp, 'db'>,
  count: string,
): Promise<Map<string, number>> {
  const rows = await db.read
    .selectFrom('stockMoves')
    .select(['itemId', 'kind', 'qtyMicro'])
    .where('docId', '=', count)
    .execute();
  expect(new Set(rows.map(({ itemId }) => itemId)).size).toBe(rows.length);
  return new Map(
    rows.map(({ itemId, kind, qtyMicro }) => [itemId, ((kind === 'count_gain' ? 1 : -1) * qtyMicro) / 1e6]),
  );
}
