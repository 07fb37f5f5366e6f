import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { discrepancyAgeingQueryParams } from '../input.ts';
import type { DiscrepancyAgeing } from '../shapes.ts';
import { fromE4 } from '#core/money.ts';
import type { Actor } from '#core/permissions.ts';
import { type DiscrepancyAge, discrepancyAges, getOpeningInterval } from '../discrepancy-ages.ts';
import { exactSum, sumHighLow } from '#platform/server/db/exact-sums.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { discrepancyDocument } from './definition.ts';

const createdAt = sql.ref('discrepancies.createdAt');

/** Returns conditions for discrepancies of the given age; none if it is undefined. */
export function buildAgeConditions(age: DiscrepancyAge | undefined, now: Date): RawBuilder<SqlBool>[] {
  if (age === undefined) return [];
  const { after, upTo } = getOpeningInterval(age, now);
  return [
    ...(after === null ? [] : [sql<SqlBool>`${createdAt} > ${after}`]),
    ...(upTo === null ? [] : [sql<SqlBool>`${createdAt} <= ${upTo}`]),
  ];
}

/** Returns count and value of the open discrepancies that the actor sees by age, including empty ages. */
export async function loadDiscrepancyAgeing(
  db: Queryable,
  actor: Actor,
  query: z.output<typeof discrepancyAgeingQueryParams>,
  now: Date,
): Promise<DiscrepancyAgeing[]> {
  const { high, low } = sumHighLow(sql.ref('o.valueE4'));
  const ageCases = discrepancyAges.map(
    (age) => sql`when ${sql.join(buildAgeConditions(age, now), sql` and `)} then ${sql.lit(age)}`,
  );
  const filters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [sql<SqlBool>`${sql.ref(`discrepancies.${name}`)} = ${value}`],
  );
  const conditions = [
    scopeCondition(actor, discrepancyDocument.scope),
    sql<SqlBool>`${sql.ref('discrepancies.status')} = 'Open'`,
    ...filters,
  ];
  const { rows } = await sql<{ age: string; count: number; high: number | null; low: number | null }>`
    select o.age as "age", count(*) as "count", ${high} as "high", ${low} as "low" from (
      select case ${sql.join(ageCases, sql` `)} end as age, ${sql.ref('discrepancies.valueE4')}
      from ${sql.table('discrepancies')} where ${sql.join(conditions, sql` and `)}
    ) o group by o.age`.execute(db);
  return discrepancyAges.map((age) => {
    const row = rows.find((candidate) => candidate.age === age);
    const valueE4 = exactSum(row?.high, row?.low);
    return { age, count: Number(row?.count ?? 0), value: valueE4 === null ? null : fromE4(valueE4) };
  });
}
