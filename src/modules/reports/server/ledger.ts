import { type RawBuilder, sql } from 'kysely';
import { countDays } from '#core/periods.ts';
import { reportShapes } from '../report-shapes.ts';
import { moveKinds } from '#core/move-kinds.ts';
import { addDays } from '#core/day.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import { jsonNumbers, numberRows } from '#platform/server/db/json-sql.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { type HiddenStock, loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { isPlaceVisibleTo } from '#modules/stock/server/scope.ts';
import { sumFromHalves } from './aggregate.ts';
import { type ReportDays, reportDays, defineRows, type RawRow, type ReportRequest } from './define.ts';
import { buildLocalizedNameColumn, buildLocationNameColumn } from './names.ts';

const ref = (name: string) => sql.ref(name);

/** Rows per read; small batches are cheap to garbage-collect. */
const batchSize = 100;

/** Builds the SQL conditions of the query on `places` and the move side `s`. */
function buildLedgerConditions({ actor, query }: ReportRequest): RawBuilder<unknown>[] {
  const { branch, item, category, kind } = query;
  return [
    isPlaceVisibleTo(actor),
    ...(branch === undefined ? [] : [sql`places.${ref('branchId')} = ${branch}`]),
    ...(item === undefined ? [] : [sql`s.${ref('itemId')} = ${item}`]),
    ...(kind === undefined ? [] : [sql`s.kind = ${kind}`]),
    ...(category === undefined
      ? []
      : [sql`s.${ref('itemId')} in (select ${ref('_id')} from items where category = ${category})`]),
  ];
}

/**
 * Builds SQL for both sides `s` of moves, each at its stock location: quantities in are positive, quantities
 * out negative. `at` numbers the sides in ledger order, outgoing before incoming.
 */
function buildMoveSides(
  { from, to }: ReportDays,
  { actor, query: { item, branch } }: ReportRequest,
): RawBuilder<unknown> {
  const side = (place: string, other: string, day: string, isIncoming: boolean) => {
    const sign = isIncoming ? sql`` : sql`-`;
    const source =
      item === undefined
        ? sql`places cross join ${sql.table('stockMoves')} as m where m.${ref(place)} = places.${ref('placeId')}
          and m.kind in (${everyKind}) and ${isPlaceVisibleTo(actor)}
          ${branch === undefined ? sql`` : sql`and places.${ref('branchId')} = ${branch}`}`
        : sql`${sql.table('stockMoves')} as m where m.${ref('itemId')} = ${item}`;
    return sql`select m.seq * 2 + ${sql.lit(isIncoming ? 1 : 0)} as at, m.${ref(place)} as ${ref('placeId')},
        m.${ref(other)} as ${ref('otherId')}, m.${ref(day)} as day, m.${ref('itemId')}, m.kind,
        ${sign}m.${ref('qtyMicro')} as qty, ${sign}m.${ref('valueE4')} as worth
      from ${source} and m.${ref(day)} >= ${from} and m.${ref(day)} <= ${to}`;
  };
  return sql`(${side('fromPlace', 'toPlace', 'businessDay', false)}
    union all ${side('toPlace', 'fromPlace', 'arrivalDay', true)}) as s
    join places on places.${ref('placeId')} = s.${ref('placeId')}`;
}

const everyKind = sql.join(Object.keys(moveKinds).map((kind) => sql.lit(kind)));

/** Builds the condition that hides both sides of a move if either location has a blind count in progress. */
const buildVisibility = (hiddenStock: HiddenStock) =>
  sql`${hiddenStock.isVisible('s.placeId', 's.itemId')} and ${hiddenStock.isVisible('s.otherId', 's.itemId')}`;

/** Loads the `at` values of the requested sides in ledger order. */
async function loadSideKeys(db: Queryable, request: ReportRequest, days: ReportDays): Promise<number[]> {
  const hiddenStock = await loadHiddenStock(db, request.actor);
  const { rows } = await sql<{
    all: string;
  }>`select ${jsonNumbers(db.dialect, sql`s.at`, sql`s.day, s.at`)} as ${ref('all')}
    from ${buildMoveSides(days, request)}
    where ${sql.join(buildLedgerConditions(request), sql` and `)} and ${buildVisibility(hiddenStock)}`.execute(
    db,
  );
  return JSON.parse(rows[0]?.all ?? '[]') as number[];
}

/** Prepares the statement that reads the rows for a JSON list of `at` values. */
const prepareLedgerRows = ({ prefersAltName }: ReportRequest, hiddenStock: HiddenStock) => {
  const columnOfSide = (incomingColumn: string, outgoingColumn: string) =>
    sql`case when n.value % 2 = 1 then m.${ref(incomingColumn)} else m.${ref(outgoingColumn)} end`;
  const signed = (figure: string) =>
    sql`case when n.value % 2 = 1 then m.${ref(figure)} else -m.${ref(figure)} end`;
  return statement((db, sideKeys: string) => {
    const query = sql<RawRow>`select s.at as key, s.at, s.${ref('placeId')}, s.day, s.${ref('docType')}, s.${ref('docId')}, s.${ref('docNo')},
      coalesce(s.${ref('docNo')}, '') as document, s.kind, s.${ref('itemId')}, ${buildLocalizedNameColumn('i', prefersAltName)} as item,
      i.${ref('itemCode')} as code, u.symbol as unit, places.${ref('branchId')}, ${buildLocationNameColumn('places', prefersAltName)} as place,
      coalesce(${buildLocationNameColumn('o', prefersAltName)}, s.${ref('otherId')}) as other, s.${ref('unitCostE4')} * 100 as ${ref('unitCost')},
      case when s.qty > 0 then s.qty else 0 end as ${ref('qtyIn')}, case when s.qty < 0 then -s.qty else 0 end as ${ref('qtyOut')},
      case when s.worth > 0 then s.worth else 0 end as ${ref('valueIn')},
      case when s.worth < 0 then -s.worth else 0 end as ${ref('valueOut')}, s.worth as value, s.pieces
    from (select n.value as at, ${columnOfSide('toPlace', 'fromPlace')} as ${ref('placeId')},
        ${columnOfSide('fromPlace', 'toPlace')} as ${ref('otherId')}, ${columnOfSide('arrivalDay', 'businessDay')} as day,
        m.${ref('itemId')}, m.kind, m.${ref('docType')}, m.${ref('docId')}, m.${ref('docNo')}, m.${ref('unitCostE4')},
        ${signed('qtyMicro')} as qty, ${signed('valueE4')} as worth,
        ${signed('pieces')} as pieces
      from ${numberRows(db.dialect, sideKeys)} as n cross join ${sql.table('stockMoves')} as m
      where m.seq = n.value / 2) as s
    join places on places.${ref('placeId')} = s.${ref('placeId')}
    join items as i on i.${ref('_id')} = s.${ref('itemId')}
    join units as u on u.${ref('_id')} = i.${ref('baseUnit')}
    left join places as o on o.${ref('placeId')} = s.${ref('otherId')}
    where ${buildVisibility(hiddenStock)}
    order by s.day, s.at`;
    return { compile: () => query.compile(db) };
  });
};

/**
 * Streams the ledger by day, or for an item. Loads the keys first and then a few rows at a time, so that
 * memory stays bounded and moves aren't searched twice.
 */
export async function* streamLedger(db: Queryable, request: ReportRequest): AsyncGenerator<RawRow[]> {
  const reportedDays = reportDays(request);
  const spans = request.query.item === undefined ? listSingleDays(reportedDays) : [reportedDays];
  let hiddenStock = await loadHiddenStock(db, request.actor);
  let read = prepareLedgerRows(request, hiddenStock);
  for (const days of spans) {
    const sideKeys = await loadSideKeys(db, request, days);
    for (let from = 0; from < sideKeys.length; from += batchSize) {
      // A blind count may have started since the previous batch.
      const currentHiddenStock = await loadHiddenStock(db, request.actor);
      if (currentHiddenStock !== hiddenStock)
        read = prepareLedgerRows(request, (hiddenStock = currentHiddenStock));
      yield await read(db, JSON.stringify(sideKeys.slice(from, from + batchSize)));
    }
  }
}

/** Iterates by index, because dates after 9999-12-31 can't be compared as text. */
function* listSingleDays(days: ReportDays): Generator<ReportDays> {
  for (let index = 0; index < countDays(days); index += 1) {
    const day = addDays(days.from, index);
    yield { from: day, to: day };
  }
}

const sumNames = ['qtyIn', 'qtyOut', 'valueIn', 'valueOut', 'value'] as const;

/** Moves in and out of the visible locations. A move between two of them has two rows. */
export const ledger = defineRows({
  shape: reportShapes.ledger,
  async read(db, request) {
    const hiddenStock = await loadHiddenStock(db, request.actor);
    const figures = {
      qtyIn: sql`(case when s.qty > 0 then s.qty else 0 end)`,
      qtyOut: sql`(case when s.qty < 0 then -s.qty else 0 end)`,
      valueIn: sql`(case when s.worth > 0 then s.worth else 0 end)`,
      valueOut: sql`(case when s.worth < 0 then -s.worth else 0 end)`,
      value: sql`s.worth`,
    };
    const sumColumns = sumNames.flatMap((name) => {
      const { high, low } = sumHighLow(figures[name]);
      return [sql`${high} as ${ref(`${name}High`)}`, sql`${low} as ${ref(`${name}Low`)}`];
    });
    const { rows } = await sql<Record<string, unknown>>`select count(*) as moves, ${sql.join(sumColumns)}
      from ${buildMoveSides(reportDays(request), request)}
      where ${sql.join(buildLedgerConditions(request), sql` and `)} and ${buildVisibility(hiddenStock)}`.execute(
      db,
    );
    const [totals = {}] = rows;
    return {
      count: Number(totals['moves'] ?? 0),
      sums: new Map(
        sumNames.map((name) => [
          name,
          sumFromHalves({ high: totals[`${name}High`], low: totals[`${name}Low`] }),
        ]),
      ),
      stream: () => streamLedger(db, request),
    };
  },
  reconcilesWith: {
    measure: 'value',
    source: 'the daily ledger totals, which are updated with every posting',
    async sum(db, request) {
      const { from, to } = reportDays(request);
      const { high, low } = sumHighLow(sql`s.${ref('valueE4')}`);
      const { rows } = await sql<{ high: unknown; low: unknown }>`select ${high} as high, ${low} as low
        from ${sql.table('stockDaily')} as s join places on places.${ref('placeId')} = s.${ref('placeId')}
        where s.${ref('businessDay')} >= ${from} and s.${ref('businessDay')} <= ${to}
          and ${sql.join(buildLedgerConditions(request), sql` and `)}`.execute(db);
      return sumFromHalves(rows[0]);
    },
  },
});
