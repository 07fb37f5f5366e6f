import type { ImportKind } from '#contract/imports/kinds.ts';
import type { ImportTableRow } from '../../db/tables.ts';
import type { Queryable } from '../../db/types.ts';
import type { PrepareContext, WriteContext } from '../../http/route.ts';
import { assertFitsOneTransaction } from './apply.ts';
import { planImport } from './plan-import.ts';
import { findFixedMeasures } from './item-rules.ts';
import type { ImportPlan } from './plan-types.ts';
import { planContext, importKindOf } from './service.ts';
import { parseImportInput, type StoredRow, readStoredRows } from './store.ts';

/** Rows of an import and what they would do. */
export interface PlannedImport {
  stored: StoredRow[];
  plan: ImportPlan;
  updatedAt: string;
}

/** What the audit and the ledger had last when it was planned. */
export interface PlanSnapshot extends PlannedImport {
  audited: number;
  moved: number;
}

/** Plans an import outside of any transaction, so that nobody waits for it. */
export async function preparePlan(ctx: PrepareContext, found: ImportTableRow): Promise<PlanSnapshot> {
  const [audited, moved] = [await lastSequence(ctx.db, 'audit'), await lastSequence(ctx.db, 'stockMoves')];
  return { ...(await planStoredRows(ctx, found)), audited, moved };
}

async function lastSequence(db: Queryable, table: 'audit' | 'stockMoves'): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((on) => on.fn.max<number | null>('seq').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** What an import of a kind looks at besides its own rows. */
export const watchedCollections = ({ collection, parts, columns }: ImportKind): string[] => [
  ...new Set([
    collection,
    ...parts.map(({ resource }) => resource.collection),
    ...columns.flatMap(({ names }) => names),
    'items',
    'units',
    'packagings',
    'item-levels',
  ]),
];

/** Whether everything that was looked at is as it was: each change has a row in the audit, each move one in the ledger. */
export async function isPlanCurrent(
  db: Queryable,
  kind: ImportKind,
  { audited, moved, plan }: PlanSnapshot,
): Promise<boolean> {
  const changed = await db
    .selectFrom('audit')
    .select('seq')
    .where('seq', '>', audited)
    .where('entity', 'in', watchedCollections(kind))
    .where('action', '!=', 'denied')
    .limit(1)
    .executeTakeFirst();
  if (changed) return false;
  if ((await findFixedMeasures(db, plan.drafts)).size > 0) return false;
  if (plan.openings.length === 0) return true;
  const opened = new Set(plan.openings.map(({ posting }) => `${posting.toPlace} ${posting.itemId}`));
  const since = await db
    .selectFrom('stockMoves')
    .select(['itemId', 'fromPlace', 'toPlace'])
    .where('seq', '>', moved)
    .execute();
  return !since.some(({ itemId, fromPlace, toPlace }) =>
    [fromPlace, toPlace].some((place) => opened.has(`${place} ${itemId}`)),
  );
}

/** An import that is still on its way; null for any other. */
export async function findUnfinishedImport(
  { db }: PrepareContext,
  id: string,
): Promise<ImportTableRow | null> {
  const found = await db.selectFrom('imports').selectAll().where('_id', '=', id).executeTakeFirst();
  return found?.committedAt === null ? found : null;
}

/** What the rows that were sent would do now. Throws 422 where they are too many to be written in one transaction, and have to. */
export async function planStoredRows(
  ctx: WriteContext | PrepareContext,
  found: ImportTableRow,
): Promise<PlannedImport> {
  const stored = await readStoredRows(ctx.db, found._id);
  const job = { kind: importKindOf(found), input: parseImportInput(found), rows: stored };
  const plan = await planImport(planContext(ctx), job);
  await assertFitsOneTransaction(plan);
  return { stored, plan, updatedAt: found.updatedAt };
}
