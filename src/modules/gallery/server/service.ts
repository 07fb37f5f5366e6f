import { refusal } from '#core/refusals/refusal.ts';
import { sql } from 'kysely';
import { gallery } from '../collection.ts';
import { maxGalleryBytes, maxPictures } from '#modules/pictures/picture-rules.ts';
import { acquireTransactionLock } from '#platform/server/db/locking.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { invalid, notFound, problem, stale } from '#platform/server/http/problems.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/ids.ts';
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
  const row = await findRow(db, gallery, id, { more: pictureFields });
  if (!row) throw notFound();
  return row;
}

/**
 * Stores an uploaded picture. If the gallery has it already, that one is returned (`isNew` is false),
 * restored from the archive if necessary.
 */
export async function addPicture(ctx: Upload<{ name?: string | undefined }>) {
  const { full, thumb, hash } = ctx.prepared;
  await acquireTransactionLock(ctx.db, limitLockKey);
  await assertWithinLimits(ctx, null);
  const { clock } = ctx.services;
  const _id = newId(clock);
  const at = ctx.now.toISOString();
  const name = nameOf(ctx.query.name);
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
    ...factsOf(full),
    hash,
    fileId: '',
    thumbId: '',
    createdBy: ctx.actor?._id ?? null,
    createdByName: ctx.actor?.name ?? null,
  };
  // Of concurrent uploads of the same picture, one inserts the row; the others wait here and find it.
  const made = await ctx.db
    .insertInto('gallery')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('_id')
    .executeTakeFirst();
  if (!made) return { isNew: false, picture: await restorePicture(ctx, hash) };
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

/** Serializes concurrent uploads, so that the limits hold. */
const limitLockKey = 'bounds of the gallery';

/**
 * Refuses (422) an upload if the gallery or the user's share of it is full. Existing pictures are accepted.
 */
async function assertWithinLimits(
  { db, actor, prepared: { full, hash } }: Upload<unknown>,
  replaced: WireRow | null,
): Promise<void> {
  const isOwn = sql`${sql.ref('createdBy')} = ${actor?._id ?? ''}`;
  const { rows } = await sql<Record<string, number | string>>`
    select count(*) as pictures, coalesce(sum(size), 0) as bytes,
      coalesce(sum(case when ${isOwn} then 1 else 0 end), 0) as own_pictures,
      coalesce(sum(case when ${isOwn} then size else 0 end), 0) as own_bytes,
      coalesce(sum(case when hash = ${hash} then 1 else 0 end), 0) as known
    from gallery`.execute(db);
  const total = (name: string) => Number(rows[0]?.[name] ?? 0);
  if (total('known') > 0) return;
  const gigabytes = (bytes: number) => bytes / 1024 ** 3;
  const more = full.bytes.length - Number(replaced?.['size'] ?? 0);
  const faults = [
    !replaced &&
      total('own_pictures') >= maxPictures.ofPerson &&
      refusal('pictures-own-number', { n: maxPictures.ofPerson }),
    !replaced && total('pictures') >= maxPictures.all && refusal('pictures-number', { n: maxPictures.all }),
    total('own_bytes') + more > maxGalleryBytes.ofPerson &&
      refusal('pictures-own-size', { n: gigabytes(maxGalleryBytes.ofPerson) }),
    total('bytes') + more > maxGalleryBytes.all &&
      refusal('pictures-size', { n: gigabytes(maxGalleryBytes.all) }),
  ];
  const fault = faults.find((fault) => fault !== false);
  if (fault) throw invalid({ file: fault }, fault);
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
  const before = await findRow(ctx.db, gallery, id, { lock: true, more: pictureFields });
  if (!before) throw notFound();
  if (ctx.ifMatch !== null && ctx.ifMatch !== before.version) throw stale(before);
  if (before['hash'] === hash) return readPicture(ctx.db, id);
  const other = await ctx.db
    .selectFrom('gallery')
    .select(['_id', 'name'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (other) {
    const reason = refusal('picture-known', { name: other.name });
    throw problem('DUPLICATE', reason, { fields: { file: reason }, details: { id: other._id } });
  }
  await assertWithinLimits(ctx, before);
  const old = await filesOf(ctx.db, id);
  await ctx.db
    .updateTable('gallery')
    .set({
      ...factsOf(full),
      hash,
      fileId: await storeFile(ctx.db, ctx.services.clock, full),
      thumbId: await storeFile(ctx.db, ctx.services.clock, thumb),
      version: before.version + 1,
      updatedAt: ctx.now.toISOString(),
    })
    .where('_id', '=', id)
    .execute();
  await removeFiles(ctx.db, old);
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
  const files = await filesOf(ctx.db, id);
  await deleteRow(ctx, gallery, id);
  await removeFiles(ctx.db, files);
}

async function filesOf(db: Queryable, id: string): Promise<string[]> {
  const row = await db
    .selectFrom('gallery')
    .select(['fileId', 'thumbId'])
    .where('_id', '=', id)
    .executeTakeFirst();
  return row ? [row.fileId, row.thumbId] : [];
}

const factsOf = ({ type, bytes, width, height }: PreparedPicture['full']) => ({
  type,
  size: bytes.length,
  width,
  height,
});

/** Derives an initial name from the file name, without its extension. */
function nameOf(fileName: string | undefined): string {
  const words = (fileName ?? '')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/[\p{C}_]+/gu, ' ')
    .trim();
  return words || 'Picture';
}
