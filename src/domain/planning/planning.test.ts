import { expect, test } from 'vitest';
import { toMicro } from '../quantity.ts';
import { daysOfCover, parMicro, safetyStockMicro } from './levels.ts';
import { suggestedMicro } from './suggestion.ts';

const m = toMicro;

test.each<
  [
    string,
    [par: number | null, onHand: number, inTransit: number, ordered: number, pack: number | null],
    number | null,
  ]
>([
  ['up to par', [20, 5, 0, 0, null], 15],
  ['less what comes and what is ordered', [20, 5, 4, 3, null], 8],
  ['in whole packs', [20, 5, 4, 3, 6], 12],
  ['exactly one pack', [20, 14, 0, 0, 6], 6],
  ['enough there', [20, 25, 0, 0, 6], 0],
  ['below zero counts as it stands', [20, -4, 0, 0, null], 24],
  ['no par is no suggestion', [null, 0, 0, 0, 6], null],
  ['a par of zero is one', [0, 0, 0, 0, 6], 0],
  ['packs of a fraction', [1, 0, 0, 0, 0.75], 1.5],
])('suggested order, %s', (_what, [par, onHand, inTransit, ordered, pack], expected) => {
  const suggested = suggestedMicro({
    parMicro: par === null ? null : m(par),
    onHandMicro: m(onHand),
    inTransitMicro: m(inTransit),
    orderedMicro: m(ordered),
    packMicro: pack === null ? null : m(pack),
  });
  expect(suggested).toBe(expected === null ? null : m(expected));
});

test('safety stock: z * sqrt(L*sd^2 + d^2*sL^2)', () => {
  const use = { dailyUseMicro: m(50), leadTimeDays: 4, leadTimeDeviationDays: 1 };
  // sqrt(4 * 30^2 + 50^2 * 1^2) = sqrt(6100) = 78.102497; x 1.65 = 128.869120
  const stock = safetyStockMicro({ ...use, serviceFactor: 1.65, dailyUseDeviationMicro: m(30) });
  expect(stock / 1e6).toBeCloseTo(128.86912, 5);
  expect(safetyStockMicro({ ...use, serviceFactor: 0, dailyUseDeviationMicro: m(30) })).toBe(0);
});

test('par: daily use x (lead time + days between deliveries) + safety stock', () => {
  const input = { dailyUseMicro: m(2.5), leadTimeDays: 1, daysBetweenDeliveries: 3, safetyStockMicro: m(4) };
  expect(parMicro(input)).toBe(m(14));
});

test.each([
  [30, 4, 7.5],
  [-3, 4, 0],
  [0, 4, 0],
  [30, 0, null],
])('%d available at %d a day covers %s days', (available, use, days) => {
  expect(daysOfCover(m(available), m(use))).toBe(days);
});
