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
