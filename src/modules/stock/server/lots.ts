import { refusal } from '#core/refusals/refusal.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { HoldLotInput, LotQueryParams } from '#modules/lots/input.ts';
import type { Lot, LotStock } from '#modules/lots/shapes.ts';
import { getBusinessDay, type LocalDays } from '#core/business-day.ts';
import { getLotBlocker, type AvailableLot as FreeLot, unnamedLot } from '#modules/lots/lot-rules.ts';
import { canHoldLots } from '#modules/lots/holds.ts';
import type { Actor } from '#core/permissions.ts';
import type { ExpiringStock } from '#modules/demand/usage-before-delivery.ts';
import { fromMicro } from '#core/quantity.ts';
import { foldText } from '#core/text.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { likePattern } from '#platform/server/db/like.ts';
import { lateralJoin } from '#platform/server/db/lateral-join.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { forbidden, notFound, problem } from '#platform/server/http/problems.ts';
import type { RouteResponse } from '#platform/server/http/route.ts';
import { loadHiddenStock } from './hidden-stock.ts';
import { stockEvent } from './events.ts';
import { insertLot, unknownOrigin } from './lot-book.ts';
import { holdColumnsAfterRelease } from './recall-scope.ts';
import { isPlaceVisibleTo } from './scope.ts';

const ref = (name: string) => sql.ref(name);

/** Balances `b` of tracked items without lot balances: all of the stock belongs to the lot without a code. */
const isUnnamed = sql<SqlBool>`(i.${ref('trackLots')} = 1 or i.${ref('trackExpiry')} = 1) and b.${ref('onHandMicro')} <> 0
    and not exists (select 1 from ${sql.table('lotBalances')} as l
      where l.${ref('placeId')} = b.${ref('placeId')} and l.${ref('itemId')} = b.${ref('itemId')})`;

/** Stock by place and lot; untracked stock of tracked items belongs to the lot without a code. */
export const lotStockSubquery = sql`(
  select ${ref('placeId')}, ${ref('itemId')}, ${ref('lotId')}, ${ref('onHandMicro')}, ${ref('reservedMicro')}
  from ${sql.table('lotBalances')}
  union all
  select b.${ref('placeId')}, b.${ref('itemId')}, (select o.${ref('_id')} from lots as o
      where o.${ref('itemId')} = b.${ref('itemId')} and o.code = ''), b.${ref('onHandMicro')}, 0
  from balances as b join items as i on i.${ref('_id')} = b.${ref('itemId')}
  where ${isUnnamed})`;

const matchesLot = sql`o.${ref('_id')} = stocked.${ref('lotId')}`;

/** Returns lot stock restricted to lots `o` that match a condition; candidates are lots with stock. */
export const buildLotStock = (db: Queryable, lotFilter: RawBuilder<SqlBool>): RawBuilder<unknown> => sql`(
  select s.${ref('placeId')}, s.${ref('itemId')}, s.${ref('lotId')}, s.${ref('onHandMicro')}
  from (select distinct ${ref('lotId')} from ${sql.table('lotBalances')}) as stocked
    cross join ${lateralJoin(db.dialect, 'lots', 'o', matchesLot)} cross join ${sql.table('lotBalances')} as s
  where ${matchesLot} and s.${ref('lotId')} = o.${ref('_id')} and ${lotFilter}
  union all
  select b.${ref('placeId')}, b.${ref('itemId')}, o.${ref('_id')}, b.${ref('onHandMicro')}
  from lots as o join items as i on i.${ref('_id')} = o.${ref('itemId')} join balances as b on b.${ref('itemId')} = o.${ref('itemId')}
  where o.code = '' and ${lotFilter} and ${isUnnamed})`;

export interface LotColumns {
  lotId: string | null;
  itemId: string;
  itemCode: string;
  itemName: string;
  itemNameAlt: string | null;
  unitSymbol: string;
  code: string | null;
  expiry: string | null;
  heldAt: string | null;
  heldBy: string | null;
  heldByName: string | null;
  holdReason: string | null;
  holdNote: string | null;
  heldByRecall: string | null;
  version: number | null;
  /** The day of first receipt; empty if unknown. */
  originDay: string | null;
}

const lotColumns = sql`o.${ref('_id')} as ${ref('lotId')}, i.${ref('_id')} as ${ref('itemId')},
  i.${ref('itemCode')}, i.name as ${ref('itemName')}, i.${ref('nameAlt')} as ${ref('itemNameAlt')},
  u.symbol as ${ref('unitSymbol')}, o.code, o.expiry, o.${ref('heldAt')}, o.${ref('heldBy')},
  o.${ref('heldByName')}, o.${ref('holdReason')}, o.${ref('holdNote')}, o.${ref('heldByRecall')}, o.version, o.${ref('originDay')}`;

export const toLot = (row: LotColumns): Lot => ({
  _id: row.lotId,
  itemId: row.itemId,
  itemCode: row.itemCode,
  itemName: row.itemName,
  itemNameAlt: row.itemNameAlt,
  unitSymbol: row.unitSymbol,
  lot: row.code === null || row.code === unnamedLot ? null : row.code,
  expiry: row.expiry,
  hold:
    row.heldAt === null
      ? null
      : {
          at: row.heldAt,
          by: row.heldBy ?? '',
          byName: row.heldByName ?? '',
          reasonCode: row.holdReason ?? 'other',
          note: row.holdNote,
          recallId: row.heldByRecall,
        },
  version: Number(row.version ?? 1),
});

interface StockColumns extends LotColumns, LocalDays {
  placeId: string;
  placeName: string;
  placeType: string;
  branchId: string | null;
  onHandMicro: number;
  reservedMicro: number;
}

/** Lists lot stock at places that the actor sees, earliest expiry first. */
export async function listLots(
  db: Queryable,
  actor: Actor,
  query: LotQueryParams,
  now: Date,
): Promise<RouteResponse> {
  const hiddenStock = await loadHiddenStock(db, actor);
  const conditions: RawBuilder<unknown>[] = [
    sql`${isPlaceVisibleTo(actor)}`,
    hiddenStock.isVisible('b.placeId', 'b.itemId'),
  ];
  const addFilter = (column: string, value: string | undefined) => {
    if (value !== undefined) conditions.push(sql`${ref(column)} = ${value}`);
  };
  addFilter('b.itemId', query.itemId);
  addFilter('b.placeId', query.placeId);
  addFilter('places.branchId', query.branchId);
  addFilter('o.code', query.lot);
  if (query.state === 'held') conditions.push(sql`o.${ref('heldAt')} is not null`);
  if (query.q) {
    const q = foldText(query.q);
    conditions.push(sql`(i.search like ${likePattern(q)} or o.search like ${likePattern(q)})`);
  }
  const from = sql`from ${lotStockSubquery} as b
    join items as i on i.${ref('_id')} = b.${ref('itemId')}
    join units as u on u.${ref('_id')} = i.${ref('baseUnit')}
    join places on places.${ref('placeId')} = b.${ref('placeId')}
    left join branches as own on own.${ref('_id')} = places.${ref('branchId')}
    left join lots as o on o.${ref('_id')} = b.${ref('lotId')}
    where ${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<StockColumns>`select ${lotColumns}, b.${ref('placeId')},
      places.name as ${ref('placeName')}, places.type as ${ref('placeType')}, places.${ref('branchId')}, own.timezone,
      own.${ref('dayEnds')}, b.${ref('onHandMicro')}, b.${ref('reservedMicro')} ${from}
    order by coalesce(o.expiry, '9999-99-99'), i.search, i.${ref('_id')}, o.code, b.${ref('placeId')}
    limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db);
  return {
    status: 200,
    body: rows.map((row) => toStock(row, now)),
    headers: { 'x-total-count': String(counted[0]?.total ?? 0) },
  };
}

function toStock(row: StockColumns, now: Date): LotStock {
  const day = getBusinessDay(now, row);
  const [onHandMicro, reservedMicro] = [Number(row.onHandMicro), Number(row.reservedMicro)];
  const state = getLotBlocker({ expiry: row.expiry, isHeld: row.heldAt !== null }, day) ?? 'usable';
  return {
    ...toLot(row),
    placeId: row.placeId,
    placeName: row.placeName,
    placeType: row.placeType,
    branchId: row.branchId,
    onHand: fromMicro(onHandMicro),
    picked: fromMicro(reservedMicro),
    usable: state === 'usable' ? fromMicro(Math.max(0, onHandMicro - reservedMicro)) : 0,
    state,
  };
}

/** Unusable stock of an item at a place on a day, in base units. */
export interface UnusableStock {
  unusableMicro: number;
  /** The part that isn't on hold but expires by that day; it can be used until it expires. */
  expiringStock: ExpiringStock[];
}

/** Loads stock of items at a place that is on hold or expired on a day. */
export async function loadUnusableStock(
  db: Queryable,
  placeId: string,
  itemIds: readonly string[],
  day: string | ((itemId: string) => string),
): Promise<Map<string, UnusableStock>> {
  const unusable = new Map<string, UnusableStock>();
  const getDay = typeof day === 'string' ? () => day : day;
  for (const lot of await loadLotsAtPlace(db, placeId, itemIds)) {
    if (lot.freeMicro <= 0 || getLotBlocker(lot, getDay(lot.itemId)) === null) continue;
    const itemTotals = unusable.get(lot.itemId) ?? { unusableMicro: 0, expiringStock: [] };
    unusable.set(lot.itemId, itemTotals);
    itemTotals.unusableMicro += lot.freeMicro;
    if (!lot.isHeld && lot.expiry !== null)
      itemTotals.expiringStock.push({ validThrough: lot.expiry, micro: lot.freeMicro });
  }
  return unusable;
}

/** Loads the lots of these items at a place. */
export async function loadLotsAtPlace(
  db: Queryable,
  placeId: string,
  itemIds: readonly string[],
): Promise<LotAtPlace[]> {
  if (itemIds.length === 0) return [];
  const { rows } = await sql<LotAtPlaceRow>`select b.${ref('itemId')}, coalesce(o.code, '') as lot, o.expiry,
      o.${ref('heldAt')}, o.${ref('createdAt')}, b.${ref('lotId')}, b.${ref('onHandMicro')}, b.${ref('reservedMicro')}
    from ${lotStockSubquery} as b left join lots as o on o.${ref('_id')} = b.${ref('lotId')}
    where b.${ref('placeId')} = ${placeId} and b.${ref('itemId')} in (${sql.join([...new Set(itemIds)])})`.execute(
    db,
  );
  return rows.map(({ itemId, lotId, lot, expiry, heldAt, createdAt, onHandMicro, reservedMicro }) => ({
    itemId,
    lotId,
    lot,
    expiry,
    isHeld: heldAt !== null,
    since: createdAt ?? '',
    freeMicro: Number(onHandMicro) - Number(reservedMicro),
  }));
}

/** A lot as input of a lot proposal, with its ids. */
interface LotAtPlace extends FreeLot {
  itemId: string;
  lotId: string | null;
}

interface LotAtPlaceRow {
  itemId: string;
  lotId: string | null;
  lot: string;
  expiry: string | null;
  heldAt: string | null;
  createdAt: string | null;
  onHandMicro: number;
  reservedMicro: number;
}

/** Returns an SQL condition on lots `o`: the lot is or was at a location that the actor sees. */
export function isLotVisibleTo(actor: Actor): RawBuilder<SqlBool> {
  const visiblePlaces = sql`(select places.${ref('placeId')} from places where ${isPlaceVisibleTo(actor)})`;
  return sql<SqlBool>`(
      exists (select 1 from ${sql.table('lotBalances')} as b
        where b.${ref('lotId')} = o.${ref('_id')} and b.${ref('placeId')} in ${visiblePlaces})
      or exists (select 1 from ${sql.table('stockMoves')} as m where m.${ref('lotId')} = o.${ref('_id')}
        and (m.${ref('fromPlace')} in ${visiblePlaces} or m.${ref('toPlace')} in ${visiblePlaces}))
      or exists (select 1 from ${sql.table('stockMoves')} as a where a.${ref('toLotId')} = o.${ref('_id')}
        and a.${ref('toPlace')} in ${visiblePlaces})
      or (o.code = '' and exists (select 1 from balances as w
        where w.${ref('itemId')} = o.${ref('itemId')} and w.${ref('placeId')} in ${visiblePlaces})))`;
}

/** Loads lots `o` by a condition, with their items and units. */
export async function loadLots(
  db: Queryable,
  condition: RawBuilder<unknown>,
  orderAndLimit: RawBuilder<unknown> = sql``,
): Promise<LotColumns[]> {
  const { rows } = await sql<LotColumns>`select ${lotColumns} from lots as o
    join items as i on i.${ref('_id')} = o.${ref('itemId')}
    join units as u on u.${ref('_id')} = i.${ref('baseUnit')}
    where ${condition} ${orderAndLimit}`.execute(db);
  return rows;
}

/** Finds a lot that the actor sees; undefined otherwise. */
export async function findLot(
  db: Queryable,
  actor: Actor,
  key: { id: string } | { itemId: string; code: string },
): Promise<LotColumns | undefined> {
  const isRequested =
    'id' in key
      ? sql`o.${ref('_id')} = ${key.id}`
      : sql`o.${ref('itemId')} = ${key.itemId} and o.code = ${key.code}`;
  return (await loadLots(db, sql`${isRequested} and ${isLotVisibleTo(actor)}`))[0];
}

/**
 * Puts a lot on hold or releases it. From the commit on, a held lot can't be picked, shipped or used
 * anywhere, even if already picked; a lot that a recall also holds stays on hold. Repeating a request changes
 * nothing; `check` (for a stale version) runs last.
 *
 * @throws ApiProblem 404 for a lot that the actor doesn't see, 403 for branch users, 409 if a recall holds
 *   the lot
 */
export async function setLotHold(
  ctx: CommandContext,
  input: HoldLotInput,
  check: (current: Lot) => Promise<void>,
): Promise<Lot> {
  const code = input.lot ?? unnamedLot;
  if (code === unnamedLot) await insertUnnamedLot(ctx, input.itemId);
  const visibleLot = await findLot(ctx.tx, ctx.actor, { itemId: input.itemId, code });
  if (!visibleLot) throw notFound();
  if (!canHoldLots(ctx.actor)) throw forbidden(refusal('lot-not-yours'));
  await ctx.tx
    .selectFrom('lots')
    .select('_id')
    .where('_id', '=', visibleLot.lotId ?? '')
    .$call(ctx.tx.lock)
    .execute();
  const row = await findLot(ctx.tx, ctx.actor, { itemId: input.itemId, code });
  if (!row) throw notFound();
  const current = toLot(row);
  if ((current.hold !== null) === input.hold) return current;
  await check(current);
  // Only the recall itself can release its hold: its page shows why the lot is in scope.
  if (row.heldByRecall !== null)
    throw problem(
      'LOT_ON_HOLD',
      refusal('lot-held-by-recall', { lot: current.lot ?? '-', number: row.holdNote ?? '' }),
    );
  const at = ctx.now.toISOString();
  const holdState = input.hold
    ? {
        heldAt: at,
        heldBy: ctx.actor._id,
        heldByName: ctx.actor.name,
        holdReason: input.reasonCode,
        holdNote: input.note ?? null,
        heldByRecall: null,
      }
    : await holdColumnsAfterRelease(ctx.tx, row.lotId ?? '');
  const changes = { ...holdState, version: current.version + 1, updatedAt: at };
  await ctx.tx
    .updateTable('lots')
    .set(changes)
    .where('_id', '=', row.lotId ?? '')
    .execute();
  const { itemId, reasonCode, note = null } = input;
  await ctx.audit({
    action: input.hold ? 'hold' : 'release',
    entity: 'stock',
    id: row.lotId,
    before: { hold: current.hold !== null },
    after: { itemId, lot: current.lot, hold: input.hold, reasonCode, note },
  });
  await notifyLotLocations(ctx, row.lotId ?? '');
  return toLot({ ...row, ...changes });
}

/** Inserts the lot without a code for a tracked item that has none. */
async function insertUnnamedLot({ tx, now }: CommandContext, itemId: string): Promise<void> {
  const item = await tx
    .selectFrom('items')
    .select('_id')
    .where('_id', '=', itemId)
    .where(({ eb, or }) => or([eb('trackLots', '=', 1), eb('trackExpiry', '=', 1)]))
    .executeTakeFirst();
  if (!item) return;
  const lot = { itemId, code: unnamedLot, expiry: null, origin: unknownOrigin, now: now.toISOString() };
  await insertLot(tx, lot);
}

export async function notifyLotLocations(
  { tx, emit }: { tx: Tx; emit: CommandContext['emit'] },
  lotId: string,
) {
  const rows = await tx
    .selectFrom('lotBalances')
    .innerJoin('places', 'places.placeId', 'lotBalances.placeId')
    .select('places.branchId')
    .distinct()
    .where('lotId', '=', lotId)
    .execute();
  const owners = rows.flatMap(({ branchId }) => (branchId === null ? [] : [branchId]));
  emit(stockEvent(lotId, owners, owners));
}
