import type { Queryable } from '#platform/server/db/types.ts';

/** Returns whether there is a master admin. */
export async function hasMasterAdmin(db: Queryable): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('_id')
    .where('isMasterAdmin', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
