import { type RawBuilder, sql } from 'kysely';
import { fromE4 } from '#domain/money.ts';
import { type Actor, mayRead } from '#domain/permissions.ts';
import { exactSum, sumInHalves } from '../../db/exact-sums.ts';
import { scopeCondition } from '../../db/scope.ts';
import type { Queryable } from '../../db/types.ts';
import type { Answer } from '../../http/route.ts';
import { keptBack } from './blind.ts';

/**
 * Shelves, as `with` tables of a statement: `standing` (item, place, hand, worth, low, par). A shelf is an item at a branch or
 * kitchen that has a balance or a level there; hold and transit are none.
 */
export async function standingShelves(
  db: Queryable,
  actor: Actor,
  branch: string | undefined,
): Promise<RawBuilder<unknown>> {
  const within = (column: string) => {
    const inScope = scopeCondition(actor, { branch: column });
    return branch ? sql`${inScope} and ${sql.ref(column)} = ${branch}` : inScope;
  };
  const kept = await keptBack(db, actor);
  return sql`shelves as (
      select ${sql.ref('l.itemId')} as item, ${sql.ref('l.branchId')} as place
        from ${sql.table('itemLevels')} as l where ${within('l.branchId')}
      union
      select ${sql.ref('b.itemId')}, ${sql.ref('places.branchId')}
        from balances as b join places on ${sql.ref('places.placeId')} = ${sql.ref('b.placeId')}
        where ${within('places.branchId')}
    ), standing as (
      select item, place, coalesce(${sql.ref('b.onHandMicro')}, 0) as hand, coalesce(${sql.ref('b.valueE4')}, 0) as worth,
          ${sql.ref('l.minMicro')} as low, ${sql.ref('l.parMicro')} as par
        from shelves
        left join balances as b on ${sql.ref('b.itemId')} = item and ${sql.ref('b.placeId')} = place
        left join ${sql.table('itemLevels')} as l
          on ${sql.ref('l.itemId')} = item and ${sql.ref('l.branchId')} = place
        where ${kept.tells('place', 'item')}
    )`;
}

/** How many shelves lack something, and what all of them are worth. */
export async function summariseStock(
  db: Queryable,
  actor: Actor,
  query: { branch?: string | undefined },
): Promise<Answer> {
  const standing = await standingShelves(db, actor, query.branch);
  const worth = sumInHalves(sql.ref('worth'));
  const { rows } = await sql<
    Record<'belowPar' | 'belowMin' | 'out' | 'negative', unknown> & Record<'high' | 'low', number | null>
  >`with ${standing}
    select
      sum(case when hand < 0 then 1 else 0 end) as negative,
      sum(case when hand = 0 then 1 else 0 end) as ${sql.ref('out')},
      sum(case when hand > 0 and hand < low then 1 else 0 end) as ${sql.ref('belowMin')},
      sum(case when hand > 0 and (low is null or hand >= low) and hand < par then 1 else 0 end) as ${sql.ref('belowPar')},
      ${worth.high} as high, ${worth.low} as low
    from standing`.execute(db);
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
      value: mayRead(actor, 'costs') && valueE4 !== null ? fromE4(valueE4) : null,
    },
  };
}
