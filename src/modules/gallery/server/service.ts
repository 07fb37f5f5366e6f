import { refusal } from '#core/refusals/refusal.ts';
import { sql } from 'kysely';
import { gallery } from '../collection.ts';
import { maxGalleryBytes, maxPictures } from '#modules/pictures/picture-rules.ts';
import { acquireTransactionLock } from '#platform/server/db/locking.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { invalid, notFound, problem, stale } from '#platform/server/http/problems.ts';
import type { ReadContext, RouteResponse, WriteContext } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/ids.ts';
import { sendPicture } from '#modules/attachments/server/files/send-picture.ts';
import { storeFile, removeFiles } from '#modules/attachments/server/files/store.ts';
import { emitRowEvents, changeRow, deleteRow } from '#modules/master-data/server/service.ts';
import { findRow, searchText, type WireRow } from '#platform/collections/server/store.ts';
import type { PreparedPicture } from '#modules/attachments/server/files/prepare.ts';
import { pictureFields } from './shape.ts';

type Upload<Query> = WriteContext<unknown, Query, PreparedPicture>;

/**
 * Returns one picture.
 *
 * @throws ApiProblem 404
 */
export async function readPicture(db: Queryable, id: string): Promise<WireRow> {
  const row = await findRow(db, gallery, id, { additional: pictureFields });
  if (!row) throw notFound();
  return row;
}

/** Returns the file of a gallery picture; null if it is missing. */
export async function readPictureFile(
  ctx: Pick<ReadContext, 'db' | 'buildEtag' | 'hasTag'>,
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

/** Returns the tags of active pictures in alphabetical order, with their counts. */
export async function countTags(db: Queryable): Promise<{ tag: string; count: number }[]> {
  const rows = await db
    .selectFrom('gallery')
    .select('tags')
    .where('isActive', '=', 1)
    .where('tags', '<>', '[]')
    .execute();
  const counts = new Map<string, number>();
  for (const tag of rows.flatMap(({ tags }) => JSON.parse(tags) as string[])) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].map(([tag, count]) => ({ tag, count })).toSorted((a, b) => a.tag.localeCompare(b.tag));
}

/**
 * Stores an uploaded picture. If the gallery already contains it, the existing one is returned (`isNew` is
 * false), restored from the archive if necessary.
 */
export async function addPicture(ctx: Upload<{ name?: string | undefined }>) {
  const { full, thumb, hash } = ctx.prepared;
  await acquireTransactionLock(ctx.db, limitLockKey);
  await assertWithinLimits(ctx, null);
  const { clock } = ctx.services;
  const _id = newId(clock);
  const at = ctx.now.toISOString();
  const name = getPictureName(ctx.query.name);
  const row = {
    _id,
    createdAt: at,
    updatedAt: at,
    version: 1,
    isActive: 1 as const,
    name,
    nameAlt: null,
    alt: null,
    altAlt: null,
    tags: '[]',
    search: searchText(gallery, { name, nameAlt: null }),
    ...getFileColumns(full),
    hash,
    fileId: '',
    thumbId: '',
    createdBy: ctx.actor?._id ?? null,
    createdByName: ctx.actor?.name ?? null,
  };
  // One of several concurrent uploads of the same picture inserts the row; the others wait here and find it.
  const inserted = await ctx.db
    .insertInto('gallery')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('_id')
    .executeTakeFirst();
  if (!inserted) return { isNew: false, picture: await restorePicture(ctx, hash) };
  await ctx.db
    .updateTable('gallery')
    .set({ fileId: await storeFile(ctx.db, clock, full), thumbId: await storeFile(ctx.db, clock, thumb) })
    .where('_id', '=', _id)
    .execute();
  const picture = await readPicture(ctx.db, _id);
  await ctx.audit({ action: 'create', entity: 'gallery', id: _id, after: picture });
  emitRowEvents(ctx, gallery, _id, 'created');
  return { isNew: true, picture };
}

/** Serializes concurrent uploads, so that they can't exceed the limits together. */
const limitLockKey = 'gallery limits';

/**
 * Rejects (422) an upload that exceeds a limit of the gallery or the user. Pictures that are already in the
 * gallery are accepted.
 */
async function assertWithinLimits(
  { db, actor, prepared: { full, hash } }: Upload<unknown>,
  replacedRow: WireRow | null,
): Promise<void> {
  const isOwn = sql`${sql.ref('createdBy')} = ${actor?._id ?? ''}`;
  const { rows } = await sql<Record<string, number | string>>`
    select count(*) as pictures, coalesce(sum(size), 0) as bytes,
      coalesce(sum(case when ${isOwn} then 1 else 0 end), 0) as own_pictures,
      coalesce(sum(case when ${isOwn} then size else 0 end), 0) as own_bytes,
      coalesce(sum(case when hash = ${hash} then 1 else 0 end), 0) as existing
    from gallery`.execute(db);
  const total = (name: string) => Number(rows[0]?.[name] ?? 0);
  if (total('existing') > 0) return;
  const toGigabytes = (bytes: number) => bytes / 1024 ** 3;
  const addedBytes = full.bytes.length - Number(replacedRow?.['size'] ?? 0);
  const refusals = [
    !replacedRow &&
      total('own_pictures') >= maxPictures.perUser &&
      refusal('pictures-own-number', { n: maxPictures.perUser }),
    !replacedRow &&
      total('pictures') >= maxPictures.total &&
      refusal('pictures-number', { n: maxPictures.total }),
    total('own_bytes') + addedBytes > maxGalleryBytes.perUser &&
      refusal('pictures-own-size', { n: toGigabytes(maxGalleryBytes.perUser) }),
    total('bytes') + addedBytes > maxGalleryBytes.total &&
      refusal('pictures-size', { n: toGigabytes(maxGalleryBytes.total) }),
  ];
  const firstRefusal = refusals.find((candidate) => candidate !== false);
  if (firstRefusal) throw invalid({ file: firstRefusal }, firstRefusal);
}

async function restorePicture(ctx: WriteContext, hash: string) {
  const { _id, isActive } = await ctx.db
    .selectFrom('gallery')
    .select(['_id', 'isActive'])
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  if (!isActive) await changeRow({ ...ctx, ifMatch: null }, gallery, _id, { isActive: true });
  return readPicture(ctx.db, _id);
}

/** Replaces the file of a picture, everywhere it is shown. */
export async function replacePicture(ctx: Upload<unknown>, id: string) {
  const { full, thumb, hash } = ctx.prepared;
  await acquireTransactionLock(ctx.db, limitLockKey);
  const before = await findRow(ctx.db, gallery, id, { lock: true, additional: pictureFields });
  if (!before) throw notFound();
  if (ctx.ifMatch !== null && ctx.ifMatch !== before.version) throw stale(before);
  if (before['hash'] === hash) return readPicture(ctx.db, id);
  const duplicate = await ctx.db
    .selectFrom('gallery')
    .select(['_id', 'name'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (duplicate) {
    const reason = refusal('picture-duplicate', { name: duplicate.name });
    throw problem('DUPLICATE', reason, { fields: { file: reason }, details: { id: duplicate._id } });
  }
  await assertWithinLimits(ctx, before);
  const oldFileIds = await listFileIds(ctx.db, id);
  await ctx.db
    .updateTable('gallery')
    .set({
      ...getFileColumns(full),
      hash,
      fileId: await storeFile(ctx.db, ctx.services.clock, full),
      thumbId: await storeFile(ctx.db, ctx.services.clock, thumb),
      version: before.version + 1,
      updatedAt: ctx.now.toISOString(),
    })
    .where('_id', '=', id)
    .execute();
  await removeFiles(ctx.db, oldFileIds);
  const after = await readPicture(ctx.db, id);
  await ctx.audit({ action: 'replace', entity: 'gallery', id, before, after });
  emitRowEvents(ctx, gallery, id, 'changed');
  return after;
}

/**
 * Deletes an unused picture with its files.
 *
 * @throws ApiProblem 409 `IN_USE`
 */
export async function deletePicture(ctx: WriteContext, id: string): Promise<void> {
  const fileIds = await listFileIds(ctx.db, id);
  await deleteRow(ctx, gallery, id);
  await removeFiles(ctx.db, fileIds);
}

async function listFileIds(db: Queryable, id: string): Promise<string[]> {
  const row = await db
    .selectFrom('gallery')
    .select(['fileId', 'thumbId'])
    .where('_id', '=', id)
    .executeTakeFirst();
  return row ? [row.fileId, row.thumbId] : [];
}

const getFileColumns = ({ type, bytes, width, height }: PreparedPicture['full']) => ({
  type,
  size: bytes.length,
  width,
  height,
});

/** Derives an initial name from the file name, without its extension. */
function getPictureName(fileName: string | undefined): string {
  const name = (fileName ?? '')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/[\p{C}_]+/gu, ' ')
    .trim();
  return name || 'Picture';
}
