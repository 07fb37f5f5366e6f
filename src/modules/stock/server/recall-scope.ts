import { sql } from 'kysely';
import type { ScopeReason } from '#modules/recalls/recall-rules.ts';
import { owningLocation } from '../ledger-locations.ts';
import { chunks } from '#platform/server/db/many-rows.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { NewRow, RecallRow } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { AppEvent } from '#platform/server/http/services.ts';
import { stockEvent } from './events.ts';
import { loadLotLinks } from './lot-links.ts';

const ref = (name: string) => sql.ref(name);
const lotsPerChunk = 500;

/** A lot in scope of a recall, with the reason. */
interface ScopedLot {
  lotId: string;
  depth: number;
  reason: ScopeReason;
  fromLotId: string | null;
  docType: string | null;
  docId: string | null;
  docNo: string | null;
}

type RecallHeader = Pick<RecallRow, '_id' | 'number' | 'isPractice' | 'userId' | 'userName'>;

/** Returns the scope entry of the recalled lot itself. */
export const buildRecalledScopeLot = (lotId: string): ScopedLot => ({
  lotId,
  depth: 0,
  reason: 'recalled',
  fromLotId: null,
  docType: null,
  docId: null,
  docNo: null,
});

/**
 * Adds lots and everything made from them, at any depth, to the scope of a recall: a real recall holds them,
 * and every location that has or had any of them must respond, unless the recall has ended. Lots are locked
 * before their links are read, so that a concurrent posting is either included or sees the hold.
 *
 * @returns ids of the branches and kitchens that must respond for these lots
 */
export async function addToRecall(
  tx: Tx,
  recall: RecallHeader & { isOpen: boolean },
  initialLots: readonly ScopedLot[],
  now: string,
): Promise<string[]> {
  const scopedIds = new Set(
    (await tx.selectFrom('recallLots').select('lotId').where('recallId', '=', recall._id).execute()).map(
      ({ lotId }) => lotId,
    ),
  );
  const addedLots = await collectDerivedLots(tx, initialLots, scopedIds);
  if (addedLots.length === 0) return [];
  const recallId = recall._id;
  await insertRows(
    tx,
    'recallLots',
    addedLots.map((lot) => ({ recallId, addedAt: now, ...lot })),
  );
  const lotIds = addedLots.map(({ lotId }) => lotId);
  if (Number(recall.isPractice) === 0) {
    const notReleased = { releasedAt: null, releasedBy: null, releasedByName: null };
    const holds = lotIds.map((lotId) => ({
      recallId,
      lotId,
      at: now,
      ...notReleased,
      releaseReason: null,
      releaseNote: null,
    }));
    await insertRows(tx, 'recallHolds', holds);
    await holdLots(tx, recall, lotIds, now);
  }
  return recall.isOpen ? requestResponses(tx, recallId, lotIds) : [];
}

/** Puts lots on hold for a recall; existing holds are unchanged. */
async function holdLots(tx: Tx, recall: RecallHeader, lotIds: readonly string[], now: string): Promise<void> {
  for (const chunk of chunks(lotIds, lotsPerChunk))
    await tx
      .updateTable('lots')
      .set((eb) => ({ ...holdColumns(recall, now), version: eb('version', '+', 1), updatedAt: now }))
      .where('_id', 'in', chunk)
      .where('heldAt', 'is', null)
      .execute();
}

/** Returns the lot columns of a hold by a recall. */
const holdColumns = ({ _id, number, userId, userName }: RecallHeader, now: string) => ({
  heldAt: now,
  heldBy: userId,
  heldByName: userName,
  holdReason: 'recall',
  holdNote: number,
  heldByRecall: _id,
});

/** Returns lots that are not in scope yet and all lots made from them, locked, nearest first. */
async function collectDerivedLots(
  tx: Tx,
  initialLots: readonly ScopedLot[],
  scopedIds: Set<string>,
): Promise<ScopedLot[]> {
  const collected: ScopedLot[] = [];
  let level = initialLots.filter(({ lotId }) => !scopedIds.has(lotId));
  while (level.length > 0) {
    for (const { lotId } of level) scopedIds.add(lotId);
    collected.push(...level);
    const next = new Map<string, ScopedLot>();
    for (const chunk of chunks(level, lotsPerChunk)) {
      const ids = chunk.map(({ lotId }) => lotId);
      await tx
        .selectFrom('lots')
        .select('_id')
        .where('_id', 'in', ids)
        .orderBy('_id')
        .$call(tx.lock)
        .execute();
      for (const { kind: reason, fromLotId, toLotId, docType, docId, docNo } of await loadLotLinks(
        tx,
        ids,
        'forward',
      ))
        if (!scopedIds.has(toLotId) && !next.has(toLotId)) {
          const depth = (chunk.find(({ lotId }) => lotId === fromLotId)?.depth ?? 0) + 1;
          next.set(toLotId, { lotId: toLotId, depth, reason, fromLotId, docType, docId, docNo });
        }
    }
    level = [...next.values()];
  }
  return collected;
}

/**
 * Records the locations that must respond for these lots, with the expected quantity on hand, in transit and
 * on hold. Existing requests are left unchanged.
 */
async function requestResponses(tx: Tx, recallId: string, lotIds: readonly string[]): Promise<string[]> {
  const requests = new Map<
    string,
    { placeId: string; placeName: string; lotId: string; lot: string; expectedMicro: number }
  >();
  for (const chunk of chunks(lotIds, lotsPerChunk)) {
    const ids = sql.join(chunk);
    const movedLots = (lot: string, place: string) =>
      sql`select ${ref(lot)} as ${ref('lotId')}, ${ref(place)} as ${ref('placeId')} from ${sql.table('stockMoves')}
        where ${ref(lot)} in (${ids}) and ${ref('qtyMicro')} > 0`;
    const { rows } = await sql<{
      lotId: string;
      placeId: string;
      lot: string;
      onHandMicro: number | string | null;
      type: string;
    }>`select x.${ref('lotId')}, x.${ref('placeId')}, lots.code as lot, b.${ref('onHandMicro')}, places.type
      from (${movedLots('lotId', 'fromPlace')}
        union ${movedLots('lotId', 'toPlace')} and ${ref('toLotId')} is null
        union ${movedLots('toLotId', 'toPlace')}
        union select ${ref('lotId')}, ${ref('placeId')} from ${sql.table('lotBalances')} where ${ref('lotId')} in (${ids})) as x
      join places on places.${ref('placeId')} = x.${ref('placeId')}
      join lots on lots.${ref('_id')} = x.${ref('lotId')}
      left join ${sql.table('lotBalances')} as b
        on b.${ref('lotId')} = x.${ref('lotId')} and b.${ref('placeId')} = x.${ref('placeId')}
      order by x.${ref('placeId')}, x.${ref('lotId')}`.execute(tx);
    for (const { lotId, placeId: stockPlace, lot, onHandMicro, type } of rows) {
      const expectedMicro = Number(onHandMicro ?? 0);
      // Goods that only passed through transit or hold are at no location.
      if (expectedMicro === 0 && (type === 'transit' || type === 'hold')) continue;
      const placeId = owningLocation(stockPlace);
      const key = `${placeId} ${lotId}`;
      const row = requests.get(key) ?? { placeId, placeName: '', lotId, lot, expectedMicro: 0 };
      row.expectedMicro += expectedMicro;
      requests.set(key, row);
    }
  }
  const existing = await tx
    .selectFrom('recallPlaces')
    .select(['placeId', 'lotId'])
    .where('recallId', '=', recallId)
    .execute();
  for (const { placeId, lotId } of existing) requests.delete(`${placeId} ${lotId}`);
  if (requests.size === 0) return [];
  const placeIds = [...new Set([...requests.values()].map(({ placeId }) => placeId))];
  const places = await tx
    .selectFrom('places')
    .select(['placeId', 'name', 'branchId'])
    .where('placeId', 'in', placeIds)
    .execute();
  const placeNames = new Map(places.map(({ placeId, name }) => [placeId, name]));
  await insertRows(
    tx,
    'recallPlaces',
    [...requests.values()].map((row) => ({
      recallId,
      ...row,
      placeName: placeNames.get(row.placeId) ?? row.placeId,
    })),
  );
  return [...new Set(places.flatMap(({ branchId }) => branchId ?? []))];
}

type Move = Pick<
  NewRow<'stockMoves'>,
  'lotId' | 'toLotId' | 'kind' | 'docType' | 'docId' | 'toPlace' | 'fromPlace'
>;

/**
 * Propagates recalls along moves just written: a lot received in place of a held lot or made from one is
 * put on hold by the same recall, and locations that receive it must respond.
 */
export async function propagateRecalls(
  tx: Tx,
  moves: readonly Move[],
  isHeld: (lotId: string) => boolean,
  { now, emit }: { now: string; emit?: ((event: AppEvent) => void) | undefined },
): Promise<void> {
  const derivedIds = new Set<string>();
  const movedHeldIds = new Set<string>();
  for (const { lotId, toLotId, kind, docType } of moves) {
    if (toLotId) derivedIds.add(toLotId);
    if (lotId && kind === 'production' && docType === 'production_batch') derivedIds.add(lotId);
    for (const id of [lotId, toLotId]) if (id && isHeld(id)) movedHeldIds.add(id);
  }
  if (derivedIds.size + movedHeldIds.size === 0) return;
  const links = derivedIds.size === 0 ? [] : await loadLotLinks(tx, [...derivedIds], 'backward');
  const sources = [...new Set([...links.map(({ fromLotId }) => fromLotId), ...movedHeldIds])];
  if (sources.length === 0) return;
  const holds = await tx
    .selectFrom('recallHolds as h')
    .innerJoin('recalls as r', 'r._id', 'h.recallId')
    .leftJoin('recallEnds as e', 'e.recallId', 'h.recallId')
    .innerJoin('recallLots as l', (join) =>
      join.onRef('l.recallId', '=', 'h.recallId').onRef('l.lotId', '=', 'h.lotId'),
    )
    .select([
      'r._id',
      'r.number',
      'r.isPractice',
      'r.userId',
      'r.userName',
      'h.lotId',
      'l.depth',
      'e.at as endedAt',
    ])
    .where('h.releasedAt', 'is', null)
    .where('h.lotId', 'in', sources)
    .execute();
  for (const [recallId, rows] of Map.groupBy(holds, ({ _id }) => _id)) {
    const [recall] = rows;
    if (!recall) continue;
    const isOpen = recall.endedAt === null;
    const depths = new Map(rows.map(({ lotId, depth }) => [lotId, Number(depth)]));
    const derivedLots = links.flatMap(
      ({ kind: reason, fromLotId, toLotId: lotId, docType, docId, docNo }) => {
        const depth = depths.get(fromLotId);
        return depth === undefined
          ? []
          : [{ lotId, depth: depth + 1, reason, fromLotId, docType, docId, docNo }];
      },
    );
    const initialLots = [...new Map(derivedLots.map((lot) => [lot.lotId, lot])).values()];
    const owners = new Set(await addToRecall(tx, { ...recall, isOpen }, initialLots, now));
    const movedDocuments = new Set(moves.map(({ docId }) => docId));
    await reopenHolds(
      tx,
      recall,
      derivedLots.flatMap(({ lotId, docId }) => (movedDocuments.has(docId) ? [lotId] : [])),
      now,
    );
    if (isOpen)
      for (const owner of await requestResponses(
        tx,
        recallId,
        [...depths.keys()].filter((id) => movedHeldIds.has(id)),
      ))
        owners.add(owner);
    if (owners.size > 0) emit?.(stockEvent(recallId, [...owners], [...owners]));
  }
}

/** Reopens holds on released lots that received more goods of a held lot. */
async function reopenHolds(
  tx: Tx,
  recall: RecallHeader,
  lotIds: readonly string[],
  now: string,
): Promise<void> {
  if (lotIds.length === 0) return;
  const reopened = await tx
    .updateTable('recallHolds')
    .set({
      at: now,
      releasedAt: null,
      releasedBy: null,
      releasedByName: null,
      releaseReason: null,
      releaseNote: null,
    })
    .where('recallId', '=', recall._id)
    .where('lotId', 'in', lotIds)
    .where('releasedAt', 'is not', null)
    .returning('lotId')
    .execute();
  if (reopened.length === 0) return;
  await holdLots(
    tx,
    recall,
    reopened.map(({ lotId }) => lotId),
    now,
  );
}

/**
 * Returns the hold columns of a lot after a recall releases it: another recall's hold, or none. The caller
 * must lock the lot.
 *
 * @returns the columns that change
 */
export async function holdColumnsAfterRelease(tx: Tx, lotId: string) {
  const otherHold = await tx
    .selectFrom('recallHolds as h')
    .innerJoin('recalls as r', 'r._id', 'h.recallId')
    .select(['r._id', 'r.number', 'r.userId', 'r.userName', 'h.at'])
    .select(sql<0>`0`.as('isPractice'))
    .where('h.lotId', '=', lotId)
    .where('h.releasedAt', 'is', null)
    .orderBy('h.at')
    .executeTakeFirst();
  return otherHold
    ? holdColumns(otherHold, otherHold.at)
    : { heldAt: null, heldBy: null, heldByName: null, holdReason: null, holdNote: null, heldByRecall: null };
}
