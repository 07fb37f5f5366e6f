import { sql } from 'kysely';
import { CollectionLockedError } from '#platform/server/db/failures.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { ImportTableRow } from '#platform/server/db/tables.ts';
import type { Db, Tx } from '#platform/server/db/types.ts';
import { writeAudit } from '#platform/server/http/audit.ts';
import { lockCollections, isLocked, retryWhenUnlocked } from '#platform/server/http/collection-locks.ts';
import type { NewAuditEntry, PrepareContext } from '#platform/server/http/route.ts';
import { authenticateToken } from '#platform/server/http/session.ts';
import { needsOneTransaction } from './apply.ts';
import {
  toAuditData,
  countCommit,
  listCommitEvents,
  assertCommitAllowed,
  assertMatchesCheck,
  writeDrafts,
} from './commit.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import {
  isPlanCurrent,
  preparePlan,
  type PlanSnapshot,
  listWatchedCollections,
  findUnfinishedImport,
} from './planned-import.ts';
import type { PlannedRow, PlannedOpening, ImportPlan } from './plan-types.ts';
import { postOpeningBatch } from './openings.ts';
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
import { getResourceByCollection } from './undo.ts';
import { runNextUndoStep } from './undo-in-steps.ts';
import { presentImport } from './store.ts';

/** Rows of the file deleted per transaction. */
const rowsPerDelete = 1000;
/** Maximum number of attempts to plan an import, because concurrent changes invalidate the plan. */
const maxAttempts = 3;

/** Content of one transaction, stored until it is written. */
interface CommitStep {
  origin: StepOrigin;
  collection: string;
  drafts: Pick<PlannedRow, 'row' | 'before' | 'after'>[];
  openings: PlannedOpening[];
}

/**
 * Plans an import before the commit transaction. On SQLite, which allows a single writer, a large import is
 * written in steps: the steps are stored, a short transaction records the commit, and then all steps are
 * written, even after a restart.
 *
 * @returns the plan; null if there is nothing left to plan before the transaction
 */
export function prepareCommit(ctx: PrepareContext, id: string): Promise<PlanSnapshot | null> {
  return runUnlessInProgress(id, () => commitOnce(ctx, id));
}

async function commitOnce(ctx: PrepareContext, id: string): Promise<PlanSnapshot | null> {
  // On PostgreSQL, which locks rows individually, the commit transaction plans the import itself.
  if (ctx.db.dialect !== 'sqlite') return null;
  for (let attempts = 1; ; attempts++) {
    const row = await findUnfinishedImport(ctx, id);
    if (row === null) {
      const release = await retryWhenUnlocked(() => ctx.write((tx) => relockCommit(ctx, tx, id)));
      if (release) await runSteps(ctx, { id, next: () => runNextStep(ctx, id), release, events: () => [] });
      return null;
    }
    const snapshot = await preparePlan(ctx, row);
    if (row.status !== 'Checked' || !(await needsSteps(snapshot.plan))) return snapshot;
    await storeSteps(ctx, id, snapshot.plan);
    const release = await retryWhenUnlocked(() => ctx.write((tx) => recordCommit(ctx, tx, id, snapshot)));
    if (release)
      await runSteps(ctx, {
        id,
        next: () => runNextStep(ctx, id),
        release,
        events: () => listCommitEvents(id, snapshot.plan),
      });
    // After repeated concurrent changes, the transaction of the commit plans again under the write lock.
    if (release || attempts === maxAttempts) return snapshot;
  }
}

/** Whether an import is large enough for steps, and may be written in steps. */
async function needsSteps(plan: ImportPlan): Promise<boolean> {
  const { drafts, openings } = plan;
  return (
    (drafts.length > rowsPerStep || openings.length > openingsPerStep) && !(await needsOneTransaction(plan))
  );
}

/**
 * Stores the steps in small transactions. They have no effect until the commit is recorded, and are deleted
 * if it isn't.
 */
async function storeSteps(ctx: PrepareContext, id: string, { drafts, openings }: ImportPlan): Promise<void> {
  const origin = toStepOrigin(ctx);
  const parts: Pick<CommitStep, 'collection' | 'drafts' | 'openings'>[] = [];
  for (const [{ collection }, group] of Map.groupBy(drafts, (draft) => draft.resource))
    for (const chunk of chunks(group, rowsPerStep)) parts.push({ collection, drafts: chunk, openings: [] });
  for (const chunk of chunks(openings, openingsPerStep))
    parts.push({ collection: 'stock', drafts: [], openings: chunk });
  await ctx.write((tx) => tx.deleteFrom('importSteps').where('importId', '=', id).execute());
  for await (const [
    position,
    { collection, drafts: stepDrafts, openings: stepOpenings },
  ] of withEventLoopYields(parts.entries())) {
    const rows = stepDrafts.map(({ row, before, after }) => ({ row, before, after }));
    const content = JSON.stringify({
      origin,
      collection,
      drafts: rows,
      openings: stepOpenings,
    } satisfies CommitStep);
    await ctx.write((tx) => insertRows(tx, 'importSteps', [{ importId: id, position, content }]));
  }
}

/**
 * Records the commit of an import in a short transaction, unless data that the plan depends on has changed,
 * and locks the collections until the import is finished.
 *
 * @returns the function that releases the lock; null if data has changed
 * @throws ApiProblem 401, 403, 409
 */
async function recordCommit(
  ctx: PrepareContext,
  tx: Tx,
  id: string,
  snapshot: PlanSnapshot,
): Promise<(() => void) | null> {
  const row = await tx.selectFrom('imports').selectAll().where('_id', '=', id).executeTakeFirst();
  if (row?.committedAt !== null || row.updatedAt !== snapshot.updatedAt) return null;
  const kind = getImportKind(row);
  if (isLocked(ctx.db, listWatchedCollections(kind))) throw new CollectionLockedError();
  const actor = await authenticateToken({ read: tx }, ctx.token, ctx.now);
  if (JSON.stringify(actor) !== JSON.stringify(ctx.actor)) return null;
  if (ctx.ifMatch !== null && ctx.ifMatch !== row.version) return null;
  await assertCommitAllowed({ db: tx, actor }, row);
  if (!(await isPlanCurrent(tx, kind, snapshot))) return null;
  assertMatchesCheck(snapshot);
  await tx
    .updateTable('imports')
    .set({
      ...countCommit(row, snapshot.plan),
      status: 'Applying',
      committedAt: ctx.now.toISOString(),
      updatedAt: ctx.now.toISOString(),
      version: row.version + 1,
    })
    .where('_id', '=', id)
    .execute();
  return lockCollections(ctx.db, listWatchedCollections(kind));
}

/** Locks the collections of a committed import whose steps aren't all written; null for any other import. */
async function relockCommit(ctx: PrepareContext, tx: Tx, id: string): Promise<(() => void) | null> {
  const row = await findApplyingImport(tx, id);
  if (!row) return null;
  if (isLocked(ctx.db, listWatchedCollections(getImportKind(row)))) throw new CollectionLockedError();
  return lockCollections(ctx.db, listWatchedCollections(getImportKind(row)));
}

const findApplyingImport = (tx: Tx, id: string): Promise<ImportTableRow | undefined> =>
  tx
    .selectFrom('imports')
    .selectAll()
    .where('_id', '=', id)
    .where('status', '=', 'Applying')
    .executeTakeFirst();

type Writer = Pick<PrepareContext, 'write'>;

/** Writes the next step of a committed import. Returns whether more remain. */
async function runNextStep({ write }: Writer, id: string): Promise<boolean> {
  return write(async (tx) => {
    const row = await findApplyingImport(tx, id);
    if (!row) return false;
    const steps = await tx
      .selectFrom('importSteps')
      .select(['position', 'content'])
      .where('importId', '=', id)
      .orderBy('position')
      .limit(2)
      .execute();
    const [next] = steps;
    if (!next) {
      const hasMore = await deleteFileRows(tx, id);
      if (!hasMore) await finish(tx, row);
      return hasMore;
    }
    const step = JSON.parse(next.content) as CommitStep;
    const entries = await writeStep(tx, id, step, Number(next.position) * rowsPerStep);
    if (steps.length === 1)
      entries.push({ action: 'commit', entity: 'imports', id, after: toAuditData(presentImport(row)) });
    await writeAudit(tx, toAuditOrigin(step.origin), entries);
    await tx
      .deleteFrom('importSteps')
      .where('importId', '=', id)
      .where('position', '=', next.position)
      .execute();
    return true;
  });
}

async function writeStep(tx: Tx, id: string, step: CommitStep, position: number): Promise<NewAuditEntry[]> {
  const now = new Date(step.origin.at);
  if (step.openings.length > 0)
    return postOpeningBatch({ db: tx, now, userId: step.origin.actor._id }, id, step.openings);
  const resource = getResourceByCollection(step.collection);
  const drafts = step.drafts.map((draft) => ({ ...draft, resource, columnOf: (field: string) => field }));
  return writeDrafts({ db: tx, clock: { now: () => now } }, id, resource, drafts, position);
}

/** Deletes a batch of the file's rows. Returns whether more remain. */
async function deleteFileRows(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`delete from ${sql.table('importRows')}
    where ${sql.ref('importId')} = ${id} and ${sql.ref('row')} in (
      select ${sql.ref('row')} from ${sql.table('importRows')} where ${sql.ref('importId')} = ${id}
      order by ${sql.ref('row')} limit ${rowsPerDelete}) returning 1 as n`.execute(tx);
  return rows.length === rowsPerDelete;
}

async function finish(tx: Tx, { _id, version }: ImportTableRow): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ status: 'Committed', version: version + 1 })
    .where('_id', '=', _id)
    .execute();
}

/**
 * Resumes commits and undos that were recorded before the process ended, and deletes the steps of those that
 * weren't. Runs at startup, before requests are served.
 *
 * @param onFailure called for an import that can't be resumed; the next request for it tries again
 */
export async function resumeImports(
  { write, read }: Pick<Db, 'write' | 'read'>,
  onFailure: (id: string, error: unknown) => void,
): Promise<void> {
  const unfinishedKinds = [
    { status: 'Applying', next: (id: string) => runNextStep({ write }, id) },
    // No client follows the import yet, so no event is sent.
    { status: 'Undoing', next: (id: string) => runNextUndoStep({ write, read, emit: () => undefined }, id) },
  ];
  for (const { status, next } of unfinishedKinds) {
    // A literal value lets the planner use the partial index.
    const rows = await read
      .selectFrom('imports')
      .select('_id')
      .where('status', '=', sql.lit(status))
      .execute();
    for (const { _id } of rows) {
      try {
        while (await next(_id));
      } catch (error) {
        onFailure(_id, error);
      }
    }
  }
  const unfinishedStatuses = unfinishedKinds.map(({ status }) => status);
  await write((tx) =>
    tx
      .deleteFrom('importSteps')
      .where(
        'importId',
        'not in',
        tx.selectFrom('imports').select('_id').where('status', 'in', unfinishedStatuses),
      )
      .execute(),
  );
}
