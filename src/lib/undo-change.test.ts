import { expect, test } from 'vitest';
import { undoChange } from './undo-change.ts';

type Rows = Record<string, { qty: number }>;
const rows = (values: Record<string, number>): Rows =>
  Object.fromEntries(Object.entries(values).map(([key, qty]) => [key, { qty }]));

test.each([
  ['what was filled goes', { a: 1 }, { a: 1, b: 6 }, { a: 1, b: 6 }, { a: 1 }],
  ['what was typed after it stays', {}, { b: 6 }, { b: 6, c: 8 }, { c: 8 }],
  ['a filled cell that was typed over stays', {}, { b: 6, c: 4 }, { b: 9, c: 4 }, { b: 9 }],
  ['what the fill replaced comes back', { b: 2 }, { b: 6 }, { b: 6 }, { b: 2 }],
  ['what was typed over and cleared again stays cleared', { b: 2 }, { b: 6 }, {}, {}],
  ['what the fill left alone and somebody changed stays', { a: 1 }, { a: 1, b: 6 }, { a: 5, b: 6 }, { a: 5 }],
  ['what the fill removed comes back', { a: 1, b: 2 }, { b: 2 }, { b: 2, c: 3 }, { a: 1, b: 2, c: 3 }],
])('%s', (_, before, after, now, left) => {
  expect(undoChange(rows(before), rows(after), rows(now))).toEqual(rows(left));
});
