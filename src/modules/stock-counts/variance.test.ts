import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyBalance } from '#modules/stock/balance.ts';
import {
  compareWithBook,
  getVarianceCostMicro,
  exceedsCountTolerance,
  computeVarianceValue,
} from './variance.ts';

const counted = {
  bookSeq: 10,
  fromSeq: 10,
  countedAt: '2026-03-04T09:00:00.000Z',
  lateMovementAnswer: null,
  answeredSeq: null,
};
const createMove = (seq: number, qtyMicro: number, effectiveAt = '2026-03-04T10:00:00.000Z') => ({
  seq,
  qtyMicro,
  effectiveAt,
  reversesSeq: null,
});

it('C1: movements after the ledger position are not a variance', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.array(fc.integer({ min: -1000, max: 1000 })),
      (countedBookQty, laterChanges) => {
        const moves = laterChanges.map((qty, index) => createMove(11 + index, qty));
        const currentQty = laterChanges.reduce((sum, qty) => sum + qty, countedBookQty);
        const { bookMicro, movedSinceMicro, unansweredMoves } = compareWithBook(currentQty, moves, counted);
        expect([bookMicro, movedSinceMicro, unansweredMoves.length]).toEqual([
          countedBookQty,
          currentQty - countedBookQty,
          0,
        ]);
      },
    ),
  );
});

it.each([
  [null, 100, 1],
  ['since', 100, 0],
  ['before', 95, 0],
])(
  'C14: a late movement answered %s: the book quantity is %d, and %d need an answer',
  (answer, book, openQuestions) => {
    const late = createMove(11, -5, '2026-03-04T08:00:00.000Z');
    const answered = { ...counted, lateMovementAnswer: answer, answeredSeq: answer === null ? null : 11 };
    const { bookMicro, unansweredMoves } = compareWithBook(95, [late], answered);
    expect([bookMicro, unansweredMoves.length]).toEqual([book, openQuestions]);
  },
);

it('C14: a reversal of a late movement is also late, whenever it was made', () => {
  const late = createMove(12, 20, '2026-03-04T08:00:00.000Z');
  const reversal = { ...createMove(13, -20, '2026-03-04T11:00:00.000Z'), reversesSeq: 12 };
  expect(compareWithBook(100, [reversal, late], counted).unansweredMoves).toHaveLength(2);
  for (const lateMovementAnswer of ['before', 'since'])
    expect(
      compareWithBook(100, [reversal, late], { ...counted, lateMovementAnswer, answeredSeq: 13 }),
    ).toEqual({
      bookMicro: 100,
      movedSinceMicro: 0,
      unansweredMoves: [],
      lastQuestionSeq: 13,
    });
});

it.each([
  [null, 95, 1],
  ['before', 95, 0],
  ['since', 100, 0],
])(
  'a movement between two counts of a line, answered %s: the book quantity is %d, and %d need an answer',
  (answer, book, openQuestions) => {
    const answered = {
      ...counted,
      fromSeq: 8,
      lateMovementAnswer: answer,
      answeredSeq: answer === null ? null : 9,
    };
    const { bookMicro, unansweredMoves } = compareWithBook(95, [createMove(9, -5)], answered);
    expect([bookMicro, unansweredMoves.length]).toEqual([book, openQuestions]);
  },
);

it.each([
  [{ onHandMicro: 2_000_000, valueE4: 30_000, lastCostE4: 9 }, 7, 800, 900, 1_500_000],
  [{ ...emptyBalance, lastCostE4: 5 }, 7, 800, 900, 500],
  [emptyBalance, 7, 800, 900, 700],
  [emptyBalance, null, 800, 900, 800],
  [emptyBalance, null, null, 0, 0],
  [emptyBalance, null, null, null, null],
])(
  'C13: the cost of a gain: %o, %s, %s, %s is %s',
  (balance, lastReceiptE4, standardMicro, enteredMicro, cost) => {
    expect(getVarianceCostMicro({ balance, lastReceiptE4, standardMicro, enteredMicro })).toBe(cost);
  },
);

it('values a gain of 100,000 g at an entered cost of 0.002081 at 208.10', () => {
  const costs = { balance: emptyBalance, lastReceiptE4: null, standardMicro: null, enteredMicro: 2_081 };
  expect(computeVarianceValue(100_000_000_000, getVarianceCostMicro(costs))).toBe(2_081_000);
});

it.each([
  [0, 0, { percentMicro: 0, qtyMicro: 0, valueE4: 0 }, false],
  [5, 100, { percentMicro: 5_000_000, qtyMicro: null, valueE4: null }, false],
  [-6, 100, { percentMicro: 5_000_000, qtyMicro: null, valueE4: null }, true],
  [1, 0, { percentMicro: 5_000_000, qtyMicro: null, valueE4: null }, true],
  [-6, 100, { percentMicro: null, qtyMicro: 5, valueE4: null }, true],
  [-6, 100, { percentMicro: null, qtyMicro: null, valueE4: 11 }, true],
  [-6, 100, { percentMicro: null, qtyMicro: null, valueE4: null }, false],
])(
  'C12: a variance of %d of %d with tolerance %o is beyond it: %s',
  (varianceMicro, bookMicro, tolerance, exceeds) => {
    expect(exceedsCountTolerance({ varianceMicro, bookMicro, valueE4: varianceMicro * 2 }, tolerance)).toBe(
      exceeds,
    );
  },
);
