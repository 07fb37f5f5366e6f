import type { LotTrace } from '#modules/lots/shapes.ts';
import type { Queryable } from '#platform/server/db/types.ts';

type Direction = LotTrace['direction'];

/** A link from a lot to a lot made from it, or to the lot under which it was received. */
export interface LotLink {
  kind: LotTrace['tree'][number]['links'][number]['kind'];
  fromLotId: string;
  toLotId: string;
  /** Quantity of the source lot, in its base unit. */
  qtyMicro: number;
  /** Place where the goods were used or arrived. */
  placeId: string;
  docType: string;
  docId: string;
  docNo: string | null;
  businessDay: string;
}

/** Loads links from lots: forward to derived lots, or back to their sources. */
type FindLinks = (db: Queryable, lotIds: readonly string[], direction: Direction) => Promise<LotLink[]>;

/** Every way in which one lot becomes another. */
const linkFinders: Record<LotLink['kind'], FindLinks> = { arrival: findArrivals, batch: findBatches };

export async function loadLotLinks(
  db: Queryable,
  lotIds: readonly string[],
  direction: Direction,
): Promise<LotLink[]> {
  const links = await Promise.all(Object.values(linkFinders).map((find) => find(db, lotIds, direction)));
  return links.flat();
}

/** Finds goods received under a different lot than the one shipped. */
async function findArrivals(
  db: Queryable,
  lotIds: readonly string[],
  direction: Direction,
): Promise<LotLink[]> {
  const rows = await db
    .selectFrom('stockMoves')
    .select(['lotId', 'toLotId', 'qtyMicro', 'toPlace', 'docType', 'docId', 'docNo', 'businessDay'])
    .where(direction === 'forward' ? 'lotId' : 'toLotId', 'in', lotIds)
    .where('toLotId', 'is not', null)
    .orderBy('seq')
    .execute();
  return rows.map(({ lotId, toLotId, qtyMicro, toPlace, ...document }) => ({
    ...document,
    kind: 'arrival',
    fromLotId: lotId ?? '',
    toLotId: toLotId ?? '',
    qtyMicro: Number(qtyMicro),
    placeId: toPlace,
  }));
}

/**
 * Finds links from lots used in a part of a batch to every lot that this part made; reversed usage is
 * excluded.
 */
async function findBatches(
  db: Queryable,
  lotIds: readonly string[],
  direction: Direction,
): Promise<LotLink[]> {
  const rows = await db
    .selectFrom('stockMoves as used')
    .innerJoin('stockMoves as made', (join) =>
      join.onRef('made.docId', '=', 'used.docId').onRef('made.cycle', '=', 'used.cycle'),
    )
    .select([
      'used.lotId',
      'made.lotId as toLotId',
      'used.qtyMicro',
      'used.fromPlace as placeId',
      'used.docType',
      'used.docId',
      'used.docNo',
      'used.businessDay',
    ])
    .where(direction === 'forward' ? 'used.lotId' : 'made.lotId', 'in', lotIds)
    .where('used.docType', '=', 'production_batch')
    .where('used.kind', '=', 'consumption')
    .where('made.kind', '=', 'production')
    .where('made.docType', '=', 'production_batch')
    .where('used.lotId', 'is not', null)
    .where('made.lotId', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stockMoves as reversal')
            .select('reversal.seq')
            .whereRef('reversal.reversesSeq', '=', 'used.seq'),
        ),
      ),
    )
    .orderBy('used.seq')
    .orderBy('made.seq')
    .execute();
  return rows.map(({ lotId, toLotId, qtyMicro, ...document }) => ({
    ...document,
    kind: 'batch',
    fromLotId: lotId ?? '',
    toLotId: toLotId ?? '',
    qtyMicro: Number(qtyMicro),
  }));
}
