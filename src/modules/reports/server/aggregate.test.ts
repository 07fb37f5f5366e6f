import { expect, it } from 'vitest';
import { mergeTotals } from './aggregate.ts';
import { orderFill } from './order-fill.ts';

it.each([
  ['all of it', 40_000n, 100_000_000n],
  // A single line among many thousands.
  ['all but one line', 39_999n, 99_990_000n],
  ['half of it', 20_000n, 50_000_000n],
  ['one of 40,000 lines', 1n, 2_500n],
  ['nothing', 0n, 0n],
])('shows a share of %s without rounding it to 0% or 100%', (_, linesComplete, result) => {
  const sums = new Map([
    ['lines', 40_000n],
    ['linesComplete', linesComplete],
  ]);
  expect(mergeTotals(orderFill, [sums])?.get('lineFill')).toBe(result);
});
