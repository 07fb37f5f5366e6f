import { wireOf } from '#contract/document-fields.ts';
import type { Wastage, WastageQuery } from '#contract/wastage.ts';
import { wastageFields } from '#contract/wastage-fields.ts';
import { dayAfter } from '#domain/day-range.ts';
import type { Actor } from '#domain/permissions.ts';
import { foldText } from '#domain/text.ts';
import { containing } from '../../db/like.ts';
import { scopeCondition } from '../../db/scope.ts';
import { wastageDocument } from '../../documents/registry.ts';
import type { Queryable } from '../../db/types.ts';
import type { Answer } from '../../http/route.ts';
import { refuseUnknownReason } from './describe.ts';

/** Which waste records an actor sees: those of the own places. */
export const wastageFor = (actor: Actor) => scopeCondition(actor, wastageDocument.scope);

const names = [
  'branches.name as branchName',
  'branches.nameAlt as branchNameAlt',
  'items.nameAlt as itemNameAlt',
] as const;

export async function listWastage(db: Queryable, actor: Actor, query: WastageQuery): Promise<Answer> {
  if (query.reason !== undefined) await refuseUnknownReason(db, query.reason);
  let found = selectFor(db, actor);
  for (const field of ['branch', 'item', 'reason', 'status'] as const) {
    const value = query[field];
    if (value !== undefined) found = found.where(`wastage.${field}`, '=', value);
  }
  const { q } = query;
  if (q) {
    found = found.where((eb) =>
      eb.or([
        eb('wastage.number', 'like', containing(q.toUpperCase())),
        eb('items.search', 'like', containing(foldText(q))),
      ]),
    );
  }
  if (query.from) found = found.where('wastage.businessDay', '>=', query.from);
  if (query.to) found = found.where('wastage.businessDay', '<', dayAfter(query.to));
  const direction = query.sort.startsWith('-') ? ('desc' as const) : ('asc' as const);
  const column = query.sort.endsWith('number') ? 'wastage.number' : 'wastage.dateTime';
  const rows = await found
    .selectAll('wastage')
    .select(names)
    .orderBy(column, direction)
    .orderBy('wastage._id', direction)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute();
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { status: 200, body: rows.map(toWastage), headers: { 'x-total-count': String(total) } };
}

/** One that the actor may see, or undefined. */
export function findWastage(db: Queryable, actor: Actor, id: string) {
  return selectFor(db, actor)
    .selectAll('wastage')
    .select(names)
    .where('wastage._id', '=', id)
    .executeTakeFirst();
}

export type FoundWastage = NonNullable<Awaited<ReturnType<typeof findWastage>>>;

export function toWastage(row: FoundWastage): Wastage {
  return wireOf(wastageFields, row, {
    branchName: ({ branchName, branch }) => branchName ?? branch,
    branchNameAlt: ({ branchNameAlt }) => branchNameAlt,
    itemNameAlt: ({ itemNameAlt }) => itemNameAlt,
    lot: ({ lot }) => (lot === '' ? null : lot),
  });
}

function selectFor(db: Queryable, actor: Actor) {
  return db
    .selectFrom('wastage')
    .leftJoin('branches', 'branches._id', 'wastage.branch')
    .leftJoin('items', 'items._id', 'wastage.item')
    .where(wastageFor(actor));
}
