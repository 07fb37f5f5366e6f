import { expect, test } from 'vitest';
import { costIn, fillRateOf, ordersIn, perDay } from './totals.ts';

const rows = [
  { day: '2026-03-01', orders: 2, lines: 10, linesComplete: 10 },
  { day: '2026-03-03', orders: 1, lines: 30, linesComplete: 20 },
  { day: '2026-03-04', orders: 5, lines: 0, linesComplete: 0 },
];

test('the fill rate weighs lines, not days', () => {
  expect(fillRateOf(rows, { from: '2026-03-01', to: '2026-03-04' })).toBe(0.75);
  expect(fillRateOf(rows, { from: '2026-03-01', to: '2026-03-02' })).toBe(1);
});

test('nothing shipped is no fill rate', () => {
  expect(fillRateOf(rows, { from: '2026-03-04', to: '2026-03-09' })).toBeNull();
});

test('sums stay within their days', () => {
  expect(ordersIn(rows, { from: '2026-03-02', to: '2026-03-04' })).toBe(6);
  const waste = [
    { day: '2026-03-01', records: 1, cost: 0.1 },
    { day: '2026-03-02', records: 1, cost: 0.2 },
    { day: '2026-03-09', records: 1, cost: 5 },
  ];
  expect(costIn(waste, { from: '2026-03-01', to: '2026-03-08' })).toBe(0.3);
});

test('a day without a row counts 0', () => {
  expect(perDay(rows, ['2026-03-01', '2026-03-02', '2026-03-03'], (row) => row.orders)).toEqual([2, 0, 1]);
});
