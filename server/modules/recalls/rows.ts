import { sql } from 'kysely';
import type { Recall, RecallPlace, RecallQuery } from '#contract/recalls.ts';
import { tracedShareMicro } from '#domain/lots/recalls.ts';
import { type Actor, scopeOf } from '#domain/permissions.ts';
import { fromMicro } from '#domain/quantity.ts';
import type { RecallRow } from '../../db/tables.ts';
import type { Queryable } from '../../db/types.ts';
import { keptBack } from '../stock/blind.ts';
import { placesOf } from '../stock/scope.ts';

const ref = (name: string) => sql.ref(name);

/** The recalls of which the actor sees a place, the newest first; with its places where one is asked for. */
export async function listRecalls(
  db: Queryable,
  actor: Actor,
  query: RecallQuery,
): Promise<{ rows: Recall[]; total: number }> {
  const seesAll = scopeOf(actor).kind === 'all';
  const wanted = db
    .selectFrom('recalls as r')
    .$if(query.id !== undefined, (all) => all.where('r._id', '=', query.id ?? ''))
    .$if(query.state === 'open', (all) =>
      all.where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('recallEnds as e').select('e.at').whereRef('e.recallId', '=', 'r._id'))),
      ),
    )
    .$if(!seesAll, (all) =>
      all.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('recallPlaces as p')
            .innerJoin('places', 'places.placeId', 'p.placeId')
            .select('p.placeId')
            .whereRef('p.recallId', '=', 'r._id')
            .where(placesOf(actor)),
        ),
      ),
    );
  const { total } = await wanted
    .select((on) => on.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const heads = await wanted
    .selectAll('r')
    .orderBy('r._id', 'desc')
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute();
  const rows = await presentHeads(db, actor, heads, query.id !== undefined);
  return { rows, total: Number(total) };
}

/** Recalls as they are told to somebody, with their places where those are asked for. */
async function presentHeads(
  db: Queryable,
  actor: Actor,
  heads: readonly RecallRow[],
  withPlaces: boolean,
): Promise<Recall[]> {
  if (heads.length === 0) return [];
  const seesAll = scopeOf(actor).kind === 'all';
  const ids = heads.map(({ _id }) => _id);
  const [places, ends, kept] = [
    Map.groupBy(await placesWithFindings(db, actor, ids), ({ recallId }) => recallId),
    new Map((await endsOf(db, ids)).map((end) => [end.recallId, end])),
    await keptBack(db, actor),
  ];
  return heads.map((head) => {
    const asked = (places.get(head._id) ?? []).map((place) => ({
      ...place,
      isTold: !kept.has(place.placeId, head.itemId),
    }));
    const end = ends.get(head._id);
    const foundMicro = asked.reduce((sum, { foundMicro: found }) => sum + Number(found ?? 0), 0);
    return {
      ...toHead(head),
      placesAsked: asked.length,
      placesConfirmed: asked.filter(({ foundMicro: found }) => found !== null).length,
      sums: seesAll ? sumsOf(head, foundMicro) : null,
      end: end
        ? {
            at: end.at,
            byName: end.userName,
            note: end.note,
            seconds: Number(end.seconds),
            placesAsked: seesAll ? Number(end.placesAsked) : asked.length,
            placesConfirmed: seesAll
              ? Number(end.placesConfirmed)
              : asked.filter(({ foundMicro: found }) => found !== null).length,
          }
        : null,
      places: withPlaces ? asked.map(toPlace) : [],
    };
  });
}

/** One with its places; undefined where there is none that the actor sees. */
export async function findRecall(db: Queryable, actor: Actor, id: string): Promise<Recall | undefined> {
  return (await listRecalls(db, actor, { id, limit: 1, page: 1 })).rows[0];
}

function toHead(row: RecallRow) {
  const { _id, number, startedAt, userName, note, itemId, itemCode, itemName, lot, unitSymbol } = row;
  const isPractice = Number(row.isPractice) === 1;
  return {
    _id,
    number,
    isPractice,
    startedAt,
    byName: userName,
    note,
    itemId,
    itemCode,
    itemName,
    lot: lot || null,
    unitSymbol,
  };
}

function sumsOf({ cameMicro, documentedMicro }: RecallRow, foundMicro: number) {
  const [came, documented] = [Number(cameMicro), Number(documentedMicro)];
  const share = tracedShareMicro({ cameMicro: came, documentedMicro: documented, foundMicro });
  return {
    came: fromMicro(came),
    documented: fromMicro(documented),
    found: fromMicro(foundMicro),
    traced: share === null ? null : Math.floor(share / 1000) / 10,
  };
}

type Asked = Awaited<ReturnType<typeof placesWithFindings>>[number];

function toPlace(row: Asked & { isTold: boolean }): RecallPlace {
  const { placeId, placeName, branchId, phone, lotId, lot, expectedMicro, foundMicro, isTold } = row;
  return {
    placeId,
    placeName,
    branchId,
    phone,
    lotId,
    lot: lot || null,
    expected: isTold ? fromMicro(Number(expectedMicro)) : null,
    found: foundMicro === null ? null : fromMicro(Number(foundMicro)),
    foundAt: row.foundAt,
    foundByName: row.foundByName,
    note: row.foundNote,
  };
}

/** What places that the actor sees were asked for, with the last word of each. */
export async function placesWithFindings(db: Queryable, actor: Actor, recallIds: readonly string[]) {
  return db
    .selectFrom('recallPlaces as p')
    .innerJoin('places', 'places.placeId', 'p.placeId')
    .leftJoin('branches as b', 'b._id', 'places.branchId')
    .leftJoin('recallFindings as f', (join) =>
      join.onRef('f.recallId', '=', 'p.recallId').on(
        'f._id',
        '=',
        sql<string>`(select max(l.${ref('_id')}) from ${sql.table('recallFindings')} as l
            where l.${ref('recallId')} = p.${ref('recallId')} and l.${ref('placeId')} = p.${ref('placeId')}
              and l.${ref('lotId')} = p.${ref('lotId')})`,
      ),
    )
    .select([
      'p.recallId',
      'p.placeId',
      'p.placeName',
      'p.lotId',
      'p.lot',
      'p.expectedMicro',
      'places.branchId',
      'b.phone',
      'f.qtyMicro as foundMicro',
      'f.at as foundAt',
      'f.userName as foundByName',
      'f.note as foundNote',
    ])
    .where('p.recallId', 'in', recallIds)
    .where(placesOf(actor))
    .orderBy('p.placeId')
    .orderBy('p.lotId')
    .execute();
}

export function endsOf(db: Queryable, recallIds: readonly string[]) {
  return db.selectFrom('recallEnds').selectAll().where('recallId', 'in', recallIds).execute();
}
