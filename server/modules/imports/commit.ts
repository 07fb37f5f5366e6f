import { sql } from 'kysely';
import type { ImportKind } from '#contract/imports/kinds.ts';
import type { CellChange, CellProblem, ImportState, RowOutcome } from '#contract/imports/wire.ts';
import type { Resource } from '#contract/resources/kit.ts';
import { forUpdate } from '../../db/locking.ts';
import { insertRows } from '../../db/statements.ts';
import type { ImportTableRow } from '../../db/tables.ts';
import type { PrepareContext, WriteContext } from '../../http/route.ts';
import { announce } from '../master-data/service.ts';
import { writeRows } from './apply.ts';
import { carryOut, hasEffects } from './carry-out.ts';
import { changesOf } from './changes.ts';
import { chunks } from './existing.ts';
import { judge } from './judge.ts';
import type { Draft, Verdict } from './judge-types.ts';
import { postOpenings } from './openings.ts';
import { refusal, withReason } from './reasons.ts';
import { refuseStrangers } from './rights.ts';
import { judgeContext, kindOf, openImport } from './service.ts';
import { inputOf, keepOutcomes, presentImport, type StoredRow, storedRows, yieldToOthers } from './store.ts';

/** The dry run: what the whole file would do, and all that is wrong with it. Writes nothing but the answer. Throws 404, 409. */
export async function checkImport(ctx: CheckContext, id: string): Promise<ImportState> {
  const found = await openImport(ctx, id);
  const { prepared } = ctx;
  // Rows that came while the others were judged: all are judged again, by one who waits.
  const { stored, verdict, changes } =
    prepared?.updatedAt === found.updatedAt ? prepared : await withChanges(ctx, found);
  if (stored.length === 0) throw refusal('VALIDATION', 'no-rows');
  const refused = await rehearse(ctx, verdict);
  const { columns } = inputOf(found);
  const rows = stored.map((row) => {
    const problems = [...(verdict.problems.get(row.row) ?? []), ...(refused.get(row.row) ?? [])].toSorted(
      (a, b) => columns.indexOf(a.column) - columns.indexOf(b.column),
    );
    const outcome = problems.length > 0 ? 'faulty' : (verdict.outcomes.get(row.row) ?? 'unchanged');
    return {
      row: row.row,
      outcome,
      said: JSON.stringify(problems.map(withReason)),
      changes: JSON.stringify(outcome === 'changed' ? (changes.get(row.row) ?? []) : []),
    };
  });
  // Whether a changed row changes the same as before is not looked at: it is written again.
  const differing = rows.filter(
    (row, at) =>
      row.outcome === 'changed' || row.outcome !== stored[at]?.outcome || row.said !== stored[at]?.said,
  );
  await keepOutcomes(ctx.db, id, differing);
  const counted = countOutcomes(rows.map(({ outcome }) => outcome));
  return save(ctx, found, {
    ...counted,
    status: 'Checked',
    rows: rows.length,
    others: othersOf(found, verdict),
  });
}

/** Does what the dry run showed, all of it or nothing. Throws 403, 404, 409 when something is wrong by now. */
export async function commitImport(ctx: CommitContext, id: string): Promise<ImportState> {
  const found = await openImport(ctx, id);
  const input = inputOf(found);
  await refuseStrangers(ctx, kindOf(found), [...input.columns, ...Object.keys(input.defaults)]);
  if (found.status !== 'Checked') throw refusal('NOT_EDITABLE', 'check-first');
  const { prepared } = ctx;
  const isStill =
    prepared?.updatedAt === found.updatedAt && (await isUnmoved(ctx.db, kindOf(found), prepared));
  const { stored, verdict } = isStill ? prepared : await judgeStored(ctx, found);
  const faulty = [...verdict.outcomes.values()].filter((outcome) => outcome === 'faulty').length;
  if (faulty > 0) throw refusal('NOT_EDITABLE', 'faulty-by-now', { count: String(faulty) });
  if (stored.some(({ row, outcome }) => verdict.outcomes.get(row) !== outcome))
    throw refusal('NOT_EDITABLE', 'moved-on');
  await write(ctx, id, verdict);
  const at = ctx.now.toISOString();
  await ctx.db.deleteFrom('importRows').where('importId', '=', id).execute();
  const counted = countOutcomes([...verdict.outcomes.values()]);
  const done = await save(ctx, found, {
    ...counted,
    status: 'Committed',
    committedAt: at,
    others: othersOf(found, verdict),
  });
  const { kind, fileName, rows, created, changed, unchanged, others } = done;
  const after = { kind, fileName, rows, created, changed, unchanged, others };
  await ctx.audit({ action: 'commit', entity: 'imports', id, after });
  return done;
}

/** Rows of an import and what they would do. */
interface Judged {
  stored: StoredRow[];
  verdict: Verdict;
  updatedAt: string;
}

/** Rows of an import, what they would do, and what they would change in detail. */
interface Rehearsed extends Judged {
  changes: ReadonlyMap<number, readonly CellChange[]>;
}

/** What the audit and the ledger had last when it was judged. */
interface JudgedAt extends Judged {
  audited: number;
  moved: number;
}

type CheckContext = WriteContext<unknown, unknown, Rehearsed | null>;
type CommitContext = WriteContext<unknown, unknown, JudgedAt | null>;

/**
 * Judges before the one transaction, for the time of which nobody else writes on SQLite (decision 073). PostgreSQL
 * lets others write meanwhile, and tells them apart by the rows that they hold: there the transaction judges itself.
 */
export async function judgeCommit(ctx: PrepareContext, id: string): Promise<JudgedAt | null> {
  if (ctx.dialect !== 'sqlite') return null;
  const [audited, moved] = [await lastOf(ctx.db, 'audit'), await lastOf(ctx.db, 'stockMoves')];
  const found = await unfinished(ctx, id);
  return found && { ...(await judgeStored(ctx, found)), audited, moved };
}

async function lastOf(db: PrepareContext['db'], table: 'audit' | 'stockMoves'): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((on) => on.fn.max<number | null>('seq').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** What an import of a kind looks at besides its own rows. */
const lookedAt = ({ collection, parts, columns }: ImportKind): string[] => [
  ...new Set([
    collection,
    ...parts.map(({ resource }) => resource.collection),
    ...columns.flatMap(({ field }) => field.refersTo ?? []),
    'items',
    'units',
    'packagings',
    'item-levels',
  ]),
];

/** Whether everything that was looked at is as it was: each change has a row in the audit, each move one in the ledger. */
async function isUnmoved(
  db: WriteContext['db'],
  kind: ImportKind,
  { audited, moved, verdict }: JudgedAt,
): Promise<boolean> {
  const changed = await db
    .selectFrom('audit')
    .select('seq')
    .where('seq', '>', audited)
    .where('entity', 'in', lookedAt(kind))
    .where('action', '!=', 'denied')
    .limit(1)
    .executeTakeFirst();
  if (changed) return false;
  const fixesUnits = verdict.drafts.some(
    ({ before, after }) => before !== null && before['baseUnit'] !== after['baseUnit'],
  );
  if (fixesUnits) return false;
  return verdict.openings.length === 0 || (await lastOf(db, 'stockMoves')) === moved;
}

/** Judges before the transaction begins, so that nobody waits for it; null where there is nothing to judge. */
export async function checkAhead(ctx: PrepareContext, id: string): Promise<Rehearsed | null> {
  const found = await unfinished(ctx, id);
  return found && withChanges(ctx, found);
}

async function unfinished({ db }: PrepareContext, id: string): Promise<ImportTableRow | null> {
  const found = await db.selectFrom('imports').selectAll().where('_id', '=', id).executeTakeFirst();
  return found?.committedAt === null ? found : null;
}

async function withChanges(ctx: WriteContext | PrepareContext, found: ImportTableRow): Promise<Rehearsed> {
  const judged = await judgeStored(ctx, found);
  return { ...judged, changes: await changesOf(judgeContext(ctx), kindOf(found), judged.verdict) };
}

async function judgeStored(ctx: WriteContext | PrepareContext, found: ImportTableRow): Promise<Judged> {
  const stored = await storedRows(ctx.db, found._id);
  const job = { kind: kindOf(found), input: inputOf(found), rows: stored };
  return { stored, verdict: await judge(judgeContext(ctx), job), updatedAt: found.updatedAt };
}

/** Writes the rows of each collection together, in the order in which they refer to one another. */
async function write(ctx: WriteContext, id: string, { drafts, openings }: Verdict): Promise<void> {
  const clock = ctx.services.clock;
  let position = 0;
  for (const [resource, some] of Map.groupBy(drafts, (draft) => draft.resource)) {
    await holdUnchanged(ctx, resource, some);
    await writeRows(ctx.db, resource, some, clock);
    const refused = [...(await carryOut(ctx.db, resource, some)).values()];
    if (refused[0])
      throw refusal('NOT_EDITABLE', 'refused-by-now', { why: String(Object.values(refused[0])[0]) });
    for (const { before, after } of some) {
      const entry = { entity: resource.collection, id: after._id, after };
      await ctx.audit(before ? { ...entry, action: 'edit', before } : { ...entry, action: 'create' });
    }
    const changes = some.map(({ before, after }) => ({
      importId: id,
      position: position++,
      collection: resource.collection,
      rowId: after._id,
      version: after.version,
      before: before && JSON.stringify(before),
    }));
    for (const rows of chunks(changes, 500)) {
      await insertRows(ctx.db, 'importChanges', rows);
      await yieldToOthers();
    }
    const touched = some.flatMap(({ before, after }) => [before, after]);
    announce(ctx, resource, id, 'imported', touched);
  }
  await postOpenings(ctx, id, openings);
}

/** Rows that are about to change are held; one that somebody changed since it was looked at stops the import. */
async function holdUnchanged(ctx: WriteContext, resource: Resource, drafts: readonly Draft[]): Promise<void> {
  const wanted = new Map(
    drafts.flatMap(({ before }) => (before ? [[before._id, before.version] as const] : [])),
  );
  for (const ids of chunks([...wanted.keys()], 500)) {
    const rows = await ctx.db
      .selectFrom(resource.table as 'brands')
      .select(['_id', 'version'])
      .where('_id', 'in', ids)
      .orderBy('_id')
      .$call(forUpdate(ctx.dialect))
      .execute();
    if (rows.length === ids.length && rows.every(({ _id, version }) => Number(version) === wanted.get(_id)))
      continue;
    throw refusal('NOT_EDITABLE', 'changed-just-now');
  }
}

/**
 * Carries the rows out and takes them back, where a collection has rules of its own that only then speak. Rows that
 * are at fault already stay out of it.
 */
async function rehearse(
  ctx: WriteContext,
  { drafts, outcomes }: Verdict,
): Promise<Map<number, CellProblem[]>> {
  const problems = new Map<number, CellProblem[]>();
  const sound = drafts.filter(({ row }) => outcomes.get(row) !== 'faulty');
  if (!sound.some(({ resource }) => hasEffects(resource))) return problems;
  await sql`savepoint rehearsal`.execute(ctx.db);
  for (const [resource, some] of Map.groupBy(sound, (draft) => draft.resource)) {
    await writeRows(ctx.db, resource, some, ctx.services.clock);
    for (const [{ row, columnOf }, fields] of await carryOut(ctx.db, resource, some)) {
      const said = Object.entries(fields).map(([field, message]): CellProblem => {
        return { column: columnOf(field), code: 'rule', message };
      });
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
const othersOf = (found: ImportTableRow, { drafts }: Verdict): number =>
  drafts.filter(({ resource }) => resource !== kindOf(found).resource).length;

export async function save(
  ctx: WriteContext,
  found: ImportTableRow,
  change: Partial<ImportTableRow>,
): Promise<ImportState> {
  const after = { ...found, ...change, version: found.version + 1, updatedAt: ctx.now.toISOString() };
  const { _id, ...columns } = after;
  await ctx.db.updateTable('imports').set(columns).where('_id', '=', _id).execute();
  return presentImport(after);
}
