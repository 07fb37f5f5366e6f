import { id } from '#contract/common.ts';
import type { ExistsContext } from '../../http/route.ts';

/** Is the user that the path names there? */
export async function userIsThere({ db, params }: ExistsContext): Promise<boolean> {
  if (!id.safeParse(params['id']).success) return false;
  const found = await db
    .selectFrom('users')
    .select('_id')
    .where('_id', '=', params['id'] as string)
    .executeTakeFirst();
  return found !== undefined;
}
