import type { LotTrace } from '#contract/lots.ts';
import type { Queryable } from '../../db/types.ts';

type Direction = LotTrace['direction'];

/** A lot went into another, or arrived as it. */
export interface LotLink {
  kind: LotTrace['tree'][number]['links'][number]['kind'];
  fromLotId: string;
  toLotId: string;
  /** Of the lot that went in, in its base unit. */
  qtyMicro: number;
  /** Where that happened. */
  placeId: string;
  docType: string;
  docId: string;
  docNo: string | null;
  businessDay: string;
}

/** The links that lead on from lots: to what became of them, or back to what they came from. */
type FindLinks = (db: Queryable, lotIds: readonly string[], direction: Direction) => Promise<LotLink[]>;

/** Every way in which a lot goes over into another. */
const linkKinds: Record<LotLink['kind'], FindLinks> = { arrival: arrivals, batch: batches };

export async function loadLotLinks(
  db: Queryable,
  lotIds: readonly string[],
  direction: Direction,
): Promise<LotLink[]> {
  const found = await Promise.all(Object.values(linkKinds).map((find) => find(db, lotIds, direction)));
  return found.flat();
}

/** What came as another lot than it was sent as. */
async function arrivals(db: Queryable, lotIds: readonly string[], direction: Direction): Promise<LotLink[]> {
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

/** What was used in a part of a batch went into all that this part made; what was taken back is in nothing. */
async function batches(db: Queryable, lotIds: readonly string[], direction: Direction): Promise<LotLink[]> {
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
          selectFrom('stockMoves as back').select('back.seq').whereRef('back.reversesSeq', '=', 'used.seq'),
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
