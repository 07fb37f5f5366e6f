import { expect, test } from 'vitest';
import { figuresIn } from './figures.ts';

test('a share is said in a mail as on the screen: neither nothing nor all where it is not', () => {
  const { percent } = figuresIn('en', null, 'Europe/Brussels');
  expect([0, 0.000312, 0.9643, 0.99962, 1, Number.NaN].map(percent)).toEqual([
    '0%',
    '0.03%',
    '96.4%',
    '99.9%',
    '100%',
    '–',
  ]);
});

test('a price is said in the money that it is in, and one of less than a whole by what it costs', () => {
  const { price } = figuresIn('en', 'GBP', 'Europe/London');
  expect([price(12.5), price(0.00125), price(1.2345), price(12.5, 'USD')]).toEqual([
    '£12.50',
    '£0.0013',
    '£1.23',
    'US$12.50',
  ]);
  expect(figuresIn('en', null, 'Europe/London').price(0.00125)).toBe('0.0013');
});
