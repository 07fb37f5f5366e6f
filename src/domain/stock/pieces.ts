import { divideHalfEven, toSafeNumber } from '../quantity.ts';

/**
 * The second quantity of an item whose pieces differ in weight: it is counted in pieces and valued by weight. Pieces are
 * whole numbers beside the quantity; the ledger keeps both.
 */

/** What a place has of such an item, before a move. */
export interface PieceStock {
  onHandMicro: number;
  pieces: number;
}

/** The pieces that a quantity comes to by the nominal weight of one; both in millionths of the base unit. */
export const piecesByWeight = (qtyMicro: number, pieceWeightMicro: number): number =>
  toSafeNumber(divideHalfEven(BigInt(qtyMicro), BigInt(pieceWeightMicro)));

/**
 * The pieces that leave a place with a quantity where nobody says how many: all with the last of it, else in proportion
 * to what is there. What leaves below zero counts by the nominal weight.
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
 * What speaks against a number of pieces that somebody says leave with a quantity: `more` than are there, or `rest` where
 * the whole quantity leaves and pieces of it would stay. Null where nothing does, and below zero, where nothing is known.
 */
export function piecesFault(
  { onHandMicro, pieces }: PieceStock,
  qtyMicro: number,
  said: number,
): 'more' | 'rest' | null {
  if (onHandMicro < qtyMicro) return null;
  if (said > pieces) return 'more';
  return qtyMicro === onHandMicro && said < pieces ? 'rest' : null;
}

/** Pieces of a whole shared among its parts by quantity: whole numbers that add up to them. Of no quantity all are the first part's. */
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
