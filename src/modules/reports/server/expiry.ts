import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { convertMicro } from '#core/quantity.ts';
import { getScope } from '#core/permissions.ts';
import { reportShapes } from '../report-shapes.ts';
import type { LotStock } from '#modules/lots/shapes.ts';
import { addDays, countDaysBetween } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { listLots, buildLotStock } from '#modules/stock/server/lots.ts';
import { isPlaceVisibleTo } from '#modules/stock/server/scope.ts';
import { defineRows, type RawRow, type ReportRequest } from './define.ts';
import { buildLocalizedNameColumn, buildLocationNameColumn } from './names.ts';

const ref = (name: string) => sql.ref(name);

/** Default of the `within` parameter. */

const defaultDays = 7;

const getLastDay = ({ query: { day = '', within = defaultDays } }: ReportRequest) => addDays(day, within);

/**
 * SQL `from` and `where` of expiring lot balances `b`. Scope is only checked for actors who don't see all
 * locations.
 */
async function buildExpiringLots(db: Queryable, request: ReportRequest): Promise<RawBuilder<unknown>> {
  const { actor, query } = request;
  const { branch, item, category } = query;
  const hiddenStock = await loadHiddenStock(db, actor);
  const isOfBranch = branch === undefined ? sql`1 = 1` : sql`places.${ref('branchId')} = ${branch}`;
  const isInScope =
    getScope(actor).kind === 'all' && branch === undefined
      ? sql`1 = 1`
      : sql`b.${ref('placeId')} in (select places.${ref('placeId')} from places where ${isPlaceVisibleTo(actor)} and ${isOfBranch})`;
  return sql`${buildLotStock(db, sql<SqlBool>`o.expiry <= ${getLastDay(request)}`)} as b
    where b.${ref('onHandMicro')} > 0 and ${isInScope} and ${hiddenStock.isVisible('b.placeId', 'b.itemId')}
      ${item === undefined ? sql`` : sql`and b.${ref('itemId')} = ${item}`}
      ${category === undefined ? sql`` : sql`and b.${ref('itemId')} in (select ${ref('_id')} from items where category = ${category})`}`;
}

/** Lots on hand that expire within a number of days, including expired lots. */
export const expiry = defineRows({
  shape: reportShapes.expiry,
  async read(db, request) {
    const { day = '' } = request.query;
    const { rows } =
      await sql<RawRow>`select b.${ref('placeId')} || ' ' || b.${ref('lotId')} as key, b.${ref('itemId')},
        places.${ref('branchId')}, ${buildLocalizedNameColumn('i', request.prefersAltName)} as item, i.${ref('itemCode')} as code,
        ${buildLocationNameColumn('places', request.prefersAltName)} as place, o.code as lot, o.expiry, b.${ref('onHandMicro')} as ${ref('onHand')}, u.symbol as unit,
        a.${ref('onHandMicro')} as ${ref('allMicro')}, a.${ref('valueE4')} as ${ref('allE4')}
      from (select b.* from ${await buildExpiringLots(db, request)}) as b
      join places on places.${ref('placeId')} = b.${ref('placeId')}
      join lots as o on o.${ref('_id')} = b.${ref('lotId')}
      join items as i on i.${ref('_id')} = b.${ref('itemId')}
      join units as u on u.${ref('_id')} = i.${ref('baseUnit')}
      join balances as a on a.${ref('placeId')} = b.${ref('placeId')} and a.${ref('itemId')} = b.${ref('itemId')}`.execute(
        db,
      );
    return {
      rows: rows.map((row) => {
        const [balanceMicro, balanceE4] = [Number(row['allMicro']), Number(row['allE4'])];
        return {
          ...row,
          daysLeft: countDaysBetween(day, String(row['expiry'])),
          // At the location's average cost: lots have no value of their own.
          value:
            balanceMicro > 0 && balanceE4 > 0
              ? convertMicro(Number(row['onHand']), { num: balanceE4, den: balanceMicro })
              : 0,
        };
      }),
    };
  },
  async count(db, request) {
    const { rows } = await sql<{ count: number }>`select count(*) as count
      from ${await buildExpiringLots(db, request)}`.execute(db);
    return Number(rows[0]?.count ?? 0);
  },
  reconcilesWith: {
    measure: 'rows',
    source: 'the complete list of lots',
    async sum(db, request) {
      const lastExpiry = getLastDay(request);
      let expiringCount = 0n;
      for (let page = 1; ; page += 1) {
        const listQuery = { limit: 500, page, branchId: request.query.branch, itemId: request.query.item };
        const { body } = await listLots(db, request.actor, listQuery, request.now);
        const lots = body as LotStock[];
        for (const { expiry: lotExpiry, onHand } of lots)
          if (lotExpiry !== null && lotExpiry <= lastExpiry && onHand > 0) expiringCount += 1n;
        if (lots.length < 500) return expiringCount;
      }
    },
  },
});
