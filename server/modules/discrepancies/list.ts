import type { Discrepancy, DiscrepancyQuery } from '#contract/discrepancies.ts';
import { discrepancyFields } from '#contract/discrepancy-fields.ts';
import { wireOf } from '#contract/document-fields.ts';
import type { Actor } from '#domain/permissions.ts';
import { foldText } from '#domain/text.ts';
import { containing } from '../../db/like.ts';
import { scopeCondition } from '../../db/scope.ts';
import { discrepancyDocument } from '../../documents/registry.ts';
import type { Queryable } from '../../db/types.ts';
import type { Answer } from '../../http/route.ts';

/** Which discrepancies an actor sees: those of the own branches, or of the own kitchens. */
const discrepanciesFor = (actor: Actor) => scopeCondition(actor, discrepancyDocument.scope);

const names = [
  'branches.name as branchName',
  'branches.nameAlt as branchNameAlt',
  'items.nameAlt as itemNameAlt',
] as const;

export async function listDiscrepancies(
  db: Queryable,
  actor: Actor,
  query: DiscrepancyQuery,
): Promise<Answer> {
  let found = selectFor(db, actor);
  for (const field of ['status', 'type', 'branch', 'kitchen', 'orderId'] as const) {
    const value = query[field];
    if (value !== undefined) found = found.where(`discrepancies.${field}`, '=', value);
  }
  if (query.q) {
    const { q } = query;
    found = found.where((eb) =>
      eb.or([
        eb('discrepancies.orderNo', 'like', containing(q.toUpperCase())),
        eb('items.search', 'like', containing(foldText(q))),
      ]),
    );
  }
  const direction = query.sort.startsWith('-') ? ('desc' as const) : ('asc' as const);
  const rows = await found
    .selectAll('discrepancies')
    .select(names)
    .orderBy('discrepancies.createdAt', direction)
    .orderBy('discrepancies._id', direction)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute();
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { status: 200, body: rows.map(toDiscrepancy), headers: { 'x-total-count': String(total) } };
}

/** One that the actor may see, or undefined. */
export async function findDiscrepancy(db: Queryable, actor: Actor, id: string) {
  return selectFor(db, actor)
    .selectAll('discrepancies')
    .select(names)
    .where('discrepancies._id', '=', id)
    .executeTakeFirst();
}

export type FoundDiscrepancy = NonNullable<Awaited<ReturnType<typeof findDiscrepancy>>>;

export function toDiscrepancy(row: FoundDiscrepancy): Discrepancy {
  return wireOf(discrepancyFields, row, {
    orderLine: ({ lineId }) => lineId,
    branchName: ({ branchName, branch }) => branchName ?? branch,
    branchNameAlt: ({ branchNameAlt }) => branchNameAlt,
    itemNameAlt: ({ itemNameAlt }) => itemNameAlt,
  });
}

function selectFor(db: Queryable, actor: Actor) {
  return db
    .selectFrom('discrepancies')
    .leftJoin('branches', 'branches._id', 'discrepancies.branch')
    .leftJoin('items', 'items._id', 'discrepancies.itemId')
    .where(discrepanciesFor(actor));
}
