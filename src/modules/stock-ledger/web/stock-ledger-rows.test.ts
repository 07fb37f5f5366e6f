import { describe, expect, it } from 'vitest';
import type { StockMove } from '#modules/stock/shapes.ts';
import { dayMs } from '#core/day.ts';
import { buildRunningLedger } from './stock-ledger-rows.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const daysAgo = (days: number) => new Date(now - days * dayMs).toISOString();

function buildMove(changes: Partial<StockMove>): StockMove {
  return {
    seq: 1,
    postedAt: daysAgo(1),
    effectiveAt: daysAgo(1),
    businessDay: daysAgo(1).slice(0, 10),
    arrivalDay: daysAgo(1).slice(0, 10),
    itemId: 'flour',
    itemName: 'Flour',
    unitSymbol: 'kg',
    fromPlace: 'kitchen',
    fromName: 'Kitchen',
    toPlace: 'branch:transit',
    toName: 'Branch, in transit',
    qty: 1,
    unitCost: 1,
    value: 1,
    lot: null,
    docType: 'order',
    docId: 'order',
    docNo: 'ORD-1',
    docLineId: 'line',
    kind: 'ship',
    reason: null,
    userId: 'user',
    reversesSeq: null,
    ...changes,
  };
}

const opening = { kind: 'opening', fromPlace: 'adjustment', toPlace: 'kitchen' };

describe('the running balance', () => {
  it('is computed backwards from the stock on hand, exactly', () => {
    const moves = [
      buildMove({ seq: 3, qty: 0.1 }),
      buildMove({ seq: 2, qty: 0.2 }),
      buildMove({ ...opening, seq: 1, qty: 0.6 }),
    ];
    const entries = buildRunningLedger(moves, 'kitchen', 0.3);
    expect(entries.map(({ change, balance }) => [change, balance])).toEqual([
      [-0.1, 0.3],
      [-0.2, 0.4],
      [0.6, 0.6],
    ]);
  });

  it('shows the direction of a movement without a quantity', () => {
    const moves = [
      buildMove({ seq: 2, kind: 'count_pieces', toPlace: 'adjustment', qty: 0, pieces: 1 }),
      buildMove({ ...opening, seq: 1, kind: 'count_pieces', qty: 0, pieces: 1 }),
    ];
    expect(buildRunningLedger(moves, 'kitchen', 5, 9).map(({ isOut }) => isOut)).toEqual([true, false]);
  });

  it.each([
    [
      'of pieces is computed backwards next to that of the weight',
      [buildMove({ seq: 2, qty: 4.6, pieces: 1 }), buildMove({ ...opening, seq: 1, qty: 48.35, pieces: 10 })],
      9,
      [
        [-1, 9],
        [10, 10],
      ],
    ],
    [
      'of pieces may stay the same when the weight changes',
      [buildMove({ seq: 2, qty: 0.1, pieces: 0 }), buildMove({ ...opening, seq: 1, qty: 4.8, pieces: 1 })],
      1,
      [
        [0, 1],
        [1, 1],
      ],
    ],
    [
      'of pieces changes by counts of pieces only, and not by movements of value only',
      [
        buildMove({ seq: 3, kind: 'count_pieces', toPlace: 'adjustment', qty: 0, value: 0, pieces: 1 }),
        buildMove({ seq: 2, kind: 'revaluation', toPlace: 'adjustment', qty: 0, value: 3 }),
        buildMove({ ...opening, seq: 1, qty: 4.8, pieces: 10 }),
      ],
      9,
      [
        [-1, 9],
        [0, 10],
        [10, 10],
      ],
    ],
    [
      'ends where the item was not yet counted in pieces',
      [
        buildMove({ ...opening, seq: 3, qty: 4.8, pieces: 1 }),
        buildMove({ seq: 2, qty: 5 }),
        buildMove({ ...opening, seq: 1, qty: 5 }),
      ],
      1,
      [[1, 1], null, null],
    ],
    ['is absent for items without pieces', [buildMove({ seq: 1, qty: 2 })], undefined, [null]],
  ])('%s', (_case, moves, pieces, expected) => {
    const entries = buildRunningLedger(moves, 'kitchen', 0.3, pieces);
    expect(entries.map((entry) => entry.pieces && [entry.pieces.change, entry.pieces.balance])).toEqual(
      expected,
    );
  });
});
