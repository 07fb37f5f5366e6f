import { expect, test } from 'vitest';
import { createAmountFormats, createMailFormats } from './formats.ts';

test('a share is formatted as on screen and is not rounded to 0% or 100%', () => {
  const { percent } = createMailFormats('en', null, 'Europe/Brussels');
  expect([0, 0.000312, 0.9643, 0.99962, 1, Number.NaN].map(percent)).toEqual([
    '0%',
    '0.031%',
    '96.4%',
    '99.9%',
    '100%',
    '–',
  ]);
});

test.each([
  ['GBP', '-£1,284.50'],
  ['USD', '-USD\u00a01,284.50'],
  ['KWD', '-KWD\u00a01,284.500'],
  ['JPY', '-JPY\u00a01,285'],
  [null, '-1,284.50'],
])('amounts in %s are formatted in emails as on screen, including in Arabic', (currency, expected) => {
  const { money } = createAmountFormats({ language: 'en' }, currency);
  expect(money(-1284.5)).toBe(expected);
  expect(money(-0.0001)).not.toContain('-');
  expect(createAmountFormats({ language: 'ar' }, currency).money(-1284.5)).toBe(`\u2066${expected}\u2069`);
});

test('a price is formatted in its currency with up to six decimals', () => {
  const { price } = createMailFormats('en', 'GBP', 'Europe/London');
  expect([price(12.5), price(0.00125), price(2.080606)]).toEqual(['£12.50', '£0.00125', '£2.080606']);
  expect(createAmountFormats({ language: 'en' }, 'USD').price(12.5)).toBe('USD\u00a012.50');
  expect(createMailFormats('en', null, 'Europe/London').price(0.00125)).toBe('0.00125');
});
