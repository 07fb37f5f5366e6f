import { type Expression, type SqlBool, sql } from 'kysely';
import { type Actor, scopeOf, canSeeUser } from '#domain/permissions.ts';
import { id } from '#contract/common.ts';
import type { Queryable } from '../../db/types.ts';
import type { ExistsContext } from '../../http/route.ts';
import { toActor } from '../../http/session.ts';

/** Is the user that the path names there, and the actor's to see? */
export async function userExists({ db, actor, params }: ExistsContext): Promise<boolean> {
  if (!id.safeParse(params['id']).success) return false;
  const found = await db
    .selectFrom('users')
    .selectAll()
    .where('_id', '=', params['id'] as string)
    .executeTakeFirst();
  return found !== undefined && canSeeUser(actor, toActor(found));
}

/** The users that the actor sees, by id; null for all of them. */
async function findVisibleUserIds(db: Queryable, actor: Actor): Promise<string[] | null> {
  if (scopeOf(actor).kind === 'all') return null;
  const rows = await db.selectFrom('users').selectAll().execute();
  return rows
    .map(toActor)
    .filter((person) => canSeeUser(actor, person))
    .map(({ _id }) => _id);
}

/** Keeps a list to the users that the actor sees, by the column that names them. */
export async function visibleUserCondition(
  db: Queryable,
  actor: Actor,
  column: string,
): Promise<Expression<SqlBool>[]> {
  const ids = await findVisibleUserIds(db, actor);
  return ids === null ? [] : [sql<SqlBool>`${sql.ref(column)} in (${sql.join([...ids, ''])})`];
}
