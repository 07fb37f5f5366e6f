import type { ImportKind } from '#contract/imports/kinds.ts';
import type { ImportTableRow } from '../../db/tables.ts';
import type { Queryable } from '../../db/types.ts';
import type { PrepareContext, WriteContext } from '../../http/route.ts';
import { refuseTooManyAtOnce } from './apply.ts';
import { planImport } from './plan-import.ts';
import { fixedAmong } from './item-rules.ts';
import type { ImportPlan } from './plan-types.ts';
import { planContext, kindOf } from './service.ts';
import { inputOf, type StoredRow, storedRows } from './store.ts';

/** Rows of an import and what they would do. */
export interface Planned {
  stored: StoredRow[];
  plan: ImportPlan;
  updatedAt: string;
}

/** What the audit and the ledger had last when it was planned. */
export interface PlannedAt extends Planned {
  audited: number;
  moved: number;
}

/** Plans an import outside of any transaction, so that nobody waits for it. */
export async function planAhead(ctx: PrepareContext, found: ImportTableRow): Promise<PlannedAt> {
  const [audited, moved] = [await lastOf(ctx.db, 'audit'), await lastOf(ctx.db, 'stockMoves')];
  return { ...(await planStored(ctx, found)), audited, moved };
}

async function lastOf(db: Queryable, table: 'audit' | 'stockMoves'): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((on) => on.fn.max<number | null>('seq').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** What an import of a kind looks at besides its own rows. */
export const lookedAt = ({ collection, parts, columns }: ImportKind): string[] => [
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
export async function isUnmoved(
  db: Queryable,
  kind: ImportKind,
  { audited, moved, plan }: PlannedAt,
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
  if ((await fixedAmong(db, plan.drafts)).size > 0) return false;
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
export async function unfinished({ db }: PrepareContext, id: string): Promise<ImportTableRow | null> {
  const found = await db.selectFrom('imports').selectAll().where('_id', '=', id).executeTakeFirst();
  return found?.committedAt === null ? found : null;
}

/** What the rows that were sent would do now. Throws 422 where they are too many to be written in one transaction, and have to. */
export async function planStored(
  ctx: WriteContext | PrepareContext,
  found: ImportTableRow,
): Promise<Planned> {
  const stored = await storedRows(ctx.db, found._id);
  const job = { kind: kindOf(found), input: inputOf(found), rows: stored };
  const plan = await planImport(planContext(ctx), job);
  await refuseTooManyAtOnce(plan);
  return { stored, plan, updatedAt: found.updatedAt };
}
