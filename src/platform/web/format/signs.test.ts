import { afterEach, expect, it } from 'vitest';
import { localeStore } from '#platform/web/i18n/locale.ts';
import { formatChange, formatCount, formatPercent, formatPercentChange, formatQuantity } from './format.ts';
import { formatAmount } from './unit.ts';

afterEach(() => localeStore.set('en'));

it('keeps the sign with the number in right-to-left text', () => {
  localeStore.set('ar');
  expect([formatChange(-12.5), formatChange(3), formatChange(0)]).toEqual([
    '\u2066-12.5\u2069',
    '\u2066+3\u2069',
    '0',
  ]);
  expect([formatQuantity(-1204), formatCount(-3), formatQuantity(5)]).toEqual([
    '\u2066-1,204\u2069',
    '\u2066-3\u2069',
    '5',
  ]);
  expect([formatPercentChange(0.469), formatPercent(-0.5)]).toEqual([
    '\u2066+46.9%\u2069',
    '\u2066-50%\u2069',
  ]);
  // The direction of the outer isolate depends on the unit, for both negative and positive values.
  expect(formatAmount(-5, 'kg')).toMatch(/^\u2068\u2066-5\u2069 /);
});

it.each([
  [30, 'Bag 1 kg', '30 × Bag 1 kg'],
  [1, 'Case 6 x 1 l', '1 × Case 6 x 1 l'],
  [30, 'bag', '30 bags'],
  [30, 'kg', '30 kg'],
])('separates %d from the numbers in the name of a pack: %s', (qty, unit, text) => {
  expect(formatAmount(qty, unit)).toBe(text);
});

it.each([
  ['en', ['0%', '0.031%', '0.049%', '0.15%', '96.4%', '99.9%', '100%', '100%', '-0.031%'], '+0.031%'],
  [
    'ar',
    [
      '0\u200e%\u200e',
      '0.031\u200e%\u200e',
      '0.049\u200e%\u200e',
      '0.15\u200e%\u200e',
      '96.4\u200e%\u200e',
      '99.9\u200e%\u200e',
      '100\u200e%\u200e',
      '100\u200e%\u200e',
      '-0.031',
    ],
    '+0.031',
  ],
] as const)('does not round a share to 0% or 100% (%s)', (locale, shares, change) => {
  localeStore.set(locale);
  const formatted = [0, 0.000312, 0.00049, 0.00149, 0.9643, 0.99962, 1, 1.0002, -0.000312].map(formatPercent);
  for (const [n, share] of shares.entries()) expect(formatted[n]).toContain(share);
  expect(formatPercentChange(0.000312)).toContain(change);
});

it('doesn’t isolate numbers in left-to-right text', () => {
  expect([formatChange(-12.5), formatChange(3), formatPercentChange(0.469)]).toEqual([
    '-12.5',
    '+3',
    '+46.9%',
  ]);
});
