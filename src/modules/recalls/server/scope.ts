import { type SqlBool, sql } from 'kysely';
import type { RecallLot, RecallProduct } from '../shapes.ts';
import type { ScopeReason } from '../recall-rules.ts';
import { type Actor, getScope } from '#core/permissions.ts';
import { fromMicro } from '#core/quantity.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { isPlaceVisibleTo } from '#modules/stock/server/scope.ts';

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

/** Returns an SQL condition on recall lots `l`: one of the actor's locations has a request about the lot. */
const isRequestedFrom = (actor: Actor) =>
  getScope(actor).kind === 'all'
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`exists (select 1 from ${table('recallPlaces')} as p
        join places on places.${ref('placeId')} = p.${ref('placeId')}
        where p.${ref('recallId')} = l.${ref('recallId')} and p.${ref('lotId')} = l.${ref('lotId')} and ${isPlaceVisibleTo(actor)})`;

interface ScopeRow {
  lotId: string;
  itemId: string;
  itemName: string;
  unitSymbol: string;
  lot: string;
  expiry: string | null;
  depth: number | string;
  reason: ScopeReason;
  fromLot: string | null;
  docType: string | null;
  docId: string | null;
  docNo: string | null;
  addedAt: string;
  heldAt: string | null;
  heldByRecall: string | null;
  holdAt: string | null;
  releasedAt: string | null;
  releasedByName: string | null;
  releaseReason: string | null;
}

/** Loads the lots in scope that the actor sees, nearest first, with their current stock. */
export async function loadRecallLots(db: Queryable, actor: Actor, recallId: string): Promise<RecallLot[]> {
  // Lots at other locations are hidden, even as the source of a visible one.
  const { rows } =
    await sql<ScopeRow>`select l.${ref('lotId')}, o.${ref('itemId')}, i.name as ${ref('itemName')},
      u.symbol as ${ref('unitSymbol')}, o.code as lot, o.expiry, l.depth, l.reason, l.${ref('docType')}, l.${ref('docId')},
      l.${ref('docNo')}, l.${ref('addedAt')}, o.${ref('heldAt')}, o.${ref('heldByRecall')}, h.at as ${ref('holdAt')},
      h.${ref('releasedAt')}, h.${ref('releasedByName')}, h.${ref('releaseReason')},
      (select f.code from lots as f join ${table('recallLots')} as l2 on l2.${ref('lotId')} = f.${ref('_id')}
        where l2.${ref('recallId')} = l.${ref('recallId')} and f.${ref('_id')} = l.${ref('fromLotId')}) as ${ref('fromLot')}
    from ${table('recallLots')} as l join lots as o on o.${ref('_id')} = l.${ref('lotId')}
      join items as i on i.${ref('_id')} = o.${ref('itemId')} join units as u on u.${ref('_id')} = i.${ref('baseUnit')}
      left join ${table('recallHolds')} as h on h.${ref('recallId')} = l.${ref('recallId')} and h.${ref('lotId')} = l.${ref('lotId')}
    where l.${ref('recallId')} = ${recallId} and ${isRequestedFrom(actor)}
    order by l.depth, i.name, o.code, l.${ref('lotId')}`.execute(db);
  const canSeeAll = getScope(actor).kind === 'all';
  const stock = await loadCurrentStock(db, actor, recallId);
  return rows.map((row) => ({
    lotId: row.lotId,
    itemId: row.itemId,
    itemName: row.itemName,
    unitSymbol: row.unitSymbol,
    lot: row.lot || null,
    expiry: row.expiry,
    depth: Number(row.depth),
    reason: row.reason,
    fromLot: row.fromLot || null,
    docType: canSeeAll ? row.docType : null,
    docId: canSeeAll ? row.docId : null,
    docNo: row.docNo,
    addedAt: row.addedAt,
    hold:
      row.heldAt === null
        ? null
        : row.holdAt !== null && row.releasedAt === null && row.heldByRecall === recallId
          ? 'recall'
          : 'other',
    releasedAt: row.releasedAt,
    releasedByName: row.releasedByName,
    releaseReason: row.releaseReason,
    stock: stock.get(row.lotId) ?? [],
  }));
}

/** Loads the current stock of lots in scope, without stock hidden by blind counts. */
async function loadCurrentStock(
  db: Queryable,
  actor: Actor,
  recallId: string,
): Promise<Map<string, RecallLot['stock']>> {
  const hiddenStock = await loadHiddenStock(db, actor);
  const rows = await db
    .selectFrom('recallLots as l')
    .innerJoin('lotBalances as b', 'b.lotId', 'l.lotId')
    .innerJoin('places', 'places.placeId', 'b.placeId')
    .select([
      'b.lotId',
      'b.placeId',
      'places.name as placeName',
      'b.itemId',
      'b.onHandMicro',
      'b.reservedMicro',
    ])
    .where('l.recallId', '=', recallId)
    .where('b.onHandMicro', '!=', 0)
    .where(isPlaceVisibleTo(actor))
    .orderBy('b.placeId')
    .execute();
  const byLot = new Map<string, RecallLot['stock']>();
  for (const { lotId, placeId, placeName, itemId, onHandMicro, reservedMicro } of rows) {
    if (hiddenStock.has(placeId, itemId)) continue;
    const stock = byLot.get(lotId) ?? [];
    byLot.set(lotId, stock);
    const [onHand, picked] = [fromMicro(Number(onHandMicro)), fromMicro(Number(reservedMicro))];
    stock.push({ placeId, placeName, onHand, picked });
  }
  return byLot;
}

/** Loads untracked products that batches made from lots in scope, at locations that the actor sees. */
export async function loadRecallProducts(
  db: Queryable,
  actor: Actor,
  recallId: string,
): Promise<RecallProduct[]> {
  const rows = await db
    .selectFrom('recallLots as l')
    .innerJoin('stockMoves as used', 'used.lotId', 'l.lotId')
    .innerJoin('stockMoves as made', (join) =>
      join.onRef('made.docId', '=', 'used.docId').onRef('made.cycle', '=', 'used.cycle'),
    )
    .innerJoin('places', 'places.placeId', 'made.toPlace')
    .innerJoin('items', 'items._id', 'made.itemId')
    .innerJoin('units', 'units._id', 'items.baseUnit')
    .select([
      'made.seq',
      'made.docId',
      'made.docNo',
      'made.businessDay as day',
      'places.name as placeName',
      'made.itemId',
      'items.name as itemName',
      'units.symbol as unitSymbol',
      'made.qtyMicro',
    ])
    .distinct()
    .where('l.recallId', '=', recallId)
    .where('used.docType', '=', 'production_batch')
    .where('used.kind', '=', 'consumption')
    .where('made.docType', '=', 'production_batch')
    .where('made.kind', '=', 'production')
    .where('made.lotId', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stockMoves as reversal')
            .select('reversal.seq')
            .whereRef('reversal.reversesSeq', '=', 'made.seq'),
        ),
      ),
    )
    .where(isPlaceVisibleTo(actor))
    .orderBy('made.seq')
    .execute();
  return rows.map(({ seq: _seq, qtyMicro, ...row }) => ({ ...row, qty: fromMicro(Number(qtyMicro)) }));
}
