import type { Queryable, Tx } from '../../db/types.ts';
import type { PictureFile } from '../../http/services.ts';
import { newId } from '../../ids.ts';

type Clock = { now(): Date };

/**
 * Files are kept in the database: they come and go in the transaction of the row they belong to, every process sees
 * them, and a backup has them. Answers the name it made for the file.
 */
export async function storeFile(tx: Tx, clock: Clock, { type, bytes }: PictureFile): Promise<string> {
  const _id = newId(clock);
  await tx.insertInto('files').values({ _id, type, bytes }).execute();
  return _id;
}

export async function removeFiles(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('files').where('_id', 'in', ids).execute();
}

/** A file's bytes, or null. */
export async function readFile(db: Queryable, id: string) {
  const row = await db.selectFrom('files').select(['type', 'bytes']).where('_id', '=', id).executeTakeFirst();
  return row ? { type: row.type, bytes: new Uint8Array(row.bytes) } : null;
}
