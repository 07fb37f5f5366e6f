import type { ImportColumn, ImportKind } from '#contract/imports/kinds.ts';
import type { ImportFormat } from '#contract/imports/format.ts';
import { maxRowsPerUpload, type Cell, type ImportInput } from '#contract/imports/wire.ts';
import type { FileTable } from '#src/lib/spreadsheet/table.ts';
import type { ColumnMapping } from './guess-mapping.ts';

/** What new rows get where the file says nothing, by column. */
export type ImportDefaults = Readonly<Record<string, string | number | boolean>>;

/** What a person decided about a file. */
export interface ImportPlan {
  mapping: ColumnMapping;
  defaults: ImportDefaults;
  /** Of the file as a whole, and of columns that differ. */
  format: ImportFormat;
  formats?: Readonly<Record<string, ImportFormat>>;
  /** Columns whose unknown references are made. */
  makes: readonly string[];
}

/** The columns that a new row needs and the file does not have: each wants one value for all rows. */
export function missingColumns(kind: ImportKind, { mapping }: Pick<ImportPlan, 'mapping'>): ImportColumn[] {
  const parts = kind.parts.filter(({ prefix }) => mapping.some((key) => key?.startsWith(`${prefix}.`)));
  const neededByParts = parts.flatMap(({ prefix, resource, fields }) =>
    fields
      // Without a unit of its own the content of a pack is in the base unit.
      .filter((name) => resource.allFields[name]?.isRequired && name !== 'unit')
      .map((name) => `${prefix}.${name}`),
  );
  return kind.columns.filter(
    ({ key, isNeeded }) => (isNeeded || neededByParts.includes(key)) && !mapping.includes(key),
  );
}

/** The headings of the file that are not imported, as the file spells them. */
export const leftOutHeadings = ({ head }: FileTable, mapping: ColumnMapping): string[] =>
  head.filter((heading, at) => heading !== '' && !mapping[at]);

/** What the server needs to know of an import before its first row. */
export function importInput(
  kind: ImportKind,
  fileName: string,
  plan: ImportPlan,
  wordsOf: (column: ImportColumn) => Record<string, string>,
  leftOut: readonly string[] = [],
): ImportInput {
  const columns = plan.mapping.filter((key) => key !== null);
  const words = kind.columns
    .filter(({ key }) => columns.includes(key))
    .map((column) => [column.key, wordsOf(column)] as const);
  return {
    kind: kind.kind,
    fileName: fileName.slice(0, 200),
    columns,
    defaults: Object.fromEntries(Object.entries(plan.defaults).filter(([key]) => !columns.includes(key))),
    format: plan.format,
    formats: Object.fromEntries(Object.entries(plan.formats ?? {}).filter(([key]) => columns.includes(key))),
    words: Object.fromEntries(words.filter(([, said]) => Object.keys(said).length > 0)),
    makes: plan.makes.filter((key) => columns.includes(key)),
    leftOut: leftOut.slice(0, 100).map((heading) => heading.slice(0, 200)),
  };
}

type ImportRow = { row: number; cells: Cell[] };

/** About this many characters travel at once, well below what a server takes. */
const maxBatchChars = 400_000;

/** The rows as they are sent, in pieces. */
export function* rowBatches({ rows }: FileTable, mapping: ColumnMapping): Generator<ImportRow[]> {
  let piece: ImportRow[] = [];
  let size = 0;
  for (const { row, cells } of rows) {
    const sent = { row, cells: cells.filter((_, at) => mapping[at] !== null && mapping[at] !== undefined) };
    const length = JSON.stringify(sent).length;
    if (piece.length === maxRowsPerUpload || (piece.length > 0 && size + length > maxBatchChars)) {
      yield piece;
      [piece, size] = [[], 0];
    }
    piece.push(sent);
    size += length;
  }
  if (piece.length > 0) yield piece;
}
