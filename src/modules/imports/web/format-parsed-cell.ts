import type { ImportFormat } from '#core/file-format.ts';
import type { ImportColumn } from '../kinds.ts';
import { readPlainText, readCell, storedDecimals } from '../read-cell.ts';
import { readNumber } from '#core/number-text.ts';
import { stripPercent } from '#core/read-scalars.ts';
import { formatParsedValue } from '#platform/web/spreadsheet/format-parsed-value.ts';
import type { SpreadsheetCell, SpreadsheetRow } from '#platform/web/spreadsheet/table.ts';
import { numericKinds } from './guess-mapping.ts';

/**
 * Returns the parsed value of a number or date cell as text; null if it can't be parsed or equals the cell's
 * text.
 */
export function formatParsedCell(
  cell: SpreadsheetCell,
  column: ImportColumn,
  format: ImportFormat,
): string | null {
  const { kind } = column.field;
  const isNumber = numericKinds.has(kind);
  if (!isNumber && kind !== 'date') return null;
  const result = readCell(cell, column, { format, words: {} });
  if ('problem' in result || result.value === null) return null;
  return isNumber
    ? formatParsedValue(stripPercent(readPlainText(cell)), Number(result.value))
    : formatParsedValue(readPlainText(cell), String(result.value));
}

/** Returns how many cells of a column have more decimals than are stored. */
export function countRoundedCells(
  rows: readonly SpreadsheetRow[],
  columnIndex: number,
  { field: { kind } }: ImportColumn,
  { decimal }: ImportFormat,
): number {
  const decimals = storedDecimals[kind];
  if (decimals === undefined) return 0;
  return rows.filter(({ cells }) => {
    const cell = cells[columnIndex];
    const value = typeof cell === 'string' ? readNumber(stripPercent(cell.trim()), decimal) : cell;
    return typeof value === 'number' && Number(value.toFixed(decimals)) !== value;
  }).length;
}
