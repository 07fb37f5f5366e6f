import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createWireRows } from './report-result.ts';

const columns = [
  { key: 'item', type: 'text', hasTotal: false },
  { key: 'value', type: 'money', hasTotal: true },
] as const;

it('a page has the first rows of the full order, for any order and number of equal rows', () => {
  const row = fc.record({
    item: fc.constantFrom('Flour', 'flour', 'Éclair', 'eclair', 'Milk', null),
    value: fc.option(fc.integer({ min: -2, max: 2 })),
  });
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 120 }),
      fc.constantFrom('item', '-item', 'value', '-value', 'key'),
      fc.nat(12),
      (anyRows, order, limit) => {
        const rows = anyRows.map((anyRow, n) => ({ ...anyRow, key: String(n) }));
        const all = createWireRows(rows).takeSorted(order, columns);
        expect(createWireRows(rows).takeSorted(order, columns, limit)).toEqual(all.slice(0, limit));
      },
    ),
  );
});

it('sorts by column, null last, ties by name and key', () => {
  const rows = [
    { key: 'd', item: 'Milk', value: null },
    { key: 'c', item: 'Milk', value: 1 },
    { key: 'b', item: 'flour', value: 1 },
    { key: 'a', item: 'Flour', value: 1 },
    { key: 'e', item: 'Salt', value: 3 },
  ];
  const keys = (order: string) =>
    createWireRows(rows)
      .takeSorted(order, columns)
      .map(({ key }) => key);
  expect(keys('-value')).toEqual(['e', 'a', 'b', 'c', 'd']);
  expect(keys('value')).toEqual(['a', 'b', 'c', 'e', 'd']);
  expect(keys('item')).toEqual(['a', 'b', 'c', 'd', 'e']);
});
