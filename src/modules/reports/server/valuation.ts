import { type SqlBool, sql } from 'kysely';
import { divideHalfEven } from '#core/quantity.ts';
import { reportShapes } from '../report-shapes.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { buildBalancesAsAt } from '#modules/stock/server/as-at.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { allMoveSides } from '#modules/stock/server/daily-totals.ts';
import { isPlaceVisibleTo } from '#modules/stock/server/scope.ts';
import { buildStockValueByPlace, isNearAggregates } from '#modules/stock/server/closed-day-aggregates.ts';
import { sumFromHalves } from './aggregate.ts';
import { defineRows, type RawRow, type ReportRequest } from './define.ts';
import { buildLocalizedNameColumn, buildLocationNameColumn } from './names.ts';

const ref = (name: string) => sql.ref(name);

/** Builds the filter for balances at the end of a day. */
const buildBalanceQuery = ({ query }: ReportRequest) => ({
  day: query.day ?? '',
  by: query.by === 'posted' ? ('posted' as const) : ('effective' as const),
  itemId: query.item,
  branchId: query.branch,
  category: query.category,
});

/** Loads balances at the end of a day by item and location; zero balances only with `includesEmpty`. */
export async function loadBalanceRows(
  db: Queryable,
  request: ReportRequest,
  includesEmpty = false,
): Promise<RawRow[]> {
  const balances = await buildBalancesAsAt(db, request.actor, request.now, buildBalanceQuery(request));
  const { rows } = await sql<RawRow>`with ${balances}
    select s.${ref('placeId')} || ' ' || s.${ref('itemId')} as key, s.${ref('placeId')}, s.${ref('itemId')}, places.${ref('branchId')},
      ${buildLocalizedNameColumn('i', request.prefersAltName)} as item, i.${ref('itemCode')} as code, ${buildLocationNameColumn('places', request.prefersAltName)} as place, u.symbol as unit,
      s.${ref('onHandMicro')} as ${ref('onHand')}, s.${ref('valueE4')} as value
    from past_stock as s
    join places on places.${ref('placeId')} = s.${ref('placeId')}
    join items as i on i.${ref('_id')} = s.${ref('itemId')}
    join units as u on u.${ref('_id')} = i.${ref('baseUnit')}
    ${includesEmpty ? sql`` : sql`where s.${ref('onHandMicro')} <> 0 or s.${ref('valueE4')} <> 0`}`.execute(
    db,
  );
  return rows;
}

/** Computes the average cost per unit in millionths, because a gram can cost less than a ten-thousandth. */
const computeAverageCost = (valueE4: bigint, qtyMicro: bigint): bigint | null =>
  qtyMicro === 0n ? null : divideHalfEven(valueE4 * 100n * 1_000_000n, qtyMicro);

/** Stock value at the end of a day, by effective or posting time. */
export const valuation = defineRows({
  shape: reportShapes.valuation,
  async read(db, request) {
    const rows = await loadBalanceRows(db, request);
    return {
      rows: rows.map((row) => ({
        ...row,
        average: computeAverageCost(BigInt(row['value'] ?? 0), BigInt(row['onHand'] ?? 0)),
      })),
    };
  },
  async computeTotals(db, request) {
    const balances = await buildBalancesAsAt(db, request.actor, request.now, buildBalanceQuery(request));
    const [onHand, value] = [sumHighLow(ref('s.onHandMicro')), sumHighLow(ref('s.valueE4'))];
    const { rows } = await sql<Record<'count' | 'handHigh' | 'handLow' | 'high' | 'low', unknown>>`
      with ${balances} select count(*) as count, ${onHand.high} as ${ref('handHigh')}, ${onHand.low} as ${ref('handLow')},
        ${value.high} as high, ${value.low} as low
      from past_stock as s where s.${ref('onHandMicro')} <> 0 or s.${ref('valueE4')} <> 0`.execute(db);
    const [totals] = rows;
    return {
      count: Number(totals?.count ?? 0),
      sums: new Map([
        ['onHand', sumFromHalves({ high: totals?.handHigh, low: totals?.handLow })],
        ['value', sumFromHalves(totals)],
      ]),
    };
  },
  figures: {
    async value(db, { actor, query }) {
      const { day = '', by, branch, item, category } = query;
      const isByItem = item !== undefined || category !== undefined;
      if (by === 'posted' || isByItem || !(await isNearAggregates(db, day))) return null;
      // During a blind count, a location's aggregates would include the hidden items.
      if ((await loadHiddenStock(db, actor)).positions.length > 0) return null;
      const isInScope = sql<SqlBool>`${isPlaceVisibleTo(actor)}
        and ${branch === undefined ? sql`1 = 1` : sql`places.${ref('branchId')} = ${branch}`}`;
      const { rows } = await sql<{ high: unknown; low: unknown }>`select sum(high) as high, sum(low) as low
        from ${buildStockValueByPlace(db.dialect, day, isInScope)} as place_values`.execute(db);
      return sumFromHalves(rows[0]);
    },
  },
  reconcilesWith: {
    measure: 'value',
    source: 'the sum of all ledger movements through the end of the day',
    async sum(db, { actor, query }) {
      const { high, low } = sumHighLow(sql`sides.value`);
      const { day, branch, item } = query;
      const { rows } = await sql<{ high: unknown; low: unknown }>`select ${high} as high, ${low} as low
        from ${allMoveSides} as sides join places on places.${ref('placeId')} = sides.${ref('placeId')}
        where sides.${ref('businessDay')} <= ${day} and ${isPlaceVisibleTo(actor)}
          and ${branch === undefined ? sql`1 = 1` : sql`places.${ref('branchId')} = ${branch}`}
          and ${item === undefined ? sql`1 = 1` : sql`sides.${ref('itemId')} = ${item}`}`.execute(db);
      return sumFromHalves(rows[0]);
    },
  },
});
