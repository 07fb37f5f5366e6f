import type { Column } from './column.ts';

/**
 * Returns the row with the longest text in a column; measuring rendered cells would cost more than rendering
 * them. In a column without a text value, any row with content.
 */
export function findLongestRow<Row>(rows: readonly Row[], column: Column<Row>): Row | undefined {
  let longestRow: Row | undefined;
  let maxLength = 0;
  for (const row of rows) {
    const length = getCellLength(row, column);
    if (length <= maxLength) continue;
    maxLength = length;
    longestRow = row;
  }
  return longestRow;
}

function getCellLength<Row>(row: Row, { cell, value }: Column<Row>): number {
  const content = value ? value(row) : cell(row);
  // All rows have the same number of decimals.
  if (typeof content === 'number') return String(Math.trunc(content)).length;
  if (content === null || content === undefined || content === false || content === '') return 0;
  return typeof content === 'object' ? 1 : String(content).length;
}
