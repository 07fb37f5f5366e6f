import type { Queryable, Tx } from '#platform/server/db/types.ts';
import type { PictureFile } from '#platform/server/http/services.ts';
import { newId } from '#platform/server/ids.ts';

type Clock = { now(): Date };

/**
 * Stores a file in the database, in the transaction of the row it belongs to, and returns its id. Files are
 * therefore part of backups and visible to every process.
 */
export async function storeFile(tx: Tx, clock: Clock, { type, bytes }: PictureFile): Promise<string> {
  const _id = newId(clock);
  await tx.insertInto('files').values({ _id, type, bytes }).execute();
  return _id;
}

export async function removeFiles(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('files').where('_id', 'in', ids).execute();
}

/** Returns the bytes of a file, or null. */
export async function loadStoredFile(db: Queryable, id: string) {
  const row = await db.selectFrom('files').select(['type', 'bytes']).where('_id', '=', id).executeTakeFirst();
  return row ? { type: row.type, bytes: new Uint8Array(row.bytes) } : null;
}
