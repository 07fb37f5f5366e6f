import { type CsvCell, download, toCsv } from '#src/lib/format/csv.ts';
import type { Column } from './column.ts';

export type FileKind = 'csv' | 'xlsx';

/** The rows as a table with a head: every column that has a value, shown or not. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): CsvCell[][] {
  const saved = columns.flatMap(({ label, fileLabel = label, value }) =>
    value ? [{ label: fileLabel, value }] : [],
  );
  return [saved.map(({ label }) => label), ...rows.map((row) => saved.map(({ value }) => value(row)))];
}

/** Hands the rows to the person as a file, and answers its name: `branches-2026-11-21.csv`. */
export async function saveRows(
  kind: FileKind,
  name: string,
  table: readonly (readonly CsvCell[])[],
): Promise<string> {
  const file = `${name}-${new Date().toISOString().slice(0, 10)}.${kind}`;
  if (kind === 'csv') download(file, toCsv(table));
  else {
    // Only those who ask for it load what writes it.
    const { toXlsx } = await import('./xlsx.ts');
    download(file, await toXlsx(table));
  }
  return file;
}
