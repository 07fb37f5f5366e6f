import { describe, expect, it } from 'vitest';
import type { StockMove } from '#contract/stock.ts';
import { dailyUse, daysOfCover, runningLedger } from './stock-ledger.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();

function move(changes: Partial<StockMove>): StockMove {
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
  it('goes back from what is on hand, exactly', () => {
    const moves = [
      move({ seq: 3, qty: 0.1 }),
      move({ seq: 2, qty: 0.2 }),
      move({ ...opening, seq: 1, qty: 0.6 }),
    ];
    const entries = runningLedger(moves, 'kitchen', 0.3);
    expect(entries.map(({ change, balance }) => [change, balance])).toEqual([
      [-0.1, 0.3],
      [-0.2, 0.4],
      [0.6, 0.6],
    ]);
  });
});

describe('the daily use', () => {
  const seen = (moves: StockMove[]) => dailyUse(runningLedger(moves, 'kitchen', 100), now);

  it('is what went out over the days that are seen, less what came back', () => {
    const moves = [
      move({
        kind: 'ship_reversal',
        fromPlace: 'branch:transit',
        toPlace: 'kitchen',
        qty: 6,
        postedAt: daysAgo(2),
      }),
      move({ qty: 26, postedAt: daysAgo(3) }),
      move({ ...opening, qty: 500, postedAt: daysAgo(10) }),
    ];
    expect(seen(moves)).toEqual({ perDay: 2, days: 10 });
    expect(daysOfCover(15, seen(moves))).toBe(7.5);
  });

  it('looks back four weeks at most', () => {
    expect(seen([move({ qty: 28 }), move({ qty: 900, postedAt: daysAgo(40) })])).toEqual({
      perDay: 1,
      days: 28,
    });
  });

  it('is no demand where things were thrown away or counted', () => {
    expect(seen([move({ kind: 'waste', toPlace: 'wastage', qty: 7, postedAt: daysAgo(9) })])).toBeNull();
  });

  it('is not guessed from less than a week', () => {
    expect(seen([move({ qty: 28, postedAt: daysAgo(6) })])).toBeNull();
    expect(daysOfCover(15, null)).toBeNull();
  });
});
