import { sql } from 'kysely';
import type { DailyQueryParams } from '#modules/reports/figures-input.ts';
import { fromE4 } from '#core/money.ts';
import type { Actor } from '#core/permissions.ts';
import { getDayUpperBound } from '#core/day.ts';
import { exactSum, sumHighLow } from '#platform/server/db/exact-sums.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { wastageDocument } from './definition.ts';
import type { RouteResponse } from '#platform/server/http/route.ts';

/** Returns posted waste by the branch's business day: number of records and cost. */
export async function summarizeWastageByDay(
  db: Queryable,
  actor: Actor,
  query: DailyQueryParams,
): Promise<RouteResponse> {
  let postedRecords = db
    .selectFrom('wastage')
    .where(scopeCondition(actor, wastageDocument.scope))
    .where('wastage.status', '=', 'Posted')
    .where('wastage.businessDay', '>=', query.from)
    .where('wastage.businessDay', '<', getDayUpperBound(query.to));
  if (query.branch) postedRecords = postedRecords.where('wastage.branch', '=', query.branch);
  const cost = sumHighLow(sql.ref('wastage.costE4'));
  const rows = await postedRecords
    .select((eb) => [
      'wastage.businessDay as day',
      eb.fn.countAll<number>().as('records'),
      cost.high.as('high'),
      cost.low.as('low'),
    ])
    .groupBy('wastage.businessDay')
    .orderBy('wastage.businessDay')
    .execute();
  const body = rows.map(({ day: date, records, high, low }) => {
    const costE4 = exactSum(high, low);
    return { day: date, records: Number(records), cost: costE4 === null ? null : fromE4(costE4) };
  });
  return { status: 200, body, headers: { 'x-total-count': String(body.length) } };
}
