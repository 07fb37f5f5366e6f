import { expect, test } from 'vitest';
import { NumberColumn } from './number-column.ts';

test('a column stores numbers at any index, and 0 in between', () => {
  const column = new NumberColumn();
  expect([column.length, column.at(0), column.at(1000)]).toEqual([0, 0, 0]);
  column.set(3, 7);
  column.add(3, 5);
  column.add(70, -2);
  column.set(1000, 2 ** 53);
  expect([3, 4, 70, 999, 1000, 1001].map((index) => column.at(index))).toEqual([12, 0, -2, 0, 2 ** 53, 0]);
  expect(column.length).toBe(1001);
});
