import { type ImportColumn, type ImportKind, rowId } from '#contract/imports/kinds.ts';
import { saveRows } from '#src/components/data-table/save-rows.ts';
import type { WorkbookOptions } from '#src/components/data-table/xlsx.ts';
import { type CsvCell, download } from '#src/lib/format/csv.ts';
import { localeStore } from '#src/lib/i18n/locale.ts';
import type { ColumnWords } from './column-words.ts';
import { exampleOf } from './examples.ts';
import { allowedText, guideOf } from './guide.ts';

export type FileType = 'csv' | 'xlsx';

/** Every column that the import knows, but for the ID that only rows have which are there. */
export const templateColumns = ({ columns }: ImportKind): ImportColumn[] =>
  columns.filter(({ key }) => key !== rowId);

/** The head and an example row of a collection's template. */
export function templateOf(kind: ImportKind, words: ColumnWords): CsvCell[][] {
  const columns = templateColumns(kind);
  return [columns.map(words.wordOf), columns.map((column) => exampleOf(kind, column, words))];
}

/** What each column takes, in a sentence: for the screen, beside the template. */
export function explanationOf(column: ImportColumn, words: ColumnWords): string {
  const { needed, optional, comma } = words.t.template;
  const takes = column.codec ? words.t.forms[column.codec.form] : allowedText(column, words);
  return [column.isNeeded ? needed : optional, takes].filter(Boolean).join(comma);
}

export function saveTemplate(type: FileType, kind: ImportKind, words: ColumnWords): Promise<string> {
  return saveExplained(type, `${kind.kind}-template`, templateOf(kind, words), {
    sheet: words.many,
    note: guideOf(kind, templateColumns(kind), words),
  });
}

/** Hands a table to the person, a workbook with what its columns are. Answers the name of the file. */
export async function saveExplained(
  type: FileType,
  name: string,
  table: readonly (readonly CsvCell[])[],
  explained: WorkbookOptions,
): Promise<string> {
  if (type === 'csv') return saveRows(type, name, table);
  // Only those who ask for it load what writes it.
  const { toXlsx } = await import('#src/components/data-table/xlsx.ts');
  const file = `${name}-${new Date().toISOString().slice(0, 10)}.xlsx`;
  download(file, await toXlsx(table, { ...explained, isRightToLeft: localeStore.get() === 'ar' }));
  return file;
}
