import { expect, test } from 'vitest';
import { computeSuggestedMicro } from './suggestion.ts';
import { computeUsageBeforeDelivery } from './usage-before-delivery.ts';

const micro = (qty: number) => Math.round(qty * 1e6);
/** Tuesday to Thursday, for a delivery on Friday with cut-off on Monday. */
const [tuesday, wednesday, thursday, friday] = ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'];
const daily = (qty: number) => [tuesday, wednesday, thursday].map((day) => ({ day, micro: micro(qty) }));

interface Case {
  usable: number;
  uses: { day: string; micro: number }[];
  coming?: [day: string | null, qty: number][];
  spoiling?: [validThrough: string, qty: number][];
}

test.each<[string, Case, used: number, available: number]>([
  ['nothing is used before the next delivery', { usable: 12, uses: [] }, 0, 12],
  ['stock is used until the delivery', { usable: 100, uses: daily(20) }, 60, 40],
  ['at most the stock on hand is used', { usable: 12, uses: daily(20) }, 12, 0],
  ['at most on-hand and incoming stock is used', { usable: 12, coming: [[null, 5]], uses: daily(20) }, 17, 0],
  [
    'incoming stock is used from its day on',
    { usable: 0, coming: [[wednesday, 60]], uses: daily(20) },
    40,
    20,
  ],
  [
    'a day without stock uses nothing that arrives later',
    { usable: 5, coming: [[thursday, 30]], uses: daily(20) },
    25,
    10,
  ],
  [
    'overdue stock may arrive on any day',
    { usable: 0, coming: [['2026-02-20', 30]], uses: daily(20) },
    30,
    0,
  ],
  [
    'stock arriving with the delivery or later is not used',
    { usable: 12, coming: [[friday, 30]], uses: daily(20) },
    12,
    30,
  ],
  [
    'incoming stock is used in day order, whatever the input order',
    {
      usable: 0,
      coming: [
        [thursday, 1],
        [tuesday, 20],
        [wednesday, 20],
      ],
      uses: daily(20),
    },
    41,
    0,
  ],
  ['negative stock is unchanged', { usable: -4, uses: daily(20) }, 0, -4],
  [
    'negative stock is offset by incoming stock',
    { usable: -4, coming: [[tuesday, 10]], uses: daily(2) },
    6,
    0,
  ],
  [
    'nothing is used on closed days',
    { usable: 50, uses: daily(20).map((use, n) => (n === 1 ? { ...use, micro: 0 } : use)) },
    40,
    10,
  ],
  [
    'stock that expires before the delivery is used first, and is not counted',
    { usable: 100, spoiling: [[thursday, 24]], uses: daily(20) },
    36,
    64,
  ],
  ['expired stock is not used', { usable: 100, spoiling: [[tuesday, 24]], uses: daily(20) }, 40, 60],
  [
    'the first lot to expire is used first',
    {
      usable: 100,
      spoiling: [
        [thursday, 30],
        [tuesday, 10],
      ],
      uses: daily(20),
    },
    20,
    80,
  ],
])('%s', (_, { usable, uses, coming = [], spoiling = [] }, used, available) => {
  const usedMicro = computeUsageBeforeDelivery({
    usableMicro: micro(usable),
    coming: coming.map(([day, qty]) => ({ day, micro: micro(qty) })),
    spoiling: spoiling.map(([validThrough, qty]) => ({ validThrough, micro: micro(qty) })),
    uses,
  });
  const comingMicro = coming.reduce((sum, [, qty]) => sum + micro(qty), 0);
  expect([usedMicro, micro(usable) + comingMicro - usedMicro]).toEqual([micro(used), micro(available)]);
});

test.each([
  ['the forecast for Friday and Saturday, if nothing remains', 12, 96],
  ['less the remaining stock', 5, 89],
  ['the forecast less stock on hand, if nothing is used until then', 0, 84],
])('suggests %s', (_, used, expected) => {
  const suggested = computeSuggestedMicro({
    parMicro: micro(96),
    onHandMicro: micro(12),
    inTransitMicro: 0,
    orderedMicro: 0,
    usedMicro: micro(used),
    packMicro: null,
  });
  expect(suggested).toBe(micro(expected));
});
