import { expect, test } from 'vitest';
import { getNumberStyle } from '#platform/web/i18n/number-style.ts';
import { parseQuantity, parsePastedColumn, formatQuantityInput } from './parse-quantity.ts';

const english = getNumberStyle('auto', 'en-GB');
const german = getNumberStyle('auto', 'de-DE');
const french = getNumberStyle('auto', 'fr-FR');
const swiss = getNumberStyle('auto', 'de-CH');
const allStyles = [english, german, french, swiss];

test.each([
  ['4', 4],
  [' 2.5 ', 2.5],
  ['2,5', 2.5],
  ['.5', 0.5],
  [',5', 0.5],
  ['0,750', 0.75],
  ['0.750', 0.75],
  ['0,125', 0.125],
  ['00,125', 0.125],
  ['12,5000', 12.5],
  ['1234,567', 1234.567],
  ['1,204.50', 1204.5],
  ['1.204,50', 1204.5],
  ['1,204,300', 1204300],
  ['1.204.300', 1204300],
  ['12,34,567', 1234567],
  ['1 204,5', 1204.5],
  ['1’204.5', 1204.5],
  ['12 000', 12000],
  ['2*12', 24],
  ['3 x 6 + 2', 20],
  ['2×1.5', 3],
  ['2 x 0,125', 0.25],
  ['(2+1)/4', 0.75],
  ['10-3', 7],
  ['0.1+0.2', 0.3],
  ['1/3', 0.333333],
  ['١٢', 12],
  ['۱۲', 12],
  ['١٫٢٥٠', 1.25],
  ['١٬٢٥٠', 1250],
  ['£2.50', 2.5],
  ['12,50 €', 12.5],
  ['0', 0],
])('%s is %d in every style', (text, value) => {
  for (const style of allStyles) expect(parseQuantity(text, style)).toEqual({ kind: 'quantity', value });
});

test.each([
  ['1,250', { english: 1250, german: 1.25, french: 1.25, swiss: 1.25 }],
  ['1.250', { english: 1.25, german: 1250, french: 1.25, swiss: 1.25 }],
  ['2*1,250', { english: 2500, german: 2.5, french: 2.5, swiss: 2.5 }],
])('parses %s according to the style', (text, values) => {
  const styles = { english, german, french, swiss };
  for (const [name, value] of Object.entries(values))
    expect(parseQuantity(text, styles[name as keyof typeof styles])).toEqual({ kind: 'quantity', value });
});

test.each([
  '-1',
  '2-3',
  'abc',
  '2*',
  '1..2',
  '1.2.3',
  '1,2,3',
  '0,750,000',
  '0 750',
  '2 3',
  '1,2.3,4',
  '(2',
  '2)',
  '1/0',
  '9000000001',
  '--1',
  '2**3',
  '1e5',
])('%s is invalid', (text) => {
  for (const style of allStyles) expect(parseQuantity(text, style)).toEqual({ kind: 'invalid' });
});

test.each(['', '   '])('%j is empty', (text) => expect(parseQuantity(text)).toEqual({ kind: 'empty' }));

test('the text of a field parses to the same value in every style', () => {
  for (const style of allStyles)
    for (const value of [0, 1.125, 1250, 0.000001, 1234.567, 8_999_999_999.5])
      expect(parseQuantity(formatQuantityInput(value, style), style)).toEqual({ kind: 'quantity', value });
  expect(formatQuantityInput(1234.5, german)).toBe('1234,5');
  expect(formatQuantityInput(null)).toBe('');
});

test('a pasted column returns the first cell of each line, without a trailing empty line', () => {
  expect(parsePastedColumn('4\r\n\r\n2.5\tkg\r\n7\r\n')).toEqual(['4', '', '2.5', '7']);
});

test('an unambiguous cell of a pasted column determines the decimal separator of the others', () => {
  const column = '0,125\n1,250\n12,500\nabc\n7';
  expect(parsePastedColumn(column, english)).toEqual(['0.125', '1.25', '12.5', 'abc', '7']);
  expect(parsePastedColumn(column, german)).toEqual(['0,125', '1,25', '12,5', 'abc', '7']);
  expect(parsePastedColumn('1.250\n1.250,5', english)).toEqual(['1250', '1250.5']);
  // All cells are ambiguous, so the device's style is used for each.
  expect(parsePastedColumn('1,250\n2,500', english)).toEqual(['1,250', '2,500']);
});
