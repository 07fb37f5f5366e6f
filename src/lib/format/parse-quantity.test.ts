import { expect, test } from 'vitest';
import { parseQuantity, pastedColumn } from './parse-quantity.ts';

test.each([
  ['4', 4],
  [' 2.5 ', 2.5],
  ['2,5', 2.5],
  ['1,204', 1204],
  ['1,204.50', 1204.5],
  ['.5', 0.5],
  ['2*12', 24],
  ['3 x 6 + 2', 20],
  ['2×1.5', 3],
  ['(2+1)/4', 0.75],
  ['10-3', 7],
  ['0.1+0.2', 0.3],
  ['1/3', 0.333333],
  ['١٢', 12],
  ['0', 0],
])('%s is %d', (typed, value) => expect(parseQuantity(typed)).toEqual({ kind: 'quantity', value }));

test.each(['-1', '2-3', 'abc', '2*', '1..2', '(2', '2)', '1/0', '9000000001', '--1', '2**3', '1e5'])(
  '%s is no quantity',
  (typed) => expect(parseQuantity(typed)).toEqual({ kind: 'invalid' }),
);

test.each(['', '   '])('%j is nothing', (typed) => expect(parseQuantity(typed)).toEqual({ kind: 'empty' }));

test('a pasted column: one value a line, first column, no trailing line', () => {
  expect(pastedColumn('4\r\n\r\n2,5\tkg\r\n7\r\n')).toEqual(['4', '', '2,5', '7']);
});
