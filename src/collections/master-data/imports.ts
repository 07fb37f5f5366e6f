import { dateOrders, decimalMarks, type ImportFormat } from '#contract/imports/format.ts';
import type {
  Cell,
  ImportCorrection,
  ImportInput,
  ImportState,
  NotUndoneRow,
  RowOutcome,
} from '#contract/imports/wire.ts';
import {
  type JsonRecord,
  readNumberValue,
  unwrapDocument,
  readRecord,
  readText,
  readTexts,
  type TolerantList,
} from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { readList, readQuery } from '../read-query.ts';

export interface ImportCellFault {
  column: string;
  code: string;
  message: string;
  /** Code of the sentence in `message` with its parameters; null for others. */
  reason: string | null;
  params: Readonly<Record<string, string>>;
  otherRow: number | null;
}

/** A column that a row changes. */
export interface ChangedCell {
  column: string;
  /** Null if there was no value. */
  before: unknown;
  after: unknown;
}

/** A row of a checked file, with its cell errors or changes. */
export interface CheckedRow {
  row: number;
  cells: Cell[];
  faults: ImportCellFault[];
  changes: ChangedCell[];
  /** Original file values of corrected cells, by column. */
  corrected: Readonly<Record<string, Cell>>;
}

/** Queries the user's own imports of a kind, newest first. */
export function myImportsQuery(kind: string) {
  return readQuery({
    collection: 'imports_data',
    key: ['own', kind],
    lifetime: 'other',
    path: 'imports',
    search: { kind, limit: 5 },
    read: (reply) => readList(reply, readImport),
  });
}

/** Queries a page of rows of an uncommitted import. `version` identifies the check. */
export function importRowsQuery(
  id: string,
  version: number,
  request: { outcome: RowOutcome; page: number; limit: number },
) {
  return readQuery({
    collection: 'imports_data',
    key: ['rows', id, version, request],
    lifetime: 'other',
    path: `imports/${id}/rows`,
    search: { ...request },
    read: (reply) => readList(reply, readRow),
  });
}

/** Fetches a page of a collection's rows in import format, bypassing the cache. Throws `ApiError`. */
export async function readImportData(
  kind: string,
  request: { page: number; limit: number },
  signal: AbortSignal,
): Promise<TolerantList<JsonRecord>> {
  const reply = await api.get('import-data', { signal, search: { kind, ...request } });
  return readList(reply, (row) => row);
}

export async function beginImport(input: ImportInput): Promise<ImportState> {
  return readState((await api.send('post', 'imports', { json: input })).data);
}

/** Uploads rows and returns how many cannot be read. Throws `ApiError`. */
export async function sendRows(
  id: string,
  rows: readonly { row: number; cells: readonly Cell[] }[],
  signal: AbortSignal,
): Promise<number> {
  const { data } = await api.send('post', `imports/${id}/rows`, { json: { rows }, signal });
  return readNumberValue(unwrapDocument(data)['unreadable']) ?? 0;
}

export async function checkImport(id: string, signal?: AbortSignal): Promise<ImportState> {
  return readState((await api.send('post', `imports/${id}/check`, signal ? { signal } : {})).data);
}

/** Queries how many faulty cells have the same value as this one, including itself. */
export function similarFaultsQuery(id: string, version: number, cell: { row: number; column: string }) {
  return readQuery({
    collection: 'imports_data',
    key: ['alike', id, version, cell],
    lifetime: 'other',
    path: `imports/${id}/alike`,
    search: { ...cell },
    read: (reply) => readNumberValue(unwrapDocument(reply.data)['count']) ?? 1,
  });
}

/**
 * Corrects a cell, and all with the same value if `alike`; the import must be checked again. Throws
 * `ApiError`: 412 if the import has changed.
 */
export async function correctImport(
  { _id, version }: Pick<ImportState, '_id' | 'version'>,
  correction: ImportCorrection,
): Promise<{ state: ImportState; corrected: number }> {
  const path = `imports/${_id}/corrections`;
  const { data } = await api.send('post', path, { json: correction, ifMatch: version });
  return { state: readState(data), corrected: readNumberValue(unwrapDocument(data)['corrected']) ?? 1 };
}

export async function commitImport(id: string): Promise<ImportState> {
  return readState((await api.send('post', `imports/${id}/commit`)).data);
}

export async function undoImport(id: string): Promise<ImportState> {
  return readState((await api.send('post', `imports/${id}/undo`)).data);
}

/** Discards an uncommitted import. */
export async function dropImport(id: string): Promise<void> {
  await api.send('delete', `imports/${id}`);
}

function readState(data: unknown): ImportState {
  const state = readImport(unwrapDocument(data));
  if (!state) throw new Error('An import without an id was answered.');
  return state;
}

function readImport(row: JsonRecord): ImportState | null {
  const _id = readText(row['_id']);
  if (_id === null) return null;
  const count = (name: string) => readNumberValue(row[name]) ?? 0;
  return {
    _id,
    createdAt: readText(row['createdAt']) ?? '',
    updatedAt: readText(row['updatedAt']) ?? '',
    version: count('version'),
    kind: readText(row['kind']) ?? '',
    fileName: readText(row['fileName']) ?? '',
    status: (readText(row['status']) ?? 'Receiving') as ImportState['status'],
    rows: count('rows'),
    faulty: count('faulty'),
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    others: count('others'),
    committedAt: readText(row['committedAt']),
    columns: readTexts(row['columns']),
    leftOut: readTexts(row['leftOut']),
    format: readFormat(row['format']),
    formats: Object.fromEntries(
      Object.entries(readRecord(row['formats'])).map(([column, format]) => [column, readFormat(format)]),
    ),
    keptCount: count('keptCount'),
    kept: list(row['kept']).map(readKept),
  };
}

/** Without a format from the server, files are read in the machine-readable format. */
function readFormat(value: unknown): ImportFormat {
  const { decimal, dates } = readRecord(value);
  return {
    decimal: decimalMarks.find((each) => each === decimal) ?? 'point',
    dates: dateOrders.find((each) => each === dates) ?? 'ymd',
  };
}

function readKept(value: unknown): NotUndoneRow {
  const kept = readRecord(value);
  return {
    collection: readText(kept['collection']) ?? '',
    name: readText(kept['name']) ?? '',
    message: readText(kept['message']) ?? '',
    reason: readText(kept['reason']) ?? '',
    params: blanks(kept['params']),
  };
}

const blanks = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(readRecord(value)).map(([name, blank]) => [name, readText(blank) ?? '']));

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function readRow(row: JsonRecord): CheckedRow | null {
  const at = readNumberValue(row['row']);
  if (at === null) return null;
  const faults = list(row['problems']).map((value): ImportCellFault => {
    const fault = readRecord(value);
    return {
      column: readText(fault['column']) ?? '',
      code: readText(fault['code']) ?? 'rule',
      message: readText(fault['message']) ?? '',
      reason: readText(fault['reason']),
      params: blanks(fault['params']),
      otherRow: readNumberValue(fault['otherRow']),
    };
  });
  const changes = list(row['changes']).map((value): ChangedCell => {
    const change = readRecord(value);
    return {
      column: readText(change['column']) ?? '',
      before: change['before'] ?? null,
      after: change['after'] ?? null,
    };
  });
  const corrected = list(row['corrected']).map((value) => {
    const { column, was } = readRecord(value);
    return [readText(column) ?? '', (was ?? null) as Cell] as const;
  });
  return {
    row: at,
    cells: list(row['cells']) as Cell[],
    faults,
    changes,
    corrected: Object.fromEntries(corrected),
  };
}
