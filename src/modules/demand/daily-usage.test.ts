import { expect, test } from 'vitest';
import { toMicro } from '#core/quantity.ts';
import { computeRoundedDaysOfCover } from './levels.ts';
import { countUsageDays, computeDailyUsage } from './daily-usage.ts';

/** `ship:-26 ship_reversal:6`: movements at a location, by kind. */
const parseMovements = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((part) => {
      const [kind = '', qty = ''] = part.split(':');
      return { kind, qtyMicro: toMicro(qty) };
    });

test.each([
  ['ship:-26 ship_reversal:6 receipt:500', 10, [2, 'use']],
  ['consumption:-28 receive:90', 28, [1, 'use']],
  ['consumption:-10', 7, [1.428571, 'use']],
  // Losses, corrections and movements within the location don't count.
  ['waste:-7 written_off:-3 opening:50 found_at_kitchen:4 returned:2 revaluation:0', 28, null],
  // A branch that records no usage is measured by its deliveries.
  ['receive:50 confirmed:6 waste:-2 receive_damaged:9', 28, [2, 'deliveries']],
  ['receive:50 consumption:-14', 28, [0.5, 'use']],
  // More was reversed than shipped, and a kitchen issued extra goods only.
  ['ship:-5 ship_reversal:8 receive:90', 28, null],
  ['confirmed:-6', 28, null],
  ['ship:-70', 6, null],
  ['', 28, null],
  ['unknown_kind:-28', 28, null],
])('%s over %d days: %j', (text, days, expected) => {
  const use = computeDailyUsage(parseMovements(text), days);
  expect(use && [use.perDayMicro / 1e6, use.basis]).toEqual(expected);
  if (use) expect(use.days).toBe(days);
});

test('is null if a sum is out of range', () => {
  expect(computeDailyUsage([{ kind: 'ship', qtyMicro: null }], 28)).toBeNull();
  expect(
    computeDailyUsage(
      [
        { kind: 'ship', qtyMicro: -9e15 },
        { kind: 'consumption', qtyMicro: -9e15 },
      ],
      28,
    ),
  ).toEqual({
    perDayMicro: 642_857_142_857_143,
    days: 28,
    basis: 'use',
  });
});

test.each([
  ['2026-03-01', '2026-03-11', 10],
  ['2026-01-01', '2026-03-11', 28],
  ['2026-03-11', '2026-03-11', 0],
  ['2026-03-12', '2026-03-11', 0],
  // A day with a daylight saving change counts as one day.
  ['2026-03-28', '2026-04-06', 9],
])('%s to %s: %d usage days', (first, today, days) => {
  expect(countUsageDays(first, today)).toBe(days);
});

test.each([
  [15, 2, 7.5],
  [10, 3, 3.3],
  [-4, 2, 0],
  [15, null, null],
  [15, 0, null],
])('%d at %j a day lasts %j days', (available, perDay, days) => {
  expect(computeRoundedDaysOfCover(available, perDay)).toBe(days);
});
