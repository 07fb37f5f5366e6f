import { englishRefusal } from '#core/refusals/english.ts';
import type { Refusal } from '#core/refusals/refusal.ts';
import { maxNotUndoneRows } from '../wire.ts';
import { type NotUndoneRow } from '../shapes.ts';
import { items } from '#modules/items/collection.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import type { PostedMove } from '#modules/stock/postings.ts';
import { classifyDbError, CollectionLockedError } from '#platform/server/db/failures.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { ImportChangeRow, ImportTableRow } from '#platform/server/db/tables.ts';
import type { Db, Queryable, Tx } from '#platform/server/db/types.ts';
import { writeAudit } from '#platform/server/http/audit.ts';
import { isLocked, retryWhenUnlocked } from '#platform/server/http/collection-locks.ts';
import { ApiProblem } from '#platform/server/http/problems.ts';
import type { NewAuditEntry, PrepareContext } from '#platform/server/http/route.ts';
import type { AppEvent } from '#platform/server/http/services.ts';
import { authenticateToken } from '#platform/server/http/session.ts';
import { emitRowEvents } from '#modules/master-data/server/service.ts';
import { listWatchedCollections } from './planned-import.ts';
import { assertMayImport } from './refusals.ts';
import { getImportKind } from './service.ts';
import {
  toAuditOrigin,
  runSteps,
  type StepOrigin,
  openingsPerStep,
  toStepOrigin,
  rowsPerStep,
  runUnlessInProgress,
} from './steps.ts';
import { parseImportInput } from './store.ts';
import { emitStockEvents } from './emit-stock-events.ts';
import {
  readImportChanges,
  type UndoBlocker,
  buildBlocker,
  findRowBlockers,
  listCreatedIds,
  findStockBlockers,
  readPostedOpenings,
  getResourceByCollection,
  revertRows,
  reverseOpenings,
} from './undo.ts';
import { findReservedOpenings, planUndo, type UndoPart } from './undo-plan.ts';

/** Content of one transaction, stored until it runs. The last step has neither rows nor stock. */
interface UndoStep extends UndoPart {
  origin: StepOrigin;
}

/** Distance between step numbers, so that a failing step can be split into its rows. */
const stepSpacing = 1000;

/**
 * Runs before the transaction of an undo. On SQLite, which has a single writer, undoes a large import in
 * steps. Throws 409 if there are blockers when the undo starts; rows that are changed or used afterwards are
 * kept and reported. Once started, the undo runs to completion, even after a restart.
 *
 * @returns the events to publish; null if the undo runs in one transaction or another request is already
 *   undoing the import
 */
export function prepareUndo(ctx: PrepareContext, id: string): Promise<AppEvent[] | null> {
  // On PostgreSQL, rows are locked individually, so one transaction is enough.
  if (ctx.db.dialect !== 'sqlite') return Promise.resolve(null);
  return runUnlessInProgress(id, () => undoOnce(ctx, id));
}

async function undoOnce(ctx: PrepareContext, id: string): Promise<AppEvent[] | null> {
  const row = await ctx.db.selectFrom('imports').selectAll().where('_id', '=', id).executeTakeFirst();
  if (row?.status !== 'Undoing') {
    if (row?.status !== 'Committed') return null;
    const [changes, moves] = [await readImportChanges(ctx.db, id), await readPostedOpenings(ctx.db, id)];
    if (changes.length <= rowsPerStep && moves.length <= openingsPerStep) return null;
    await ctx.write((tx) => assertOwnImport(ctx, tx, row));
    const parts = await planUndo(ctx, changes, moves);
    if (!parts) return null;
    await storeUndoSteps(ctx, id, parts);
    if (!(await retryWhenUnlocked(() => ctx.write((tx) => startUndo(ctx, tx, row))))) return null;
  }
  const events = new Map<string, AppEvent>();
  const emit = (event: AppEvent) => void events.set(JSON.stringify(event), event);
  await runSteps(ctx, {
    id,
    next: () => runNextUndoStep({ write: ctx.write, read: ctx.db, emit }, id),
    events: () => [...events.values()],
  });
  return [...events.values()];
}

const assertOwnImport = ({ actor }: PrepareContext, tx: Tx, row: ImportTableRow) =>
  assertMayImport({ db: tx, actor }, getImportKind(row), parseImportInput(row).columns);

/** Stores the steps of an undo before it starts. */
async function storeUndoSteps(ctx: PrepareContext, id: string, parts: readonly UndoPart[]): Promise<void> {
  const origin = toStepOrigin(ctx);
  const rows = [...parts, {}].map((part, index) => ({
    importId: id,
    position: index * stepSpacing,
    content: JSON.stringify({ origin, ...part } satisfies UndoStep),
  }));
  await ctx.write(async (tx) => {
    await tx.deleteFrom('importSteps').where('importId', '=', id).execute();
    await insertRows(tx, 'importSteps', rows);
  });
}

/**
 * Starts an undo. Returns false if the import has changed since it was planned.
 *
 * @throws ApiProblem 401, 403, 409
 */
async function startUndo(ctx: PrepareContext, tx: Tx, { _id, version }: ImportTableRow): Promise<boolean> {
  const row = await tx.selectFrom('imports').selectAll().where('_id', '=', _id).executeTakeFirst();
  if (row?.status !== 'Committed' || row.version !== version) return false;
  if (ctx.ifMatch !== null && ctx.ifMatch !== version) return false;
  if (isLocked(ctx.db, listWatchedCollections(getImportKind(row)))) throw new CollectionLockedError();
  const actor = await authenticateToken({ read: tx }, ctx.token, ctx.now);
  if (JSON.stringify(actor) !== JSON.stringify(ctx.actor)) return false;
  await assertOwnImport(ctx, tx, row);
  await tx
    .updateTable('imports')
    .set({
      status: 'Undoing',
      isUndoResponsePending: 1,
      version: version + 1,
      updatedAt: ctx.now.toISOString(),
    })
    .where('_id', '=', _id)
    .execute();
  return true;
}

interface StepContext extends Pick<Db, 'write'> {
  /** Read connection, used to find collections locked by other imports. */
  read: Queryable;
  emit(event: AppEvent): void;
}

/**
 * Runs the next step of a started undo. A step that fails is split into its rows, and rows that fail
 * individually are kept.
 *
 * @returns whether more steps remain
 * @throws CollectionLockedError while another import is being written
 */
export async function runNextUndoStep(context: StepContext, id: string): Promise<boolean> {
  try {
    return await context.write((tx) => runStep(context, tx, id));
  } catch (error) {
    const isRefused =
      error instanceof ApiProblem || ['duplicate', 'reference'].includes(classifyDbError(error));
    if (!isRefused) throw error;
    return context.write((tx) => splitStep(tx, id));
  }
}

async function runStep(context: StepContext, tx: Tx, id: string): Promise<boolean> {
  const next = await loadNextStep(tx, id);
  if (!next) return false;
  const { importRow: row, position, step } = next;
  if (isLocked(context.read, listWatchedCollections(getImportKind(row)))) throw new CollectionLockedError();
  const result = step.rows
    ? await revertStepRows(context, tx, id, step.origin, step.rows)
    : step.stock && (await reverseStepStock(context, tx, id, step.origin, step.stock));
  await deleteStep(tx, id, position);
  if (result) {
    await writeAudit(tx, toAuditOrigin(step.origin), result.entries);
    await storeBlockers(tx, row, result.blockers);
    return true;
  }
  const after = row.notUndoneCount > 0 ? { after: { kept: Number(row.notUndoneCount) } } : {};
  await writeAudit(tx, toAuditOrigin(step.origin), [{ action: 'undo', entity: 'imports', id, ...after }]);
  await tx
    .updateTable('imports')
    .set({ status: 'Undone', version: row.version + 1 })
    .where('_id', '=', id)
    .execute();
  return false;
}

async function loadNextStep(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('imports')
    .selectAll()
    .where('_id', '=', id)
    .where('status', '=', 'Undoing')
    .executeTakeFirst();
  if (!row) return null;
  const { position, content } = await tx
    .selectFrom('importSteps')
    .select(['position', 'content'])
    .where('importId', '=', id)
    .orderBy('position')
    .executeTakeFirstOrThrow();
  return { importRow: row, position: Number(position), step: JSON.parse(content) as UndoStep };
}

const deleteStep = (tx: Tx, id: string, position: number) =>
  tx.deleteFrom('importSteps').where('importId', '=', id).where('position', '=', position).execute();

interface StepResult {
  entries: NewAuditEntry[];
  blockers: UndoBlocker[];
}

async function revertStepRows(
  { emit }: StepContext,
  tx: Tx,
  id: string,
  { at }: StepOrigin,
  { collection, positions }: NonNullable<UndoStep['rows']>,
): Promise<StepResult> {
  const resource = getResourceByCollection(collection);
  const changes = await loadChangesAt(tx, id, positions);
  const { currentRows, blockers } = await findStepBlockers({ db: tx, at }, resource, changes);
  const validChanges = changes.filter(({ rowId }) => !blockers.has(rowId));
  const { entries, rows } = await revertRows(
    { db: tx },
    { id, resource, changes: validChanges, currentRows, at },
  );
  emitRowEvents({ emit }, resource, id, 'undone', rows);
  // A created row that is already deleted needs no undo.
  const remaining = changes.filter(({ rowId, before }) => before !== null || currentRows.has(rowId));
  return { entries, blockers: remaining.flatMap(({ rowId }) => blockers.get(rowId) ?? []) };
}

/** Returns the blockers of a step. Rows that reference each other are either all reverted or all kept. */
async function findStepBlockers(
  step: { db: Tx; at: string },
  resource: Resource,
  changes: readonly ImportChangeRow[],
) {
  const blockers = new Map<string, UndoBlocker>();
  for (let idsToUndo = listCreatedIds(changes); ; ) {
    const result = await findRowBlockers(step, resource, changes, idsToUndo);
    // The first reason is the one that the user can resolve.
    for (const [id, reason] of result.blockers) if (!blockers.has(id)) blockers.set(id, reason);
    const remaining = new Set([...idsToUndo].filter((id) => !blockers.has(id)));
    if (remaining.size === idsToUndo.size) return { currentRows: result.currentRows, blockers };
    idsToUndo = remaining;
  }
}

const loadChangesAt = (tx: Tx, id: string, positions: readonly number[]): Promise<ImportChangeRow[]> =>
  tx
    .selectFrom('importChanges')
    .selectAll()
    .where('importId', '=', id)
    .where('position', 'in', positions)
    .orderBy('position', 'desc')
    .execute();

async function reverseStepStock(
  { emit }: StepContext,
  tx: Tx,
  id: string,
  { actor, at }: StepOrigin,
  { seqs }: NonNullable<UndoStep['stock']>,
): Promise<StepResult> {
  const moves = await loadMovesAt(tx, seqs);
  const blockers = new Map([
    ...(await findReservedOpenings(tx, moves)),
    ...(await findStockBlockers(tx, moves)),
  ]);
  const reversibleMoves = moves.filter(({ seq }) => !blockers.has(Number(seq)));
  const entries = await reverseOpenings({ db: tx }, id, reversibleMoves, {
    userId: actor._id,
    now: at,
  });
  const places = reversibleMoves.map(({ toPlace }) => toPlace);
  emitStockEvents({ emit }, id, 'undone', places);
  return { entries, blockers: [...blockers.values()] };
}

const loadMovesAt = (tx: Tx, seqs: readonly number[]): Promise<PostedMove[]> =>
  tx.selectFrom('stockMoves').selectAll().where('seq', 'in', seqs).orderBy('seq').execute();

/**
 * Replaces a failed step with one step per row; a failed step with a single row is dropped and its row kept.
 */
async function splitStep(tx: Tx, id: string): Promise<boolean> {
  const next = await loadNextStep(tx, id);
  if (!next) return false;
  const { importRow: row, position, step } = next;
  const { origin, rows, stock } = step;
  await deleteStep(tx, id, position);
  const singleSteps: UndoStep[] = [
    ...(rows?.positions ?? []).map((position) => ({
      origin,
      rows: { ...rows, positions: [position] } as UndoStep['rows'],
    })),
    ...(stock?.seqs ?? []).map((seq) => ({ origin, stock: { seqs: [seq] } })),
  ] as UndoStep[];
  if (singleSteps.length > 1) {
    const splitRows = singleSteps.map((entry, index) => ({
      importId: id,
      position: position + index,
      content: JSON.stringify(entry),
    }));
    await insertRows(tx, 'importSteps', splitRows);
  } else await storeBlockers(tx, row, [await describeRefusedStep(tx, id, step)]);
  return true;
}

async function describeRefusedStep(
  tx: Tx,
  id: string,
  { rows, stock, origin }: UndoStep,
): Promise<UndoBlocker> {
  if (rows) {
    const resource = getResourceByCollection(rows.collection);
    const changes = await loadChangesAt(tx, id, rows.positions);
    const { currentRows } = await findRowBlockers({ db: tx, at: origin.at }, resource, changes, new Set());
    return buildBlocker('refused', resource, currentRows.get(changes[0]?.rowId ?? ''));
  }
  const [move] = await loadMovesAt(tx, stock?.seqs ?? []);
  const item = await tx
    .selectFrom('items')
    .select('name')
    .where('_id', '=', move?.itemId ?? '')
    .executeTakeFirst();
  return buildBlocker('moved', items, item);
}

/** Stores the number of rows that were kept, with the names of the first ones. */
async function storeBlockers(tx: Tx, row: ImportTableRow, blockers: readonly UndoBlocker[]): Promise<void> {
  if (blockers.length === 0) return;
  const before = JSON.parse(row.notUndoneRows) as NotUndoneRow[];
  const stored = blockers
    .slice(0, maxNotUndoneRows - before.length)
    .map(({ reason, params }): NotUndoneRow => {
      const refusalReason: Refusal = { reason: `kept-${reason}`, params };
      return {
        collection: params.collection,
        name: params.name,
        message: englishRefusal(refusalReason),
        ...refusalReason,
      };
    });
  await tx
    .updateTable('imports')
    .set({
      notUndoneRows: JSON.stringify([...before, ...stored]),
      notUndoneCount: Number(row.notUndoneCount) + blockers.length,
    })
    .where('_id', '=', row._id)
    .execute();
}
