import { maxRoundingMicro, countMovesSinceEmpty } from '#core/stock-rounding.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { NewRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';

type Move = NewRow<'stockMoves'>;

const selectLatestMoves = statement((db, itemId: string, placeId: string) =>
  db
    .selectFrom('stockMoves')
    .select(['toPlace', 'qtyMicro'])
    .where('itemId', '=', itemId)
    .where((eb) => eb.or([eb('fromPlace', '=', placeId), eb('toPlace', '=', placeId)]))
    .where('qtyMicro', '>', 0)
    .orderBy('seq', 'desc')
    .limit(maxRoundingMicro),
);

/**
 * Counts the lines whose rounding a balance contains: its moves since it was last empty, and the next one.
 * Needed only if a quantity differs from the balance by a few millionths.
 */
export async function countRoundedLines(
  db: Queryable,
  { placeId, itemId, onHandMicro }: { placeId: string; itemId: string; onHandMicro: number },
): Promise<number> {
  const moves = await selectLatestMoves(db, itemId, placeId);
  const signedMoves = moves.map(({ toPlace, qtyMicro }) => ({
    qtyMicro: toPlace === placeId ? Number(qtyMicro) : -Number(qtyMicro),
  }));
  return countMovesSinceEmpty(onHandMicro, signedMoves) + 1;
}

/**
 * Builds the move that corrects stock by rounding before another move takes it. It has no value, so that the
 * value of the balance is unchanged.
 */
export function buildRoundingMove(
  move: Pick<
    Move,
    | 'postedAt'
    | 'effectiveAt'
    | 'businessDay'
    | 'itemId'
    | 'fromPlace'
    | 'lot'
    | 'docType'
    | 'docId'
    | 'docNo'
    | 'docLineId'
    | 'kind'
    | 'cycle'
    | 'userId'
    | 'lotId'
  >,
  differenceMicro: number,
): Move {
  const { fromPlace: placeId, businessDay = '' } = move;
  const [fromPlace, toPlace] =
    differenceMicro > 0 ? (['adjustment', placeId] as const) : ([placeId, 'adjustment'] as const);
  return {
    ...move,
    fromPlace,
    toPlace,
    arrivalDay: businessDay,
    qtyMicro: Math.abs(differenceMicro),
    valueE4: 0,
    unitCostE4: 0,
    kind: 'rounding',
    docLineId: `${move.docLineId}:${move.kind}`,
    reason: null,
    reversesSeq: null,
    toLotId: null,
    pieces: null,
  };
}
