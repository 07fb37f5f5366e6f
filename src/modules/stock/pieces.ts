import { divideHalfEven, toSafeNumber } from '#core/quantity.ts';

/**
 * Catch weight: items counted in pieces and valued by weight. Pieces are whole numbers stored with the
 * quantity.
 */

/** Stock of a catch-weight item at a location before a movement. */
export interface PieceStock {
  onHandMicro: number;
  pieces: number;
}

/** Estimates pieces from a quantity by the nominal weight of one; both in millionths of the base unit. */
export const piecesByWeight = (qtyMicro: number, pieceWeightMicro: number): number =>
  toSafeNumber(divideHalfEven(BigInt(qtyMicro), BigInt(pieceWeightMicro)));

/**
 * Computes the pieces issued with a quantity if none are entered: all pieces with the last of the stock,
 * otherwise a proportional share. A quantity beyond the stock is estimated by nominal weight.
 */
export function piecesLeaving(
  { onHandMicro, pieces }: PieceStock,
  qtyMicro: number,
  pieceWeightMicro: number,
): number {
  if (onHandMicro <= 0) return piecesByWeight(qtyMicro, pieceWeightMicro);
  if (qtyMicro >= onHandMicro) return pieces + piecesByWeight(qtyMicro - onHandMicro, pieceWeightMicro);
  return toSafeNumber(divideHalfEven(BigInt(pieces) * BigInt(qtyMicro), BigInt(onHandMicro)));
}

/**
 * Checks entered pieces for an issue: `more` than in stock, or `rest` if the whole quantity is issued but
 * pieces would remain. Null if valid, or if the issue exceeds the stock.
 */
export function piecesFault(
  { onHandMicro, pieces }: PieceStock,
  qtyMicro: number,
  entered: number,
): 'more' | 'rest' | null {
  if (onHandMicro < qtyMicro) return null;
  if (entered > pieces) return 'more';
  return qtyMicro === onHandMicro && entered < pieces ? 'rest' : null;
}

/**
 * Distributes pieces by quantity into whole numbers that add up. Without a quantity the first part gets all.
 */
export function shareOfPieces(pieces: number, partsMicro: readonly number[]): number[] {
  const total = partsMicro.reduce((sum, part) => sum + BigInt(part), 0n);
  if (total === 0n) return partsMicro.map((_, at) => (at === 0 ? pieces : 0));
  let [upToMicro, given] = [0n, 0];
  return partsMicro.map((part) => {
    upToMicro += BigInt(part);
    const upTo = toSafeNumber(divideHalfEven(BigInt(pieces) * upToMicro, total));
    const share = upTo - given;
    given = upTo;
    return share;
  });
}
