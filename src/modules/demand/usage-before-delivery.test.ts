import { expect, test } from 'vitest';
import { suggestedMicro } from './suggestion.ts';
import { usageBeforeDelivery } from './usage-before-delivery.ts';

const m = (qty: number) => Math.round(qty * 1e6);
/** Tuesday to Thursday, for a delivery on Friday with cut-off on Monday. */
const [tuesday, wednesday, thursday, friday] = ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'];
const daily = (qty: number) => [tuesday, wednesday, thursday].map((day) => ({ day, micro: m(qty) }));

interface Case {
  usable: number;
  uses: { day: string; micro: number }[];
  coming?: [day: string | null, qty: number][];
  spoiling?: [goodUntil: string, qty: number][];
}

test.each<[string, Case, used: number, there: number]>([
  ['nothing is used before the next delivery', { usable: 12, uses: [] }, 0, 12],
  ['stock is used until the delivery', { usable: 100, uses: daily(20) }, 60, 40],
  ['at most the stock on hand', { usable: 12, uses: daily(20) }, 12, 0],
  ['and at most the incoming quantity', { usable: 12, coming: [[null, 5]], uses: daily(20) }, 17, 0],
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
    'in any input order',
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
  ['and is offset by incoming stock', { usable: -4, coming: [[tuesday, 10]], uses: daily(2) }, 6, 0],
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
  ['as long as it is good', { usable: 100, spoiling: [[tuesday, 24]], uses: daily(20) }, 40, 60],
  [
    'the first to expire before others',
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
  const usedMicro = usageBeforeDelivery({
    usableMicro: m(usable),
    coming: coming.map(([day, qty]) => ({ day, micro: m(qty) })),
    spoiling: spoiling.map(([goodUntil, qty]) => ({ goodUntil, micro: m(qty) })),
    uses,
  });
  const comingMicro = coming.reduce((sum, [, qty]) => sum + m(qty), 0);
  expect([usedMicro, m(usable) + comingMicro - usedMicro]).toEqual([m(used), m(available)]);
});

test.each([
  ['the forecast for Friday and Saturday, if nothing remains', 12, 96],
  ['less the remaining stock', 5, 89],
  ['as before, if nothing is used until then', 0, 84],
])('is suggested: %s', (_, used, expected) => {
  const suggested = suggestedMicro({
    parMicro: m(96),
    onHandMicro: m(12),
    inTransitMicro: 0,
    orderedMicro: 0,
    usedMicro: m(used),
    packMicro: null,
  });
  expect(suggested).toBe(m(expected));
});
