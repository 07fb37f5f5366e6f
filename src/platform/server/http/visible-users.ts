import { type Expression, type SqlBool, sql } from 'kysely';
import { type Actor, getScope, canSeeUser } from '#core/permissions.ts';
import { id } from '#platform/shapes/common.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { ExistsContext } from './route.ts';
import { toActor } from './session.ts';

/** Returns whether the user `:id` exists and is visible to the actor. */
export async function userExists({ db, actor, params }: ExistsContext): Promise<boolean> {
  if (!id.safeParse(params['id']).success) return false;
  const found = await db
    .selectFrom('users')
    .selectAll()
    .where('_id', '=', params['id'] as string)
    .executeTakeFirst();
  return found !== undefined && canSeeUser(actor, toActor(found));
}

/** Returns the ids of the users visible to the actor; null for all. */
async function findVisibleUserIds(db: Queryable, actor: Actor): Promise<string[] | null> {
  if (getScope(actor).kind === 'all') return null;
  const rows = await db.selectFrom('users').selectAll().execute();
  return rows
    .map(toActor)
    .filter((person) => canSeeUser(actor, person))
    .map(({ _id }) => _id);
}

/** Restricts a list to visible users, by the column that references them. */
export async function buildVisibleUserCondition(
  db: Queryable,
  actor: Actor,
  column: string,
): Promise<Expression<SqlBool>[]> {
  const ids = await findVisibleUserIds(db, actor);
  return ids === null ? [] : [sql<SqlBool>`${sql.ref(column)} in (${sql.join([...ids, ''])})`];
}
