import { z } from 'zod';
import { cappedLimit } from '../numbers.ts';
import { type ImportFormat, importFormat } from './format.ts';
import { importKinds } from './kinds.ts';

/** Maximum rows per import. */
export const maxImportRows = 20_000;
/** Maximum rows per request. */
export const maxRowsPerUpload = 500;

/** Maximum total characters of an import: 800 per row. */
export const maxCellLength = 16_000_000;
/** Maximum reported problems per row. */
export const maxProblemsPerRow = 12;

const key = z.string().min(1).max(60);

/** Settings of an import, sent before its rows. */
export const importInput = z.strictObject({
  kind: z.enum(Object.keys(importKinds) as [string, ...string[]], 'There is no import of this kind'),
  fileName: z.string().trim().min(1).max(200),
  /** The columns of its rows, in order. */
  columns: z
    .array(key)
    .min(1)
    .max(100)
    .refine((all) => new Set(all).size === all.length, 'Use each column only once'),
  /** Defaults for new rows where a cell or column is missing. */
  defaults: z.record(key, z.union([z.string().max(2000), z.number(), z.boolean()])).default({}),
  format: importFormat.default({ decimal: 'point', dates: 'ymd' }),
  /** Formats of columns that differ from `format`. */
  formats: z.record(key, importFormat).default({}),
  /** Synonyms for choices: column -> word in the file -> value. */
  words: z.record(key, z.record(z.string().max(200), z.string().max(200))).default({}),
  /** Columns whose unknown references are created, if they need only a name. */
  makes: z.array(key).max(20).default([]),
  /** Headings of the file that aren't imported, shown when the import is resumed. */
  leftOut: z.array(z.string().max(200)).max(100).default([]),
});
export type ImportInput = z.output<typeof importInput>;

/** Returns the number and date format of a column. */
export const formatOfColumn = (
  { format, formats = {} }: { format: ImportFormat; formats?: Readonly<Record<string, ImportFormat>> },
  column: string,
): ImportFormat => formats[column] ?? format;

const cell = z.union([
  z.string().max(5000, 'A cell can have at most 5,000 characters'),
  z.number(),
  z.boolean(),
  z.null(),
]);
export type Cell = z.output<typeof cell>;

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
  /** Applies to every faulty cell of the column with the same value. */
  alike: z.boolean().default(false),
});
export type ImportCorrection = z.output<typeof importCorrection>;

/** Identifies a cell. */
export const similarCellsQueryParams = z.object({ row: z.coerce.number().pipe(rowNumber), column: key });

/** `Applying` and `Undoing` run step by step to the end. */
export const importStatuses = ['Receiving', 'Checked', 'Applying', 'Committed', 'Undoing', 'Undone'] as const;

/** A row that an undo left unchanged, because it was changed or used since. */
export const notUndoneRow = z.object({
  collection: z.string(),
  /** Empty for rows without a name. */
  name: z.string(),
  /** The reason in English. */
  message: z.string(),
  /** Code of the reason in the refusal catalogue, and its parameters. */
  reason: z.string(),
  params: z.record(z.string(), z.string()),
});
export type NotUndoneRow = z.output<typeof notUndoneRow>;

/** Maximum number of such rows in a response. */
export const maxNotUndoneRows = 100;

/** An import; the counts are from its last check. */
export const importState = z.object({
  _id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  kind: z.string(),
  fileName: z.string(),
  status: z.enum(importStatuses),
  rows: z.number(),
  faulty: z.number(),
  created: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** Rows of other collections: packs, levels, missing categories. */
  others: z.number(),
  committedAt: z.string().nullable(),
  /** Columns of its rows in order, and headings that aren't imported. */
  columns: z.array(z.string()),
  leftOut: z.array(z.string()),
  /** Number and date format of the file, and of columns that differ. */
  format: importFormat,
  formats: z.record(z.string(), importFormat),
  /** Number of rows left unchanged by the undo, and the first of them. */
  keptCount: z.number(),
  kept: z.array(notUndoneRow),
});
export type ImportState = z.output<typeof importState>;

/** An import after a correction, which must be checked again. */
export const correctedImport = importState.extend({ corrected: z.number() });
export type CorrectedImport = z.output<typeof correctedImport>;

/** Problem of a cell; clients supply the text. */
export const problemCodes = [
  'needed',
  'not-number',
  'not-date',
  'not-yes-no',
  'not-choice',
  'not-readable',
  'not-found',
  'no-such-row',
  'ambiguous',
  'twice-in-file',
  'taken',
  'rule',
] as const;

export const cellProblem = z.object({
  /** The faulty column. */
  column: z.string(),
  code: z.enum(problemCodes),
  /** The problem as a sentence in English. */
  message: z.string(),
  /** Code of the sentence in the refusal catalogue, and its parameters, for translation. */
  reason: z.string().optional(),
  params: z.record(z.string(), z.string()).optional(),
  /** The other row of the file, for duplicates. */
  otherRow: z.number().optional(),
});
export type CellProblem = z.output<typeof cellProblem>;

/** A change of a row: column, old and new value as in a current export. */
export const cellChange = z.object({
  column: z.string(),
  /** Null if it was empty or is new. */
  before: z.unknown(),
  after: z.unknown(),
});
export type CellChange = z.output<typeof cellChange>;

export const rowOutcomes = ['created', 'changed', 'unchanged', 'faulty'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

export const importRow = z.object({
  row: z.number(),
  cells: z.array(cell),
  outcome: z.enum(rowOutcomes),
  problems: z.array(cellProblem),
  /** For rows that the last check found to be changes; empty for others. */
  changes: z.array(cellChange),
  /** Corrected cells with the file's value. */
  corrected: z.array(z.object({ column: z.string(), was: cell })),
});
export type ImportRow = z.output<typeof importRow>;

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
    'There is no import of this kind',
  ),
  limit: cappedLimit(maxRowsPerUpload).default(maxRowsPerUpload),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});

export const importsQueryParams = z.object({
  kind: z.string().max(60).optional(),
  limit: cappedLimit(100).default(20),
});
