import { sql } from 'kysely';
import { getTimeKey } from '#modules/reports/report-shapes.ts';
import { sumHighLow, combineHighLow } from '#platform/server/db/exact-sums.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { wastageDocument } from '#modules/wastage/server/definition.ts';
import type { AnalyticsRequest } from './request.ts';

export interface WasteTotals {
  records: number;
  costE4: bigint;
}

const columns = { reason: 'wastage.reason', branch: 'wastage.branch' } as const;

/** Loads posted waste by row key, counted as in the wastage report. */
export async function loadWasteTotals(
  db: Queryable,
  { actor, branch, from, to, by }: AnalyticsRequest,
): Promise<Map<string, WasteTotals>> {
  const key = by === 'reason' || by === 'branch' ? columns[by] : 'wastage.businessDay';
  const { high, low } = sumHighLow(sql.ref('wastage.costE4'));
  let query = db
    .selectFrom('wastage')
    .where(scopeCondition(actor, wastageDocument.scope))
    .where('wastage.status', '=', 'Posted')
    .where('wastage.businessDay', '>=', from)
    .where('wastage.businessDay', '<=', to);
  if (branch !== undefined) query = query.where('wastage.branch', '=', branch);
  const rows = await query
    .select((eb) => [
      sql<string>`${sql.ref(key)}`.as('key'),
      eb.fn.countAll<number>().as('records'),
      high.as('high'),
      low.as('low'),
    ])
    .groupBy(sql.ref(key))
    .execute();
  const sums = new Map<string, WasteTotals>();
  for (const row of rows) {
    const rowKey = by === 'week' || by === 'day' ? getTimeKey(row.key, by) : row.key;
    const sum = sums.get(rowKey) ?? { records: 0, costE4: 0n };
    sums.set(rowKey, {
      records: sum.records + Number(row.records),
      costE4: sum.costE4 + combineHighLow(row.high, row.low),
    });
  }
  return sums;
}
