import type { ImportKind } from '../kinds.ts';
import type { ImportTableRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { PrepareContext, WriteContext } from '#platform/server/http/route.ts';
import { assertFitsOneTransaction } from './apply.ts';
import { planImport } from './plan-import.ts';
import { findLockedUnitSettings } from './item-rules.ts';
import type { ImportPlan } from './plan-types.ts';
import { toPlanContext, getImportKind } from './service.ts';
import { parseImportInput, type StoredRow, readStoredRows } from './store.ts';

/** Rows of an import and their plan. */
export interface PlannedImport {
  stored: StoredRow[];
  plan: ImportPlan;
  updatedAt: string;
}

/** A plan with the latest audit and ledger positions at the time of planning. */
export interface PlanSnapshot extends PlannedImport {
  lastAuditSeq: number;
  lastMoveSeq: number;
}

/** Plans an import outside a transaction, so that it doesn't block writers. */
export async function preparePlan(ctx: PrepareContext, row: ImportTableRow): Promise<PlanSnapshot> {
  const [lastAuditSeq, lastMoveSeq] = [
    await loadLastSequence(ctx.db, 'audit'),
    await loadLastSequence(ctx.db, 'stockMoves'),
  ];
  return { ...(await planStoredRows(ctx, row)), lastAuditSeq, lastMoveSeq };
}

async function loadLastSequence(db: Queryable, table: 'audit' | 'stockMoves'): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((on) => on.fn.max<number | null>('seq').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** Collections that an import kind depends on, including referenced ones. */
export const listWatchedCollections = ({ collection, parts, columns }: ImportKind): string[] => [
  ...new Set([
    collection,
    ...parts.map(({ resource }) => resource.collection),
    ...columns.flatMap(({ referencedCollections }) => referencedCollections),
    'items',
    'units',
    'packagings',
    'item-levels',
  ]),
];

/** Whether the data that the plan depends on is unchanged, according to the audit log and the ledger. */
export async function isPlanCurrent(
  db: Queryable,
  kind: ImportKind,
  { lastAuditSeq, lastMoveSeq, plan }: PlanSnapshot,
): Promise<boolean> {
  const changed = await db
    .selectFrom('audit')
    .select('seq')
    .where('seq', '>', lastAuditSeq)
    .where('entity', 'in', listWatchedCollections(kind))
    .where('action', '!=', 'denied')
    .limit(1)
    .executeTakeFirst();
  if (changed) return false;
  if ((await findLockedUnitSettings(db, plan.drafts)).size > 0) return false;
  if (plan.openings.length === 0) return true;
  const openedKeys = new Set(plan.openings.map(({ posting }) => `${posting.toPlace} ${posting.itemId}`));
  const laterMoves = await db
    .selectFrom('stockMoves')
    .select(['itemId', 'fromPlace', 'toPlace'])
    .where('seq', '>', lastMoveSeq)
    .execute();
  return !laterMoves.some(({ itemId, fromPlace, toPlace }) =>
    [fromPlace, toPlace].some((place) => openedKeys.has(`${place} ${itemId}`)),
  );
}

/** Returns an import if it isn't finished, otherwise null. */
export async function findUnfinishedImport(
  { db }: PrepareContext,
  id: string,
): Promise<ImportTableRow | null> {
  const row = await db.selectFrom('imports').selectAll().where('_id', '=', id).executeTakeFirst();
  return row?.committedAt === null ? row : null;
}

/**
 * Plans the stored rows.
 *
 * @throws ApiProblem 422 if they must be written in one transaction and there are too many of them
 */
export async function planStoredRows(
  ctx: WriteContext | PrepareContext,
  row: ImportTableRow,
): Promise<PlannedImport> {
  const stored = await readStoredRows(ctx.db, row._id);
  const job = { kind: getImportKind(row), input: parseImportInput(row), rows: stored };
  const plan = await planImport(toPlanContext(ctx), job);
  await assertFitsOneTransaction(plan);
  return { stored, plan, updatedAt: row.updatedAt };
}
