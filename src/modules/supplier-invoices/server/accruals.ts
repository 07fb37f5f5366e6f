import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccrualQueryParams } from '../input.ts';
import type { Accrual } from '../shapes.ts';
import { fromE4, fromPriceMicro, toE4 } from '#core/money.ts';
import type { Actor } from '#core/permissions.ts';
import { computeExpectedBilling, computeNextAmountPart } from '../match.ts';
import { toExactOrNull, fromMicro } from '#core/quantity.ts';
import { foldText } from '#core/text.ts';
import { sumHighLow, combineHighLow } from '#platform/server/db/exact-sums.ts';
import { isOneOf, textRows } from '#platform/server/db/json-sql.ts';
import { likePattern } from '#platform/server/db/like.ts';
import { chunks } from '#platform/server/db/many-rows.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { RouteResponse } from '#platform/server/http/route.ts';
import { type OrderedColumns, computeOrderedUnitPrice } from './ordered-price.ts';
import type { ReceivedLine } from './rows.ts';

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

type Row = ReceivedLine &
  Pick<Accrual, 'supplierName' | 'supplierNameAlt' | 'placeName' | 'placeNameAlt' | 'currency'> & {
    /** Quantity billed, or returned before it was billed. */
    settled: number | string;
    returned: number | string;
    released: number | string;
    releasedCharge: number | string;
    orderedListMicro: number | null;
  } & OrderedColumns;

export interface AccrualFilter {
  /** Accruals as of the end of this day (YYYY-MM-DD); as of now if omitted. */
  asOf?: string | undefined;
  supplier?: string | undefined;
  place?: string | undefined;
  itemId?: string | undefined;
  /** Search text for receipt number, supplier, location and item names. */
  q?: string | undefined;
}
const getAsOfDay = ({ asOf = '9999-12-31' }: AccrualFilter): string => asOf;

const receiptLines = sql`${table('goodsReceiptLines')} as l join ${table('goodsReceipts')} as r on r.${ref('_id')} = l.${ref('receiptId')}`;

/** SQL condition: match `m` is effective at the end of a day. */
const isMatchEffectiveOn = (day: string) => sql`m.${ref('businessDay')} <= ${day}
  and (m.${ref('reversedDay')} is null or m.${ref('reversedDay')} > ${day})`;

/** Builds the SQL sum of columns over the matches of line `l` that are effective at the end of a day. */
const sumMatchedThrough = (columns: string | readonly string[], day: string): RawBuilder<unknown> => {
  const columnSum = sql.join(
    [columns].flat().map((column) => ref(`m.${column}`)),
    sql` + `,
  );
  return sql`coalesce((select sum(${columnSum})
  from ${table('invoiceMatches')} as m where m.${ref('receiptLineId')} = l.${ref('lineId')} and ${isMatchEffectiveOn(day)}), 0)`;
};

/**
 * Builds SQL for the quantity of line `l` that was settled by returns, not by invoices, by the end of a day.
 */
const sumReturnedThrough = (
  day: string,
): RawBuilder<unknown> => sql`coalesce((select sum(m.${ref('qtyMicro')})
  from ${table('invoiceMatches')} as m where m.${ref('receiptLineId')} = l.${ref('lineId')}
    and m.${ref('transferId')} is not null and ${isMatchEffectiveOn(day)}), 0)`;

/** SQL for the day on which receipt line `l` was reversed; empty if it wasn't. */
export const receiptReversalDay = sql`coalesce((select max(b.${ref('businessDay')}) from ${table('stockMoves')} as b
  where b.${ref('docType')} = 'goods_receipt' and b.${ref('docId')} = l.${ref('receiptId')}
  and b.${ref('docLineId')} = l.${ref('lineId')} and b.kind = 'receipt_reversal'), '')`;

/** Builds an SQL condition: lines in the actor's scope that were received by the end of the day. */
function buildAccrualCondition(actor: Actor, query: AccrualFilter): RawBuilder<SqlBool> {
  const { supplier, place, itemId } = query;
  const day = getAsOfDay(query);
  const equals = (column: string, value: string | undefined) =>
    value === undefined ? sql`1 = 1` : sql`${ref(column)} = ${value}`;
  return sql`${scopeCondition(actor, { branch: 'r.place' })} and r.${ref('businessDay')} <= ${day}
    and (l.${ref('isReversed')} = 0 or ${receiptReversalDay} > ${day}) and (l.${ref('qtyMicro')} > 0 or l.${ref('chargeE4')} <> 0)
    and ${equals('r.supplier', supplier)} and ${equals('r.place', place)} and ${equals('l.itemId', itemId)} and ${buildSearchCondition(query.q)}`;
}

function buildSearchCondition(q = ''): RawBuilder<unknown> {
  if (q.trim() === '') return sql`1 = 1`;
  const nameMatches = (column: string, names: string) =>
    sql`${ref(column)} in (select ${ref('_id')} from ${table(names)} where search like ${likePattern(foldText(q))})`;
  return sql`(r.number like ${likePattern(q.trim().toUpperCase())} or ${nameMatches('r.supplier', 'suppliers')}
    or ${nameMatches('r.place', 'branches')} or ${nameMatches('l.itemId', 'items')})`;
}

/**
 * Lists the accruals at the end of a day (by default, now), oldest first: accepted goods without an invoice,
 * and expected freight and charges that no invoice has settled.
 */
export async function listAccruals(
  db: Queryable,
  actor: Actor,
  query: AccrualFilter,
  lineCondition: RawBuilder<SqlBool> = sql`1 = 1`,
): Promise<Accrual[]> {
  const day = getAsOfDay(query);
  const { rows } = await sql<Row>`select * from (
      select l.*, r.number, r.supplier, r.${ref('supplierName')}, r.${ref('supplierNameAlt')}, r.place,
        r.${ref('placeName')}, r.${ref('placeNameAlt')}, r.${ref('businessDay')}, r.currency,
        ${sumMatchedThrough('qtyMicro', day)} as settled, ${sumReturnedThrough(day)} as returned, ${sumMatchedThrough('releasedE4', day)} as released,
        ${sumMatchedThrough('releasedChargeE4', day)} as ${ref('releasedCharge')},
        p.${ref('itemId')} as ${ref('orderedItem')}, p.${ref('priceMicro')} as ${ref('orderedPriceMicro')},
        p.${ref('listPriceMicro')} as ${ref('orderedListMicro')},
        p.${ref('unitNum')} as ${ref('orderedNum')}, p.${ref('unitDen')} as ${ref('orderedDen')}
      from ${receiptLines} left join ${table('purchaseLines')} as p on p.${ref('lineId')} = l.${ref('poLineId')} where ${buildAccrualCondition(actor, query)} and ${lineCondition}) as due
    where ${ref('qtyMicro')} > settled or ${ref('chargeE4')} > 0
    order by ${ref('businessDay')}, ${ref('receiptId')}, position`.execute(db);
  // A line whose amount exceeds the exact number range is omitted, so that the others can be listed.
  return rows.flatMap((row) => toExactOrNull(() => toAccruals(row)) ?? []);
}

/**
 * Lines without charges that are neither fully billed nor returned. The condition is written like that of the
 * table's partial index, so that the database uses the index.
 */
const isOpenNow = sql`l.${ref('chargeE4')} = 0 and l.${ref('qtyMicro')} > l.${ref('billedQtyMicro')} + l.${ref('returnedQtyMicro')}`;

/** Lists the lines with charges, which need row-by-row arithmetic; the database aggregates all others. */
const listAccrualsWithCharges = (db: Queryable, actor: Actor, query: AccrualFilter) =>
  listAccruals(db, actor, query, sql<SqlBool>`l.${ref('chargeE4')} <> 0`);

/**
 * Builds SQL for the open value of line `l` without charges at the end of a day, in ten-thousandths: landed
 * value less released values.
 */
const buildOpenGoodsValue = (day: string) =>
  sql`l.${ref('landedValueE4')} - ${sumMatchedThrough(['releasedE4', 'releasedChargeE4'], day)}`;

/** A subquery per line, because with `not exists` PostgreSQL would read all matches. */
const isUnmatched = sql`(select 1 from ${table('invoiceMatches')} as m where m.${ref('receiptLineId')} = l.${ref('lineId')} limit 1) is null`;

/**
 * Selects the lines with a match that was posted or reversed after a day. Only these lines had a different
 * open quantity at the end of that day.
 */
const selectLinesChangedSince = (day: string) => {
  const linesWith = (column: string) =>
    sql`select ${ref('receiptLineId')} from ${table('invoiceMatches')} where ${ref(column)} > ${day}`;
  // Duplicates are harmless; `union` would sort.
  return sql`(${linesWith('businessDay')} union all ${linesWith('reversedDay')})`;
};

/** Number of open lines, and their goods and charges in ten-thousandths. */
export interface AccrualTotals {
  lines: number;
  goodsE4: bigint;
  chargesE4: bigint;
}

/**
 * Totals all open lines. The database aggregates lines without charges (landed value less released values);
 * only lines with charges are read.
 */
export async function sumAccruals(db: Queryable, actor: Actor, query: AccrualFilter): Promise<AccrualTotals> {
  const day = getAsOfDay(query);
  const lines = sql`${table('goodsReceipts')} as r cross join ${table('goodsReceiptLines')} as l`;
  // Null if the line isn't open.
  const amount = sql`case when ${isUnmatched} then l.${ref('landedValueE4')}
    when l.${ref('qtyMicro')} > ${sumMatchedThrough('qtyMicro', day)} then ${buildOpenGoodsValue(day)} end`;
  const { high, low } = sumHighLow(sql`cast(amount as bigint)`);
  const { rows } = await sql<{ lines: number; high: number | null; low: number | null }>`
    select count(amount) as lines, ${high} as high, ${low} as low from (
      select ${amount} as amount from ${lines}
      where l.${ref('receiptId')} = r.${ref('_id')} and ${isOpenNow} and ${buildAccrualCondition(actor, query)}
      union all
      select ${amount} from ${receiptLines}
      where l.${ref('lineId')} in ${selectLinesChangedSince(day)}
        and not (${isOpenNow}) and l.${ref('chargeE4')} = 0 and ${buildAccrualCondition(actor, query)}
    ) as due`.execute(db);
  const totals: AccrualTotals = {
    lines: Number(rows[0]?.lines ?? 0),
    goodsE4: combineHighLow(rows[0]?.high, rows[0]?.low),
    chargesE4: 0n,
  };
  for (const { openValue, openCharge } of await listAccrualsWithCharges(db, actor, query)) {
    totals.lines += 1;
    totals.goodsE4 += BigInt(toE4(openValue));
    totals.chargesE4 += BigInt(toE4(openCharge));
  }
  return totals;
}

/** Returns the open value of goods and charges, in ten-thousandths. */
export async function computeOpenAccrualValue(
  db: Queryable,
  actor: Actor,
  query: AccrualFilter,
): Promise<bigint> {
  const { goodsE4, chargesE4 } = await sumAccruals(db, actor, query);
  return goodsE4 + chargesE4;
}

interface PageOptions {
  sort?: AccrualQueryParams['sort'];
  limit?: number;
  offset?: number;
}

/** Returns the sorted ids of the open lines, which take only a few bytes each. */
async function loadOpenLineIds(
  db: Queryable,
  actor: Actor,
  query: AccrualFilter,
  { sort = 'day', limit, offset = 0 }: PageOptions,
): Promise<string[]> {
  const day = getAsOfDay(query);
  const chargedLines = await listAccrualsWithCharges(db, actor, query);
  const chargedIds = JSON.stringify(chargedLines.map(({ receiptLineId }) => receiptLineId));
  const lineIds = sql`select ${ref('lineId')} from ${table('goodsReceiptLines')} as l where ${isOpenNow}
    union select ${ref('receiptLineId')} from ${selectLinesChangedSince(day)} as s
    union select value from ${textRows(db.dialect, chargedIds)} as c`;
  const keys = { day: ref('r.businessDay'), receipt: ref('r.number'), value: buildOpenGoodsValue(day) };
  const sortKey = keys[sort.replace('-', '') as keyof typeof keys];
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ lineId: string }>`select l.${ref('lineId')}
    from (${lineIds}) as o cross join ${table('goodsReceiptLines')} as l join ${table('goodsReceipts')} as r on r.${ref('_id')} = l.${ref('receiptId')}
    where l.${ref('lineId')} = o.${ref('lineId')} and ${buildAccrualCondition(actor, query)}
      and (l.${ref('chargeE4')} = 0 and l.${ref('qtyMicro')} > ${sumMatchedThrough('qtyMicro', day)}
        or l.${ref('lineId')} in (select value from ${textRows(db.dialect, chargedIds)} as c))
    order by ${sortKey} ${direction}, r.${ref('businessDay')}, l.${ref('receiptId')}, l.position
    ${limit === undefined ? sql`` : sql`limit ${limit} offset ${offset}`}`.execute(db);
  return rows.map(({ lineId }) => lineId);
}

/** Loads these lines in the given order. */
async function loadAccrualsByLine(
  db: Queryable,
  actor: Actor,
  query: AccrualFilter,
  lineIds: readonly string[],
): Promise<Accrual[]> {
  const lineCondition = isOneOf(db, 'l.lineId', lineIds);
  const accruals = await listAccruals(db, actor, query, lineCondition);
  const byLine = new Map(accruals.map((row) => [row.receiptLineId, row]));
  return lineIds.flatMap((id) => byLine.get(id) ?? []);
}

/** Responds with the full list, or with one page of it if `limit` is set. */
export async function buildAccrualsResponse(
  db: Queryable,
  actor: Actor,
  { limit, page, sort, ...query }: AccrualQueryParams,
): Promise<RouteResponse> {
  if (limit === undefined) {
    const body = await listAccruals(db, actor, query);
    return { status: 200, body, headers: { 'x-total-count': String(body.length) } };
  }
  const lineIds = await loadOpenLineIds(db, actor, query, { sort, limit, offset: (page - 1) * limit });
  const { lines } = await sumAccruals(db, actor, query);
  const body = await loadAccrualsByLine(db, actor, query, lineIds);
  return { status: 200, body, headers: { 'x-total-count': String(lines) } };
}

export async function buildAccrualTotalsResponse(
  db: Queryable,
  actor: Actor,
  query: AccrualFilter,
): Promise<RouteResponse> {
  const { lines, goodsE4, chargesE4 } = await sumAccruals(db, actor, query);
  const body = { lines, openValue: fromE4(Number(goodsE4)), openCharge: fromE4(Number(chargesE4)) };
  return { status: 200, body };
}

/** Lines per batch. */
const batchSize = 500;

/** Streams all open lines, oldest first, in batches. */
export async function* streamAccruals(
  db: Queryable,
  actor: Actor,
  query: AccrualFilter,
): AsyncGenerator<Accrual[]> {
  for (const lineIds of chunks(await loadOpenLineIds(db, actor, query, {}), batchSize))
    yield await loadAccrualsByLine(db, actor, query, lineIds);
}

function toAccruals(row: Row): Accrual[] {
  const [goodsE4 = 0, chargesE4 = 0] = computeExpectedBilling(row);
  const orderedMicro = computeOrderedUnitPrice(row);
  const listMicro = computeOrderedUnitPrice({ ...row, orderedPriceMicro: row.orderedListMicro });
  const openMicro = Math.max(0, row.qtyMicro - Number(row.settled));
  const openE4 =
    openMicro === 0 ? 0 : computeNextAmountPart(goodsE4, row.qtyMicro, row.qtyMicro, Number(row.released));
  const openChargeE4 = chargesE4 - Number(row.releasedCharge);
  if (openMicro === 0 && openChargeE4 === 0) return [];
  return [
    {
      receiptId: row.receiptId,
      receiptNo: row.number,
      receiptLineId: row.lineId,
      poLineId: row.poLineId,
      supplier: row.supplier,
      supplierName: row.supplierName,
      supplierNameAlt: row.supplierNameAlt,
      place: row.place,
      placeName: row.placeName,
      placeNameAlt: row.placeNameAlt,
      businessDay: row.businessDay,
      itemId: row.itemId,
      itemCode: row.itemCode,
      itemName: row.itemName,
      itemNameAlt: row.itemNameAlt,
      unitSymbol: row.unitSymbol,
      acceptedQty: fromMicro(row.qtyMicro),
      billedQty: fromMicro(Number(row.settled) - Number(row.returned)),
      returnedQty: fromMicro(Number(row.returned)),
      openQty: fromMicro(openMicro),
      price: fromPriceMicro(row.priceMicro),
      orderedPrice: orderedMicro === null ? null : fromPriceMicro(orderedMicro),
      listPrice: listMicro === null ? null : fromPriceMicro(listMicro),
      currency: row.currency,
      openValue: fromE4(openE4),
      openCharge: fromE4(openChargeE4),
    },
  ];
}
