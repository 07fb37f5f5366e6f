import { sql } from 'kysely';
import { CollectionLockedError } from '../../db/failures.ts';
import { insertRows } from '../../db/statements.ts';
import type { ImportTableRow } from '../../db/tables.ts';
import type { Db, Tx } from '../../db/types.ts';
import { writeAudit } from '../../http/audit.ts';
import { lockCollections, isLocked, retryWhenUnlocked } from '../../http/collection-locks.ts';
import type { NewAuditEntry, PrepareContext } from '../../http/route.ts';
import { authenticateToken } from '../../http/session.ts';
import { goesAtOnce } from './apply.ts';
import { commitTold, countsOf, eventsOf, refuseCommit, refuseFaulty, writeDrafts } from './commit.ts';
import { chunks, withEventLoopYields } from '../../db/many-rows.ts';
import { isUnmoved, planAhead, type PlannedAt, lookedAt, unfinished } from './planned-import.ts';
import type { PlannedRow, Opening, ImportPlan } from './plan-types.ts';
import { postSome } from './openings.ts';
import { kindOf } from './service.ts';
import {
  auditOrigin,
  carryThrough,
  type Origin,
  openingsOfStep,
  originOf,
  rowsOfStep,
  unlessUnderWay,
} from './steps.ts';
import { resourceCalled } from './undo.ts';
import { nextUndoStep } from './undo-in-steps.ts';

/** Rows of the file that one transaction forgets. */
const forgottenAtOnce = 1000;
/** How often an import is planned anew because others changed what it looks at. */
const mostAttempts = 3;

/** What one transaction will write, as it is kept until then. */
interface Step {
  origin: Origin;
  collection: string;
  drafts: Pick<PlannedRow, 'row' | 'before' | 'after'>[];
  openings: Opening[];
}

/**
 * Before the transaction of a commit: plans the import, and on SQLite, where one transaction writes at a time, writes a
 * large one step by step. Its steps are kept first, then one short transaction decides, and from then on
 * the import goes on to its end, after a restart too. Answers what was planned; null where another call was quicker.
 */
export function commitAhead(ctx: PrepareContext, id: string): Promise<PlannedAt | null> {
  return unlessUnderWay(id, () => commitOnce(ctx, id));
}

async function commitOnce(ctx: PrepareContext, id: string): Promise<PlannedAt | null> {
  // PostgreSQL lets others write meanwhile, and tells them apart by the rows that they hold: the transaction plans itself.
  if (ctx.db.dialect !== 'sqlite') return null;
  for (let attempts = 1; ; attempts++) {
    const found = await unfinished(ctx, id);
    if (found === null) {
      const release = await retryWhenUnlocked(() => ctx.write((tx) => takeUp(ctx, tx, id)));
      if (release) await carryThrough(ctx, { id, next: () => nextStep(ctx, id), release, events: () => [] });
      return null;
    }
    const planned = await planAhead(ctx, found);
    if (found.status !== 'Checked' || !(await isForSteps(planned.plan))) return planned;
    await keepSteps(ctx, id, planned.plan);
    const release = await retryWhenUnlocked(() => ctx.write((tx) => decide(ctx, tx, id, planned)));
    if (release)
      await carryThrough(ctx, {
        id,
        next: () => nextStep(ctx, id),
        release,
        events: () => eventsOf(id, planned.plan),
      });
    // Somebody changed what it looks at, again and again: the transaction plans while nobody else writes.
    if (release || attempts === mostAttempts) return planned;
  }
}

/** Whether an import is to be written in steps. */
async function isForSteps(plan: ImportPlan): Promise<boolean> {
  const { drafts, openings } = plan;
  return (drafts.length > rowsOfStep || openings.length > openingsOfStep) && !(await goesAtOnce(plan));
}

/** Keeps what will be written, a little at a time: nobody sees it, and without the decision it is forgotten. */
async function keepSteps(ctx: PrepareContext, id: string, { drafts, openings }: ImportPlan): Promise<void> {
  const origin = originOf(ctx);
  const parts: Pick<Step, 'collection' | 'drafts' | 'openings'>[] = [];
  for (const [{ collection }, all] of Map.groupBy(drafts, (draft) => draft.resource))
    for (const some of chunks(all, rowsOfStep)) parts.push({ collection, drafts: some, openings: [] });
  for (const some of chunks(openings, openingsOfStep))
    parts.push({ collection: 'stock', drafts: [], openings: some });
  await ctx.write((tx) => tx.deleteFrom('importSteps').where('importId', '=', id).execute());
  for await (const [position, { collection, drafts: some, openings: posted }] of withEventLoopYields(
    parts.entries(),
  )) {
    const rows = some.map(({ row, before, after }) => ({ row, before, after }));
    const content = JSON.stringify({ origin, collection, drafts: rows, openings: posted } satisfies Step);
    await ctx.write((tx) => insertRows(tx, 'importSteps', [{ importId: id, position, content }]));
  }
}

/**
 * The one moment at which an import is decided, in a short transaction: nothing that it looks at has changed since it was
 * judged, and nobody changes it before the import is through. Null where that does not hold. Throws 401, 403, 409.
 */
async function decide(
  ctx: PrepareContext,
  tx: Tx,
  id: string,
  planned: PlannedAt,
): Promise<(() => void) | null> {
  const found = await tx.selectFrom('imports').selectAll().where('_id', '=', id).executeTakeFirst();
  if (found?.committedAt !== null || found.updatedAt !== planned.updatedAt) return null;
  const kind = kindOf(found);
  if (isLocked(ctx.db, lookedAt(kind))) throw new CollectionLockedError();
  const actor = await authenticateToken({ read: tx }, ctx.token, ctx.now);
  if (JSON.stringify(actor) !== JSON.stringify(ctx.actor)) return null;
  if (ctx.ifMatch !== null && ctx.ifMatch !== found.version) return null;
  await refuseCommit({ db: tx, actor }, found);
  if (!(await isUnmoved(tx, kind, planned))) return null;
  refuseFaulty(planned);
  await tx
    .updateTable('imports')
    .set({
      ...countsOf(found, planned.plan),
      status: 'Applying',
      committedAt: ctx.now.toISOString(),
      updatedAt: ctx.now.toISOString(),
      version: found.version + 1,
    })
    .where('_id', '=', id)
    .execute();
  return lockCollections(ctx.db, lookedAt(kind));
}

/** Holds again what an import writes that was decided and not brought to its end. Null for any other. */
async function takeUp(ctx: PrepareContext, tx: Tx, id: string): Promise<(() => void) | null> {
  const found = await applyingOne(tx, id);
  if (!found) return null;
  if (isLocked(ctx.db, lookedAt(kindOf(found)))) throw new CollectionLockedError();
  return lockCollections(ctx.db, lookedAt(kindOf(found)));
}

const applyingOne = (tx: Tx, id: string): Promise<ImportTableRow | undefined> =>
  tx
    .selectFrom('imports')
    .selectAll()
    .where('_id', '=', id)
    .where('status', '=', 'Applying')
    .executeTakeFirst();

type Writer = Pick<PrepareContext, 'write'>;

/** Does the next step of a decided import, the end of it included. Answers whether there is more to do. */
async function nextStep({ write }: Writer, id: string): Promise<boolean> {
  return write(async (tx) => {
    const found = await applyingOne(tx, id);
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
      const areMore = await forgetRows(tx, id);
      if (!areMore) await finish(tx, found);
      return areMore;
    }
    const step = JSON.parse(next.content) as Step;
    const entries = await writeStep(tx, id, step, Number(next.position) * rowsOfStep);
    if (kept.length === 1)
      entries.push({ action: 'commit', entity: 'imports', id, after: commitTold(found) });
    await writeAudit(tx, auditOrigin(step.origin), entries);
    await tx
      .deleteFrom('importSteps')
      .where('importId', '=', id)
      .where('position', '=', next.position)
      .execute();
    return true;
  });
}

async function writeStep(tx: Tx, id: string, step: Step, position: number): Promise<NewAuditEntry[]> {
  const now = new Date(step.origin.at);
  if (step.openings.length > 0)
    return postSome({ db: tx, now, userId: step.origin.actor._id }, id, step.openings);
  const resource = resourceCalled(step.collection);
  const drafts = step.drafts.map((draft) => ({ ...draft, resource, columnOf: (field: string) => field }));
  return writeDrafts({ db: tx, clock: { now: () => now } }, id, resource, drafts, position);
}

/** Forgets some rows of the file. Answers whether there are more. */
async function forgetRows(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`delete from ${sql.table('importRows')}
    where ${sql.ref('importId')} = ${id} and ${sql.ref('row')} in (
      select ${sql.ref('row')} from ${sql.table('importRows')} where ${sql.ref('importId')} = ${id}
      order by ${sql.ref('row')} limit ${forgottenAtOnce}) returning 1 as n`.execute(tx);
  return rows.length === forgottenAtOnce;
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
export async function finishImports(
  { write, read }: Pick<Db, 'write' | 'read'>,
  onFailure: (id: string, error: unknown) => void,
): Promise<void> {
  const decided = [
    { status: 'Applying', next: (id: string) => nextStep({ write }, id) },
    // Nobody follows the import yet, so no event is sent.
    { status: 'Undoing', next: (id: string) => nextUndoStep({ write, read, emit: () => undefined }, id) },
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
