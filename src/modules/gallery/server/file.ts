import type { RouteResponse, ReadContext } from '#platform/server/http/route.ts';
import { sendPicture } from '#modules/attachments/server/files/send-picture.ts';

/** Returns the file of a gallery picture; null if it is missing. */
export async function readPictureFile(
  ctx: Pick<ReadContext, 'db' | 'tagFor' | 'hasTag'>,
  id: string,
  size: 'thumb' | 'full',
): Promise<RouteResponse | null> {
  const row = await ctx.db
    .selectFrom('gallery')
    .select(['name', 'hash', 'fileId', 'thumbId'])
    .where('_id', '=', id)
    .executeTakeFirst();
  return row ? sendPicture(ctx, row, size) : null;
}
