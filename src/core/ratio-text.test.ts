import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRatio, formatRatio } from './ratio-text.ts';

test.each([
  ['9', [9, 1]],
  [' 7.5 ', [15, 2]],
  ['7,5', [15, 2]],
  ['1/3', [1, 3]],
  ['12 x 750', [9000, 1]],
  ['12 X ٧٥٠', [9000, 1]],
  ['٧٫٥', [15, 2]],
  ['½', [1, 2]],
  ['12 × 0.75', [9, 1]],
  ['2*1/3', [2, 3]],
  ['0.000001', [1, 1_000_000]],
  ['1000000000', [1_000_000_000, 1]],
  ['', null],
  ['0', null],
  ['-1', null],
  ['1/0', null],
  ['1/2/3', null],
  ['12 x', null],
  ['1e3', null],
  ['1,000,000', [1_000_000, 1]],
  ['0,125', [1, 8]],
  ['1.125', [9, 8]],
  ['case', null],
  ['1000000001', null],
  ['100000 x 100000 x 100000 x 100000', null],
])('parses %j', (text, expected) => {
  const ratio = parseRatio(text);
  expect(ratio && [ratio.num, ratio.den]).toEqual(expected);
});

test('a formatted ratio parses to the same ratio', () => {
  const part = fc.integer({ min: 1, max: 1_000_000_000 });
  fc.assert(
    fc.property(part, part, (num, den) => {
      const ratio = parseRatio(formatRatio({ num, den }));
      expect(BigInt(ratio?.num ?? 0) * BigInt(den)).toBe(BigInt(ratio?.den ?? 0) * BigInt(num));
    }),
  );
  expect([
    formatRatio({ num: 18_000, den: 1 }),
    formatRatio({ num: 15, den: 2 }),
    formatRatio({ num: 1, den: 3 }),
  ]).toEqual(['18000', '7.5', '1/3']);
});
