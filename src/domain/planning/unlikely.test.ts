import { expect, it } from 'vitest';
import { toMicro } from '../quantity.ts';
import { unlikelyAgainst } from './unlikely.ts';

it.each([
  ['far beyond everything known', 200, [2, 1.5, null], 2],
  ['five times the largest is still likely', 10, [2, 1], null],
  ['just beyond five times', 10.000001, [2, 1], 2],
  ['nothing to compare with', 1000, [null, null], null],
  ['zeros say nothing', 1000, [0, null], null],
])('%s', (_case, qty, known, usual) => {
  const knownMicro = known.map((value) => (value === null ? null : toMicro(value)));
  expect(unlikelyAgainst(toMicro(qty), knownMicro)).toBe(usual === null ? null : toMicro(usual));
});
