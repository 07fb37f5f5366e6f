import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimatePieces, findPieceError, computeIssuedPieces, distributePieces } from './pieces.ts';

const kg = (value: number) => Math.round(value * 1_000_000);

const estimates: [qty: number, pieceWeight: number, pieces: number][] = [
  [12.4, 2.5, 5],
  [1.2, 2.5, 0],
  [1.25, 2.5, 0],
  [3.75, 2.5, 2],
  [0, 2.5, 0],
];
test.each(estimates)('%s kg in pieces of about %s kg is estimated as %s', (qty, pieceWeight, pieces) => {
  expect(estimatePieces(kg(qty), kg(pieceWeight))).toBe(pieces);
});

const issues: [onHand: number, pieces: number, qty: number, issuedPieces: number][] = [
  [12.4, 5, 12.4, 5],
  [12.4, 5, 4.9, 2],
  [12.4, 5, 0.1, 0],
  [12.4, 5, 12.3, 5],
  [0.4, 0, 0.4, 0],
  [0, 0, 5, 2],
  [2.5, 1, 7.5, 3],
  [-5, -2, 2.5, 1],
];
test.each(issues)(
  'from %s kg (%s pieces), an issue of %s kg takes %s pieces',
  (onHand, pieces, qty, issuedPieces) => {
    expect(computeIssuedPieces({ onHandMicro: kg(onHand), pieces }, kg(qty), kg(2.5))).toBe(issuedPieces);
  },
);

const errors: [onHand: number, pieces: number, qty: number, pieceCount: number, error: string | null][] = [
  [12.4, 5, 4.9, 2, null],
  [12.4, 5, 12.4, 5, null],
  [12.4, 5, 12.4, 4, 'rest'],
  [12.4, 5, 12.4, 6, 'more'],
  [12.4, 5, 4.9, 6, 'more'],
  // The pieces weigh less than booked, so all of them are issued before the last of the weight.
  [12.4, 5, 12, 5, null],
  [0, 0, 5, 2, null],
];
test.each(errors)(
  'from %s kg (%s pieces), an issue of %s kg in %s pieces has the error %s',
  (onHand, pieces, qty, pieceCount, error) => {
    expect(findPieceError({ onHandMicro: kg(onHand), pieces }, kg(qty), pieceCount)).toBe(error);
  },
);

const shares: [pieces: number, parts: number[], shares: number[]][] = [
  [5, [2, 8], [1, 4]],
  [1, [5, 5], [0, 1]],
  // If only pieces are counted, there is no weight to distribute them by.
  [3, [0], [3]],
  [3, [0, 0], [3, 0]],
];
test.each(shares)('distributes %s pieces over parts of %j kg as %j', (pieces, parts, expected) => {
  expect(distributePieces(pieces, parts.map(kg))).toEqual(expected);
});

test('shares are whole numbers that add up', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), parts, (pieces, weights) => {
      const shares = distributePieces(pieces, weights);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(pieces);
      expect(shares.every((share) => share >= 0)).toBe(true);
    }),
  );
});

test('successive issues use up all pieces together with the weight, and never create pieces', () => {
  const quantities = fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), quantities, (pieces, issuedQuantities) => {
      let stock = { onHandMicro: issuedQuantities.reduce((sum, qty) => sum + qty, 0), pieces };
      for (const qty of issuedQuantities) {
        const issuedPieces = computeIssuedPieces(stock, qty, 2_500_000);
        expect(issuedPieces >= 0 && issuedPieces <= stock.pieces).toBe(true);
        stock = { onHandMicro: stock.onHandMicro - qty, pieces: stock.pieces - issuedPieces };
      }
      expect(stock).toEqual({ onHandMicro: 0, pieces: 0 });
    }),
  );
});
