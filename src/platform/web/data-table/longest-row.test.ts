import { describe, expect, it } from 'vitest';
import type { Column } from './column.ts';
import { findLongestRow } from './longest-row.ts';

interface Row {
  name: string;
  price: number | null;
  isLate: boolean;
}

const rows: Row[] = [
  { name: 'Rice', price: 0.123456, isLate: false },
  { name: 'Almond croissant', price: null, isLate: true },
  { name: 'Oil', price: 1204, isLate: false },
];
const buildColumn = (parts: Pick<Column<Row>, 'cell' | 'value'>): Column<Row> => ({
  key: 'x',
  label: 'X',
  ...parts,
});

describe('the longest cell of a column', () => {
  it('is the longest text, or the number with the most digits before the decimal point', () => {
    const name = buildColumn({ cell: () => null, value: (row) => row.name });
    const price = buildColumn({ cell: () => null, value: (row) => row.price });
    expect(findLongestRow(rows, name)?.name).toBe('Almond croissant');
    expect(findLongestRow(rows, price)?.name).toBe('Oil');
  });

  it('is any row with content in a column that is not exported', () => {
    expect(
      findLongestRow(rows, buildColumn({ cell: (row) => (row.isLate ? {} : null) as never }))?.name,
    ).toBe('Almond croissant');
  });

  it('is undefined if all cells are empty', () => {
    expect(findLongestRow(rows, buildColumn({ cell: () => '' }))).toBeUndefined();
  });
});
