import { sql } from 'kysely';
import { CollectionLockedError } from '../../db/failures.ts';
import { insertRows } from '../../db/statements.ts';
import type { ImportTableRow } from '../../db/tables.ts';
import type { Db, Tx } from '../../db/types.ts';
import { writeAudit } from '../../http/audit.ts';
import { lockCollections, isLocked, retryWhenUnlocked } from '../../http/collection-locks.ts';
import type { NewAuditEntry, PrepareContext } from '../../http/route.ts';
import { authenticateToken } from '../../http/session.ts';
import { needsOneTransaction } from './apply.ts';
import {
  commitAuditData,
  commitCounts,
  commitEvents,
  assertCommitAllowed,
  assertAsChecked,
  writeDrafts,
} from './commit.ts';
import { chunks, withEventLoopYields } from '../../db/many-rows.ts';
import {
  isPlanCurrent,
  preparePlan,
  type PlanSnapshot,
  watchedCollections,
  findUnfinishedImport,
} from './planned-import.ts';
import type { PlannedRow, PlannedOpening, ImportPlan } from './plan-types.ts';
import { postOpeningBatch } from './openings.ts';
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
import { resourceByCollection } from './undo.ts';
import { runNextUndoStep } from './undo-in-steps.ts';

/** Rows of the file that one transaction forgets. */
const rowsPerDelete = 1000;
/** How often an import is planned anew because others changed what it looks at. */
const maxAttempts = 3;

/** What one transaction will write, as it is kept until then. */
interface CommitStep {
  origin: StepOrigin;
  collection: string;
  drafts: Pick<PlannedRow, 'row' | 'before' | 'after'>[];
  openings: PlannedOpening[];
}

/**
 * Before the transaction of a commit: plans the import, and on SQLite, where one transaction writes at a time, writes a
 * large one step by step. Its steps are kept first, then one short transaction decides, and from then on
 * the import goes on to its end, after a restart too. Answers what was planned; null where another call was quicker.
 */
export function prepareCommit(ctx: PrepareContext, id: string): Promise<PlanSnapshot | null> {
  return runUnlessInProgress(id, () => commitOnce(ctx, id));
}

async function commitOnce(ctx: PrepareContext, id: string): Promise<PlanSnapshot | null> {
  // PostgreSQL lets others write meanwhile, and tells them apart by the rows that they hold: the transaction plans itself.
  if (ctx.db.dialect !== 'sqlite') return null;
  for (let attempts = 1; ; attempts++) {
    const found = await findUnfinishedImport(ctx, id);
    if (found === null) {
      const release = await retryWhenUnlocked(() => ctx.write((tx) => relockCommit(ctx, tx, id)));
      if (release) await runSteps(ctx, { id, next: () => runNextStep(ctx, id), release, events: () => [] });
      return null;
    }
    const planned = await preparePlan(ctx, found);
    if (found.status !== 'Checked' || !(await needsSteps(planned.plan))) return planned;
    await storeSteps(ctx, id, planned.plan);
    const release = await retryWhenUnlocked(() => ctx.write((tx) => decideCommit(ctx, tx, id, planned)));
    if (release)
      await runSteps(ctx, {
        id,
        next: () => runNextStep(ctx, id),
        release,
        events: () => commitEvents(id, planned.plan),
      });
    // Somebody changed what it looks at, again and again: the transaction plans while nobody else writes.
    if (release || attempts === maxAttempts) return planned;
  }
}

/** Whether an import is to be written in steps. */
async function needsSteps(plan: ImportPlan): Promise<boolean> {
  const { drafts, openings } = plan;
  return (
    (drafts.length > rowsPerStep || openings.length > openingsPerStep) && !(await needsOneTransaction(plan))
  );
}

/** Keeps what will be written, a little at a time: nobody sees it, and without the decision it is forgotten. */
async function storeSteps(ctx: PrepareContext, id: string, { drafts, openings }: ImportPlan): Promise<void> {
  const origin = stepOrigin(ctx);
  const parts: Pick<CommitStep, 'collection' | 'drafts' | 'openings'>[] = [];
  for (const [{ collection }, all] of Map.groupBy(drafts, (draft) => draft.resource))
    for (const some of chunks(all, rowsPerStep)) parts.push({ collection, drafts: some, openings: [] });
  for (const some of chunks(openings, openingsPerStep))
    parts.push({ collection: 'stock', drafts: [], openings: some });
  await ctx.write((tx) => tx.deleteFrom('importSteps').where('importId', '=', id).execute());
  for await (const [position, { collection, drafts: some, openings: posted }] of withEventLoopYields(
    parts.entries(),
  )) {
    const rows = some.map(({ row, before, after }) => ({ row, before, after }));
    const content = JSON.stringify({
      origin,
      collection,
      drafts: rows,
      openings: posted,
    } satisfies CommitStep);
    await ctx.write((tx) => insertRows(tx, 'importSteps', [{ importId: id, position, content }]));
  }
}

/**
 * The one moment at which an import is decided, in a short transaction: nothing that it looks at has changed since it was
 * judged, and nobody changes it before the import is through. Null where that does not hold. Throws 401, 403, 409.
 */
async function decideCommit(
  ctx: PrepareContext,
  tx: Tx,
  id: string,
  planned: PlanSnapshot,
): Promise<(() => void) | null> {
  const found = await tx.selectFrom('imports').selectAll().where('_id', '=', id).executeTakeFirst();
  if (found?.committedAt !== null || found.updatedAt !== planned.updatedAt) return null;
  const kind = importKindOf(found);
  if (isLocked(ctx.db, watchedCollections(kind))) throw new CollectionLockedError();
  const actor = await authenticateToken({ read: tx }, ctx.token, ctx.now);
  if (JSON.stringify(actor) !== JSON.stringify(ctx.actor)) return null;
  if (ctx.ifMatch !== null && ctx.ifMatch !== found.version) return null;
  await assertCommitAllowed({ db: tx, actor }, found);
  if (!(await isPlanCurrent(tx, kind, planned))) return null;
  assertAsChecked(planned);
  await tx
    .updateTable('imports')
    .set({
      ...commitCounts(found, planned.plan),
      status: 'Applying',
      committedAt: ctx.now.toISOString(),
      updatedAt: ctx.now.toISOString(),
      version: found.version + 1,
    })
    .where('_id', '=', id)
    .execute();
  return lockCollections(ctx.db, watchedCollections(kind));
}

/** Holds again what an import writes that was decided and not brought to its end. Null for any other. */
async function relockCommit(ctx: PrepareContext, tx: Tx, id: string): Promise<(() => void) | null> {
  const found = await findApplyingImport(tx, id);
  if (!found) return null;
  if (isLocked(ctx.db, watchedCollections(importKindOf(found)))) throw new CollectionLockedError();
  return lockCollections(ctx.db, watchedCollections(importKindOf(found)));
}

const findApplyingImport = (tx: Tx, id: string): Promise<ImportTableRow | undefined> =>
  tx
    .selectFrom('imports')
    .selectAll()
    .where('_id', '=', id)
    .where('status', '=', 'Applying')
    .executeTakeFirst();

type Writer = Pick<PrepareContext, 'write'>;

/** Does the next step of a decided import, the end of it included. Answers whether there is more to do. */
async function runNextStep({ write }: Writer, id: string): Promise<boolean> {
  return write(async (tx) => {
    const found = await findApplyingImport(tx, id);
    if (!found) return false;
    const kept = await tx
      .selectFrom('importSteps')
      .select(['position', 'content'])
      .where('importId', '=', id)
      .orderBy('position')
      .limit(2)
      .execute();
    const [next] = kept;
    if (!next) {
      const areMore = await deleteFileRows(tx, id);
      if (!areMore) await finish(tx, found);
      return areMore;
    }
    const step = JSON.parse(next.content) as CommitStep;
    const entries = await writeStep(tx, id, step, Number(next.position) * rowsPerStep);
    if (kept.length === 1)
      entries.push({ action: 'commit', entity: 'imports', id, after: commitAuditData(found) });
    await writeAudit(tx, auditOrigin(step.origin), entries);
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
  const resource = resourceByCollection(step.collection);
  const drafts = step.drafts.map((draft) => ({ ...draft, resource, columnOf: (field: string) => field }));
  return writeDrafts({ db: tx, clock: { now: () => now } }, id, resource, drafts, position);
}

/** Forgets some rows of the file. Answers whether there are more. */
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
 * Brings imports and undos to their end that were decided before the process ended, and forgets steps that nobody
 * decided. For the start, before anybody is served.
 *
 * @param onFailure told of an import that cannot go on now; asking for it again goes on with it
 */
export async function resumeImports(
  { write, read }: Pick<Db, 'write' | 'read'>,
  onFailure: (id: string, error: unknown) => void,
): Promise<void> {
  const decided = [
    { status: 'Applying', next: (id: string) => runNextStep({ write }, id) },
    // Nobody follows the import yet, so no event is sent.
    { status: 'Undoing', next: (id: string) => runNextUndoStep({ write, read, emit: () => undefined }, id) },
  ];
  for (const { status, next } of decided) {
    // Said literally, it is found by its index.
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
  const isDecided = decided.map(({ status }) => status);
  await write((tx) =>
    tx
      .deleteFrom('importSteps')
      .where('importId', 'not in', tx.selectFrom('imports').select('_id').where('status', 'in', isDecided))
      .execute(),
  );
}
