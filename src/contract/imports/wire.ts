import { z } from 'zod';
import { cappedLimit } from '../numbers.ts';
import { type ImportFormat, importFormat } from './format.ts';
import { importKinds } from './kinds.ts';

/** The most rows of one import. */
export const maxImportRows = 20_000;
/** The most rows that are sent at once. */
export const maxRowsPerUpload = 500;

/** The most letters of all cells of one import together: 800 in each of the most rows. */
export const maxCellLength = 16_000_000;
/** The most problems that are answered for one row. */
export const maxProblemsPerRow = 12;

const key = z.string().min(1).max(60);

/** What an import is to do; sent before its first row. */
export const importInput = z.strictObject({
  kind: z.enum(Object.keys(importKinds) as [string, ...string[]], 'There is no import of this kind'),
  fileName: z.string().trim().min(1).max(200),
  /** What the cells of a row are, in their order. */
  columns: z
    .array(key)
    .min(1)
    .max(100)
    .refine((all) => new Set(all).size === all.length, 'Use each column only once'),
  /** What a new row gets where its cell is empty or has no column. */
  defaults: z.record(key, z.union([z.string().max(2000), z.number(), z.boolean()])).default({}),
  format: importFormat.default({ decimal: 'point', dates: 'ymd' }),
  /** The format of columns that differ from `format`. */
  formats: z.record(key, importFormat).default({}),
  /** Other words for choices: column -> word in the file -> value. */
  words: z.record(key, z.record(z.string().max(200), z.string().max(200))).default({}),
  /** Columns whose unknown references are made, where a name is all it takes. */
  makes: z.array(key).max(20).default([]),
  /** Headings of the file that are not imported, so that whoever goes on with the import sees them. */
  leftOut: z.array(z.string().max(200)).max(100).default([]),
});
export type ImportInput = z.output<typeof importInput>;

/** How the numbers and dates of a column are read. */
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

/** A cell that is put right where it is judged, in place of what the file says there. */
export const importCorrection = z.strictObject({
  row: rowNumber,
  /** One that the file does not have comes with its first correction. */
  column: key,
  value: cell,
  /** Every cell of the column that is at fault and says the same as this one. */
  alike: z.boolean().default(false),
});
export type ImportCorrection = z.output<typeof importCorrection>;

/** Which cell is asked about. */
export const similarCellsQuery = z.object({ row: z.coerce.number().pipe(rowNumber), column: key });

/** `Applying`, `Undoing`: decided, and done step by step to its end, whatever happens meanwhile. */
export const importStatuses = ['Receiving', 'Checked', 'Applying', 'Committed', 'Undoing', 'Undone'] as const;

/** A row that an undo left as it is, because somebody changed or used it meanwhile. */
export const notUndoneRow = z.object({
  collection: z.string(),
  /** Empty for what has no name. */
  name: z.string(),
  /** A sentence that says why, in English. */
  message: z.string(),
  /** Which sentence that is (`sentences.ts`), and what stands in its blanks. */
  reason: z.string(),
  params: z.record(z.string(), z.string()),
});
export type NotUndoneRow = z.output<typeof notUndoneRow>;

/** The most kept rows that are answered one by one. */
export const maxNotUndoneRows = 100;

/** An import as it is answered; the counts are of its last check. */
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
  /** Rows of other collections that come with it: packs, levels, categories that were missing. */
  others: z.number(),
  committedAt: z.string().nullable(),
  /** What the cells of its rows are, in their order, and the headings of the file that are not imported. */
  columns: z.array(z.string()),
  leftOut: z.array(z.string()),
  /** How numbers and dates of the file are read, and of columns that differ. */
  format: importFormat,
  formats: z.record(z.string(), importFormat),
  /** How many rows its undo left as they are, and the first of them. */
  keptCount: z.number(),
  kept: z.array(notUndoneRow),
});
export type ImportState = z.output<typeof importState>;

/** An import after a correction: it is to be checked again. */
export const correctedImport = importState.extend({ corrected: z.number() });
export type CorrectedImport = z.output<typeof correctedImport>;

/** What is wrong with a cell; words for it are the reader's. */
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
  /** The column at fault. */
  column: z.string(),
  code: z.enum(problemCodes),
  /** A sentence that says it all, in English. */
  message: z.string(),
  /** Which sentence that is (`sentences.ts`), and what stands in its blanks: for words of the reader's own. */
  reason: z.string().optional(),
  params: z.record(z.string(), z.string()).optional(),
  /** The other row of the file, for what is there twice. */
  otherRow: z.number().optional(),
});
export type CellProblem = z.output<typeof cellProblem>;

/** What a changed row changes: a column with its old and new value, as the current data of its kind says them. */
export const cellChange = z.object({
  column: z.string(),
  /** Null for nothing: what was empty, and what comes with the row for the first time. */
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
  /** Of rows that the last check found to change something; empty for all others. */
  changes: z.array(cellChange),
  /** Cells that were put right here, with what the file says. */
  corrected: z.array(z.object({ column: z.string(), was: cell })),
});
export type ImportRow = z.output<typeof importRow>;

export const importRowsQuery = z.object({
  outcome: z.enum(rowOutcomes).optional(),
  limit: cappedLimit(500).default(100),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});

/** Which rows of a collection are wanted as a file would say them. */
export const importDataQuery = z.object({
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

export const importsQuery = z.object({
  kind: z.string().max(60).optional(),
  limit: cappedLimit(100).default(20),
});
