import { useState } from 'react';
import { listCurrentColumns, type ImportColumn, type ImportKind, rowId } from '../kinds.ts';
import { readBoolean, type JsonRecord, readNumberValue, readText } from '#platform/shapes/tolerant.ts';
import { readImportData } from './queries.ts';
import { collectRows } from '#platform/web/data-table/collect-rows.ts';
import { type FileKind, saveRows } from '#platform/web/data-table/save-rows.ts';
import type { NoteSheet, WorkbookOptions } from '#platform/web/data-table/xlsx.ts';
import type { CsvCell } from '#core/csv.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { localeStore } from '#platform/web/i18n/locale.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { getImportErrorMessage } from '#modules/master-data/web/localize-refusal.ts';
import type { ImportLabels } from './import-labels.ts';

/** Returns all import columns except the row ID, which only existing rows have. */
export const listTemplateColumns = ({ columns }: ImportKind): ImportColumn[] =>
  columns.filter(({ key }) => key !== rowId);

/** Returns header and example row of a collection's template. */
export function buildTemplateTable(kind: ImportKind, labels: ImportLabels): CsvCell[][] {
  const columns = listTemplateColumns(kind);
  return [columns.map(labels.labelOf), columns.map((column) => getExampleValue(kind, column, labels))];
}

/** Describes the values of a column in one sentence. */
export function explainColumn(column: ImportColumn, labels: ImportLabels): string {
  const { needed, optional, describe } = labels.t.template;
  const requirement = column.isRequired ? needed : optional;
  const format = column.codec ? labels.t.forms[column.codec.form] : describeAllowed(column, labels);
  return format === '' ? requirement : describe(requirement, format);
}

export function saveTemplate(type: FileKind, kind: ImportKind, labels: ImportLabels): Promise<string> {
  return saveWithGuide(type, `${kind.kind}-template`, buildTemplateTable(kind, labels), {
    sheet: labels.many,
    note: buildGuideSheet(kind, listTemplateColumns(kind), labels),
  });
}

/** Downloads a table; a workbook includes the guide sheet. Returns the file name. */
const saveWithGuide = (
  type: FileKind,
  name: string,
  table: readonly (readonly CsvCell[])[],
  workbook: WorkbookOptions,
): Promise<string> => saveRows(type, name, table, { ...workbook, isRightToLeft: localeStore.get() === 'ar' });

/** Returns the guide sheet, which describes each column of a workbook. */
export function buildGuideSheet(
  kind: ImportKind,
  columns: readonly ImportColumn[],
  labels: ImportLabels,
): NoteSheet {
  const { guide } = labels.t;
  const { column, needed, kind: kindHeading, allowed, example } = guide.header;
  const rows = columns.map((column) => [
    labels.labelOf(column),
    column.isRequired ? guide.needed : '',
    describeKind(column, labels),
    describeAllowed(column, labels),
    column.key === rowId ? '' : String(getExampleValue(kind, column, labels) ?? ''),
  ]);
  return {
    name: guide.sheet,
    rows: [[column, needed, kindHeading, allowed, example], ...rows],
    widths: [30, 16, 44, 52, 30],
  };
}

function describeKind(column: ImportColumn, { t, hintOf }: ImportLabels): string {
  if (column.key === rowId) return t.guide.rowId;
  const format = column.codec ? t.forms[column.codec.form] : t.guide.kinds[column.field.kind];
  const hint = hintOf(column);
  return hint ? `${format}. ${hint}` : format;
}

/** Returns the permitted values of a column; empty if any text is allowed. */
function describeAllowed(column: ImportColumn, { t, choicesOf, getListName, yes, no }: ImportLabels): string {
  const { options, kind } = column.field;
  if (options.length > 0)
    return options.map((option) => choicesOf(column)[option] ?? option).join(t.template.separator);
  if (kind === 'boolean') return `${yes}${t.template.separator}${no}`;
  if (kind === 'date') return t.template.date;
  const list = kind === 'picture' ? null : getListName(column);
  return list === null ? '' : t.template.of(list);
}

/** Examples by field kind. */
const exampleByKind: Partial<Record<ImportColumn['field']['kind'], CsvCell>> = {
  integer: 1,
  quantity: 12.5,
  money: 9.95,
  price: 9.95,
  percent: 20,
  date: '2026-11-21',
  timezone: 'Europe/London',
  email: 'name@example.com',
  phone: '+44 20 7946 0000',
  picture: null,
};

/** More specific examples by column key. */
const exampleByKey: Readonly<Record<string, CsvCell>> = {
  itemCode: 'RICE-5',
  code: 'A1',
  symbol: 'kg',
  baseUnit: 'kg',
  unit: 'kg',
  'pack.unit': 'kg',
  orderUnit: 'case',
  perOrderUnit: 12,
  'pack.name': 'Sack 25 kg',
  'pack.contentsQty': 25,
  'pack.barcode': '5000000000000',
  barcode: '5000000000000',
  factorNum: 1000,
  factorDen: 1,
  decimals: 3,
};

/** Examples for keys with a different meaning in one collection. */
const exampleByCollection: Readonly<Record<string, CsvCell>> = {
  'currencies.code': 'EUR',
  'currencies.symbol': '€',
};

/** Returns the example value of a column. */
function getExampleValue(
  { kind }: ImportKind,
  column: ImportColumn,
  { t, labelOf, choicesOf, cellVocabulary, yes }: ImportLabels,
): CsvCell {
  const { key, field, codec } = column;
  if (codec) return codec.write(codec.sample, cellVocabulary);
  const [first] = field.options;
  if (first !== undefined) return choicesOf(column)[first] ?? first;
  if (field.kind === 'boolean') return yes;
  const example = exampleByCollection[`${kind}.${key}`] ?? exampleByKey[key] ?? exampleByKind[field.kind];
  if (example !== undefined) return example;
  return field.kind.startsWith('reference') ? t.template.reference : labelOf(column);
}

/** Exports the current rows of a collection for editing and re-import. */
export function useCurrentData(kind: ImportKind, labels: ImportLabels) {
  const [exportedCount, setExportedCount] = useState<number | null>(null);

  async function save(type: FileKind): Promise<void> {
    setExportedCount(0);
    try {
      const neverAbortedSignal = new AbortController().signal;
      const rows = await collectRows(
        (request, signal) => readImportData(kind.kind, request, signal),
        (row) => String(row['rowId']),
        neverAbortedSignal,
        ({ loadedRows }) => setExportedCount(loadedRows),
      );
      const file = await saveWithGuide(type, kind.kind, buildCurrentTable(kind, rows, labels), {
        sheet: labels.many,
        note: buildGuideSheet(kind, listCurrentColumns(kind), labels),
      });
      toast(labels.t.choose.saved(formatCount(rows.length), file));
    } catch (error) {
      toastError(getImportErrorMessage(error));
    } finally {
      setExportedCount(null);
    }
  }

  return { exportedCount, save };
}

type CellWords = Pick<ImportLabels, 'labelOf' | 'choicesOf' | 'cellVocabulary' | 'yes' | 'no'>;

/** Returns the rows of a collection as a table that can be imported unchanged without effect. */
export function buildCurrentTable(
  kind: ImportKind,
  rows: readonly JsonRecord[],
  labels: CellWords,
): CsvCell[][] {
  const columns = listCurrentColumns(kind);
  return [
    columns.map(labels.labelOf),
    ...rows.map((row) => columns.map((column) => formatImportCell(column, row[column.key], labels))),
  ];
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);

/** Formats a value for a cell. */
export function formatImportCell(
  column: ImportColumn,
  value: unknown,
  { choicesOf, cellVocabulary, yes, no }: CellWords,
): CsvCell {
  if (isEmpty(value)) return null;
  const { field, codec } = column;
  if (codec) return codec.write(value, cellVocabulary);
  switch (field.kind) {
    case 'boolean':
      return readBoolean(value) ? yes : no;
    case 'choice':
      return choicesOf(column)[String(value)] ?? readText(value);
    case 'references':
      return (value as readonly string[]).join('; ');
    case 'integer':
    case 'quantity':
    case 'money':
    case 'price':
    case 'percent':
      return readNumberValue(value);
    default:
      return readText(value);
  }
}
