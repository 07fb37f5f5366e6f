import { expect, test } from 'vitest';
import { computeSuggestedMicro } from './suggestion.ts';
import { computeUsageBeforeDelivery } from './usage-before-delivery.ts';

const micro = (qty: number) => Math.round(qty * 1e6);
/** Tuesday to Thursday, for a delivery on Friday with cut-off on Monday. */
const [tuesday, wednesday, thursday, friday] = ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'];
const buildUsage = (qty: number) => [tuesday, wednesday, thursday].map((day) => ({ day, micro: micro(qty) }));

interface Case {
  usable: number;
  dailyUsage: { day: string; micro: number }[];
  incoming?: [day: string | null, qty: number][];
  expiring?: [validThrough: string, qty: number][];
}

test.each<[string, Case, used: number, available: number]>([
  ['nothing is used before the next delivery', { usable: 12, dailyUsage: [] }, 0, 12],
  ['stock is used before the delivery', { usable: 100, dailyUsage: buildUsage(20) }, 60, 40],
  ['at most the stock on hand is used', { usable: 12, dailyUsage: buildUsage(20) }, 12, 0],
  [
    'at most on-hand and incoming stock is used',
    { usable: 12, incoming: [[null, 5]], dailyUsage: buildUsage(20) },
    17,
    0,
  ],
  [
    'incoming stock is used from its arrival day on',
    { usable: 0, incoming: [[wednesday, 60]], dailyUsage: buildUsage(20) },
    40,
    20,
  ],
  [
    'a day without stock uses nothing that arrives later',
    { usable: 5, incoming: [[thursday, 30]], dailyUsage: buildUsage(20) },
    25,
    10,
  ],
  [
    'overdue stock may arrive on any day',
    { usable: 0, incoming: [['2026-02-20', 30]], dailyUsage: buildUsage(20) },
    30,
    0,
  ],
  [
    'stock arriving with the delivery or later is not used',
    { usable: 12, incoming: [[friday, 30]], dailyUsage: buildUsage(20) },
    12,
    30,
  ],
  [
    'incoming stock is used in day order, whatever the input order',
    {
      usable: 0,
      incoming: [
        [thursday, 1],
        [tuesday, 20],
        [wednesday, 20],
      ],
      dailyUsage: buildUsage(20),
    },
    41,
    0,
  ],
  ['negative stock is unchanged', { usable: -4, dailyUsage: buildUsage(20) }, 0, -4],
  [
    'negative stock is offset by incoming stock',
    { usable: -4, incoming: [[tuesday, 10]], dailyUsage: buildUsage(2) },
    6,
    0,
  ],
  [
    'nothing is used on closed days',
    { usable: 50, dailyUsage: buildUsage(20).map((usage, n) => (n === 1 ? { ...usage, micro: 0 } : usage)) },
    40,
    10,
  ],
  [
    'stock that expires before the delivery is used first, and is not counted',
    { usable: 100, expiring: [[thursday, 24]], dailyUsage: buildUsage(20) },
    36,
    64,
  ],
  [
    'expired stock is not used',
    { usable: 100, expiring: [[tuesday, 24]], dailyUsage: buildUsage(20) },
    40,
    60,
  ],
  [
    'the lot that expires first is used first',
    {
      usable: 100,
      expiring: [
        [thursday, 30],
        [tuesday, 10],
      ],
      dailyUsage: buildUsage(20),
    },
    20,
    80,
  ],
])('%s', (_, { usable, dailyUsage, incoming = [], expiring = [] }, used, available) => {
  const usedMicro = computeUsageBeforeDelivery({
    usableMicro: micro(usable),
    incoming: incoming.map(([day, qty]) => ({ day, micro: micro(qty) })),
    expiring: expiring.map(([validThrough, qty]) => ({ validThrough, micro: micro(qty) })),
    dailyUsage,
  });
  const incomingMicro = incoming.reduce((sum, [, qty]) => sum + micro(qty), 0);
  expect([usedMicro, micro(usable) + incomingMicro - usedMicro]).toEqual([micro(used), micro(available)]);
});

test.each([
  ['the forecast for Friday and Saturday, if nothing remains', 12, 96],
  ['the forecast less the remaining stock', 5, 89],
  ['the forecast less stock on hand, if nothing is used before the delivery', 0, 84],
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
