import { z } from 'zod';
import { rowOutcomes } from './shapes.ts';
import { maxRowsPerUpload } from '#platform/shapes/limits.ts';
import { cappedLimit } from '#platform/shapes/numbers.ts';
import { dateOrders, decimalMarks } from '#core/file-format.ts';
import { importKinds } from './kinds.ts';

/** Maximum total number of characters of an import: 800 per row on average. */
export const maxImportCharacters = 16_000_000;
/** Maximum reported problems per row. */
export const maxProblemsPerRow = 12;

/** Number and date format of the file. */
export const importFormat = z.strictObject({
  decimal: z.enum(decimalMarks).default('point'),
  dates: z.enum(dateOrders).default('ymd'),
});

const key = z.string().min(1).max(60);

/** Settings of an import, sent before its rows. */
export const importInput = z.strictObject({
  kind: z.enum(Object.keys(importKinds) as [string, ...string[]], 'There is no import of this type'),
  fileName: z.string().trim().min(1).max(200),
  /** The columns of its rows, in order. */
  columns: z
    .array(key)
    .min(1)
    .max(100)
    .refine((keys) => new Set(keys).size === keys.length, 'Use each column only once'),
  /** Defaults for new rows, used if a cell or column is missing. */
  defaults: z.record(key, z.union([z.string().max(2000), z.number(), z.boolean()])).default({}),
  format: importFormat.default({ decimal: 'point', dates: 'ymd' }),
  /** Formats of columns that differ from `format`. */
  formats: z.record(key, importFormat).default({}),
  /** Values for the words in the file, by column: column -> word in the file -> value. */
  words: z.record(key, z.record(z.string().max(200), z.string().max(200))).default({}),
  /** Columns whose unknown references are created; only for collections that require only a name. */
  createMissing: z.array(key).max(20).default([]),
  /** Headings of the file that aren't imported, shown when the import is resumed. */
  ignoredColumns: z.array(z.string().max(200)).max(100).default([]),
});
export type ImportInput = z.output<typeof importInput>;

const cell = z.union([
  z.string().max(5000, 'A cell can have at most 5,000 characters'),
  z.number(),
  z.boolean(),
  z.null(),
]);

const rowNumber = z.int().min(1).max(10_000_000);

export const importRowsInput = z.strictObject({
  rows: z
    .array(z.strictObject({ row: rowNumber, cells: z.array(cell).max(100) }))
    .min(1)
    .max(maxRowsPerUpload),
});

/** Corrects a cell of the file. */
export const importCorrection = z.strictObject({
  row: rowNumber,
  /** A column missing in the file is added with its first correction. */
  column: key,
  value: cell,
  /** Applies to every cell of the column that has errors and the same value. */
  applyToMatching: z.boolean().default(false),
});
export type ImportCorrection = z.output<typeof importCorrection>;

/** Identifies a cell. */
export const similarCellsQueryParams = z.object({ row: z.coerce.number().pipe(rowNumber), column: key });

/** Maximum number of rows listed after an undo that couldn't revert them. */
export const maxNotUndoneRows = 100;

export const importRowsQueryParams = z.object({
  outcome: z.enum(rowOutcomes).optional(),
  limit: cappedLimit(500).default(100),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});

/** Selects rows of a collection for export. */
export const importDataQueryParams = z.object({
  kind: z.enum(
    Object.values(importKinds).flatMap(({ kind, resource }) => (resource ? [kind] : [])) as [
      string,
      ...string[],
    ],
    'There is no import of this type',
  ),
  limit: cappedLimit(maxRowsPerUpload).default(maxRowsPerUpload),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});

export const importsQueryParams = z.object({
  kind: z.string().max(60).optional(),
  limit: cappedLimit(100).default(20),
});
