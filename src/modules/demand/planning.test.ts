import { expect, test } from 'vitest';
import { toMicro } from '#core/quantity.ts';
import {
  changeByPercentMicro,
  computeDaysOfCover,
  findLevelOutOfOrder,
  computeParMicro,
  computeSafetyStockMicro,
  findWeekdayParError,
} from './levels.ts';
import { computeSuggestedMicro } from './suggestion.ts';

const micro = toMicro;

test.each<
  [
    string,
    [par: number | null, onHand: number, inTransit: number, ordered: number, pack: number | null],
    number | null,
  ]
>([
  ['up to par', [20, 5, 0, 0, null], 15],
  ['minus incoming and ordered quantities', [20, 5, 4, 3, null], 8],
  ['in whole packs', [20, 5, 4, 3, 6], 12],
  ['exactly one pack', [20, 14, 0, 0, 6], 6],
  ['enough stock on hand', [20, 25, 0, 0, 6], 0],
  ['negative stock increases the need', [20, -4, 0, 0, null], 24],
  ['without a par there is no suggestion', [null, 0, 0, 0, 6], null],
  ['a par of 0 is valid', [0, 0, 0, 0, 6], 0],
  ['packs of a fraction', [1, 0, 0, 0, 0.75], 1.5],
])('suggested order, %s', (_case, [par, onHand, inTransit, ordered, pack], expected) => {
  const suggested = computeSuggestedMicro({
    parMicro: par === null ? null : micro(par),
    onHandMicro: micro(onHand),
    inTransitMicro: micro(inTransit),
    orderedMicro: micro(ordered),
    usedMicro: 0,
    packMicro: pack === null ? null : micro(pack),
  });
  expect(suggested).toBe(expected === null ? null : micro(expected));
});

test('safety stock: z * sqrt(L*sd^2 + d^2*sL^2)', () => {
  const use = { dailyUseMicro: micro(50), leadTimeDays: 4, leadTimeDeviationDays: 1 };
  // sqrt(4 * 30^2 + 50^2 * 1^2) = sqrt(6100) = 78.102497; x 1.65 = 128.869120
  const stock = computeSafetyStockMicro({ ...use, serviceFactor: 1.65, dailyUseDeviationMicro: micro(30) });
  expect(stock / 1e6).toBeCloseTo(128.86912, 5);
  expect(computeSafetyStockMicro({ ...use, serviceFactor: 0, dailyUseDeviationMicro: micro(30) })).toBe(0);
});

test('par: daily usage x (lead time + days between deliveries) + safety stock', () => {
  const input = {
    dailyUseMicro: micro(2.5),
    leadTimeDays: 1,
    daysBetweenDeliveries: 3,
    safetyStockMicro: micro(4),
  };
  expect(computeParMicro(input)).toBe(micro(14));
});

test.each([
  [30, 4, 7.5],
  [-3, 4, 0],
  [0, 4, 0],
  [30, 0, null],
])('%d available at %d a day covers %s days', (available, use, days) => {
  expect(computeDaysOfCover(micro(available), micro(use))).toBe(days);
});

test.each([
  [{ min: 2, par: 6, max: 9 }, null],
  [{ min: 6, par: 6, max: 6 }, null],
  [{ min: null, par: 3, max: null }, null],
  [{}, null],
  [
    { min: 7, par: 6, max: 9 },
    { field: 'par', lowerLevel: 'min' },
  ],
  [
    { min: 2, par: 10, max: 9 },
    { field: 'max', lowerLevel: 'par' },
  ],
  [
    { min: 10, par: null, max: 9 },
    { field: 'max', lowerLevel: 'min' },
  ],
] as const)('minimum, par and maximum must not decrease: %j', (levels, expected) => {
  expect(findLevelOutOfOrder(levels)).toEqual(expected);
});

test.each([
  [{ min: 2, max: 9 }, {}, null],
  [{ min: 2, max: 9 }, { 1: 2, 5: 9 }, null],
  [{ min: null, max: null }, { 1: 0, 5: 1000 }, null],
  [{}, { 7: 3 }, null],
  [
    { min: 2, max: 9 },
    { 1: 4, 5: 1.5 },
    { weekday: '5', limit: 'min' },
  ],
  [{ min: 2, max: null }, { 7: 0 }, { weekday: '7', limit: 'min' }],
  [{ min: null, max: 9 }, { 3: 9.000001 }, { weekday: '3', limit: 'max' }],
  [
    { min: 2, max: 9 },
    { 2: 10, 6: 1 },
    { weekday: '2', limit: 'max' },
  ],
] as const)(
  'the par of a weekday stays between minimum and maximum: %j %j',
  (levels, weekdayPar, expected) => {
    expect(findWeekdayParError(levels, weekdayPar)).toEqual(expected);
  },
);

test.each([
  [6, 10, 1, 7], // 6.6
  [5, 10, 1, 6], // 5.5, rounded to the even step
  [6, 10, 0.001, 6.6],
  [2.5, -20, 0.001, 2],
  [4, -100, 1, 0],
  [4, -150, 1, 0],
  [7, 0, 1, 7],
  [8, 12.5, 0.5, 9],
])('%d by %d %% in steps of %d is %d', (level, percent, step, expected) => {
  expect(changeByPercentMicro(micro(level), percent, micro(step))).toBe(micro(expected));
});
