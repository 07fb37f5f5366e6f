import type { ValueKind } from '../postings.ts';
import type { NewRow } from '#platform/server/db/tables.ts';

type Move = NewRow<'stockMoves'>;

/**
 * Value that a location gains (positive) or loses (negative) in addition to a movement, at either end of it.
 */
export interface ValueDifference {
  kind: ValueKind;
  end: 'from' | 'to';
  valueE4: number;
}

/** Builds the value-only move that posts a difference against the adjustment account. */
export function buildDifferenceMove(move: Move, { kind, end, valueE4 }: ValueDifference): Move {
  const [placeId, day = ''] =
    end === 'from' ? [move.fromPlace, move.businessDay] : [move.toPlace, move.arrivalDay];
  const [fromPlace, toPlace] =
    valueE4 > 0 ? (['adjustment', placeId] as const) : ([placeId, 'adjustment'] as const);
  const days = { businessDay: day, arrivalDay: day };
  return { ...buildValueMove(move, Math.abs(valueE4)), ...days, fromPlace, toPlace, kind };
}

/**
 * Builds the value-only move for the difference between provisional and actual cost of goods issued below
 * zero.
 */
export function buildRevaluationMove(move: Move, revaluationE4: number): Move {
  const [fromPlace, toPlace] =
    revaluationE4 > 0 ? (['adjustment', move.toPlace] as const) : ([move.toPlace, 'adjustment'] as const);
  const value = buildValueMove(move, Math.abs(revaluationE4));
  return { ...value, businessDay: move.arrivalDay, fromPlace, toPlace, kind: 'revaluation' };
}

/** Builds a value-only movement for the document line of another movement. */
const buildValueMove = (move: Move, valueE4: number): Move => ({
  ...move,
  qtyMicro: 0,
  valueE4,
  unitCostE4: 0,
  // A line may have several value-only movements, so the key includes kind and arrival lot.
  docLineId: [move.docLineId, move.kind, move.toLotId].filter(Boolean).join(':'),
  reason: null,
  reversesSeq: null,
  lotId: null,
  toLotId: null,
  pieces: null,
});
