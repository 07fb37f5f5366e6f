import { englishRefusal } from '#domain/refusals/english.ts';
import { refusal } from '#domain/refusals/refusal.ts';
import { sql } from 'kysely';
import type { CellChange, CellProblem, ImportState, RowOutcome } from '#contract/imports/wire.ts';
import type { Resource } from '#contract/resources/define-resource.ts';
import { insertRows } from '../../db/statements.ts';
import type { ImportTableRow } from '../../db/tables.ts';
import type { Tx } from '../../db/types.ts';
import type { NewAuditEntry, PrepareContext, WriteContext } from '../../http/route.ts';
import type { AppEvent } from '../../http/services.ts';
import { emitRowEvents } from '../master-data/service.ts';
import { recordListPrices } from '../prices/history.ts';
import { blockPostings } from '../stock/accounting-period.ts';
import { applySideEffects, hasSideEffects, lockRecipeVersions, writePlannedRows } from './apply.ts';
import { describeChanges } from './describe-changes.ts';
import { chunks, withEventLoopYields } from '../../db/many-rows.ts';
import { findFixedMeasures } from './item-rules.ts';
import { changesMeasure, type PlannedRow, type ImportPlan } from './plan-types.ts';
import {
  isPlanCurrent,
  type PlannedImport,
  type PlanSnapshot,
  planStoredRows,
  findUnfinishedImport,
} from './planned-import.ts';
import { postOpenings } from './openings.ts';
import { assertMayImport, ruleProblem, importProblem } from './refusals.ts';
import { planContext, importKindOf, lockOpenImport } from './service.ts';
import { inProgressProblem } from './steps.ts';
import { parseImportInput, updateOutcomes, lockImport, presentImport } from './store.ts';
import { emitStockEvents } from './emit-stock-events.ts';

/** The dry run: what the whole file would do, and all that is wrong with it. Writes nothing but the answer. Throws 404, 409. */
export async function checkImport(ctx: CheckContext, id: string): Promise<ImportState> {
  const found = await lockOpenImport(ctx, id);
  const { prepared } = ctx;
  // Rows that came while the others were planned: all are planned again, by one who waits.
  const { stored, plan, changes } =
    prepared?.updatedAt === found.updatedAt ? prepared : await withChanges(ctx, found);
  if (stored.length === 0) throw importProblem('VALIDATION', refusal('no-rows'));
  const faults = await rehearse(ctx, plan);
  const { columns } = parseImportInput(found);
  const rows: Parameters<typeof updateOutcomes>[2][number][] = [];
  for await (const row of withEventLoopYields(stored)) {
    const problems = [...(plan.problems.get(row.row) ?? []), ...(faults.get(row.row) ?? [])].toSorted(
      (a, b) => columns.indexOf(a.column) - columns.indexOf(b.column),
    );
    const outcome = problems.length > 0 ? 'faulty' : (plan.outcomes.get(row.row) ?? 'unchanged');
    rows.push({
      row: row.row,
      outcome,
      problems: JSON.stringify(problems),
      changes: JSON.stringify(outcome === 'changed' ? (changes.get(row.row) ?? []) : []),
    });
  }
  // Whether a changed row changes the same as before is not looked at: it is written again.
  const differing = rows.filter(
    (row, at) =>
      row.outcome === 'changed' ||
      row.outcome !== stored[at]?.outcome ||
      row.problems !== stored[at]?.checkedProblems,
  );
  await updateOutcomes(ctx.db, id, differing);
  const counted = countOutcomes(rows.map(({ outcome }) => outcome as RowOutcome));
  return updateImport(ctx, found, {
    ...counted,
    status: 'Checked',
    rows: rows.length,
    others: countOtherRows(found, plan),
  });
}

/**
 * Does what the dry run showed, all of it or nothing; of one that was committed already, answers what came of it. Throws
 * 403, 404, 409 when something is wrong by now, 503 while another call is still writing it.
 */
export async function commitImport(ctx: CommitContext, id: string): Promise<ImportState> {
  const { prepared } = ctx;
  const held = await lockImport(ctx, id);
  if (held.status === 'Committed') {
    for (const event of prepared ? commitEvents(id, prepared.plan) : []) ctx.emit(event);
    return presentImport(held);
  }
  if (held.status === 'Applying') throw inProgressProblem();
  const found = await lockOpenImport(ctx, id);
  await assertCommitAllowed(ctx, found);
  const isStill =
    prepared?.updatedAt === found.updatedAt && (await isPlanCurrent(ctx.db, importKindOf(found), prepared));
  const planned = isStill ? prepared : await planStoredRows(ctx, found);
  assertAsChecked(planned);
  await writePlan(ctx, id, planned.plan);
  for (const event of commitEvents(id, planned.plan)) ctx.emit(event);
  for (const table of ['importRows', 'importSteps'] as const)
    await ctx.db.deleteFrom(table).where('importId', '=', id).execute();
  const done = await updateImport(ctx, found, {
    ...commitCounts(found, planned.plan),
    status: 'Committed',
    committedAt: ctx.now.toISOString(),
  });
  await ctx.audit({ action: 'commit', entity: 'imports', id, after: commitAuditData(done) });
  return done;
}

/** Refuses who may not do by hand what the import does (403), and an import that was not checked (409). */
export async function assertCommitAllowed(
  ctx: Pick<WriteContext, 'db' | 'actor' | 'isReviewed'>,
  found: ImportTableRow,
): Promise<void> {
  const input = parseImportInput(found);
  await assertMayImport(ctx, importKindOf(found), [...input.columns, ...Object.keys(input.defaults)]);
  if (found.status !== 'Checked') throw importProblem('NOT_EDITABLE', refusal('check-first'));
}

/** 409 where something is wrong by now, or other than the dry run showed. */
export function assertAsChecked({ stored, plan }: PlannedImport): void {
  const faulty = [...plan.outcomes.values()].filter((outcome) => outcome === 'faulty').length;
  if (faulty > 0) throw importProblem('NOT_EDITABLE', refusal('faulty-by-now', { count: faulty }));
  if (stored.some(({ row, outcome }) => plan.outcomes.get(row) !== outcome))
    throw importProblem('NOT_EDITABLE', refusal('moved-on'));
}

/** What came of the rows, and of other collections' that came with them. */
export const commitCounts = (found: ImportTableRow, plan: ImportPlan) => ({
  ...countOutcomes([...plan.outcomes.values()]),
  others: countOtherRows(found, plan),
});

/** What the audit tells of a commit. */
export const commitAuditData = ({
  kind,
  fileName,
  rows,
  created,
  changed,
  unchanged,
  others,
}: Pick<ImportState, 'kind' | 'fileName' | 'rows' | 'created' | 'changed' | 'unchanged' | 'others'>) => ({
  kind,
  fileName,
  rows,
  created,
  changed,
  unchanged,
  others,
});

/** What others are to hear of all that was written. */
export function commitEvents(id: string, { drafts, openings }: ImportPlan): AppEvent[] {
  const events: AppEvent[] = [];
  const told = { emit: (event: AppEvent) => void events.push(event) };
  for (const [resource, some] of Map.groupBy(drafts, (draft) => draft.resource)) {
    const touched = some.flatMap(({ before, after }) => [before, after]);
    emitRowEvents(told, resource, id, 'imported', touched);
  }
  const places = openings.map(({ posting }) => posting.toPlace);
  emitStockEvents(told, id, 'imported', places);
  return events;
}

/** Rows of an import, what they would do, and what they would change in detail. */
interface Rehearsed extends PlannedImport {
  changes: ReadonlyMap<number, readonly CellChange[]>;
}

type CheckContext = WriteContext<unknown, unknown, Rehearsed | null>;
type CommitContext = WriteContext<unknown, unknown, PlanSnapshot | null>;

/** Plans before the transaction begins, so that nobody waits for it; null where there is nothing to plan. */
export async function prepareCheck(ctx: PrepareContext, id: string): Promise<Rehearsed | null> {
  const found = await findUnfinishedImport(ctx, id);
  return found && withChanges(ctx, found);
}

async function withChanges(ctx: WriteContext | PrepareContext, found: ImportTableRow): Promise<Rehearsed> {
  const planned = await planStoredRows(ctx, found);
  return { ...planned, changes: await describeChanges(planContext(ctx), importKindOf(found), planned.plan) };
}

/** Writes the rows of each collection together, in the order in which they refer to one another. */
async function writePlan(ctx: WriteContext, id: string, { drafts, openings }: ImportPlan): Promise<void> {
  let position = 0;
  for (const [resource, some] of Map.groupBy(drafts, (draft) => draft.resource)) {
    const entries = await writeDrafts({ ...ctx, clock: ctx.services.clock }, id, resource, some, position);
    for (const entry of entries) await ctx.audit(entry);
    position += some.length;
    await assertMeasuresChangeable(ctx.db, some);
    const faults = [...(await applySideEffects(ctx.db, resource, some)).values()];
    const [why] = Object.values(faults[0] ?? {});
    if (why) throw importProblem('NOT_EDITABLE', refusal('refused-by-now', { why: englishRefusal(why) }));
  }
  await postOpenings(ctx, id, openings);
}

/**
 * Once the rows are held nobody orders or moves them: what came in between is seen (409). Stock is there for everybody
 * until the books are locked, which is short: such an import has few rows.
 */
async function assertMeasuresChangeable(tx: Tx, drafts: readonly PlannedRow[]): Promise<void> {
  const measured = drafts.filter(changesMeasure);
  if (measured.length === 0) return;
  await blockPostings(tx);
  if ((await findFixedMeasures(tx, measured)).size > 0)
    throw importProblem('NOT_EDITABLE', refusal('moved-on'));
}

interface Writing extends Pick<WriteContext, 'db'> {
  clock: { now(): Date };
}

/**
 * Writes rows of one collection, and what an undo needs to know of them. Answers what the audit is to be told. Throws
 * 409 where somebody changed one of them since it was looked at.
 */
export async function writeDrafts(
  ctx: Writing,
  id: string,
  resource: Resource,
  drafts: readonly PlannedRow[],
  position: number,
): Promise<NewAuditEntry[]> {
  await lockRecipeVersions(ctx.db, resource);
  await lockUnchangedRows(ctx, resource, drafts);
  await writePlannedRows(ctx.db, resource, drafts, ctx.clock);
  if (resource.collection === 'packagings')
    await recordListPrices(ctx.db, drafts, ctx.clock.now(), { docType: 'import', docId: id });
  let next = position;
  for await (const some of withEventLoopYields(chunks(drafts, 100)))
    await insertRows(
      ctx.db,
      'importChanges',
      some.map(({ before, after }) => ({
        importId: id,
        position: next++,
        collection: resource.collection,
        rowId: after._id,
        version: after.version,
        before: before && JSON.stringify(before),
      })),
    );
  return drafts.map(({ before, after }) => {
    const entry = { entity: resource.collection, id: after._id, after };
    return before ? { ...entry, action: 'edit', before } : { ...entry, action: 'create' };
  });
}

/** Rows that are about to change are held; one that somebody changed since it was looked at stops the import. */
async function lockUnchangedRows(
  ctx: Writing,
  resource: Resource,
  drafts: readonly PlannedRow[],
): Promise<void> {
  const wanted = new Map(
    drafts.flatMap(({ before }) => (before ? [[before._id, before.version] as const] : [])),
  );
  for await (const ids of withEventLoopYields(chunks([...wanted.keys()], 500))) {
    const rows = await ctx.db
      .selectFrom(resource.table as 'brands')
      .select(['_id', 'version'])
      .where('_id', 'in', ids)
      .orderBy('_id')
      .$call(ctx.db.lock)
      .execute();
    if (rows.length === ids.length && rows.every(({ _id, version }) => Number(version) === wanted.get(_id)))
      continue;
    throw importProblem('NOT_EDITABLE', refusal('changed-just-now'));
  }
}

/**
 * Carries the rows out and takes them back, where a collection has rules of its own that only then speak. Rows that
 * are at fault already stay out of it.
 */
async function rehearse(
  ctx: WriteContext,
  { drafts, outcomes }: ImportPlan,
): Promise<Map<number, CellProblem[]>> {
  const problems = new Map<number, CellProblem[]>();
  const sound = drafts.filter(({ row }) => outcomes.get(row) !== 'faulty');
  const byResource = Map.groupBy(sound, (draft) => draft.resource);
  if (![...byResource].some(([resource, some]) => hasSideEffects(resource, some))) return problems;
  await sql`savepoint rehearsal`.execute(ctx.db);
  for (const [resource, some] of byResource) {
    await lockRecipeVersions(ctx.db, resource);
    await writePlannedRows(ctx.db, resource, some, ctx.services.clock);
    for (const [{ row, columnOf }, fields] of await applySideEffects(ctx.db, resource, some)) {
      const said = Object.entries(fields).map(([field, why]) => ruleProblem(columnOf(field), why));
      problems.set(row, [...(problems.get(row) ?? []), ...said]);
    }
  }
  await sql`rollback to savepoint rehearsal`.execute(ctx.db);
  return problems;
}

function countOutcomes(outcomes: readonly RowOutcome[]): Record<RowOutcome, number> {
  const counted = { created: 0, changed: 0, unchanged: 0, faulty: 0 };
  for (const outcome of outcomes) counted[outcome] += 1;
  return counted;
}

/** Rows of other collections than the import's own. */
const countOtherRows = (found: ImportTableRow, { drafts }: ImportPlan): number =>
  drafts.filter(({ resource }) => resource !== importKindOf(found).resource).length;

export async function updateImport(
  ctx: WriteContext,
  found: ImportTableRow,
  change: Partial<ImportTableRow>,
): Promise<ImportState> {
  const after = { ...found, ...change, version: found.version + 1, updatedAt: ctx.now.toISOString() };
  const { _id, ...columns } = after;
  await ctx.db.updateTable('imports').set(columns).where('_id', '=', _id).execute();
  return presentImport(after);
}
