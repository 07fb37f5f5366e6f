import { sql } from 'kysely';
import type { RecallQueryParams } from '../input.ts';
import type { Recall, RecallPlace } from '../shapes.ts';
import { getTracedShareMicro } from '../recall-rules.ts';
import { type Actor, getScope } from '#core/permissions.ts';
import { fromMicro } from '#core/quantity.ts';
import type { RecallRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { isPlaceVisibleTo } from '#modules/stock/server/scope.ts';
import { loadRecallProducts, loadRecallLots } from './scope.ts';

const ref = (name: string) => sql.ref(name);

/**
 * Lists recalls that affect a location of the actor, newest first; with answers, lots and products when
 * requested by id.
 */
export async function listRecalls(
  db: Queryable,
  actor: Actor,
  query: RecallQueryParams,
): Promise<{ rows: Recall[]; total: number }> {
  const canSeeAll = getScope(actor).kind === 'all';
  const matching = db
    .selectFrom('recalls as r')
    .$if(query.id !== undefined, (all) => all.where('r._id', '=', query.id ?? ''))
    .$if(query.state === 'open', (all) =>
      all.where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('recallEnds as e').select('e.at').whereRef('e.recallId', '=', 'r._id'))),
      ),
    )
    .$if(!canSeeAll, (all) =>
      all.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('recallPlaces as p')
            .innerJoin('places', 'places.placeId', 'p.placeId')
            .select('p.placeId')
            .whereRef('p.recallId', '=', 'r._id')
            .where(isPlaceVisibleTo(actor)),
        ),
      ),
    );
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const headers = await matching
    .selectAll('r')
    .orderBy('r._id', 'desc')
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute();
  const rows = await presentRecalls(db, actor, headers, query.id !== undefined);
  return { rows, total: Number(total) };
}

/** Builds the recall responses for the actor. */
async function presentRecalls(
  db: Queryable,
  actor: Actor,
  headers: readonly RecallRow[],
  withDetails: boolean,
): Promise<Recall[]> {
  if (headers.length === 0) return [];
  const canSeeAll = getScope(actor).kind === 'all';
  const ids = headers.map(({ _id }) => _id);
  const places = Map.groupBy(await loadPlacesWithFindings(db, actor, ids), ({ recallId }) => recallId);
  const ends = new Map((await loadRecallEnds(db, ids)).map((end) => [end.recallId, end]));
  const mails = await loadMailCounts(db, ids);
  const hiddenStock = await loadHiddenStock(db, actor);
  return Promise.all(
    headers.map(async (header) => {
      const requested = places.get(header._id) ?? [];
      const end = ends.get(header._id);
      const foundMicro = requested.reduce(
        (sum, row) => sum + (row.itemId === header.itemId ? Number(row.foundMicro ?? 0) : 0),
        0,
      );
      const byPlace = Map.groupBy(requested, ({ placeId }) => placeId);
      const awaiting = [...byPlace].flatMap(([placeId, rows]) =>
        rows.some(({ foundMicro: found }) => found === null)
          ? [
              {
                placeId,
                placeName: rows[0]?.placeName ?? placeId,
                emailCount: 0,
                lastEmailAt: null,
                ...mails.get(`${header._id} ${rows[0]?.branchId}`),
              },
            ]
          : [],
      );
      const confirmedPlaces = byPlace.size - awaiting.length;
      return {
        ...toRecallHeader(header),
        requestedPlaces: byPlace.size,
        confirmedPlaces,
        awaiting,
        sums: canSeeAll ? buildRecallTotals(header, foundMicro) : null,
        end: end
          ? {
              at: end.at,
              byName: end.userName,
              note: end.note,
              seconds: Number(end.seconds),
              requestedPlaces: canSeeAll ? Number(end.requestedPlaces) : byPlace.size,
              confirmedPlaces: canSeeAll ? Number(end.confirmedPlaces) : confirmedPlaces,
            }
          : null,
        places: withDetails
          ? requested.map((row) => toRecallPlace(row, !hiddenStock.has(row.placeId, row.itemId)))
          : [],
        lots: withDetails ? await loadRecallLots(db, actor, header._id) : [],
        products: withDetails ? await loadRecallProducts(db, actor, header._id) : [],
      };
    }),
  );
}

/** Loads the number of emails and the time of the latest, by recall and branch. */
async function loadMailCounts(db: Queryable, ids: readonly string[]) {
  const rows = await db
    .selectFrom('recallNotices')
    .select(['recallId', 'branchId'])
    .select((eb) => [eb.fn.max<number>('no').as('emailCount'), eb.fn.max('at').as('lastEmailAt')])
    .where('recallId', 'in', ids)
    .groupBy(['recallId', 'branchId'])
    .execute();
  return new Map(
    rows.map(({ recallId, branchId, emailCount, lastEmailAt }) => [
      `${recallId} ${branchId}`,
      { emailCount: Number(emailCount), lastEmailAt },
    ]),
  );
}

/** Finds one recall with details; undefined if the actor sees none of it. */
export async function findRecall(db: Queryable, actor: Actor, id: string): Promise<Recall | undefined> {
  return (await listRecalls(db, actor, { id, limit: 1, page: 1 })).rows[0];
}

function toRecallHeader(row: RecallRow) {
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

function buildRecallTotals({ receivedMicro, documentedMicro }: RecallRow, foundMicro: number) {
  const [received, documented] = [Number(receivedMicro), Number(documentedMicro)];
  const share = getTracedShareMicro({ receivedMicro: received, documentedMicro: documented, foundMicro });
  return {
    received: fromMicro(received),
    documented: fromMicro(documented),
    found: fromMicro(foundMicro),
    traced: share === null ? null : Math.floor(share / 1000) / 10,
  };
}

type RequestedPlace = Awaited<ReturnType<typeof loadPlacesWithFindings>>[number];

function toRecallPlace(row: RequestedPlace, canSeeStock: boolean): RecallPlace {
  const { placeId, placeName, branchId, phone, lotId, lot, expectedMicro, foundMicro } = row;
  return {
    placeId,
    placeName,
    branchId,
    phone,
    lotId,
    lot: lot || null,
    itemName: row.itemName,
    unitSymbol: row.unitSymbol,
    expected: canSeeStock ? fromMicro(Number(expectedMicro)) : null,
    found: foundMicro === null ? null : fromMicro(Number(foundMicro)),
    outcome: row.outcome,
    foundAt: row.foundAt,
    foundByName: row.foundByName,
    note: row.foundNote,
  };
}

/** Loads the requests to locations that the actor sees, each with its latest finding. */
export async function loadPlacesWithFindings(db: Queryable, actor: Actor, recallIds: readonly string[]) {
  return db
    .selectFrom('recallPlaces as p')
    .innerJoin('places', 'places.placeId', 'p.placeId')
    .innerJoin('lots', 'lots._id', 'p.lotId')
    .innerJoin('items', 'items._id', 'lots.itemId')
    .innerJoin('units', 'units._id', 'items.baseUnit')
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
      'f.outcome',
      'lots.itemId',
      'items.name as itemName',
      'units.symbol as unitSymbol',
    ])
    .where('p.recallId', 'in', recallIds)
    .where(isPlaceVisibleTo(actor))
    .orderBy('p.placeId')
    .orderBy('p.lotId')
    .execute();
}

export function loadRecallEnds(db: Queryable, recallIds: readonly string[]) {
  return db.selectFrom('recallEnds').selectAll().where('recallId', 'in', recallIds).execute();
}
