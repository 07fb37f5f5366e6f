import { expect, test } from 'vitest';
import { undoChange } from './undo-change.ts';

type Rows = Record<string, { qty: number }>;
const buildRows = (values: Record<string, number>): Rows =>
  Object.fromEntries(Object.entries(values).map(([key, qty]) => [key, { qty }]));

test.each([
  ['filled values are removed', { a: 1 }, { a: 1, b: 6 }, { a: 1, b: 6 }, { a: 1 }],
  ['values entered after the fill stay', {}, { b: 6 }, { b: 6, c: 8 }, { c: 8 }],
  ['a filled cell that was overwritten stays', {}, { b: 6, c: 4 }, { b: 9, c: 4 }, { b: 9 }],
  ['replaced values are restored', { b: 2 }, { b: 6 }, { b: 6 }, { b: 2 }],
  ['cells that were overwritten and then cleared stay empty', { b: 2 }, { b: 6 }, {}, {}],
  ['changed values that were not filled stay', { a: 1 }, { a: 1, b: 6 }, { a: 5, b: 6 }, { a: 5 }],
  ['removed values are restored', { a: 1, b: 2 }, { b: 2 }, { b: 2, c: 3 }, { a: 1, b: 2, c: 3 }],
])('%s', (_name, before, after, current, expected) => {
  expect(undoChange(buildRows(before), buildRows(after), buildRows(current))).toEqual(buildRows(expected));
});
