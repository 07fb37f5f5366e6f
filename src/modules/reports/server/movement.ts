import { sql } from 'kysely';
import { moveKinds, type MoveKind, valueKinds } from '#core/move-kinds.ts';
import { reportShapes } from '../report-shapes.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { placesWithDailyTotals, isSamePlace } from '#modules/stock/server/daily-totals.ts';
import { isPlaceVisibleTo } from '#modules/stock/server/scope.ts';
import { reportDays, defineRows, type RawRow, type ReportRequest } from './define.ts';
import { loadBalanceRows, valuation } from './valuation.ts';

const ref = (name: string) => sql.ref(name);

type Part = 'bought' | 'made' | 'used' | 'moved' | 'wasted' | 'counted' | 'corrected';

/** Returns the column of the report to which a move kind belongs. */
function getMovementPart(kind: string): Part {
  const baseKind = kind.replace(/_reversal$/, '');
  if (kind === 'rounding' || (valueKinds as readonly string[]).includes(kind)) return 'corrected';
  if (['opening', 'receipt', 'supplier_return'].includes(baseKind)) return 'bought';
  if (baseKind === 'production') return 'made';
  if (baseKind === 'consumption') return 'used';
  if (baseKind === 'count_gain' || baseKind === 'count_loss') return 'counted';
  const kindInfo = Object.hasOwn(moveKinds, kind) ? moveKinds[kind as MoveKind] : null;
  return kindInfo?.isLoss && kindInfo.sign !== null ? 'wasted' : 'moved';
}

interface DailyMoves {
  placeId: string;
  itemId: string;
  kind: string;
  qty: number | string;
  worth: number | string;
}

async function loadDailyMoves(db: Queryable, request: ReportRequest): Promise<DailyMoves[]> {
  const { from, to } = reportDays(request);
  const { branch, item, category } = request.query;
  const hiddenStock = await loadHiddenStock(db, request.actor);
  const { rows } = await sql<DailyMoves>`select d.${ref('placeId')}, d.${ref('itemId')}, d.kind,
      cast(sum(d.${ref('qtyMicro')}) as bigint) as qty, cast(sum(d.${ref('valueE4')}) as bigint) as worth
    from ${placesWithDailyTotals} where ${isSamePlace} and d.${ref('businessDay')} >= ${from} and d.${ref('businessDay')} <= ${to} and ${isPlaceVisibleTo(request.actor)}
      and ${hiddenStock.isVisible('d.placeId', 'd.itemId')}
      ${branch === undefined ? sql`` : sql`and places.${ref('branchId')} = ${branch}`}
      ${item === undefined ? sql`` : sql`and d.${ref('itemId')} = ${item}`}
      ${category === undefined ? sql`` : sql`and d.${ref('itemId')} in (select ${ref('_id')} from items where category = ${category})`}
    group by d.${ref('placeId')}, d.${ref('itemId')}, d.kind`.execute(db);
  return rows;
}

/**
 * Opening stock, moves by type and closing stock of each item and location, in quantity and value. Opening
 * stock plus moves equals closing stock.
 */
export const movement = defineRows({
  shape: reportShapes.movement,
  async read(db, request) {
    const { branch, item, category } = request.query;
    const { to } = reportDays(request);
    const closingQuery = { day: to, by: 'effective', branch, item, category } as const;
    const balances = await loadBalanceRows(db, { ...request, query: closingQuery }, true);
    const movesByPosition = Map.groupBy(
      await loadDailyMoves(db, request),
      ({ placeId, itemId }) => `${placeId} ${itemId}`,
    );
    return {
      rows: balances.flatMap((row) => {
        const kinds = movesByPosition.get(String(row['key'])) ?? [];
        const [closingQty, closing] = [BigInt(row['onHand'] ?? 0), BigInt(row['value'] ?? 0)];
        if (kinds.length === 0 && closingQty === 0n && closing === 0n) return [];
        const parts = { bought: 0n, made: 0n, used: 0n, moved: 0n, wasted: 0n, counted: 0n, corrected: 0n };
        let [inMicro, outMicro, movedE4] = [0n, 0n, 0n];
        for (const { kind, qty, worth } of kinds) {
          parts[getMovementPart(kind)] += BigInt(worth);
          movedE4 += BigInt(worth);
          if (BigInt(qty) > 0n) inMicro += BigInt(qty);
          else outMicro -= BigInt(qty);
        }
        const opening = { openingQty: closingQty - inMicro + outMicro, opening: closing - movedE4 };
        return [
          { ...row, ...opening, qtyIn: inMicro, qtyOut: outMicro, ...parts, closingQty, closing },
        ] as RawRow[];
      }),
    };
  },
  reconcilesWith: {
    measure: 'closing',
    source: 'the valuation of the last day, summed from the ledger',
    sum: (db, request) =>
      valuation.reconcilesWith.sum(db, {
        ...request,
        query: { ...request.query, day: reportDays(request).to },
      }),
  },
});
