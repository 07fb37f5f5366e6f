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
export const estimatePieces = (qtyMicro: number, pieceWeightMicro: number): number =>
  toSafeNumber(divideHalfEven(BigInt(qtyMicro), BigInt(pieceWeightMicro)));

/**
 * Computes the pieces issued with a quantity if none are entered: all pieces with the last of the stock,
 * otherwise a proportional share. A quantity beyond the stock is estimated by nominal weight.
 */
export function computeIssuedPieces(
  { onHandMicro, pieces }: PieceStock,
  qtyMicro: number,
  pieceWeightMicro: number,
): number {
  if (onHandMicro <= 0) return estimatePieces(qtyMicro, pieceWeightMicro);
  if (qtyMicro >= onHandMicro) return pieces + estimatePieces(qtyMicro - onHandMicro, pieceWeightMicro);
  return toSafeNumber(divideHalfEven(BigInt(pieces) * BigInt(qtyMicro), BigInt(onHandMicro)));
}

/**
 * Checks entered pieces for an issue. Returns `more` if they exceed the stock, `rest` if the whole quantity
 * is issued but pieces would remain, and null if they are valid or the issue exceeds the stock.
 */
export function findPieceError(
  { onHandMicro, pieces }: PieceStock,
  qtyMicro: number,
  entered: number,
): 'more' | 'rest' | null {
  if (onHandMicro < qtyMicro) return null;
  if (entered > pieces) return 'more';
  return qtyMicro === onHandMicro && entered < pieces ? 'rest' : null;
}

/**
 * Distributes pieces by quantity into whole numbers that add up. Without a quantity the first part gets all
 * pieces.
 */
export function distributePieces(pieces: number, partsMicro: readonly number[]): number[] {
  const total = partsMicro.reduce((sum, part) => sum + BigInt(part), 0n);
  if (total === 0n) return partsMicro.map((_, index) => (index === 0 ? pieces : 0));
  let [upToMicro, assigned] = [0n, 0];
  return partsMicro.map((part) => {
    upToMicro += BigInt(part);
    const cumulative = toSafeNumber(divideHalfEven(BigInt(pieces) * upToMicro, total));
    const share = cumulative - assigned;
    assigned = cumulative;
    return share;
  });
}
