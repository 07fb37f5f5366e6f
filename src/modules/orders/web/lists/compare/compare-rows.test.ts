import { expect, it } from 'vitest';
import type { ComparedOrders } from '#modules/reports/figures-shapes.ts';
import { compareByMeasure, buildComparisonTable } from './compare-rows.ts';

const column = (key: string) => ({
  key,
  label: key,
  branchName: null,
  deliveryDate: null,
  status: null,
  orders: 1,
  lines: 1,
  value: null,
});
const row = (itemName: string, ...ordered: (number | null)[]) => ({
  itemId: itemName,
  itemCode: itemName.toUpperCase(),
  itemName,
  unit: 'kg',
  cells: ordered.map((quantity) => ({ ordered: quantity, shipped: null, received: null })),
});
const comparison: ComparedOrders = {
  columnType: 'branches',
  columns: ['a', 'b', 'c'].map(column),
  rows: [row('bread', 2, 2, 2), row('flour', 0.1, 0.3, null), row('milk', 5, 4, 12)],
};
const byItem = { sort: 'item', onlyDiffering: false } as const;

it('computes exact differences from the first column, and totals', () => {
  const [, flour] = compareByMeasure(comparison, 'ordered', byItem);
  expect(flour).toMatchObject({
    quantities: [0.1, 0.3, null],
    differences: [0, 0.2, -0.1],
    gap: 0.3,
    total: 0.4,
  });
});

it('filters items that differ and sorts by the difference', () => {
  const names = (sort: 'difference' | 'total', onlyDiffering: boolean) =>
    compareByMeasure(comparison, 'ordered', { sort, onlyDiffering }).map(({ itemName }) => itemName);
  expect(names('difference', true)).toEqual(['milk', 'flour']);
  expect(names('total', false)).toEqual(['milk', 'bread', 'flour']);
});

it('omits items without shipped quantities', () => {
  expect(compareByMeasure(comparison, 'shipped', byItem)).toEqual([]);
});

it('builds a table whose columns add up to its totals', () => {
  const headings = {
    code: 'Code',
    item: 'Item',
    unit: 'Unit',
    difference: (column: string) => `${column} less a`,
    total: 'Total',
  };
  const [headingRow, ...rows] = buildComparisonTable(
    comparison,
    compareByMeasure(comparison, 'ordered', byItem),
    headings,
    ({ label }) => label,
  );
  expect(headingRow).toEqual(['Code', 'Item', 'Unit', 'a', 'b', 'b less a', 'c', 'c less a', 'Total']);
  expect(rows).toHaveLength(3);
  for (const [, , , a, b, , c, , total] of rows)
    expect(Number(a) + Number(b) + Number(c)).toBeCloseTo(Number(total), 9);
});
