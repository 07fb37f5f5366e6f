import { sql } from 'kysely';
import { moveKinds, type MoveKind, valueKinds } from '#core/move-kinds.ts';
import { reportShapes } from '../report-shapes.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { placesWithDailyTotals, isSamePlace } from '#modules/stock/server/daily-totals.ts';
import { isPlaceVisibleTo } from '#modules/stock/server/scope.ts';
import { reportDays, defineRows, type RawRow, type ReportQuestion } from './define.ts';
import { loadBalanceRows, valuation } from './valuation.ts';

const ref = (name: string) => sql.ref(name);

type Part = 'bought' | 'made' | 'used' | 'moved' | 'wasted' | 'counted' | 'corrected';

/** Part of the stock movement that a move kind belongs to. */
function movementPart(kind: string): Part {
  const plain = kind.replace(/_reversal$/, '');
  if (kind === 'rounding' || (valueKinds as readonly string[]).includes(kind)) return 'corrected';
  if (['opening', 'receipt', 'supplier_return'].includes(plain)) return 'bought';
  if (plain === 'production') return 'made';
  if (plain === 'consumption') return 'used';
  if (plain === 'count_gain' || plain === 'count_loss') return 'counted';
  const facts = Object.hasOwn(moveKinds, kind) ? moveKinds[kind as MoveKind] : null;
  return facts?.isLoss && facts.sign !== null ? 'wasted' : 'moved';
}

interface Daily {
  placeId: string;
  itemId: string;
  kind: string;
  qty: number | string;
  worth: number | string;
}

async function loadDailyMoves(db: Queryable, question: ReportQuestion): Promise<Daily[]> {
  const { from, to } = reportDays(question);
  const { branch, item, category } = question.query;
  const hiddenStock = await loadHiddenStock(db, question.actor);
  const { rows } = await sql<Daily>`select d.${ref('placeId')}, d.${ref('itemId')}, d.kind,
      cast(sum(d.${ref('qtyMicro')}) as bigint) as qty, cast(sum(d.${ref('valueE4')}) as bigint) as worth
    from ${placesWithDailyTotals} where ${isSamePlace} and d.${ref('businessDay')} >= ${from} and d.${ref('businessDay')} <= ${to} and ${isPlaceVisibleTo(question.actor)}
      and ${hiddenStock.isVisible('d.placeId', 'd.itemId')}
      ${branch === undefined ? sql`` : sql`and places.${ref('branchId')} = ${branch}`}
      ${item === undefined ? sql`` : sql`and d.${ref('itemId')} = ${item}`}
      ${category === undefined ? sql`` : sql`and d.${ref('itemId')} in (select ${ref('_id')} from items where category = ${category})`}
    group by d.${ref('placeId')}, d.${ref('itemId')}, d.kind`.execute(db);
  return rows;
}

/**
 * Opening, moves by type and closing of each item and location, in quantity and value. Opening plus moves
 * equals closing.
 */
export const movement = defineRows({
  shape: reportShapes.movement,
  async read(db, question) {
    const { branch, item, category } = question.query;
    const { to } = reportDays(question);
    const evening = { day: to, by: 'happened', branch, item, category } as const;
    const balances = await loadBalanceRows(db, { ...question, query: evening }, true);
    const moved = Map.groupBy(
      await loadDailyMoves(db, question),
      ({ placeId, itemId }) => `${placeId} ${itemId}`,
    );
    return {
      rows: balances.flatMap((row) => {
        const kinds = moved.get(String(row['key'])) ?? [];
        const [closingQty, closing] = [BigInt(row['onHand'] ?? 0), BigInt(row['value'] ?? 0)];
        if (kinds.length === 0 && closingQty === 0n && closing === 0n) return [];
        const parts = { bought: 0n, made: 0n, used: 0n, moved: 0n, wasted: 0n, counted: 0n, corrected: 0n };
        let [inMicro, outMicro, worth] = [0n, 0n, 0n];
        for (const { kind, qty, worth: value } of kinds) {
          parts[movementPart(kind)] += BigInt(value);
          worth += BigInt(value);
          if (BigInt(qty) > 0n) inMicro += BigInt(qty);
          else outMicro -= BigInt(qty);
        }
        const opened = { openingQty: closingQty - inMicro + outMicro, opening: closing - worth };
        return [
          { ...row, ...opened, came: inMicro, left: outMicro, ...parts, closingQty, closing },
        ] as RawRow[];
      }),
    };
  },
  reconcilesWith: {
    measure: 'closing',
    source: 'the valuation of the last day, added up from the ledger',
    sum: (db, question) =>
      valuation.reconcilesWith.sum(db, {
        ...question,
        query: { ...question.query, day: reportDays(question).to },
      }),
  },
});
