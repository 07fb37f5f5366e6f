import { describe, expect, it } from 'vitest';
import { createLocalHourReader } from './hours.ts';
import { getStartedDays, getComparisonDays, countDays, countWeekdays } from '#core/periods.ts';
import { share } from '#core/shares.ts';
import { evaluateDelivery, getLastEndedDay, type PromisedOrder, computeServiceFigures } from './service.ts';
import {
  rankByUsage,
  computeStockFigures,
  isUsageRecord,
  getUsageKinds,
  computeWastageShare,
} from './stock.ts';

describe('the comparison period', () => {
  it.each([
    ['period', '2026-03-01', '2026-03-31', '2026-01-29', '2026-02-28'],
    ['period', '2026-03-04', '2026-03-04', '2026-03-03', '2026-03-03'],
    // Wednesday to Tuesday, as were the days 52 weeks earlier, including over a leap day.
    ['year', '2026-03-04', '2026-03-10', '2025-03-05', '2025-03-11'],
    ['year', '2024-03-01', '2024-03-07', '2023-03-03', '2023-03-09'],
  ] as const)('%s of %s to %s is %s to %s', (comparison, from, to, first, last) => {
    expect(getComparisonDays({ from, to }, comparison)).toEqual({ from: first, to: last });
  });

  it.each([
    ['2026-03-01', '2026-03-03', 3],
    ['2026-03-01', '2026-03-31', 4],
    ['2026-03-04', '2026-03-04', 1],
    ['2026-03-05', '2026-03-31', 0],
  ])('of %s to %s, %i days have started', (from, to, count) => {
    const started = getStartedDays({ from, to }, new Date('2026-03-04T09:59:00.000Z'));
    expect([countDays(started), countWeekdays(started).reduce((sum, one) => sum + one, 0)]).toEqual([
      count,
      count,
    ]);
  });

  it('counts how often each day of the week occurs', () => {
    // 1 March 2026 is a Sunday.
    expect(countWeekdays({ from: '2026-03-01', to: '2026-03-10' })).toEqual([2, 2, 1, 1, 1, 1, 2]);
    expect(countWeekdays({ from: '2026-03-04', to: '2026-03-04' })).toEqual([0, 0, 1, 0, 0, 0, 0]);
  });
});

it.each([
  ['2026-03-04T23:30:00.000Z', 'Europe/Brussels', '2026-03-05', 0],
  ['2026-03-04T18:29:59.000Z', 'Asia/Kolkata', '2026-03-04', 23],
  ['2026-03-04T18:30:00.000Z', 'Asia/Kolkata', '2026-03-05', 0],
  // The night on which clocks go forward: 02:00 does not exist.
  ['2026-03-29T00:59:00.000Z', 'Europe/Brussels', '2026-03-29', 1],
  ['2026-03-29T01:00:00.000Z', 'Europe/Brussels', '2026-03-29', 3],
])('%s in %s is %s at %i o’clock', (at, timezone, day, hour) => {
  expect(createLocalHourReader()(at, { timezone, dayEnds: [] })).toEqual({ day, hour });
});

describe('OTIF', () => {
  const order: PromisedOrder = {
    status: 'Received',
    deliveryDate: '2026-03-06',
    receivedDay: '2026-03-06',
    linesOrdered: 10,
    linesReceivedComplete: 10,
  };
  it.each([
    ['on its day and complete', {}, { isOnTime: true, isInFull: true }],
    ['a day early', { receivedDay: '2026-03-05' }, { isOnTime: true, isInFull: true }],
    ['a day late', { receivedDay: '2026-03-07' }, { isOnTime: false, isInFull: true }],
    ['one line short', { linesReceivedComplete: 9 }, { isOnTime: true, isInFull: false }],
    [
      'in transit after its day',
      { status: 'Shipped', receivedDay: null },
      { isOnTime: false, isInFull: false },
    ],
    [
      'in transit before the end of its day',
      { status: 'Shipped', deliveryDate: '2026-03-09', receivedDay: null },
      null,
    ],
    ['received before its day', { deliveryDate: '2026-03-09' }, { isOnTime: true, isInFull: true }],
    ['rejected', { status: 'Rejected', receivedDay: null }, null],
    ['never sent', { status: 'Under Review', receivedDay: null }, null],
  ] as const)('%s', (_, change, evaluated) => {
    expect(evaluateDelivery({ ...order, ...change }, '2026-03-08')).toEqual(evaluated);
  });

  it('returns the last day that has ended everywhere', () => {
    expect(getLastEndedDay(new Date('2026-03-08T11:59:00.000Z'))).toBe('2026-03-06');
    expect(getLastEndedDay(new Date('2026-03-08T12:00:00.000Z'))).toBe('2026-03-07');
  });

  it('computes shares from sums: 18 of 20 lines, 190 of 200 units, 3 of 4 orders', () => {
    const sums = { orders: 4n, lines: 20n, linesComplete: 18n, unitsOrdered: 200n, unitsShipped: 190n };
    expect(computeServiceFigures({ ...sums, due: 4n, onTime: 4n, inFull: 3n, otif: 3n })).toEqual({
      orders: 4,
      lines: 20,
      linesShort: 2,
      fillLines: 0.9,
      fillUnits: 0.95,
      due: 4,
      late: 0,
      onTime: 1,
      inFull: 0.75,
      otif: 0.75,
    });
    const none = { orders: 0n, lines: 0n, linesComplete: 0n, unitsOrdered: 0n, unitsShipped: 0n };
    expect(computeServiceFigures({ ...none, due: 0n, onTime: 0n, inFull: 0n, otif: 0n })).toMatchObject({
      fillLines: null,
      fillUnits: null,
      otif: null,
    });
  });
});

describe('turnover, cover and ABC', () => {
  it('computes four turns for usage of 600 with an average stock of 150, and 5 days of cover for 100 at 20 a day', () => {
    const sums = { usedE4: 6_000_000n, openingE4: 2_000_000n, closingE4: 1_000_000n };
    expect(computeStockFigures(sums, 30)).toEqual({
      used: 600,
      stock: 150,
      closing: 100,
      turnover: 4,
      cover: 5,
    });
  });

  it('has no turnover without stock, and no cover without usage', () => {
    expect(computeStockFigures({ usedE4: 0n, openingE4: 0n, closingE4: 50_000n }, 30)).toMatchObject({
      turnover: 0,
      cover: null,
    });
    expect(computeStockFigures({ usedE4: 10_000n, openingE4: 0n, closingE4: 0n }, 30)).toMatchObject({
      turnover: null,
      cover: 0,
    });
  });

  it('excludes write-offs, waste, counts and movements between own locations from usage (A10)', () => {
    const combined = getUsageKinds('combined', true);
    expect(combined).toEqual(['consumption', 'consumption_reversal']);
    expect(getUsageKinds('kitchens', true)).toEqual([
      'consumption',
      'consumption_reversal',
      'ship',
      'ship_reversal',
    ]);
    // A branch that doesn't record usage.
    expect(getUsageKinds('combined', false)).toEqual(['receive', 'found_at_branch', 'confirmed']);
    expect(isUsageRecord('ship')).toBe(false);
  });

  it('ranks by value used, ties by id, regardless of input order (A10)', () => {
    const used: [string, bigint][] = [
      ['b', 40n],
      ['a', 40n],
      ['c', 15n],
      ['d', 5n],
      ['e', 0n],
    ];
    const ranked = rankByUsage(new Map(used));
    expect(ranked).toEqual([
      { id: 'a', class: 'A', share: 0.4, cumulative: 0.4 },
      { id: 'b', class: 'A', share: 0.4, cumulative: 0.8 },
      { id: 'c', class: 'B', share: 0.15, cumulative: 0.95 },
      { id: 'd', class: 'C', share: 0.05, cumulative: 1 },
      { id: 'e', class: 'C', share: 0, cumulative: 1 },
    ]);
    expect(rankByUsage(new Map(used.toReversed()))).toEqual(ranked);
  });

  it('has a wastage share of 5 % if 5 of 100 issued were wasted', () => {
    expect(computeWastageShare(5n, 95n)).toBe(0.05);
    expect(computeWastageShare(0n, 0n)).toBeNull();
    // Two reasons each have their own share of the total.
    expect([computeWastageShare(2n, 95n, 5n), computeWastageShare(3n, 95n, 5n)]).toEqual([0.02, 0.03]);
  });

  it('has no wastage share if more usage was reversed than posted', () => {
    expect(computeWastageShare(100n, -50n)).toBeNull();
    expect(computeWastageShare(40n, -50n, 100n)).toBeNull();
    expect(computeWastageShare(100n, -150n)).toBeNull();
    expect(computeWastageShare(100n, 0n)).toBe(1);
  });
});

it.each([
  [0n, 100n, 0],
  [1n, 3n, 0.3333],
  [3n, 10_000n, 0.0003],
  // Rounding to four decimals would make these 0.
  [3n, 100_000n, 0.00003],
  [-3n, 100_000n, -0.00003],
  // Rounding to four decimals would make this 1.
  [99_999n, 100_000n, 0.9999],
  [100_000n, 100_000n, 1],
  [100_001n, 100_000n, 1],
  [1n, 0n, null],
])('%d of %d is a share of %s', (part, whole, expected) => {
  expect(share(part, whole)).toBe(expected);
});
