import { expect, test } from 'vitest';
import { currencyRateOn } from './currency.ts';

const rates = [
  { date: '2026-07-01', rate: 0.86 },
  { date: '2026-01-01', rate: 0.84 },
  { date: '2026-12-31', rate: 0.9 },
];

test.each([
  ['2025-12-31', null],
  ['2026-01-01', 0.84],
  ['2026-06-30', 0.84],
  ['2026-07-01', 0.86],
  ['2026-12-30', 0.86],
  ['2026-12-31', 0.9],
  ['2031-01-01', 0.9],
])('on %s it is %s', (day, expected) => {
  expect(currencyRateOn(rates, day)?.rate ?? null).toBe(expected);
});

test('a rate whose day is not entered yet holds on none', () => {
  expect(currencyRateOn([{ date: '', rate: 1 }], '2026-01-01')).toBeNull();
});
