import { type ImportColumn, type ImportKind, rowId } from '#contract/imports/kinds.ts';
import type { NoteSheet } from '#src/components/data-table/xlsx.ts';
import type { ColumnWords } from './column-words.ts';
import { exampleOf } from './examples.ts';

/** What each column of a workbook holds, as its second sheet. */
export function guideOf(kind: ImportKind, columns: readonly ImportColumn[], words: ColumnWords): NoteSheet {
  const { guide } = words.t;
  const { column, needed, kind: what, allowed, example } = guide.head;
  const rows = columns.map((one) => [
    words.wordOf(one),
    one.isNeeded ? guide.needed : '',
    kindText(one, words),
    allowedText(one, words),
    one.key === rowId ? '' : String(exampleOf(kind, one, words) ?? ''),
  ]);
  return {
    name: guide.sheet,
    rows: [[column, needed, what, allowed, example], ...rows],
    widths: [30, 16, 44, 52, 30],
  };
}

function kindText(column: ImportColumn, { t, hintOf }: ColumnWords): string {
  if (column.key === rowId) return t.guide.rowId;
  const what = column.codec ? t.forms[column.codec.form] : t.guide.kinds[column.field.kind];
  const hint = hintOf(column);
  return hint ? `${what}. ${hint}` : what;
}

/** What a cell may say, where it may not say anything. */
export function allowedText(column: ImportColumn, { t, choicesOf, listOf, yes, no }: ColumnWords): string {
  const { options, kind } = column.field;
  if (options.length > 0)
    return options.map((option) => choicesOf(column)[option] ?? option).join(t.template.comma);
  if (kind === 'boolean') return `${yes}${t.template.comma}${no}`;
  if (kind === 'date') return '2026-11-21';
  const list = kind === 'picture' ? null : listOf(column);
  return list === null ? '' : t.template.of(list);
}
