import { currentColumns, type ImportColumn, type ImportKind } from '#contract/imports/kinds.ts';
import { boolean, type JsonRecord, number, text } from '#contract/tolerant.ts';
import type { CsvCell } from '#src/lib/format/csv.ts';
import type { ColumnWords } from './column-words.ts';

type Words = Pick<ColumnWords, 'wordOf' | 'choicesOf' | 'inCell' | 'yes' | 'no'>;

/** The rows of a collection as a file: what comes back of it unchanged changes nothing. */
export function currentTable(kind: ImportKind, rows: readonly JsonRecord[], words: Words): CsvCell[][] {
  const columns = currentColumns(kind);
  return [
    columns.map(words.wordOf),
    ...rows.map((row) => columns.map((column) => cellOf(column, row[column.key], words))),
  ];
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);

/** A value as it stands in a cell. */
export function cellOf(column: ImportColumn, value: unknown, { choicesOf, inCell, yes, no }: Words): CsvCell {
  if (isEmpty(value)) return null;
  const { field, codec } = column;
  if (codec) return codec.write(value, inCell);
  switch (field.kind) {
    case 'boolean':
      return boolean(value) ? yes : no;
    case 'choice':
      return choicesOf(column)[String(value)] ?? text(value);
    case 'references':
      return (value as readonly string[]).join('; ');
    case 'integer':
    case 'quantity':
    case 'money':
    case 'percent':
      return number(value);
    default:
      return text(value);
  }
}
