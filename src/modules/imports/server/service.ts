import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { type ImportKind, importKinds, findCreatableByName } from '../kinds.ts';
import { readCell } from '../read-cell.ts';
import type { ImportInput } from '../wire.ts';
import type { Cell } from '#core/file-format.ts';
import type { CellProblem } from '../shapes.ts';
import { maxImportCharacters, maxProblemsPerRow } from '../wire.ts';
import { maxImportRows } from '#platform/shapes/limits.ts';
import { getColumnFormat } from '#core/file-format.ts';
import { withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { ImportedRow, ImportTableRow } from '#platform/server/db/tables.ts';
import type { Actor } from '#core/permissions.ts';
import { invalid } from '#platform/server/http/problems.ts';
import type { PrepareContext, WriteContext } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/ids.ts';
import type { PlanContext } from './plan-types.ts';
import { assertMayImport, buildImportProblem } from './refusals.ts';
import { createResolver } from './resolve.ts';
import { deleteImports, parseImportInput, storeRows, lockImport } from './store.ts';

/** Maximum number of unfinished imports stored per user. */
const maxUnfinished = 3;

export const getImportKind = ({ kind }: Pick<ImportTableRow, 'kind'>): ImportKind => {
  const definition = importKinds[kind];
  if (!definition) throw new Error(`Unknown import kind ${kind}`);
  return definition;
};

export const toPlanContext = (ctx: WriteContext | PrepareContext): PlanContext => ({
  db: ctx.db,
  actor: ctx.actor as Actor,
  now: ctx.now,
  clock: ctx.services.clock,
});

/**
 * Starts an import with its columns and the default values of new rows.
 *
 * @throws ApiProblem 403, 422
 */
export async function beginImport(ctx: WriteContext, input: ImportInput): Promise<ImportTableRow> {
  const actor = ctx.actor as Actor;
  const kind = getImportKind(input);
  await assertMayImport(ctx, kind, [...input.columns, ...Object.keys(input.defaults)]);
  const columnKeys = new Set(kind.columns.map(({ key }) => key));
  const fields: Record<string, Refusal> = {};
  for (const [name, keys] of [
    ['columns', input.columns],
    ['defaults', Object.keys(input.defaults)],
    ['words', Object.keys(input.words)],
    ['createMissing', input.createMissing],
  ] as const) {
    for (const key of keys) if (!columnKeys.has(key)) fields[`${name}.${key}`] = refusal('no-such-column');
  }
  for (const key of input.createMissing) {
    const refersTo = kind.columns.find((column) => column.key === key)?.field.refersTo ?? null;
    const resource = findCreatableByName(refersTo);
    if (!resource) fields[`createMissing.${key}`] = refusal('not-creatable-by-name');
    else await assertMayImport(ctx, getImportKind({ kind: resource.collection }), []);
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
  const { errors } = await createResolver(toPlanContext(ctx), kind, input);
  if (Object.keys(errors).length > 0) {
    throw invalid(
      Object.fromEntries(Object.entries(errors).map(([key, reason]) => [`defaults.${key}`, reason])),
    );
  }
  await deleteOldestUnfinished(ctx, actor);
  const now = ctx.now.toISOString();
  const row: ImportTableRow = {
    _id: newId(ctx.services.clock),
    createdAt: now,
    updatedAt: now,
    version: 1,
    userId: actor._id,
    kind: input.kind,
    fileName: input.fileName,
    status: 'Receiving',
    input: JSON.stringify(input),
    rows: 0,
    invalid: 0,
    created: 0,
    changed: 0,
    unchanged: 0,
    relatedRows: 0,
    committedAt: null,
    size: 0,
    notUndoneRows: '[]',
    notUndoneCount: 0,
    isUndoResponsePending: 0,
  };
  await ctx.db.insertInto('imports').values(row).execute();
  return row;
}

async function deleteOldestUnfinished({ db }: WriteContext, actor: Actor): Promise<void> {
  const open = await db
    .selectFrom('imports')
    .select('_id')
    .where('userId', '=', actor._id)
    .where('committedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('_id', 'desc')
    .execute();
  await deleteImports(
    db,
    open.slice(maxUnfinished - 1).map(({ _id }) => _id),
  );
}

type UploadedRow = { row: number; cells: Cell[] };

/**
 * Parses rows before the transaction.
 *
 * @throws ApiProblem 422
 */
export async function prepareRows(
  ctx: PrepareContext,
  id: string,
  uploaded: readonly UploadedRow[],
): Promise<ImportedRow[]> {
  const importRow = await ctx.db.selectFrom('imports').selectAll().where('_id', '=', id).executeTakeFirst();
  if (importRow?.committedAt !== null) return [];
  const input = parseImportInput(importRow);
  const kind = getImportKind(importRow);
  const longRow = uploaded.find(({ cells }) => cells.length > input.columns.length);
  if (longRow) throw invalid({ rows: refusal('more-cells-than-columns', { row: longRow.row }) });
  const rows: ImportedRow[] = [];
  for await (const { row, cells } of withEventLoopYields(uploaded))
    rows.push(parseRow(kind, input, { importId: id, row, cells, corrections: {} }));
  return rows;
}

/** Parses the cells of a row without reading other data. */
export function parseRow(
  kind: ImportKind,
  input: ImportInput,
  {
    importId,
    row,
    cells,
    corrections,
  }: UploadedRow & { importId: string; corrections: Record<string, Cell> },
): ImportedRow {
  const { values, errors: allErrors } = parseCells(kind, input, cells);
  const errors = allErrors.slice(0, maxProblemsPerRow);
  return {
    importId,
    row,
    cells: JSON.stringify(cells),
    values: JSON.stringify(values),
    parseErrors: JSON.stringify(errors),
    outcome: errors.length > 0 ? 'invalid' : 'created',
    problems: JSON.stringify(errors),
    changes: '[]',
    corrections: JSON.stringify(corrections),
  };
}

/**
 * Stores parsed rows and counts those with errors. Nothing is stored if the file exceeds the limits.
 *
 * @throws ApiProblem 404, 409, 422
 */
export async function receiveRows(
  ctx: WriteContext<unknown, unknown, ImportedRow[]>,
  id: string,
): Promise<{ rows: number; unreadable: number }> {
  const importRow = await lockOpenImport(ctx, id);
  const rows = ctx.prepared;
  const replacedRows = await ctx.db
    .selectFrom('importRows')
    .select((on) => on.fn.sum<number | null>(on.fn('length', ['cells'])).as('size'))
    .where('importId', '=', id)
    .where(
      'row',
      'in',
      rows.map(({ row }) => row),
    )
    .executeTakeFirst();
  const addedLengths = new Map(rows.map(({ row, cells }) => [row, cells.length]));
  const size =
    Number(importRow.size) -
    Number(replacedRows?.size ?? 0) +
    [...addedLengths.values()].reduce((sum, count) => sum + count, 0);
  if (size > maxImportCharacters)
    throw buildImportProblem('VALIDATION', refusal('too-much-text', { n: maxImportCharacters }));
  await storeRows(ctx.db, [...new Map(rows.map((row) => [row.row, row])).values()]);
  const { count } = await ctx.db
    .selectFrom('importRows')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('importId', '=', id)
    .executeTakeFirstOrThrow();
  if (Number(count) > maxImportRows)
    throw buildImportProblem('VALIDATION', refusal('too-many-rows', { n: maxImportRows }));
  await ctx.db
    .updateTable('imports')
    .set({ status: 'Receiving', rows: Number(count), size, updatedAt: ctx.now.toISOString() })
    .where('_id', '=', id)
    .execute();
  return { rows: Number(count), unreadable: rows.filter(({ outcome }) => outcome === 'invalid').length };
}

/**
 * Locks an import that isn't finished.
 *
 * @throws ApiProblem 404, 409 if it is finished
 */
export async function lockOpenImport(ctx: WriteContext, id: string): Promise<ImportTableRow> {
  const importRow = await lockImport(ctx, id);
  if (importRow.committedAt !== null)
    throw buildImportProblem('NOT_EDITABLE', refusal('import-already-finished'));
  return importRow;
}

function parseCells(kind: ImportKind, input: ImportInput, cells: readonly Cell[]) {
  const values: Record<string, unknown> = {};
  const errors: CellProblem[] = [];
  input.columns.forEach((key, index) => {
    const column = kind.columns.find((column) => column.key === key);
    const cell = cells[index];
    if (!column || cell === undefined) return;
    const parsed = readCell(cell, column, {
      format: getColumnFormat(input, key),
      words: input.words[key] ?? {},
    });
    if ('problem' in parsed) errors.push({ column: key, ...parsed.problem });
    else if (parsed.value !== null) values[key] = parsed.value;
  });
  return { values, errors };
}
