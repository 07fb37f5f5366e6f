import { sql } from 'kysely';
import type { LotTrace } from '#modules/lots/shapes.ts';
import type { Actor } from '#core/permissions.ts';
import { fromMicro } from '#core/quantity.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { notFound } from '#platform/server/http/problems.ts';
import { loadHiddenStock } from './hidden-stock.ts';
import { type LotLink, loadLotLinks } from './lot-links.ts';
import { buildTracedLot, type TracedMove, type TracedPlace, type TracedStock } from './traced-lot.ts';
import { findLot, type LotColumns, loadLots, isLotVisibleTo } from './lots.ts';
import { isPlaceVisibleTo } from './scope.ts';

type Branch = LotTrace['tree'][number];

/**
 * Traces a lot to its origins or destinations, with every linked lot at any depth. Location users see only
 * movements at their own locations; for other locations, they see only that goods were sent there.
 *
 * @throws ApiProblem 404 for a lot that was never at one of the actor's locations
 */
export async function traceLot(
  db: Queryable,
  actor: Actor,
  key: { id: string } | { itemId: string; code: string },
  direction: LotTrace['direction'],
): Promise<LotTrace> {
  const root = await findLot(db, actor, key);
  if (!root) throw notFound();
  const places = await loadTracedPlaces(db, actor);
  const hiddenStock = await loadHiddenStock(db, actor);
  const canSee = (itemId: string) => (placeId: string) =>
    (places.get(placeId)?.isOwn ?? false) && !hiddenStock.has(placeId, itemId);

  const [rootTrace] = await buildTracedLots([root]);
  if (!rootTrace) throw notFound();
  const tree: Branch[] = [];
  const visitedLotIds = new Set([root.lotId]);
  let levelLots: LotColumns[] = [root];
  for (let depth = 1; levelLots.length > 0; depth += 1) {
    const links = await loadVisibleLinks(levelLots);
    const nextLotIds = [...links.keys()].filter((lotId) => !visitedLotIds.has(lotId));
    levelLots =
      nextLotIds.length === 0
        ? []
        : await loadLots(
            db,
            sql`o.${sql.ref('_id')} in (${sql.join(nextLotIds)}) and ${isLotVisibleTo(actor)}`,
          );
    levelLots = nextLotIds.flatMap((lotId) => levelLots.filter((lot) => lot.lotId === lotId));
    for (const lot of await buildTracedLots(levelLots)) {
      visitedLotIds.add(lot.lot._id);
      tree.push({ ...lot, depth, links: (links.get(lot.lot._id ?? '') ?? []).map(toLink) });
    }
  }
  return { ...rootTrace, direction, tree };

  /** Links at places that the actor sees, by the lot they lead to. */
  async function loadVisibleLinks(lots: readonly LotColumns[]): Promise<Map<string, LotLink[]>> {
    const itemByLot = new Map(lots.map(({ lotId, itemId }) => [lotId, itemId]));
    const allLinks = await loadLotLinks(db, getLotIds(lots), direction);
    const isForward = direction === 'forward';
    return Map.groupBy(
      allLinks.filter((link) =>
        canSee(itemByLot.get(isForward ? link.fromLotId : link.toLotId) ?? '')(link.placeId),
      ),
      (link) => (isForward ? link.toLotId : link.fromLotId),
    );
  }

  function toLink({ fromLotId, toLotId, qtyMicro, placeId, businessDay: day, ...link }: LotLink) {
    return {
      ...link,
      day,
      lotId: direction === 'forward' ? fromLotId : toLotId,
      qty: fromMicro(qtyMicro),
      placeId,
      placeName: places.get(placeId)?.name ?? placeId,
    };
  }

  async function buildTracedLots(lots: readonly LotColumns[]) {
    if (lots.length === 0) return [];
    const moves = await loadLotMoves(db, getLotIds(lots));
    const stock = Map.groupBy(await loadTracedStock(db, getLotIds(lots)), ({ lotId }) => lotId);
    const byLot = new Map(lots.map(({ lotId }) => [lotId, [] as TracedMove[]]));
    for (const move of moves) {
      byLot.get(move.lotId)?.push(move);
      // Goods that arrive under a different lot belong to both lots.
      if (move.toLotId !== null && move.toLotId !== move.lotId) byLot.get(move.toLotId)?.push(move);
    }
    return lots.map((lot) =>
      buildTracedLot(lot, {
        moves: byLot.get(lot.lotId) ?? [],
        stock: stock.get(lot.lotId ?? '') ?? [],
        places,
        isOwn: canSee(lot.itemId),
      }),
    );
  }
}

const getLotIds = (lots: readonly LotColumns[]): string[] => lots.flatMap(({ lotId }) => lotId ?? []);

/** Loads the moves of lots in order; two queries, each with its own index. */
async function loadLotMoves(db: Queryable, lotIds: readonly string[]): Promise<TracedMove[]> {
  const selectMoves = (column: 'lotId' | 'toLotId') =>
    db
      .selectFrom('stockMoves')
      .leftJoin('users', 'users._id', 'stockMoves.userId')
      .select([
        'seq',
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
      .where(column, 'in', lotIds)
      .where('qtyMicro', '>', 0);
  const rows = await selectMoves('lotId').union(selectMoves('toLotId')).execute();
  return rows.toSorted((a, b) => Number(a.seq) - Number(b.seq));
}

function loadTracedStock(db: Queryable, lotIds: readonly string[]): Promise<TracedStock[]> {
  return db
    .selectFrom('lotBalances')
    .select(['lotId', 'placeId', 'onHandMicro'])
    .where('lotId', 'in', lotIds)
    .where('onHandMicro', '!=', 0)
    .orderBy('placeId')
    .execute();
}

async function loadTracedPlaces(db: Queryable, actor: Actor): Promise<Map<string, TracedPlace>> {
  const rows = await db
    .selectFrom('places')
    .leftJoin('branches', 'branches._id', 'places.branchId')
    .select(['placeId', 'places.name', 'places.type', 'branchId', 'branches.phone'])
    .select(sql<number>`case when ${isPlaceVisibleTo(actor)} then 1 else 0 end`.as('isOwn'))
    .execute();
  return new Map(rows.map((row) => [row.placeId, { ...row, isOwn: Number(row.isOwn) === 1 }]));
}
