import { type RawBuilder, sql } from 'kysely';
import { fromE4 } from '#core/money.ts';
import { type Actor, canRead } from '#core/permissions.ts';
import { exactSum, sumHighLow } from '#platform/server/db/exact-sums.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { RouteResponse } from '#platform/server/http/route.ts';
import { loadHiddenStock } from './hidden-stock.ts';

/** Builds the scope and branch filter on a branch column. */
const buildScopeFilter = (actor: Actor, branch: string | undefined) => (column: string) => {
  const inScope = scopeCondition(actor, { branch: column });
  return branch ? sql`${inScope} and ${sql.ref(column)} = ${branch}` : inScope;
};

/** Archived items and closed locations are not replenished. */
const isReplenished = sql`item in (select ${sql.ref('_id')} from items where ${sql.ref('isActive')} = 1)
  and place in (select ${sql.ref('_id')} from branches where ${sql.ref('isActive')} = 1)`;

const isActiveLevel = sql`l.${sql.ref('isActive')} = 1`;

const ref = (name: string) => sql.ref(name);
const [onHand, minimum, par] = [ref('b.onHandMicro'), ref('l.minMicro'), ref('l.parMicro')];

/**
 * Stock positions for PostgreSQL, joined location by location because each has few balances and levels.
 * Without the lateral join, PostgreSQL scans the items of all locations twice.
 *
 * @param condition condition on a balance `b` (null if there is only a level) and its level `l`
 */
const buildPositionsByPlace = (
  scopeCondition: (column: string) => RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
) => sql`
  select candidate.item, places.${ref('branchId')} as place, candidate.quantity, candidate.value, candidate.minimum, candidate.par
  from places cross join lateral (
    select coalesce(b.${ref('itemId')}, l.${ref('itemId')}) as item, coalesce(${onHand}, 0) as quantity,
      coalesce(b.${ref('valueE4')}, 0) as value, ${minimum} as minimum, ${par} as par
    from (select * from balances where balances.${ref('placeId')} = places.${ref('placeId')}) as b
    full join (select * from ${sql.table('itemLevels')} as l where l.${ref('branchId')} = places.${ref('branchId')} and ${isActiveLevel}) as l
      on l.${ref('itemId')} = b.${ref('itemId')}
    where ${condition}) as candidate
  where places.${ref('placeId')} = places.${ref('branchId')} and ${scopeCondition('places.branchId')}`;

/**
 * Builds the common table expression `positions` (item, place, quantity, value, minimum, par) of stock
 * positions: items at a branch or kitchen with a balance or a level. Hold and transit locations have no
 * positions, but every item there also has a balance row at the branch.
 */
export async function buildPositionsTable(
  db: Queryable,
  actor: Actor,
  branch: string | undefined,
): Promise<RawBuilder<unknown>> {
  const scopeCondition = buildScopeFilter(actor, branch);
  const hiddenStock = await loadHiddenStock(db, actor);
  const levels = sql.table('itemLevels');
  const balance = (item: string, place: string) => sql`select 1 from balances as own
    where own.${ref('placeId')} = ${ref(place)} and own.${ref('itemId')} = ${ref(item)}`;
  const [item, place] = [ref('b.itemId'), ref('places.branchId')];
  const candidates =
    db.dialect === 'postgres'
      ? buildPositionsByPlace(scopeCondition, sql`1 = 1`)
      : // Location by location, each position once: from its balance or, if there is none, from its level.
        sql`select ${item} as item, ${place} as place, ${onHand} as quantity, b.${ref('valueE4')} as value, ${minimum} as minimum, ${par} as par
          from places cross join balances as b
          left join ${levels} as l on l.${ref('branchId')} = ${place} and l.${ref('itemId')} = ${item} and ${isActiveLevel}
          where b.${ref('placeId')} = places.${ref('placeId')} and places.${ref('placeId')} = ${place}
            and ${scopeCondition('places.branchId')}
        union all
        select l.${ref('itemId')}, l.${ref('branchId')}, 0, 0, ${minimum}, ${par}
          from ${levels} as l where ${scopeCondition('l.branchId')} and ${isActiveLevel} and not exists (${balance('l.itemId', 'l.branchId')})`;
  return sql`positions as (
      select item, place, quantity, value, minimum, par from (${candidates}) as candidates where ${hiddenStock.isVisible('place', 'item')}
    )`;
}

/**
 * Builds the common table expression `below_par` with the columns of `positions`: positions that are negative, out of
 * stock, below minimum or below par. Positions that are no longer replenished are included only if negative.
 * On SQLite, only levels and balances without stock are searched, to avoid reading all positions.
 */
export async function buildBelowParTable(
  db: Queryable,
  actor: Actor,
  branch: string | undefined,
): Promise<RawBuilder<unknown>> {
  const scopeCondition = buildScopeFilter(actor, branch);
  const hiddenStock = await loadHiddenStock(db, actor);
  const levels = sql.table('itemLevels');
  const candidates =
    db.dialect === 'postgres'
      ? buildPositionsByPlace(
          scopeCondition,
          sql`coalesce(${onHand}, 0) <= 0 or ${onHand} < ${minimum} or ${onHand} < ${par}`,
        )
      : sql`select b.${ref('itemId')} as item, b.${ref('placeId')} as place, ${onHand} as quantity, ${minimum} as minimum, ${par} as par
          from places cross join balances as b
          left join ${levels} as l on l.${ref('branchId')} = places.${ref('branchId')} and l.${ref('itemId')} = b.${ref('itemId')} and ${isActiveLevel}
          where b.${ref('placeId')} = places.${ref('placeId')} and places.${ref('placeId')} = places.${ref('branchId')}
            and ${scopeCondition('places.branchId')} and ${onHand} <= 0
        union all
        select l.${ref('itemId')}, l.${ref('branchId')}, coalesce(${onHand}, 0), ${minimum}, ${par}
          from ${levels} as l left join balances as b on b.${ref('placeId')} = l.${ref('branchId')} and b.${ref('itemId')} = l.${ref('itemId')}
          where ${scopeCondition('l.branchId')} and ${isActiveLevel} and (${onHand} is null or (${onHand} > 0 and (${onHand} < ${minimum} or ${onHand} < ${par})))`;
  return sql`below_par as (
      select item, place, quantity, minimum, par from (${candidates}) as candidates
      where ${hiddenStock.isVisible('place', 'item')} and (quantity < 0 or ${isReplenished})
    )`;
}

/** Counts positions below their levels by kind and totals the value of all positions. */
export async function summarizeStock(
  db: Queryable,
  actor: Actor,
  query: { branch?: string | undefined },
): Promise<RouteResponse> {
  const positions = await buildPositionsTable(db, actor, query.branch);
  const valueSum = sumHighLow(sql.ref('value'));
  const { rows } = await sql<
    Record<'belowPar' | 'belowMin' | 'out' | 'negative', unknown> & Record<'high' | 'low', number | null>
  >`with ${positions}
    select
      sum(case when quantity < 0 then 1 else 0 end) as negative,
      sum(case when quantity = 0 and ${isReplenished} then 1 else 0 end) as ${sql.ref('out')},
      sum(case when quantity > 0 and quantity < minimum and ${isReplenished} then 1 else 0 end) as ${sql.ref('belowMin')},
      sum(case when quantity > 0 and (minimum is null or quantity >= minimum) and quantity < par and ${isReplenished} then 1 else 0 end) as ${sql.ref('belowPar')},
      ${valueSum.high} as high, ${valueSum.low} as low
    from positions`.execute(db);
  const [row] = rows;
  const valueE4 = exactSum(row?.high, row?.low);
  const count = (value: unknown) => Number(value ?? 0);
  return {
    status: 200,
    body: {
      belowPar: count(row?.belowPar),
      belowMin: count(row?.belowMin),
      out: count(row?.out),
      negative: count(row?.negative),
      value: canRead(actor, 'costs') && valueE4 !== null ? fromE4(valueE4) : null,
    },
  };
}
