import { expect, test } from 'vitest';
import { detectDecimalSeparator, readNumber } from './number-text.ts';

test.each([
  ['1250', 1250, 1250],
  ['0,125', null, 0.125],
  ['0.125', 0.125, null],
  ['1,250', 1250, 1.25],
  ['1.250', 1.25, 1250],
  ['1,250.5', 1250.5, null],
  ['1.250,5', null, 1250.5],
  ['1,250,000', 1250000, null],
  ['0,125,000', null, null],
  ['12,34,567.5', 1234567.5, null],
  ['1 250', 1250, 1250],
  ['0 750', null, null],
  ['1’250.50', 1250.5, null],
  ['-4,5', null, -4.5],
  ['4,5-', null, -4.5],
  ['(4.50)', -4.5, null],
  ['−4.5', -4.5, null],
  ['$4.50', 4.5, null],
  ['-$4.50', -4.5, null],
  ['$-4.50', -4.5, null],
  ['12,50 €', null, 12.5],
  ['EUR 12,50', null, 12.5],
  ['12.50 GBP', 12.5, null],
  ['kr 12,50', null, 12.5],
  ['3,49 zł', null, 3.49],
  ['Rs. 1,00,000', 100000, null],
  ['١٬٢٥٠٫٥', 1250.5, null],
  ['12 kg', null, null],
  ['--4', null, null],
  ['1e5', null, null],
  ['', null, null],
])('%s is %j with a decimal point and %j with a decimal comma', (text, point, comma) => {
  expect(readNumber(text, 'point')).toBe(point);
  expect(readNumber(text, 'comma')).toBe(comma);
});

test.each([
  [['0,125', '1,250'], 'comma'],
  [['12,500', '8,75'], 'comma'],
  [['1,250', '3.5'], 'point'],
  [['1,250', '1,250,000'], 'point'],
  [['1,250', '7'], 'both'],
  [['1.250'], 'both'],
  [['7', '12', 'x'], null],
])('the column %j has the decimal separator %j', (texts, decimal) =>
  expect(detectDecimalSeparator(texts)).toBe(decimal),
);
