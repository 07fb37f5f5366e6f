import type { Insertable } from 'kysely';
import type { Posting } from '#domain/stock/postings.ts';
import type { StockMoveRow } from '../../db/tables.ts';

type Move = Insertable<StockMoveRow>;

/** What a move is worth beyond its cost, where it was; a reversal takes that back where it arrives. */
export function differenceOf({ priced, difference }: Posting, move: Move, differenceE4: number): Move {
  const placeId = difference ? move.toPlace : move.fromPlace;
  const [fromPlace, toPlace] =
    differenceE4 > 0 ? (['adjustment', placeId] as const) : ([placeId, 'adjustment'] as const);
  const kind = (difference ?? priced)?.kind ?? 'revaluation';
  const day = (difference ? move.arrivalDay : move.businessDay) ?? '';
  const days = { businessDay: day, arrivalDay: day };
  return { ...valueAlone(move, Math.abs(differenceE4)), ...days, fromPlace, toPlace, kind };
}

/** The difference between the provisional cost of what had gone out below zero and the real one: value alone. */
export function revaluationOf(move: Move, revaluationE4: number): Move {
  const [fromPlace, toPlace] =
    revaluationE4 > 0 ? (['adjustment', move.toPlace] as const) : ([move.toPlace, 'adjustment'] as const);
  const value = valueAlone(move, Math.abs(revaluationE4));
  return { ...value, businessDay: move.arrivalDay, fromPlace, toPlace, kind: 'revaluation' };
}

/** A move of value without goods, for the line of another move. */
const valueAlone = (move: Move, valueE4: number): Move => ({
  ...move,
  qtyMicro: 0,
  valueE4,
  unitCostE4: 0,
  // A line may have one for each of its moves: by their kind, and by what a lot arrives as.
  docLineId: [move.docLineId, move.kind, move.toLotId].filter(Boolean).join(':'),
  reason: null,
  reversesSeq: null,
  lotId: null,
  toLotId: null,
  pieces: null,
});
