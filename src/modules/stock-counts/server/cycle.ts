import { sql } from 'kysely';
import { classifyAbc, isCycleCountDue } from '../cycle.ts';
import { moveKinds } from '#core/move-kinds.ts';
import { addDays, toUtcDay } from '#core/day.ts';
import { exactSum, sumHighLow } from '#platform/server/db/exact-sums.ts';
import type { Queryable } from '#platform/server/db/types.ts';

/** Number of days over which the value used ranks the items. */
const rankingDays = 90;

const usageKinds = Object.entries(moveKinds)
  .filter(([, { isUse, isLoss }]) => isUse || isLoss)
  .map(([kind]) => kind);

/** Returns the items due for counting at a location, by ABC class and last count. */
export async function loadItemsDue(
  db: Queryable,
  place: string,
  itemIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const value = sumHighLow(sql.ref('valueE4'));
  const usageRows = await db
    .selectFrom('stockDaily')
    .select(['itemId', value.high.as('high'), value.low.as('low')])
    .where('placeId', '=', place)
    .where('kind', 'in', usageKinds)
    .where('businessDay', '>=', addDays(toUtcDay(now), -rankingDays))
    .groupBy('itemId')
    .execute();
  const lastCounts = await db
    .selectFrom('stockCountLines as line')
    .innerJoin('stockCounts as count', 'count._id', 'line.countId')
    .select(['line.itemId', (eb) => eb.fn.max('line.countedAt').as('countedAt')])
    .where('count.branch', '=', place)
    .where('count.status', '=', 'Approved')
    .groupBy('line.itemId')
    .execute();
  // Issued values are negative.
  const usedE4 = usageRows.map(({ itemId, high, low }): [string, bigint] => [
    itemId,
    -BigInt(exactSum(high, low) ?? 0),
  ]);
  const classes = classifyAbc(new Map(usedE4));
  const countedAt = new Map(lastCounts.map((row) => [row.itemId, row.countedAt]));
  return new Set(
    itemIds.filter((id) => isCycleCountDue(classes.get(id) ?? 'C', countedAt.get(id) ?? null, now)),
  );
}
