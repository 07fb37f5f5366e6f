import { expect, test } from 'vitest';
import { convertChanceToOneIn, computeRunOutChance, getServiceFactor } from './service-level.ts';
import { computeSuggestedMicro, computeTargetMicro } from './suggestion.ts';

test.each([
  [50, 0],
  [40, 0],
  [90, 1.2816],
  [95, 1.6449],
  [97.5, 1.96],
  [99, 2.3263],
])('service level %d %% → factor %d', (percent, factor) => {
  expect(Math.abs(getServiceFactor(percent) - factor)).toBeLessThan(0.0005);
});

test.each([
  [100, 100, 10, 0.5],
  [116.449, 100, 10, 0.05],
  [83.551, 100, 10, 0.95],
  [100, 99, 0, 0],
  [98, 99, 0, 1],
])(
  'stock %d, forecast %d, standard deviation %d → run-out probability %d',
  (available, forecast, spread, chance) => {
    expect(computeRunOutChance(available, forecast, spread)).toBeCloseTo(chance, 4);
  },
);

test.each([
  [0.05, 20],
  [0.333, 3],
  [0.013, 80],
  [0.9, 1],
  [0.004, null],
])('a chance of %d is one in %s', (chance, n) => {
  expect(convertChanceToOneIn(chance)).toBe(n);
});

test('S6: suggests 84 (7 trays of 12) for a forecast of 88 on Friday and Saturday, 12 on hand, none incoming', () => {
  // Forecast 88, standard deviation 4.3, service level 95 %: 95.1 needed, 83.1 missing.
  const parMicro = computeTargetMicro({ forecast: 88, spread: 4.3, factor: getServiceFactor(95) }, 1_000_000);
  const stock = {
    onHandMicro: 12_000_000,
    inTransitMicro: 0,
    orderedMicro: 0,
    usedMicro: 0,
    packMicro: 12_000_000,
  };
  expect(computeSuggestedMicro({ parMicro, ...stock })).toBe(84_000_000);
  expect(computeSuggestedMicro({ parMicro, ...stock, inTransitMicro: 90_000_000 })).toBe(0);
});
