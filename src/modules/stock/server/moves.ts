import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StockMovesQueryParams } from '../input.ts';
import { type Actor, getScope, canSeeStockCosts } from '#core/permissions.ts';
import {
  type JsonField,
  joinJson,
  jsonObject,
  jsonText,
  appendJsonInteger,
} from '#platform/server/db/json-sql.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { RouteResponse } from '#platform/server/http/route.ts';
import { loadHiddenStock } from './hidden-stock.ts';
import { isPlaceVisibleTo } from './scope.ts';

/** Counting stops at this number of moves. */
const maxCounted = 10_000;
/**
 * Number of recent moves to search first for a page: about one day's moves in a business with fifty branches.
 */
const recentMoveCount = 20_000;

const fields: Readonly<Record<string, JsonField>> = {
  seq: ['m.seq', 'integer'],
  postedAt: ['m.postedAt', 'text'],
  effectiveAt: ['m.effectiveAt', 'text'],
  businessDay: ['m.businessDay', 'text'],
  arrivalDay: ['m.arrivalDay', 'text'],
  itemId: ['m.itemId', 'text'],
  itemName: ['i.name', 'text'],
  unitSymbol: ['u.symbol', 'text'],
  fromPlace: ['m.fromPlace', 'text'],
  fromName: sql`coalesce(${sql.ref('f.name')}, ${sql.ref('m.fromPlace')})`,
  toPlace: ['m.toPlace', 'text'],
  toName: sql`coalesce(${sql.ref('t.name')}, ${sql.ref('m.toPlace')})`,
  qty: ['m.qtyMicro', 'micro'],
  unitCost: ['m.unitCostE4', 'e4'],
  value: ['m.valueE4', 'e4'],
  lot: sql`nullif(${sql.ref('m.lot')}, '')`,
  docType: ['m.docType', 'text'],
  docId: ['m.docId', 'text'],
  docNo: ['m.docNo', 'text'],
  docLineId: ['m.docLineId', 'text'],
  kind: ['m.kind', 'text'],
  reason: ['m.reason', 'text'],
  userId: ['m.userId', 'text'],
  reversesSeq: ['m.reversesSeq', 'integer'],
};

const noCosts: Readonly<Record<string, JsonField>> = { unitCost: sql`null`, value: sql`null` };

/** Lists ledger moves where the actor sees either place, newest first. */
export async function listStockMoves(
  db: Queryable,
  actor: Actor,
  query: StockMovesQueryParams,
): Promise<RouteResponse> {
  const hiddenStock = await loadHiddenStock(db, actor);
  const filters = await buildMoveConditions(db, actor, query);
  const isVisible = sql<SqlBool>`${hiddenStock.isVisible('m.fromPlace', 'm.itemId')} and ${hiddenStock.isVisible('m.toPlace', 'm.itemId')}`;
  const isOnPage = await buildPageCondition(db, query, { ...filters, isVisible });
  const direction = query.sort === 'seq' ? ('asc' as const) : ('desc' as const);
  const visibleFields = canSeeStockCosts(actor) ? fields : { ...fields, ...noCosts };
  const rows = await db
    .selectFrom('stockMoves as m')
    .where(isOnPage)
    .innerJoin('items as i', 'i._id', 'm.itemId')
    .innerJoin('units as u', 'u._id', 'i.baseUnit')
    .leftJoin('places as f', 'f.placeId', 'm.fromPlace')
    .leftJoin('places as t', 't.placeId', 'm.toPlace')
    .select(
      appendJsonInteger(
        jsonText(db.dialect, jsonObject(db.dialect, visibleFields)),
        'pieces',
        sql.ref('m.pieces'),
      ).as('json'),
    )
    .orderBy('m.seq', direction)
    .execute();
  const total = await countMoves(db, query, { ...filters, isVisible });
  return {
    status: 200,
    raw: true,
    body: joinJson(rows),
    headers: {
      'x-total-count': String(Math.min(total, maxCounted)),
      ...(total > maxCounted && { 'x-total-capped': 'true' }),
    },
  };
}

interface MoveConditions {
  filter: RawBuilder<SqlBool>;
  /** Condition that a place column matches the filter; null without a filter on places. */
  matchesPlace: ((place: string) => RawBuilder<SqlBool>) | null;
  isAtEither: RawBuilder<SqlBool>;
  /**
   * Condition that the sending place is not one of the filtered ones: moves between two of them are counted
   * once, at the sender.
   */
  isFromElsewhere: RawBuilder<SqlBool>;
}

/** Builds the conditions on moves `m` of a query, limited to moves where the actor sees either place. */
async function buildMoveConditions(
  db: Queryable,
  actor: Actor,
  { itemId, docId, kind, placeId }: StockMovesQueryParams,
): Promise<MoveConditions> {
  const equals = (column: string, value: string | undefined) =>
    value ? sql<SqlBool>`${sql.ref(column)} = ${value}` : sql<SqlBool>`1 = 1`;
  const matchesEitherSide = (matchesPlace: (place: string) => RawBuilder<SqlBool>) =>
    sql<SqlBool>`(${matchesPlace('m.fromPlace')} or ${matchesPlace('m.toPlace')})`;
  const visiblePlaces = sql`select ${sql.ref('placeId')} from places where ${isPlaceVisibleTo(actor)}`;
  const isVisiblePlace = (place: string) => sql<SqlBool>`${sql.ref(place)} in (${visiblePlaces})`;
  // Users who see a place see all of its moves.
  const canSeeAll =
    getScope(actor).kind === 'all' ||
    (placeId !== undefined &&
      (await sql`${visiblePlaces} and ${sql.ref('placeId')} = ${placeId}`.execute(db)).rows.length > 0);
  const matchesPlace = placeId
    ? (place: string) => equals(place, placeId)
    : canSeeAll
      ? null
      : isVisiblePlace;
  return {
    filter: sql`${equals('m.itemId', itemId)} and ${equals('m.docId', docId)} and ${equals('m.kind', kind)}
      and ${canSeeAll || !placeId ? sql`1 = 1` : matchesEitherSide(isVisiblePlace)}`,
    matchesPlace,
    isAtEither: matchesPlace === null ? sql`1 = 1` : matchesEitherSide(matchesPlace),
    // No move has the same place on both sides.
    isFromElsewhere: placeId || matchesPlace === null ? sql`1 = 1` : sql`not ${matchesPlace('m.fromPlace')}`,
  };
}

/**
 * Selects the moves `m` of a page. The newest moves are searched first, since they contain nearly every
 * requested page. If they don't fill the page, the indexes on both places are used, so that not all moves of
 * a place are read.
 */
async function buildPageCondition(
  db: Queryable,
  { itemId, docId, sort, after, page, limit }: StockMovesQueryParams,
  { filter, matchesPlace, isAtEither, isVisible }: MoveConditions & { isVisible: RawBuilder<SqlBool> },
): Promise<RawBuilder<SqlBool>> {
  const order = sort === 'seq' ? sql`asc` : sql`desc`;
  const [seq, moves] = [sql.ref('m.seq'), sql.table('stockMoves')];
  const isAfter =
    after === undefined
      ? sql<SqlBool>`1 = 1`
      : sql<SqlBool>`seq ${sort === 'seq' ? sql`>` : sql`<`} ${after}`;
  const offset = after === undefined ? (page - 1) * limit : 0;
  const orderAndLimit = sql`order by seq ${order} limit ${limit} offset ${offset}`;
  const isOneOf = (statement: RawBuilder<unknown>) => sql<SqlBool>`${seq} in (${statement})`;
  const matchesQuery = sql`${filter} and ${isVisible}`;
  if (matchesPlace === null || itemId || docId)
    return isOneOf(
      sql`select seq from ${moves} as m where ${matchesQuery} and ${isAtEither} and ${isAfter} ${orderAndLimit}`,
    );
  const recentMoves = sql`(select * from ${moves} where ${isAfter} order by seq ${order} limit ${sql.lit(recentMoveCount)})`;
  const { rows: newest } = await sql<{
    seq: number;
  }>`select seq from ${recentMoves} as m where ${matchesQuery} and ${isAtEither} ${orderAndLimit}`.execute(
    db,
  );
  if (newest.length === limit) return isOneOf(sql.join(newest.map((row) => sql.lit(Number(row.seq)))));
  const side = (place: string) => sql`select seq from (select seq from ${moves} as m
    where ${matchesPlace(place)} and ${matchesQuery} and ${isAfter} order by seq ${order} limit ${limit + offset}) as one_side`;
  return isOneOf(
    sql`select seq from (${side('m.fromPlace')} union ${side('m.toPlace')}) as both_sides ${orderAndLimit}`,
  );
}

/**
 * Counts matching moves up to the maximum. Moves of a place are counted per side by index: with `or`,
 * PostgreSQL would load all moves of the place first.
 */
async function countMoves(
  db: Queryable,
  { itemId, docId }: StockMovesQueryParams,
  {
    filter,
    matchesPlace,
    isFromElsewhere,
    isAtEither,
    isVisible,
  }: MoveConditions & { isVisible: RawBuilder<SqlBool> },
): Promise<number> {
  const limit = sql`limit ${sql.lit(maxCounted + 1)}`;
  const matchingRows = (condition: RawBuilder<unknown>) =>
    sql`select 1 as found from ${sql.table('stockMoves')} as m where ${condition} and ${filter} and ${isVisible}`;
  const countCapped = (condition: RawBuilder<unknown>) =>
    sql`select found from (${matchingRows(condition)} ${limit}) as one_side`;
  const cappedRows =
    matchesPlace === null || itemId || docId
      ? matchingRows(isAtEither)
      : sql`${countCapped(matchesPlace('m.fromPlace'))}
        union all ${countCapped(sql`${matchesPlace('m.toPlace')} and ${isFromElsewhere}`)}`;
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from (${cappedRows} ${limit}) as capped`.execute(db);
  return Number(rows[0]?.total ?? 0);
}
