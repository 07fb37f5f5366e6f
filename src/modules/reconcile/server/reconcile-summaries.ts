import { toOrderSummary } from '#modules/orders/server/summary.ts';
import type { Queryable } from '#platform/server/db/types.ts';

const batchSize = 2000;

/** Finds orders whose stored list summary differs from the order. */
export async function findStaleSummaries(db: Queryable, max: number): Promise<string[]> {
  const stale: string[] = [];
  for (let after = ''; stale.length < max; ) {
    const rows = await db
      .selectFrom('orders')
      .selectAll()
      .where('_id', '>', after)
      .orderBy('_id')
      .limit(batchSize)
      .execute();
    const outdated = rows.filter(
      ({ summary, ...header }) => summary !== JSON.stringify(toOrderSummary(header)),
    );
    stale.push(
      ...outdated.map(({ orderNo }) => `order ${orderNo}: its stored summary differs from the order`),
    );
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) break;
    after = last._id;
  }
  return stale.slice(0, max);
}
