import type { Column } from './column.ts';

/**
 * The row whose cell of a column is the longest, as far as its text tells: measuring all of them would cost more than
 * drawing them. A column that is not saved as text is longest where it shows anything at all.
 */
export function findLongestRow<Row>(rows: readonly Row[], column: Column<Row>): Row | undefined {
  let found: Row | undefined;
  let most = 0;
  for (const row of rows) {
    const length = lengthOf(row, column);
    if (length <= most) continue;
    most = length;
    found = row;
  }
  return found;
}

function lengthOf<Row>(row: Row, { cell, value }: Column<Row>): number {
  const content = value ? value(row) : cell(row);
  // Its decimals are cut to the same length.
  if (typeof content === 'number') return String(Math.trunc(content)).length;
  if (content === null || content === undefined || content === false || content === '') return 0;
  return typeof content === 'object' ? 1 : String(content).length;
}
