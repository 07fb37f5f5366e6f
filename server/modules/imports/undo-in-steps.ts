import { englishRefusal } from '#domain/refusals/english.ts';
import type { Refusal } from '#domain/refusals/refusal.ts';
import { type NotUndoneRow, maxNotUndoneRows } from '#contract/imports/wire.ts';
import { items } from '#contract/items.ts';
import type { Resource } from '#contract/resources/define-resource.ts';
import type { PostedMove } from '#domain/stock/postings.ts';
import { classifyDbError, CollectionLockedError } from '../../db/failures.ts';
import { insertRows } from '../../db/statements.ts';
import type { ImportChangeRow, ImportTableRow } from '../../db/tables.ts';
import type { Db, Queryable, Tx } from '../../db/types.ts';
import { writeAudit } from '../../http/audit.ts';
import { isLocked, retryWhenUnlocked } from '../../http/collection-locks.ts';
import { ApiProblem } from '../../http/problems.ts';
import type { NewAuditEntry, PrepareContext } from '../../http/route.ts';
import type { AppEvent } from '../../http/services.ts';
import { authenticateToken } from '../../http/session.ts';
import { emitRowEvents } from '../master-data/service.ts';
import { watchedCollections } from './planned-import.ts';
import { assertMayImport } from './refusals.ts';
import { importKindOf } from './service.ts';
import {
  auditOrigin,
  runSteps,
  type StepOrigin,
  openingsPerStep,
  stepOrigin,
  rowsPerStep,
  runUnlessInProgress,
} from './steps.ts';
import { parseImportInput } from './store.ts';
import { emitStockEvents } from './emit-stock-events.ts';
import {
  readImportChanges,
  type UndoBlocker,
  undoBlocker,
  findRowBlockers,
  createdIds,
  findStockBlockers,
  readPostedOpenings,
  resourceByCollection,
  revertRows,
  reverseOpenings,
} from './undo.ts';
import { findReservedOpenings, planUndo, type UndoPart } from './undo-plan.ts';

/** What one transaction takes back, as it is kept until then; with neither rows nor stock it is the end. */
interface UndoStep extends UndoPart {
  origin: StepOrigin;
}

/** Steps are numbered with room between them: one that does not go as a whole is done row by row. */
const stepSpacing = 1000;

/**
 * Before the transaction of an undo: on SQLite, where one transaction writes at a time, takes a large import back step
 * by step. Nothing may be in the way when it is decided (409, as of a small one); what somebody changes
 * or uses from then on is left as it is, and told. A decided one goes on to its end, after a restart too. Answers what
 * is to be announced; null for what is taken back in one transaction, and where another call was quicker.
 */
export function prepareUndo(ctx: PrepareContext, id: string): Promise<AppEvent[] | null> {
  // PostgreSQL lets others write meanwhile, and tells them apart by the rows that they hold.
  if (ctx.db.dialect !== 'sqlite') return Promise.resolve(null);
  return runUnlessInProgress(id, () => undoOnce(ctx, id));
}

async function undoOnce(ctx: PrepareContext, id: string): Promise<AppEvent[] | null> {
  const found = await ctx.db.selectFrom('imports').selectAll().where('_id', '=', id).executeTakeFirst();
  if (found?.status !== 'Undoing') {
    if (found?.status !== 'Committed') return null;
    const [changes, moves] = [await readImportChanges(ctx.db, id), await readPostedOpenings(ctx.db, id)];
    if (changes.length <= rowsPerStep && moves.length <= openingsPerStep) return null;
    await ctx.write((tx) => assertOwnImport(ctx, tx, found));
    const parts = await planUndo(ctx, changes, moves);
    if (!parts) return null;
    await storeUndoSteps(ctx, id, parts);
    if (!(await retryWhenUnlocked(() => ctx.write((tx) => decideUndo(ctx, tx, found))))) return null;
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

const assertOwnImport = ({ actor }: PrepareContext, tx: Tx, found: ImportTableRow) =>
  assertMayImport({ db: tx, actor }, importKindOf(found), parseImportInput(found).columns);

/** Keeps what will be taken back: without the decision it is forgotten. */
async function storeUndoSteps(ctx: PrepareContext, id: string, parts: readonly UndoPart[]): Promise<void> {
  const origin = stepOrigin(ctx);
  const rows = [...parts, {}].map((part, nth) => ({
    importId: id,
    position: nth * stepSpacing,
    content: JSON.stringify({ origin, ...part } satisfies UndoStep),
  }));
  await ctx.write(async (tx) => {
    await tx.deleteFrom('importSteps').where('importId', '=', id).execute();
    await insertRows(tx, 'importSteps', rows);
  });
}

/** The one moment at which an undo is decided. False where the import is no longer what was looked at. Throws 401, 403, 409. */
async function decideUndo(ctx: PrepareContext, tx: Tx, { _id, version }: ImportTableRow): Promise<boolean> {
  const found = await tx.selectFrom('imports').selectAll().where('_id', '=', _id).executeTakeFirst();
  if (found?.status !== 'Committed' || found.version !== version) return false;
  if (ctx.ifMatch !== null && ctx.ifMatch !== version) return false;
  if (isLocked(ctx.db, watchedCollections(importKindOf(found)))) throw new CollectionLockedError();
  const actor = await authenticateToken({ read: tx }, ctx.token, ctx.now);
  if (JSON.stringify(actor) !== JSON.stringify(ctx.actor)) return false;
  await assertOwnImport(ctx, tx, found);
  await tx
    .updateTable('imports')
    .set({ status: 'Undoing', isUndoUntold: 1, version: version + 1, updatedAt: ctx.now.toISOString() })
    .where('_id', '=', _id)
    .execute();
  return true;
}

interface Stepper extends Pick<Db, 'write'> {
  /** By which is known what others are writing. */
  read: Queryable;
  emit(event: AppEvent): void;
}

/**
 * Does the next step of a decided undo, the end of it included. What does not go together is done row by row, and a row
 * that does not go by itself either is left. Answers whether there is more to do. Throws CollectionLockedError while another import
 * is being written.
 */
export async function runNextUndoStep(stepper: Stepper, id: string): Promise<boolean> {
  try {
    return await stepper.write((tx) => runStep(stepper, tx, id));
  } catch (error) {
    const isRefused =
      error instanceof ApiProblem || ['duplicate', 'reference'].includes(classifyDbError(error));
    if (!isRefused) throw error;
    return stepper.write((tx) => splitStep(tx, id));
  }
}

async function runStep(stepper: Stepper, tx: Tx, id: string): Promise<boolean> {
  const next = await nextOf(tx, id);
  if (!next) return false;
  const { found, position, step } = next;
  if (isLocked(stepper.read, watchedCollections(importKindOf(found)))) throw new CollectionLockedError();
  const told = step.rows
    ? await revertStepRows(stepper, tx, id, step.origin, step.rows)
    : step.stock && (await reverseStepStock(stepper, tx, id, step.origin, step.stock));
  await dropStep(tx, id, position);
  if (told) {
    await writeAudit(tx, auditOrigin(step.origin), told.entries);
    await storeBlockers(tx, found, told.kept);
    return true;
  }
  const after = found.keptCount > 0 ? { after: { kept: Number(found.keptCount) } } : {};
  await writeAudit(tx, auditOrigin(step.origin), [{ action: 'undo', entity: 'imports', id, ...after }]);
  await tx
    .updateTable('imports')
    .set({ status: 'Undone', version: found.version + 1 })
    .where('_id', '=', id)
    .execute();
  return false;
}

async function nextOf(tx: Tx, id: string) {
  const found = await tx
    .selectFrom('imports')
    .selectAll()
    .where('_id', '=', id)
    .where('status', '=', 'Undoing')
    .executeTakeFirst();
  if (!found) return null;
  const { position, content } = await tx
    .selectFrom('importSteps')
    .select(['position', 'content'])
    .where('importId', '=', id)
    .orderBy('position')
    .executeTakeFirstOrThrow();
  return { found, position: Number(position), step: JSON.parse(content) as UndoStep };
}

const dropStep = (tx: Tx, id: string, position: number) =>
  tx.deleteFrom('importSteps').where('importId', '=', id).where('position', '=', position).execute();

interface StepResult {
  entries: NewAuditEntry[];
  kept: UndoBlocker[];
}

async function revertStepRows(
  { emit }: Stepper,
  tx: Tx,
  id: string,
  { at }: StepOrigin,
  { collection, positions }: NonNullable<UndoStep['rows']>,
): Promise<StepResult> {
  const resource = resourceByCollection(collection);
  const changes = await changesAt(tx, id, positions);
  const { now, inTheWay } = await findStepBlockers({ db: tx, at }, resource, changes);
  const sound = changes.filter(({ rowId }) => !inTheWay.has(rowId));
  const { entries, rows } = await revertRows({ db: tx }, { id, resource, changes: sound, now, at });
  emitRowEvents({ emit }, resource, id, 'undone', rows);
  // A row that was to go and is gone already is no loss.
  const left = changes.filter(({ rowId, before }) => before !== null || now.has(rowId));
  return { entries, kept: left.flatMap(({ rowId }) => inTheWay.get(rowId) ?? []) };
}

/** What is in the way of a step: rows that refer to one another go or stay together; what else referred to them is gone. */
async function findStepBlockers(
  step: { db: Tx; at: string },
  resource: Resource,
  changes: readonly ImportChangeRow[],
) {
  const inTheWay = new Map<string, UndoBlocker>();
  for (let going = createdIds(changes); ; ) {
    const looked = await findRowBlockers(step, resource, changes, going);
    // The first reason is the one that people can do something about.
    for (const [id, why] of looked.inTheWay) if (!inTheWay.has(id)) inTheWay.set(id, why);
    const left = new Set([...going].filter((id) => !inTheWay.has(id)));
    if (left.size === going.size) return { now: looked.now, inTheWay };
    going = left;
  }
}

const changesAt = (tx: Tx, id: string, positions: readonly number[]): Promise<ImportChangeRow[]> =>
  tx
    .selectFrom('importChanges')
    .selectAll()
    .where('importId', '=', id)
    .where('position', 'in', positions)
    .orderBy('position', 'desc')
    .execute();

async function reverseStepStock(
  { emit }: Stepper,
  tx: Tx,
  id: string,
  { actor, at }: StepOrigin,
  { seqs }: NonNullable<UndoStep['stock']>,
): Promise<StepResult> {
  const moves = await movesAt(tx, seqs);
  const inTheWay = new Map([
    ...(await findReservedOpenings(tx, moves)),
    ...(await findStockBlockers(tx, moves)),
  ]);
  const sound = moves.filter(({ seq }) => !inTheWay.has(Number(seq)));
  const entries = await reverseOpenings({ db: tx }, id, sound, {
    userId: actor._id,
    now: at,
  });
  const places = sound.map(({ toPlace }) => toPlace);
  emitStockEvents({ emit }, id, 'undone', places);
  return { entries, kept: [...inTheWay.values()] };
}

const movesAt = (tx: Tx, seqs: readonly number[]): Promise<PostedMove[]> =>
  tx.selectFrom('stockMoves').selectAll().where('seq', 'in', seqs).orderBy('seq').execute();

/** In place of a step that was refused as a whole, one for each of its rows; a single row that was refused is left. */
async function splitStep(tx: Tx, id: string): Promise<boolean> {
  const next = await nextOf(tx, id);
  if (!next) return false;
  const { found, position, step } = next;
  const { origin, rows, stock } = step;
  await dropStep(tx, id, position);
  const single: UndoStep[] = [
    ...(rows?.positions ?? []).map((one) => ({
      origin,
      rows: { ...rows, positions: [one] } as UndoStep['rows'],
    })),
    ...(stock?.seqs ?? []).map((one) => ({ origin, stock: { seqs: [one] } })),
  ] as UndoStep[];
  if (single.length > 1) {
    const apart = single.map((one, nth) => ({
      importId: id,
      position: position + nth,
      content: JSON.stringify(one),
    }));
    await insertRows(tx, 'importSteps', apart);
  } else await storeBlockers(tx, found, [await blockerOfStep(tx, id, step)]);
  return true;
}

async function blockerOfStep(tx: Tx, id: string, { rows, stock, origin }: UndoStep): Promise<UndoBlocker> {
  if (rows) {
    const resource = resourceByCollection(rows.collection);
    const changes = await changesAt(tx, id, rows.positions);
    const { now } = await findRowBlockers({ db: tx, at: origin.at }, resource, changes, new Set());
    return undoBlocker('refused', resource, now.get(changes[0]?.rowId ?? ''));
  }
  const [move] = await movesAt(tx, stock?.seqs ?? []);
  const item = await tx
    .selectFrom('items')
    .select('name')
    .where('_id', '=', move?.itemId ?? '')
    .executeTakeFirst();
  return undoBlocker('moved', items, item);
}

/** Remembers what is left: how many, and the first of them by name. */
async function storeBlockers(tx: Tx, found: ImportTableRow, left: readonly UndoBlocker[]): Promise<void> {
  if (left.length === 0) return;
  const before = JSON.parse(found.kept) as NotUndoneRow[];
  const told = left.slice(0, maxNotUndoneRows - before.length).map(({ reason, params }): NotUndoneRow => {
    const why: Refusal = { reason: `kept-${reason}`, params };
    return { collection: params.collection, name: params.name, message: englishRefusal(why), ...why };
  });
  await tx
    .updateTable('imports')
    .set({
      kept: JSON.stringify([...before, ...told]),
      keptCount: Number(found.keptCount) + left.length,
    })
    .where('_id', '=', found._id)
    .execute();
}
