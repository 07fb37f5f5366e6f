import { sql } from 'kysely';
import { items } from '#contract/items.ts';
import { itemLevels } from '#contract/resources/item-levels.ts';
import { resources } from '#contract/resources/index.ts';
import type { Resource } from '#contract/resources/kit.ts';
import { packagings } from '#contract/resources/packagings.ts';
import type { Actor } from '#domain/permissions.ts';
import { dbFailure, HeldError } from '../../db/failures.ts';
import { insertRows } from '../../db/statements.ts';
import type { ImportTableRow } from '../../db/tables.ts';
import type { Db, Tx } from '../../db/types.ts';
import { writeAudit } from '../../http/audit.ts';
import { holdCollections, isHeld, onceFree } from '../../http/held.ts';
import type { AuditEntry, PrepareContext } from '../../http/route.ts';
import { actorOf } from '../../http/session.ts';
import { passesOn } from './apply.ts';
import { hasEffects } from './carry-out.ts';
import { commitTold, countsOf, refuseCommit, refuseFaulty, stillApplying, writeDrafts } from './commit.ts';
import { chunks } from './existing.ts';
import { isUnmoved, judgeAhead, type JudgedAt, lookedAt, unfinished } from './judged.ts';
import { changesBaseUnit, type Draft, type Opening, type Verdict } from './judge-types.ts';
import { postSome } from './openings.ts';
import { kindOf } from './service.ts';
import { yieldToOthers } from './store.ts';

/** What one transaction writes of an import at most: rows of a collection, and stock. Fewer are written in one go. */
export const rowsOfStep = 150;
const openingsOfStep = 100;
/** Rows of the file that one transaction forgets. */
const forgottenAtOnce = 1000;
/** How often it is tried to go on where the database is full or held from outside. */
const retryMs = 1000;
/** How often an import is judged anew because others changed what it looks at. */
const mostAttempts = 3;

/** Every collection that an import writes rows of. */
const written: readonly Resource[] = [...resources, items, itemLevels, packagings];

/** Who commits, as the audit tells it of every step. */
interface Origin {
  actor: Pick<Actor, '_id' | 'name'>;
  ip: string;
  requestId: string;
  at: string;
}

/** What one transaction will write, as it is kept until then. */
interface Step {
  origin: Origin;
  collection: string;
  drafts: Pick<Draft, 'row' | 'before' | 'after'>[];
  openings: Opening[];
}

/** Commits under way, by import. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Before the transaction of a commit: judges the import, and on SQLite, where one transaction writes at a time, writes a
 * large one step by step (decision 076). Its steps are kept first, then one short transaction decides, and from then on
 * the import goes on to its end, after a restart too. Answers what was judged; null where another call was quicker.
 */
export function commitAhead(ctx: PrepareContext, id: string): Promise<JudgedAt | null> {
  const other = underWay.get(id);
  if (other)
    return other.then(
      () => null,
      () => null,
    );
  const work = commitOnce(ctx, id).finally(() => underWay.delete(id));
  underWay.set(id, work);
  return work;
}

async function commitOnce(ctx: PrepareContext, id: string): Promise<JudgedAt | null> {
  // PostgreSQL lets others write meanwhile, and tells them apart by the rows that they hold: the transaction judges itself.
  if (ctx.db.dialect !== 'sqlite') return null;
  for (let attempts = 1; ; attempts++) {
    const found = await unfinished(ctx, id);
    if (found === null) {
      const release = await onceFree(() => ctx.write((tx) => takeUp(ctx, tx, id)));
      if (release) await carryThrough(ctx, id, release);
      return null;
    }
    const judged = await judgeAhead(ctx, found);
    if (found.status !== 'Checked' || !isForSteps(judged.verdict)) return judged;
    await keepSteps(ctx, id, judged.verdict);
    const release = await onceFree(() => ctx.write((tx) => decide(ctx, tx, id, judged)));
    if (release) await carryThrough(ctx, id, release);
    // Somebody changed what it looks at, again and again: the transaction judges while nobody else writes.
    if (release || attempts === mostAttempts) return judged;
  }
}

/**
 * Whether an import may be written in steps: each of them leaves what is sound, and nobody else's work can come in the
 * way of a later one. Places with stock and currencies are made by their own rules, base units are fixed by orders, and
 * what one row passes on to another is written at once.
 */
function isForSteps({ drafts, openings }: Verdict): boolean {
  if (drafts.length <= rowsOfStep && openings.length <= openingsOfStep) return false;
  return [...Map.groupBy(drafts, (draft) => draft.resource)].every(
    ([resource, some]) => !hasEffects(resource) && !passesOn(resource, some) && !some.some(changesBaseUnit),
  );
}

/** Keeps what will be written, a little at a time: nobody sees it, and without the decision it is forgotten. */
async function keepSteps(ctx: PrepareContext, id: string, { drafts, openings }: Verdict): Promise<void> {
  const { _id, name } = ctx.actor as Actor;
  const { ip, requestId } = ctx;
  const origin = { actor: { _id, name }, ip, requestId, at: ctx.now.toISOString() };
  const parts: Pick<Step, 'collection' | 'drafts' | 'openings'>[] = [];
  for (const [{ collection }, all] of Map.groupBy(drafts, (draft) => draft.resource))
    for (const some of chunks(all, rowsOfStep)) parts.push({ collection, drafts: some, openings: [] });
  for (const some of chunks(openings, openingsOfStep))
    parts.push({ collection: 'stock', drafts: [], openings: some });
  await ctx.write((tx) => tx.deleteFrom('importSteps').where('importId', '=', id).execute());
  for (const [position, { collection, drafts: some, openings: posted }] of parts.entries()) {
    const rows = some.map(({ row, before, after }) => ({ row, before, after }));
    const content = JSON.stringify({ origin, collection, drafts: rows, openings: posted } satisfies Step);
    await ctx.write((tx) => insertRows(tx, 'importSteps', [{ importId: id, position, content }]));
    await yieldToOthers();
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
  judged: JudgedAt,
): Promise<(() => void) | null> {
  const found = await tx.selectFrom('imports').selectAll().where('_id', '=', id).executeTakeFirst();
  if (found?.committedAt !== null || found.updatedAt !== judged.updatedAt) return null;
  const kind = kindOf(found);
  if (isHeld(ctx.db, lookedAt(kind))) throw new HeldError();
  const actor = await actorOf({ read: tx }, ctx.token, ctx.now);
  if (JSON.stringify(actor) !== JSON.stringify(ctx.actor)) return null;
  if (ctx.ifMatch !== null && ctx.ifMatch !== found.version) return null;
  await refuseCommit({ db: tx, actor }, found);
  if (!(await isUnmoved(tx, kind, judged))) return null;
  refuseFaulty(judged);
  await tx
    .updateTable('imports')
    .set({
      ...countsOf(found, judged.verdict),
      status: 'Applying',
      committedAt: ctx.now.toISOString(),
      updatedAt: ctx.now.toISOString(),
      version: found.version + 1,
    })
    .where('_id', '=', id)
    .execute();
  return holdCollections(ctx.db, lookedAt(kind));
}

/** Holds again what an import writes that was decided and not brought to its end. Null for any other. */
async function takeUp(ctx: PrepareContext, tx: Tx, id: string): Promise<(() => void) | null> {
  const found = await applyingOne(tx, id);
  if (!found) return null;
  if (isHeld(ctx.db, lookedAt(kindOf(found)))) throw new HeldError();
  return holdCollections(ctx.db, lookedAt(kindOf(found)));
}

const applyingOne = (tx: Tx, id: string): Promise<ImportTableRow | undefined> =>
  tx
    .selectFrom('imports')
    .selectAll()
    .where('_id', '=', id)
    .where('status', '=', 'Applying')
    .executeTakeFirst();

/**
 * Writes the steps of a decided import, each in a transaction of its own. Where the database is full or held from
 * outside, the caller is told so (503), and it goes on by itself as soon as that has passed.
 */
function carryThrough(ctx: PrepareContext, id: string, release: () => void): Promise<void> {
  const goOn = async (told: (error: unknown) => void): Promise<void> => {
    for (;;) {
      try {
        while (await nextStep(ctx, id)) await yieldToOthers();
        return;
      } catch (error) {
        const failure = dbFailure(error);
        if (failure !== 'busy' && failure !== 'full') throw error;
        told(stillApplying());
        await new Promise<void>((resolve) => setTimeout(resolve, retryMs));
      }
    }
  };
  return new Promise((resolve, reject) => {
    goOn(reject).finally(release).then(resolve, reject);
  });
}

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
    const { actor, ip, requestId, at } = step.origin;
    await writeAudit(tx, { actor, ip, requestId, now: new Date(at) }, entries);
    await tx
      .deleteFrom('importSteps')
      .where('importId', '=', id)
      .where('position', '=', next.position)
      .execute();
    return true;
  });
}

async function writeStep(tx: Tx, id: string, step: Step, position: number): Promise<AuditEntry[]> {
  const now = new Date(step.origin.at);
  if (step.openings.length > 0)
    return postSome({ db: tx, now, userId: step.origin.actor._id }, id, step.openings);
  const resource = written.find((one) => one.collection === step.collection);
  if (!resource) throw new Error(`Unknown collection ${step.collection}`);
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
 * Brings imports to their end that were decided before the process ended, and forgets steps that nobody decided. For the
 * start, before anybody is served.
 *
 * @param onFailure told of an import that cannot go on now; asking for its commit goes on with it
 */
export async function finishImports(
  { write, read }: Pick<Db, 'write' | 'read'>,
  onFailure: (id: string, error: unknown) => void,
): Promise<void> {
  const rows = await read
    .selectFrom('imports')
    .select('_id')
    .where('status', '=', sql.lit('Applying'))
    .execute();
  for (const { _id } of rows) {
    try {
      while (await nextStep({ write }, _id));
    } catch (error) {
      onFailure(_id, error);
    }
  }
  await write((tx) =>
    tx
      .deleteFrom('importSteps')
      .where('importId', 'not in', tx.selectFrom('imports').select('_id').where('status', '=', 'Applying'))
      .execute(),
  );
}
