import { dateOrders, decimalMarks } from '#core/file-format.ts';
import {
  listOf,
  mapOf,
  objectOf,
  oneOf,
  type Shape,
  sparse,
  type Structure,
  type Wire,
  withDefault,
} from '#platform/shapes/shape.ts';
import type { Cell } from '#core/file-format.ts';

/** Imports in status `Applying` or `Undoing` are being written step by step. */
const importStatuses = ['Receiving', 'Checked', 'Applying', 'Committed', 'Undoing', 'Undone'] as const;

const format = objectOf({ decimal: oneOf(decimalMarks), dates: oneOf(dateOrders) });

/** A row that an undo kept, because it was changed or used since the import. */
const notUndoneRow = {
  collection: 'text',
  /** Empty for rows without a name. */
  name: 'text',
  /** The reason in English. */
  message: 'text',
  /** Code of the reason in the refusal catalogue, and its parameters. */
  reason: 'text',
  params: mapOf('text'),
} as const satisfies Shape;
export type NotUndoneRow = Wire<typeof notUndoneRow>;

/** An import, with the row counts of its last check. */
export const importState = {
  _id: 'key',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  kind: 'text',
  fileName: 'text',
  status: oneOf(importStatuses),
  rows: 'integer',
  invalid: 'integer',
  created: 'integer',
  changed: 'integer',
  unchanged: 'integer',
  /** Rows of other collections that it writes: packs, levels, missing categories. */
  relatedRows: 'integer',
  committedAt: 'moment?',
  /** Columns of its rows in order, then headings that aren't imported. */
  columns: 'texts',
  ignoredColumns: 'texts',
  /** Number and date format of the file, and of the columns whose format differs. */
  format,
  formats: mapOf(format),
  /** Number of rows that the undo kept, and the first of these rows. */
  notUndoneCount: 'integer',
  notUndoneRows: listOf(notUndoneRow),
} as const satisfies Shape;
export type ImportState = Wire<typeof importState>;

/** An import after a correction, which must be checked again. */
export const correctedImport = {
  ...importState,
  corrected: withDefault('integer', 1),
} as const satisfies Shape;
export type CorrectedImport = Wire<typeof correctedImport>;

/** Codes of cell problems; clients supply the message. */
const problemCodes = [
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

const cellProblem = {
  /** The invalid column. */
  column: 'text',
  code: oneOf(problemCodes, 'rule'),
  /** The problem as a sentence in English. */
  message: 'text',
  /** Code of the sentence in the refusal catalogue, and its parameters, for translation. */
  reason: 'sparse text?',
  params: sparse(mapOf('text')),
  /** The other row of the file, for duplicates. */
  otherRow: 'sparse integer?',
} as const satisfies Shape;
export type CellProblem = Wire<typeof cellProblem>;

/** A change to a row: column, old value and new value in export format. */
const cellChange = {
  column: 'text',
  /** Null if the cell was empty or the row is new. */
  before: 'json',
  after: 'json',
} as const satisfies Shape;
export type CellChange = Wire<typeof cellChange>;

export const rowOutcomes = ['created', 'changed', 'unchanged', 'invalid'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

export const importRow = {
  row: 'required integer',
  cells: listOf('json?') as Structure<Cell[]>,
  outcome: oneOf(rowOutcomes),
  problems: listOf(cellProblem),
  /** Filled for rows that the last check classified as changed; otherwise empty. */
  changes: listOf(cellChange),
  /** Corrected cells with the file's value. */
  corrected: listOf({ column: 'text', originalValue: withDefault('json', null) as Structure<Cell> }),
} as const satisfies Shape;
export type ImportRow = Wire<typeof importRow>;
