import { sql } from 'kysely';
import type { StockMovesQuery } from '#contract/stock.ts';
import { type Actor, scopeOf, seesStockCosts } from '#domain/permissions.ts';
import type { MoveKind } from '#domain/stock/kinds.ts';
import { type JsonField, joinJson, jsonObject, jsonText, withInteger } from '../../db/json-sql.ts';
import type { Queryable } from '../../db/types.ts';
import type { Answer } from '../../http/route.ts';
import { keptBack } from './blind.ts';
import { placesOf } from './scope.ts';

const mostCounted = 10_000;

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

/** The ledger as far as the actor sees one of the two places, newest first. */
export async function listMoves(db: Queryable, actor: Actor, query: StockMovesQuery): Promise<Answer> {
  const kept = await keptBack(db, actor);
  const filtered = filterMoves(db, actor, query)
    .where(kept.tells('m.fromPlace', 'm.itemId'))
    .where(kept.tells('m.toPlace', 'm.itemId'));
  const direction = query.sort === 'seq' ? ('asc' as const) : ('desc' as const);
  const told = seesStockCosts(actor) ? fields : { ...fields, ...noCosts };
  let page = filtered
    .innerJoin('items as i', 'i._id', 'm.itemId')
    .innerJoin('units as u', 'u._id', 'i.baseUnit')
    .leftJoin('places as f', 'f.placeId', 'm.fromPlace')
    .leftJoin('places as t', 't.placeId', 'm.toPlace')
    .select(
      withInteger(jsonText(db.dialect, jsonObject(db.dialect, told)), 'pieces', sql.ref('m.pieces')).as(
        'json',
      ),
    )
    .orderBy('m.seq', direction)
    .limit(query.limit);
  if (query.after !== undefined) page = page.where('m.seq', direction === 'asc' ? '>' : '<', query.after);
  else if (query.page > 1) page = page.offset((query.page - 1) * query.limit);
  const rows = await page.execute();
  const total = await countMoves(db, filtered);
  return {
    status: 200,
    raw: true,
    body: joinJson(rows),
    headers: {
      'x-total-count': String(Math.min(total, mostCounted)),
      ...(total > mostCounted && { 'x-total-capped': 'true' }),
    },
  };
}

function filterMoves(db: Queryable, actor: Actor, query: StockMovesQuery) {
  let moves = db.selectFrom('stockMoves as m');
  if (query.itemId) moves = moves.where('m.itemId', '=', query.itemId);
  if (query.docId) moves = moves.where('m.docId', '=', query.docId);
  if (query.kind) moves = moves.where('m.kind', '=', query.kind as MoveKind);
  const { placeId } = query;
  if (placeId)
    moves = moves.where((eb) => eb.or([eb('m.fromPlace', '=', placeId), eb('m.toPlace', '=', placeId)]));
  if (scopeOf(actor).kind === 'all') return moves;
  const mine = db.selectFrom('places').select('placeId').where(placesOf(actor));
  return moves.where((eb) => eb.or([eb('m.fromPlace', 'in', mine), eb('m.toPlace', 'in', mine)]));
}

async function countMoves(db: Queryable, filtered: ReturnType<typeof filterMoves>): Promise<number> {
  const counted = filtered.select('m.seq').limit(mostCounted + 1);
  const row = await db
    .selectFrom(counted.as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}
