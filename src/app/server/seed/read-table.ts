/**
 * Reads one of the seed's text tables: one row per line, cells separated by bars, blank lines skipped. `-`
 * and empty cells become empty strings.
 *
 * @throws Error if a row has more or fewer cells than columns
 */
export function parseSeedTable<const Column extends string>(
  table: string,
  columns: readonly Column[],
): Record<Column, string>[] {
  return table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => readRow(line, columns));
}

function readRow<Column extends string>(line: string, columns: readonly Column[]): Record<Column, string> {
  const cells = line.split('|').map((cell) => cell.trim());
  if (cells.length !== columns.length) {
    throw new Error(`This row in the seed has ${cells.length} cells, not ${columns.length}: ${line.trim()}`);
  }
  return Object.fromEntries(
    columns.map((column, index) => [column, cells[index] === '-' ? '' : cells[index]]),
  ) as Record<Column, string>;
}

/** Parses the numbers in a cell such as `1 3 5`; empty if there are none. */
export function readNumbers(cell: string): number[] {
  return cell === '' ? [] : cell.split(/\s+/).map(Number);
}
