import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { StockQueryParams } from '../input.ts';
import { type Actor, canSeeStockCosts } from '#core/permissions.ts';
import { foldText } from '#core/text.ts';
import {
  type JsonField,
  joinJson,
  jsonObject,
  jsonText,
  appendJsonInteger,
} from '#platform/server/db/json-sql.ts';
import { likePattern } from '#platform/server/db/like.ts';
import type { BalanceRow, Database } from '#platform/server/db/tables.ts';
import type { Dialect, Queryable } from '#platform/server/db/types.ts';
import type { RouteResponse, ReadContext } from '#platform/server/http/route.ts';
import { type HiddenStock, loadHiddenStock } from './hidden-stock.ts';
import { isPlaceVisibleTo } from './scope.ts';

/** Maximum number of rows in the compact list, which the client filters on every keystroke. */
export const maxCompactRows = 20_000;

type StockTables = Database & { b: BalanceRow; i: Database['items']; u: Database['units'] };
type Query = SelectQueryBuilder<StockTables, 'b' | 'i' | 'u' | 'places', object>;

/** Lists stock by item and place that the actor sees. */
export async function listStock(
  ctx: Pick<ReadContext, 'db' | 'buildEtag'>,
  actor: Actor,
  query: StockQueryParams,
): Promise<RouteResponse> {
  const { db } = ctx;
  const { dialect } = db;
  const hiddenStock = await loadHiddenStock(db, actor);
  const filtered = filterStock(db, actor, query).where(hiddenStock.isVisible('b.placeId', 'b.itemId'));
  const fields = { ...buildRowFields(dialect), ...(canSeeStockCosts(actor) ? {} : noCosts) };
  if (query.view === 'compact')
    return listCompact(
      ctx,
      filtered,
      fields,
      // A filter must not reveal whether the stock of a blind-counted item is faulty, so filtered lists omit
      // these rows.
      query.only === undefined ? await buildHiddenRows(db, actor, hiddenStock, query) : [],
    );
  // Sorting by cost would reveal hidden costs.
  const sort = /value|avgCost/.test(query.sort) && !canSeeStockCosts(actor) ? 'itemName' : query.sort;
  const rows = await sortStock(filtered, { ...query, sort })
    .select(withPieces(jsonText(dialect, jsonObject(dialect, fields))).as('json'))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute();
  const total = await countRows(filtered);
  return { status: 200, raw: true, body: joinJson(rows), headers: { 'x-total-count': String(total) } };
}

async function countRows(filtered: Query): Promise<number> {
  const { total } = await filtered
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function filterStock(db: Queryable, actor: Actor, query: StockQueryParams): Query {
  let stock: Query = db
    .selectFrom('balances as b')
    .innerJoin('items as i', 'i._id', 'b.itemId')
    .innerJoin('units as u', 'u._id', 'i.baseUnit')
    .innerJoin('places', 'places.placeId', 'b.placeId')
    .leftJoin('branches as own', 'own._id', 'b.placeId')
    .where(isPlaceVisibleTo(actor));
  if (query.itemId) stock = stock.where('b.itemId', '=', query.itemId);
  if (query.placeId) stock = stock.where('b.placeId', '=', query.placeId);
  if (query.branchId) stock = stock.where('places.branchId', '=', query.branchId);
  if (query.placeType) stock = stock.where('places.type', 'in', query.placeType.split(','));
  if (query.category) stock = stock.where('i.category', '=', query.category);
  if (query.section) stock = stock.where('i.section', '=', query.section);
  if (query.q) stock = stock.where('i.search', 'like', likePattern(foldText(query.q)));
  if (query.only === 'with-errors')
    stock = stock.where((eb) =>
      eb.or([
        eb('b.onHandMicro', '<', 0),
        ...(canSeeStockCosts(actor) ? [eb.and([eb('b.onHandMicro', '>', 0), eb('b.valueE4', '=', 0)])] : []),
      ]),
    );
  return stock;
}

/**
 * Returns placeholder rows for items that the user counts blind: without them an item with levels would
 * appear to be out of stock. Every item of the count has one, whether there is stock or not.
 */
async function buildHiddenRows(
  db: Queryable,
  actor: Actor,
  hiddenStock: HiddenStock,
  query: StockQueryParams,
): Promise<object[]> {
  const positions = hiddenStock.positions.filter(
    ({ placeId, itemId }) => placeId === (query.placeId ?? placeId) && itemId === (query.itemId ?? itemId),
  );
  if (positions.length === 0) return [];
  let places = db
    .selectFrom('places')
    .select('placeId')
    .where('placeId', 'in', [...new Set(positions.map(({ placeId }) => placeId))])
    .where(isPlaceVisibleTo(actor));
  if (query.placeType) places = places.where('places.type', 'in', query.placeType.split(','));
  if (query.branchId) places = places.where('places.branchId', '=', query.branchId);
  const visiblePlaces = new Set((await places.execute()).map(({ placeId }) => placeId));
  return positions
    .filter(({ placeId }) => visiblePlaces.has(placeId))
    .map(({ placeId, itemId }) => ({ itemId, placeId, onHand: null, reserved: null }));
}

async function listCompact(
  { db: { dialect }, buildEtag }: Pick<ReadContext, 'db' | 'buildEtag'>,
  filtered: Query,
  { itemId, placeId, onHand, reserved, avgCost, value }: Readonly<Record<string, JsonField>>,
  hiddenRows: readonly object[],
): Promise<RouteResponse> {
  const fields = { itemId, placeId, onHand, reserved, avgCost, value } as Record<string, JsonField>;
  const rows = await filtered
    .select(withPieces(jsonText(dialect, jsonObject(dialect, fields))).as('json'))
    .orderBy('b.placeId')
    .orderBy('b.itemId')
    .limit(maxCompactRows)
    .execute();
  const body = joinJson([...rows, ...hiddenRows.map((row) => ({ json: JSON.stringify(row) }))]);
  const total = (rows.length < maxCompactRows ? rows.length : await countRows(filtered)) + hiddenRows.length;
  const headers = { 'x-total-count': String(total), etag: await buildEtag(body) };
  return { status: 200, raw: true, body, headers };
}

function sortStock(query: Query, { sort }: StockQueryParams): Query {
  const direction = sort.startsWith('-') ? ('desc' as const) : ('asc' as const);
  const columns = {
    itemName: 'i.search',
    itemCode: 'i.itemCode',
    placeName: 'places.name',
    onHand: 'b.onHandMicro',
    value: 'b.valueE4',
  } as const;
  const name = sort.replace('-', '');
  // Without stock there is no average cost; such rows come last in both directions.
  if (name === 'avgCost') {
    const onHand = sql.ref('b.onHandMicro');
    return query
      .orderBy(sql`case when ${onHand} > 0 then 0 else 1 end`)
      .orderBy(sql`case when ${onHand} > 0 then ${sql.ref('b.valueE4')} * 1.0 / ${onHand} end`, direction)
      .orderBy('b.placeId')
      .orderBy('b.itemId');
  }
  const column = columns[name as keyof typeof columns];
  return query.orderBy(column, direction).orderBy('b.placeId').orderBy('b.itemId');
}

/** Adds `pieces` to rows of catch-weight items. */
const withPieces = (row: RawBuilder<string>) =>
  appendJsonInteger(
    row,
    'pieces',
    sql`case when ${sql.ref('i.catchWeight')} = 1 then ${sql.ref('b.pieces')} end`,
  );

const noCosts: Readonly<Record<string, JsonField>> = { avgCost: sql`null`, value: sql`null` };

function buildRowFields(dialect: Dialect): Readonly<Record<string, JsonField>> {
  const [onHand, reserved, value] = [
    sql.ref('b.onHandMicro'),
    sql.ref('b.reservedMicro'),
    sql.ref('b.valueE4'),
  ];
  const availableMicro = sql`case when ${onHand} > ${reserved} then ${onHand} - ${reserved} else 0 end`;
  return {
    itemId: ['b.itemId', 'text'],
    itemCode: ['i.itemCode', 'text'],
    itemName: ['i.name', 'text'],
    itemNameAlt: ['i.nameAlt', 'text'],
    category: ['i.category', 'text'],
    section: ['i.section', 'text'],
    unitSymbol: ['u.symbol', 'text'],
    placeId: ['b.placeId', 'text'],
    placeName: ['places.name', 'text'],
    placeNameAlt: ['own.nameAlt', 'text'],
    placeType: ['places.type', 'text'],
    branchId: ['places.branchId', 'text'],
    onHand: ['b.onHandMicro', 'micro'],
    reserved: ['b.reservedMicro', 'micro'],
    available:
      dialect === 'sqlite'
        ? sql`(${availableMicro}) / 1000000.0`
        : sql`trim_scale((${availableMicro})::numeric / 1000000)`,
    avgCost:
      dialect === 'sqlite'
        ? sql`case when ${onHand} > 0 then round(${value} * 100.0 / ${onHand}, 6) end`
        : sql`case when ${onHand} > 0 then trim_scale(round(${value}::numeric * 100 / ${onHand}, 6)) end`,
    value: ['b.valueE4', 'e4'],
  };
}
