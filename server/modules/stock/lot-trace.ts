import { sql } from 'kysely';
import type { LotTrace } from '#contract/lots.ts';
import { fromMicro } from '#domain/quantity.ts';
import type { Actor } from '#domain/permissions.ts';
import { isVirtual } from '#domain/stock/places.ts';
import type { Queryable } from '../../db/types.ts';
import { notFound } from '../../http/problems.ts';
import { keptBack } from './blind.ts';
import { findLot, toLot } from './lots.ts';
import { placesOf } from './scope.ts';

interface TracedMove {
  fromPlace: string;
  toPlace: string;
  qtyMicro: number;
  docType: string;
  docId: string;
  docNo: string | null;
  kind: string;
  businessDay: string;
  reversesSeq: number | null;
  byName: string | null;
  lotId: string | null;
  /** Null where it arrived as the lot that it was sent as. */
  toLotId: string | null;
}

interface TracedPlace {
  placeId: string;
  name: string;
  type: string;
  branchId: string | null;
  isOwn: boolean;
}

/** Figures of a trace by their names on the wire, in millionths. */
type Sums = Record<keyof LotTrace['totals'], number>;

/**
 * Where one lot came from and where it went. Who is bound to a place sees what touched the own places: what came there,
 * and that the rest was sent on. Batches of the kitchen are not followed yet.
 *
 * @throws ApiProblem 404 for a lot of which nothing is or was at a place of the actor.
 */
export async function traceLot(
  db: Queryable,
  actor: Actor,
  by: { id: string } | { itemId: string; code: string },
  direction: LotTrace['direction'],
): Promise<LotTrace> {
  const found = await findLot(db, actor, by);
  if (!found) throw notFound();
  const lotId = found.lotId ?? '';
  const places = await placesFor(db, actor);
  const kept = await keptBack(db, actor);
  const isOwn = (placeId: string) =>
    (places.get(placeId)?.isOwn ?? false) && !kept.has(placeId, found.itemId);
  const nameOf = (placeId: string) => places.get(placeId)?.name ?? placeId;
  const all = await movesOf(db, lotId);
  // What came as another lot than it was sent as left as one, and arrived as the other.
  const leaves = (move: TracedMove) => move.lotId === lotId;
  const arrives = ({ lotId: left, toLotId }: TracedMove) => (toLotId ?? left) === lotId;
  const isOut = (move: TracedMove) => leaves(move) && isOwn(move.fromPlace);
  const isIn = (move: TracedMove) => arrives(move) && isOwn(move.toPlace);
  const moves = all.filter((move) => isIn(move) || isOut(move));
  const stock = (await stockOf(db, lotId)).filter(({ placeId }) => isOwn(placeId));

  const sums: Sums = { received: 0, onHand: 0, inTransit: 0, onHold: 0, wasted: 0, used: 0, sent: 0 };
  const origin = new Map<string, LotTrace['origin'][number]>();
  const losses = new Map<string, LotTrace['losses'][number]>();
  const orders = new Map<string, LotTrace['orders'][number]>();
  for (const move of moves) {
    const { fromPlace, toPlace, kind } = move;
    const qtyMicro = Number(move.qtyMicro);
    const entered = isIn(move);
    // What takes a move back counts where that did, the other way.
    const isBack = move.reversesSeq !== null;
    const sign = isBack ? -1 : 1;
    if (entered !== isOut(move)) {
      const figure = figureOf(move, entered !== isBack, isBack ? fromPlace : toPlace);
      sums[figure] += sign * qtyMicro;
      const place = entered ? toPlace : fromPlace;
      if (figure === 'received') addDocument(origin, move, { place, name: nameOf(place) }, sign * qtyMicro);
      if (figure === 'wasted') addDocument(losses, move, { place, name: nameOf(place) }, sign * qtyMicro);
    }
    if (move.docType === 'order' && (kind.startsWith('ship') || arrives(move)))
      addOrder(orders, places, move, kind, sign * qtyMicro);
  }
  for (const { placeId, onHandMicro } of stock) {
    const type = places.get(placeId)?.type;
    const figure = type === 'transit' ? 'inTransit' : type === 'hold' ? 'onHold' : 'onHand';
    sums[figure] += Number(onHandMicro);
  }
  // Of what was there before lots were kept nothing is said but where it is, and where it went since.
  if (found.code === '') {
    const { received: _, ...rest } = sums;
    sums.received = Object.values(rest).reduce((sum, micro) => sum + micro, 0);
  }
  const said = <Row extends { qty: number }>(rows: Map<string, Row>) =>
    [...rows.values()].filter(({ qty }) => qty !== 0).map((row) => ({ ...row, qty: fromMicro(row.qty) }));
  return {
    lot: toLot(found),
    direction,
    totals: Object.fromEntries(
      Object.entries(sums).map(([name, micro]) => [name, fromMicro(micro)]),
    ) as LotTrace['totals'],
    origin: said(origin),
    places: stock.map(({ placeId, onHandMicro }) => ({
      placeId,
      placeName: nameOf(placeId),
      placeType: places.get(placeId)?.type ?? '',
      branchId: places.get(placeId)?.branchId ?? null,
      onHand: fromMicro(Number(onHandMicro)),
    })),
    orders: [...orders.values()]
      .filter(({ shipped, received, damaged }) => shipped !== 0 || received !== 0 || damaged !== 0)
      .map((row) => ({
        ...row,
        shipped: fromMicro(row.shipped),
        received: fromMicro(row.received),
        damaged: fromMicro(row.damaged),
      })),
    losses: said(losses),
  };
}

/** Where a move across the border of what is seen counts: what it is of, not which way it was written. */
function figureOf({ kind }: TracedMove, entered: boolean, beyond: string): keyof Sums {
  if (entered) return 'received';
  if (!isVirtual(beyond)) return 'sent';
  if (beyond === 'consumption' || kind === 'consumption') return 'used';
  return 'wasted';
}

function documentOf({ docType, docId, docNo, businessDay }: TracedMove) {
  return { docType, docId, docNo, day: businessDay };
}

function addDocument(
  rows: Map<string, LotTrace['origin'][number]>,
  move: TracedMove,
  { place, name }: { place: string; name: string },
  qtyMicro: number,
): void {
  const key = `${move.docId} ${place}`;
  const row = rows.get(key) ?? {
    ...documentOf(move),
    placeId: place,
    placeName: name,
    kind: move.kind,
    qty: 0,
    byName: move.byName,
  };
  row.qty += qtyMicro;
  rows.set(key, row);
}

function addOrder(
  rows: Map<string, LotTrace['orders'][number]>,
  places: ReadonlyMap<string, TracedPlace>,
  move: TracedMove,
  kind: string,
  qtyMicro: number,
): void {
  const beyond = kind === 'ship_reversal' ? move.fromPlace : kind === 'ship' ? move.toPlace : move.fromPlace;
  const branchId = places.get(beyond)?.branchId ?? '';
  const row = rows.get(move.docId) ?? {
    ...documentOf(move),
    branchId,
    branchName: places.get(branchId)?.name ?? branchId,
    shipped: 0,
    received: 0,
    damaged: 0,
  };
  if (kind === 'ship' || kind === 'ship_reversal') row.shipped += qtyMicro;
  if (kind === 'receive') row.received += qtyMicro;
  if (kind === 'receive_damaged') row.damaged += qtyMicro;
  rows.set(move.docId, row);
}

function movesOf(db: Queryable, lotId: string): Promise<TracedMove[]> {
  return db
    .selectFrom('stockMoves')
    .leftJoin('users', 'users._id', 'stockMoves.userId')
    .select([
      'fromPlace',
      'toPlace',
      'qtyMicro',
      'docType',
      'docId',
      'docNo',
      'kind',
      'businessDay',
      'reversesSeq',
      'users.name as byName',
      'lotId',
      'toLotId',
    ])
    .where(({ eb, or }) => or([eb('lotId', '=', lotId), eb('toLotId', '=', lotId)]))
    .where('qtyMicro', '>', 0)
    .orderBy('seq')
    .execute();
}

function stockOf(db: Queryable, lotId: string) {
  return db
    .selectFrom('lotBalances')
    .select(['placeId', 'onHandMicro'])
    .where('lotId', '=', lotId)
    .where('onHandMicro', '!=', 0)
    .orderBy('placeId')
    .execute();
}

async function placesFor(db: Queryable, actor: Actor): Promise<Map<string, TracedPlace>> {
  const rows = await db
    .selectFrom('places')
    .select(['placeId', 'name', 'type', 'branchId'])
    .select(sql<number>`case when ${placesOf(actor)} then 1 else 0 end`.as('isOwn'))
    .execute();
  return new Map(rows.map((row) => [row.placeId, { ...row, isOwn: Number(row.isOwn) === 1 }]));
}
