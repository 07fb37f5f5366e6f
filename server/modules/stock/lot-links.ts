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
const linkKinds: Record<LotLink['kind'], FindLinks> = { arrival: arrivals };

export async function linksOf(
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
