import { type CsvCell, toCsv } from '#core/csv.ts';
import { downloadFile } from '#platform/web/format/download-file.ts';
import { toUtcDay } from '#core/day.ts';
import type { Column } from './column.ts';
import type { WorkbookOptions } from './xlsx.ts';

export type FileKind = 'csv' | 'xlsx';

/**
 * Returns the rows as a table with a header: every column that has a value, visible or not. Instants are in
 * local time.
 */
export function buildTableCells<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): CsvCell[][] {
  const savedColumns = columns.flatMap(({ label, fileLabel = label, value }) =>
    value ? [{ label: fileLabel, value }] : [],
  );
  return [
    savedColumns.map(({ label }) => label),
    ...rows.map((row) => savedColumns.map(({ value }) => formatInstant(value(row)))),
  ];
}

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;

/**
 * Formats an instant as `2026-03-04 09:30` in local time, which spreadsheets parse; other values are
 * unchanged.
 */
function formatInstant(cell: CsvCell): CsvCell {
  if (typeof cell !== 'string' || !isoInstant.test(cell)) return cell;
  const date = new Date(cell);
  if (Number.isNaN(date.getTime())) return cell;
  // Shifted by the zone's offset, the UTC text shows the device's local time.
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ');
}

/** Downloads the rows as a file and returns its name: `branches-2026-11-21.csv`. */
export async function saveRows(
  kind: FileKind,
  name: string,
  table: readonly (readonly CsvCell[])[],
  workbook?: WorkbookOptions,
): Promise<string> {
  const file = `${name}-${toUtcDay(Date.now())}.${kind}`;
  if (kind === 'csv') downloadFile(file, toCsv(table));
  else {
    // The workbook writer is loaded on demand.
    const { toXlsx } = await import('./xlsx.ts');
    downloadFile(file, await toXlsx(table, workbook));
  }
  return file;
}
