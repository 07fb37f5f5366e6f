import type { ImportColumn, ImportKind } from '../kinds.ts';
import type { ImportFormat } from '#core/file-format.ts';
import { type ImportInput } from '../wire.ts';
import { type Cell } from '#core/file-format.ts';
import { maxRowsPerUpload } from '#platform/shapes/limits.ts';
import type { FileTable } from '#platform/web/spreadsheet/table.ts';
import type { ColumnMapping } from './guess-mapping.ts';

/** Values of new rows for columns missing in the file. */
export type ImportDefaults = Readonly<Record<string, string | number | boolean>>;

/** The user's decisions about a file. */
export interface FileImportPlan {
  mapping: ColumnMapping;
  defaults: ImportDefaults;
  /** Format of the whole file, then of columns that differ. */
  format: ImportFormat;
  formats?: Readonly<Record<string, ImportFormat>>;
  /** Columns whose unknown references are created. */
  createMissing: readonly string[];
}

/**
 * Returns required columns that the file doesn't have; each needs a default for all rows. Missing item codes
 * are derived from the names by the server.
 */
export function listMissingColumns(
  kind: ImportKind,
  { mapping }: Pick<FileImportPlan, 'mapping'>,
): ImportColumn[] {
  const parts = kind.parts.filter(({ prefix }) => mapping.some((key) => key?.startsWith(`${prefix}.`)));
  const requiredByParts = parts.flatMap(({ prefix, resource, fields }) =>
    fields
      // Without a unit, a pack's contents are in the base unit.
      .filter((name) => resource.allFields[name]?.isRequired && name !== 'unit')
      .map((name) => `${prefix}.${name}`),
  );
  return kind.columns.filter(
    ({ key, isRequired }) =>
      (isRequired || requiredByParts.includes(key)) && !mapping.includes(key) && key !== 'itemCode',
  );
}

/** Returns the headings of columns that are not imported, as spelled in the file. */
export const listIgnoredHeadings = ({ header }: FileTable, mapping: ColumnMapping): string[] =>
  header.filter((heading, index) => heading !== '' && !mapping[index]);

/** Returns the request that starts an import. */
export function buildImportInput(
  kind: ImportKind,
  fileName: string,
  plan: FileImportPlan,
  cellWordsOf: (column: ImportColumn) => Record<string, string>,
  ignoredColumns: readonly string[] = [],
): ImportInput {
  const columns = plan.mapping.filter((key) => key !== null);
  const words = kind.columns
    .filter(({ key }) => columns.includes(key))
    .map((column) => [column.key, cellWordsOf(column)] as const);
  return {
    kind: kind.kind,
    fileName: fileName.slice(0, 200),
    columns,
    defaults: Object.fromEntries(Object.entries(plan.defaults).filter(([key]) => !columns.includes(key))),
    format: plan.format,
    formats: Object.fromEntries(Object.entries(plan.formats ?? {}).filter(([key]) => columns.includes(key))),
    words: Object.fromEntries(words.filter(([, labels]) => Object.keys(labels).length > 0)),
    createMissing: plan.createMissing.filter((key) => columns.includes(key)),
    ignoredColumns: ignoredColumns.slice(0, 100).map((heading) => heading.slice(0, 200)),
  };
}

type UploadedRow = { row: number; cells: Cell[] };

/** Approximate characters per request, well below the server's body limit. */
const maxBatchChars = 400_000;

/** Yields the rows in batches, one per request. */
export function* batchRows({ rows }: FileTable, mapping: ColumnMapping): Generator<UploadedRow[]> {
  let batch: UploadedRow[] = [];
  let size = 0;
  for (const { row, cells } of rows) {
    const uploaded = {
      row,
      cells: cells.filter((_, index) => mapping[index] !== null && mapping[index] !== undefined),
    };
    const length = JSON.stringify(uploaded).length;
    if (batch.length === maxRowsPerUpload || (batch.length > 0 && size + length > maxBatchChars)) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(uploaded);
    size += length;
  }
  if (batch.length > 0) yield batch;
}
