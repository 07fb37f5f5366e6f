import { useState } from 'react';
import { currentColumns, type ImportColumn, type ImportKind } from '#contract/imports/kinds.ts';
import { readImportData } from '#src/collections/master-data/imports.ts';
import { collectRows } from '#src/components/data-table/collect-rows.ts';
import { formatCount } from '#src/lib/format/format.ts';
import { toast, toastError } from '#src/lib/toast.ts';
import type { ColumnWords } from './column-words.ts';
import { type FileType, guideOf, saveExplained } from './template.ts';
import { failureText } from '#src/master-data/reason-text.ts';
import { boolean, type JsonRecord, number, text } from '#contract/tolerant.ts';
import type { CsvCell } from '#src/lib/format/csv.ts';

/** Saves what a collection holds now, ready to be changed elsewhere and imported again. */
export function useCurrentData(kind: ImportKind, words: ColumnWords) {
  const [collected, setCollected] = useState<number | null>(null);

  async function save(type: FileType): Promise<void> {
    setCollected(0);
    try {
      const never = new AbortController().signal;
      const rows = await collectRows(
        (request, signal) => readImportData(kind.kind, request, signal),
        (row) => String(row['rowId']),
        never,
        ({ done }) => setCollected(done),
      );
      const file = await saveExplained(type, kind.kind, currentTable(kind, rows, words), {
        sheet: words.many,
        note: guideOf(kind, currentColumns(kind), words),
      });
      toast(words.t.choose.collected(formatCount(rows.length), file));
    } catch (error) {
      toastError(failureText(error));
    } finally {
      setCollected(null);
    }
  }

  return { collected, save };
}

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
