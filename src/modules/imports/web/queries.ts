import type { ImportCorrection, ImportInput } from '../wire.ts';
import type { Cell } from '#core/file-format.ts';
import { importRow, importState, type ImportState, type RowOutcome } from '../shapes.ts';
import {
  type JsonRecord,
  readNumberValue,
  unwrapDocument,
  type TolerantList,
} from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { createReader } from '#platform/web/queries/read-shape.ts';

const readImport = createReader(importState);

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
    read: (reply) => readList(reply, createReader(importRow)),
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

/** Queries how many cells with errors have the same value as this one, including itself. */
export function matchingCellsQuery(id: string, version: number, cell: { row: number; column: string }) {
  return readQuery({
    collection: 'imports_data',
    key: ['matching-cells', id, version, cell],
    lifetime: 'other',
    path: `imports/${id}/matching-cells`,
    search: { ...cell },
    read: (reply) => readNumberValue(unwrapDocument(reply.data)['count']) ?? 1,
  });
}

/**
 * Corrects a cell, or with `applyToMatching` all cells with errors that have the same value. The import must then be
 * checked again.
 * Throws `ApiError`: 412 if the import has changed.
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
export async function discardImport(id: string): Promise<void> {
  await api.send('delete', `imports/${id}`);
}

function readState(data: unknown): ImportState {
  const state = readImport(unwrapDocument(data));
  if (!state) throw new Error('The response contains no import');
  return state;
}
