import { englishRefusal } from '#core/refusals/english.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { sql } from 'kysely';
import type { CellChange, CellProblem, ImportState, RowOutcome } from '../shapes.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { ImportTableRow } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { NewAuditEntry, PrepareContext, WriteContext } from '#platform/server/http/route.ts';
import type { AppEvent } from '#platform/server/http/services.ts';
import { emitRowEvents } from '#modules/master-data/server/service.ts';
import { recordListPrices } from '#modules/prices/server/history.ts';
import { blockPostings } from '#modules/stock/server/accounting-period.ts';
import { applySideEffects, hasSideEffects, lockRecipeVersions, writePlannedRows } from './apply.ts';
import { describeChanges } from './describe-changes.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import { findLockedUnitSettings } from './item-rules.ts';
import { changesUnitSetting, type PlannedRow, type ImportPlan } from './plan-types.ts';
import {
  isPlanCurrent,
  type PlannedImport,
  type PlanSnapshot,
  planStoredRows,
  findUnfinishedImport,
} from './planned-import.ts';
import { postOpenings } from './openings.ts';
import { assertMayImport, buildRuleProblem, buildImportProblem } from './refusals.ts';
import { toPlanContext, getImportKind, lockOpenImport } from './service.ts';
import { buildInProgressProblem } from './steps.ts';
import { parseImportInput, updateOutcomes, lockImport, presentImport } from './store.ts';
import { emitStockEvents } from './emit-stock-events.ts';

/**
 * Dry run: stores the changes that the import would make, and its problems.
 *
 * @throws ApiProblem 404, 409
 */
export async function checkImport(ctx: CheckContext, id: string): Promise<ImportState> {
  const row = await lockOpenImport(ctx, id);
  const { prepared } = ctx;
  // If rows were uploaded after planning, the import is planned again within the transaction.
  const { stored, plan, changes } =
    prepared?.updatedAt === row.updatedAt ? prepared : await planWithChanges(ctx, row);
  if (stored.length === 0) throw buildImportProblem('VALIDATION', refusal('no-rows'));
  const writeErrors = await tryPlannedRows(ctx, plan);
  const { columns } = parseImportInput(row);
  const rows: Parameters<typeof updateOutcomes>[2][number][] = [];
  for await (const row of withEventLoopYields(stored)) {
    const problems = [...(plan.problems.get(row.row) ?? []), ...(writeErrors.get(row.row) ?? [])].toSorted(
      (a, b) => columns.indexOf(a.column) - columns.indexOf(b.column),
    );
    const outcome = problems.length > 0 ? 'invalid' : (plan.outcomes.get(row.row) ?? 'unchanged');
    rows.push({
      row: row.row,
      outcome,
      problems: JSON.stringify(problems),
      changes: JSON.stringify(outcome === 'changed' ? (changes.get(row.row) ?? []) : []),
    });
  }
  // Rows that are still `changed` are always updated, without comparing their changes.
  const changedRows = rows.filter(
    (row, index) =>
      row.outcome === 'changed' ||
      row.outcome !== stored[index]?.outcome ||
      row.problems !== stored[index]?.checkedProblems,
  );
  await updateOutcomes(ctx.db, id, changedRows);
  const counts = countOutcomes(rows.map(({ outcome }) => outcome as RowOutcome));
  return updateImport(ctx, row, {
    ...counts,
    status: 'Checked',
    rows: rows.length,
    relatedRows: countOtherRows(row, plan),
  });
}

/**
 * Commits the changes shown by the dry run, all or nothing; repeated requests return the stored outcome.
 *
 * @throws ApiProblem 403, 404, 409 if the data no longer match the dry run, 503 while another request is
 *   writing
 */
export async function commitImport(ctx: CommitContext, id: string): Promise<ImportState> {
  const { prepared } = ctx;
  const locked = await lockImport(ctx, id);
  if (locked.status === 'Committed') {
    for (const event of prepared ? listCommitEvents(id, prepared.plan) : []) ctx.emit(event);
    return presentImport(locked);
  }
  if (locked.status === 'Applying') throw buildInProgressProblem();
  const row = await lockOpenImport(ctx, id);
  await assertCommitAllowed(ctx, row);
  const isUnchanged =
    prepared?.updatedAt === row.updatedAt && (await isPlanCurrent(ctx.db, getImportKind(row), prepared));
  const planned = isUnchanged ? prepared : await planStoredRows(ctx, row);
  assertMatchesCheck(planned);
  await writePlan(ctx, id, planned.plan);
  for (const event of listCommitEvents(id, planned.plan)) ctx.emit(event);
  for (const table of ['importRows', 'importSteps'] as const)
    await ctx.db.deleteFrom(table).where('importId', '=', id).execute();
  const committed = await updateImport(ctx, row, {
    ...countCommit(row, planned.plan),
    status: 'Committed',
    committedAt: ctx.now.toISOString(),
  });
  await ctx.audit({ action: 'commit', entity: 'imports', id, after: toAuditData(committed) });
  return committed;
}

/**
 * Throws 403 if the user lacks permission to make the same changes manually, and 409 if the import wasn't
 * checked.
 */
export async function assertCommitAllowed(
  ctx: Pick<WriteContext, 'db' | 'actor' | 'isReviewed'>,
  row: ImportTableRow,
): Promise<void> {
  const input = parseImportInput(row);
  await assertMayImport(ctx, getImportKind(row), [...input.columns, ...Object.keys(input.defaults)]);
  if (row.status !== 'Checked') throw buildImportProblem('NOT_EDITABLE', refusal('check-first'));
}

/** Throws 409 if the import has errors or if outcomes differ from those of the dry run. */
export function assertMatchesCheck({ stored, plan }: PlannedImport): void {
  const invalid = [...plan.outcomes.values()].filter((outcome) => outcome === 'invalid').length;
  if (invalid > 0) throw buildImportProblem('NOT_EDITABLE', refusal('rows-now-invalid', { count: invalid }));
  if (stored.some(({ row, outcome }) => plan.outcomes.get(row) !== outcome))
    throw buildImportProblem('NOT_EDITABLE', refusal('data-changed-since-check'));
}

/** Counts of the outcomes, including rows of other collections. */
export const countCommit = (row: ImportTableRow, plan: ImportPlan) => ({
  ...countOutcomes([...plan.outcomes.values()]),
  relatedRows: countOtherRows(row, plan),
});

/** Audit data of a commit. */
export const toAuditData = ({
  kind,
  fileName,
  rows,
  created,
  changed,
  unchanged,
  relatedRows,
}: Pick<
  ImportState,
  'kind' | 'fileName' | 'rows' | 'created' | 'changed' | 'unchanged' | 'relatedRows'
>) => ({
  kind,
  fileName,
  rows,
  created,
  changed,
  unchanged,
  relatedRows,
});

/** Events for all rows that were written. */
export function listCommitEvents(id: string, { drafts, openings }: ImportPlan): AppEvent[] {
  const events: AppEvent[] = [];
  const collector = { emit: (event: AppEvent) => void events.push(event) };
  for (const [resource, group] of Map.groupBy(drafts, (draft) => draft.resource)) {
    const affectedRows = group.flatMap(({ before, after }) => [before, after]);
    emitRowEvents(collector, resource, id, 'imported', affectedRows);
  }
  const places = openings.map(({ posting }) => posting.toPlace);
  emitStockEvents(collector, id, 'imported', places);
  return events;
}

/** A plan with its changed cells by row. */
interface DryRunPlan extends PlannedImport {
  changes: ReadonlyMap<number, readonly CellChange[]>;
}

type CheckContext = WriteContext<unknown, unknown, DryRunPlan | null>;
type CommitContext = WriteContext<unknown, unknown, PlanSnapshot | null>;

/** Plans before the transaction to keep it short; null if there is nothing to plan. */
export async function prepareCheck(ctx: PrepareContext, id: string): Promise<DryRunPlan | null> {
  const row = await findUnfinishedImport(ctx, id);
  return row && planWithChanges(ctx, row);
}

async function planWithChanges(ctx: WriteContext | PrepareContext, row: ImportTableRow): Promise<DryRunPlan> {
  const planned = await planStoredRows(ctx, row);
  return { ...planned, changes: await describeChanges(toPlanContext(ctx), getImportKind(row), planned.plan) };
}

/** Writes the rows by collection, in the order of their references. */
async function writePlan(ctx: WriteContext, id: string, { drafts, openings }: ImportPlan): Promise<void> {
  let position = 0;
  for (const [resource, group] of Map.groupBy(drafts, (draft) => draft.resource)) {
    const entries = await writeDrafts({ ...ctx, clock: ctx.services.clock }, id, resource, group, position);
    for (const entry of entries) await ctx.audit(entry);
    position += group.length;
    await assertUnitSettingsUnlocked(ctx.db, group);
    const rowErrors = [...(await applySideEffects(ctx.db, resource, group)).values()];
    const [reason] = Object.values(rowErrors[0] ?? {});
    if (reason)
      throw buildImportProblem('NOT_EDITABLE', refusal('import-rejected', { cause: englishRefusal(reason) }));
  }
  await postOpenings(ctx, id, openings);
}

/**
 * Throws 409 if an item whose base unit changes has been ordered or moved since the dry run. The items are
 * already locked. The stock ledger is locked only briefly, since such an import has few rows.
 */
async function assertUnitSettingsUnlocked(tx: Tx, drafts: readonly PlannedRow[]): Promise<void> {
  const changedDrafts = drafts.filter(changesUnitSetting);
  if (changedDrafts.length === 0) return;
  await blockPostings(tx);
  if ((await findLockedUnitSettings(tx, changedDrafts)).size > 0)
    throw buildImportProblem('NOT_EDITABLE', refusal('data-changed-since-check'));
}

interface WriteDraftsContext extends Pick<WriteContext, 'db'> {
  clock: { now(): Date };
}

/**
 * Writes rows of one collection, and the data for an undo.
 *
 * @returns audit entries
 * @throws ApiProblem 409 if a row was changed since it was read
 */
export async function writeDrafts(
  ctx: WriteDraftsContext,
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
  for await (const chunk of withEventLoopYields(chunks(drafts, 100)))
    await insertRows(
      ctx.db,
      'importChanges',
      chunk.map(({ before, after }) => ({
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

/** Locks the rows to be changed. Throws 409 if one was changed since it was read. */
async function lockUnchangedRows(
  ctx: WriteDraftsContext,
  resource: Resource,
  drafts: readonly PlannedRow[],
): Promise<void> {
  const expected = new Map(
    drafts.flatMap(({ before }) => (before ? [[before._id, before.version] as const] : [])),
  );
  for await (const ids of withEventLoopYields(chunks([...expected.keys()], 500))) {
    const rows = await ctx.db
      .selectFrom(resource.table as 'brands')
      .select(['_id', 'version'])
      .where('_id', 'in', ids)
      .orderBy('_id')
      .$call(ctx.db.lock)
      .execute();
    if (rows.length === ids.length && rows.every(({ _id, version }) => Number(version) === expected.get(_id)))
      continue;
    throw buildImportProblem('NOT_EDITABLE', refusal('rows-just-changed'));
  }
}

/**
 * Finds errors that are detected only when rows are written, by writing the rows and rolling back. Rows that
 * already have errors are skipped.
 */
async function tryPlannedRows(
  ctx: WriteContext,
  { drafts, outcomes }: ImportPlan,
): Promise<Map<number, CellProblem[]>> {
  const problems = new Map<number, CellProblem[]>();
  const validDrafts = drafts.filter(({ row }) => outcomes.get(row) !== 'invalid');
  const byResource = Map.groupBy(validDrafts, (draft) => draft.resource);
  if (![...byResource].some(([resource, group]) => hasSideEffects(resource, group))) return problems;
  await sql`savepoint dry_run`.execute(ctx.db);
  for (const [resource, group] of byResource) {
    await lockRecipeVersions(ctx.db, resource);
    await writePlannedRows(ctx.db, resource, group, ctx.services.clock);
    for (const [{ row, columnOf }, fields] of await applySideEffects(ctx.db, resource, group)) {
      const rowProblems = Object.entries(fields).map(([field, reason]) =>
        buildRuleProblem(columnOf(field), reason),
      );
      problems.set(row, [...(problems.get(row) ?? []), ...rowProblems]);
    }
  }
  await sql`rollback to savepoint dry_run`.execute(ctx.db);
  return problems;
}

function countOutcomes(outcomes: readonly RowOutcome[]): Record<RowOutcome, number> {
  const counts = { created: 0, changed: 0, unchanged: 0, invalid: 0 };
  for (const outcome of outcomes) counts[outcome] += 1;
  return counts;
}

/** Number of rows of collections other than the import's own. */
const countOtherRows = (row: ImportTableRow, { drafts }: ImportPlan): number =>
  drafts.filter(({ resource }) => resource !== getImportKind(row).resource).length;

export async function updateImport(
  ctx: WriteContext,
  row: ImportTableRow,
  change: Partial<ImportTableRow>,
): Promise<ImportState> {
  const after = { ...row, ...change, version: row.version + 1, updatedAt: ctx.now.toISOString() };
  const { _id, ...columns } = after;
  await ctx.db.updateTable('imports').set(columns).where('_id', '=', _id).execute();
  return presentImport(after);
}
