import type { QueryClient } from '@tanstack/react-query';
import { gallery } from '../collection.ts';
import { tagCount, taggedPicture } from '#modules/pictures/shapes.ts';
import {
  readBoolean,
  readId,
  type JsonRecord,
  readNumberValue,
  unwrapDocument,
  readText,
  readTexts,
  type TolerantList,
} from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import type { Reply } from '#platform/web/api/call.ts';
import type { Upload } from '#platform/web/api/upload.ts';
import { setQueryResponse } from '#platform/web/cache/set-query-response.ts';
import { getLifetimeMs } from '#platform/web/cache/lifetimes.ts';
import { getDisplayNames } from '#platform/web/i18n/display-names.ts';
import { readList, readOne, readQuery } from '#platform/web/queries/read-query.ts';
import { readRows } from '#platform/web/queries/read-shape.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';

/** A gallery picture; `values` contains all fields of the response. */
export interface Picture extends ResourceRow {
  /** Alternative text in the current language, if any. */
  alt: string | null;
  tags: string[];
  /** Bytes. */
  size: number | null;
  width: number | null;
  height: number | null;
  createdAt: string | null;
  createdByName: string | null;
  /** Number of rows that use the picture; null if the server doesn't return it. */
  uses: number | null;
  version: number | null;
}

/** Filters of `GET /gallery`, named as in the API. */
export interface GalleryFilters {
  q?: string | undefined;
  tag?: string | undefined;
  unused?: boolean | undefined;
  active?: boolean | undefined;
  sort?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

/** Queries gallery pictures, newest first by default. */
export function galleryQuery(filters: GalleryFilters = {}) {
  return readQuery({
    collection: 'gallery_data',
    key: ['pictures', 'page', filters],
    lifetime: 'other',
    path: 'gallery',
    search: { ...filters },
    read: (reply) => readList(reply, readPicture),
  });
}

const pickerPageSize = 48;

/** Queries pictures page by page, for the picker. A server without paging returns all at once. */
export function morePicturesQuery(filters: Omit<GalleryFilters, 'page' | 'limit'>) {
  return {
    queryKey: ['gallery_data', 'pictures', 'more', filters] as const,
    staleTime: getLifetimeMs('other'),
    initialPageParam: 1,
    queryFn: async ({ signal, pageParam }: { signal: AbortSignal; pageParam: number }) => {
      const search = { ...filters, page: pageParam, limit: pickerPageSize };
      return readList(await api.get('gallery', { signal, search }), readPicture);
    },
    getNextPageParam: (last: TolerantList<Picture>, pages: readonly TolerantList<Picture>[]) =>
      last.total !== null && last.rows.length === pickerPageSize ? pages.length + 1 : undefined,
  };
}

/** Queries one picture. */
export function pictureQuery(id: string) {
  return readQuery({
    collection: 'gallery_data',
    key: ['pictures', 'one', id],
    lifetime: 'other',
    path: `gallery/${encodeURIComponent(id)}`,
    read: (reply) => readOne(reply, requirePicture),
  });
}

/** Queries the tags in use with their picture counts. */
export function tagsQuery() {
  return readQuery({
    collection: 'gallery_data',
    key: ['pictures', 'tags'],
    lifetime: 'other',
    path: 'gallery/tags',
    read: (reply) => readRows(reply, tagCount),
  });
}

interface UploadOptions {
  idempotencyKey: string;
  signal: AbortSignal;
  onProgress(sent: number): void;
}

const sendFile = async (upload: Upload) => (await import('#platform/web/api/upload.ts')).uploadFile(upload);

/**
 * Adds a picture. If the gallery already contains it, returns the existing one with `isDuplicate` true.
 * Throws `ApiError`.
 */
export async function addPicture(
  file: File,
  options: UploadOptions,
): Promise<{ picture: Picture; isDuplicate: boolean }> {
  const search = { name: file.name.slice(0, 120) };
  const reply = await sendFile({ method: 'post', path: 'gallery', file, search, ...options });
  return { picture: readPictureReply(reply), isDuplicate: reply.status === 200 };
}

/**
 * Replaces the file of a picture. Throws `ApiError`: 409 `DUPLICATE` if a different picture already has this
 * file.
 */
export async function replacePictureFile(picture: Picture, file: File): Promise<Picture> {
  const path = `gallery/${encodeURIComponent(picture._id)}/file`;
  return readPictureReply(await sendFile({ method: 'put', path, file, ifMatch: picture.version }));
}

/** Archives or restores a picture. Throws `ApiError`. */
export async function setPictureActive(picture: Picture, isActive: boolean): Promise<Picture> {
  const path = `gallery/${encodeURIComponent(picture._id)}`;
  return readPictureReply(await api.send('put', path, { json: { isActive }, ifMatch: picture.version }));
}

/** Tags to add to and remove from a picture. */
export interface Tagging {
  _id: string;
  add: readonly string[];
  remove: readonly string[];
}

const tagBatchSize = 500;

/**
 * Changes the tags of several pictures in batches of 500; if one change of a batch fails, none of the batch
 * is made. Returns the changes that were made. Throws `ApiError` with the picture's id in `details.id`.
 */
export async function tagPictures(pictures: readonly Tagging[]): Promise<Tagging[]> {
  const applied: Tagging[] = [];
  for (let start = 0; start < pictures.length; start += tagBatchSize) {
    const json = { pictures: pictures.slice(start, start + tagBatchSize) };
    const reply = await api.send('post', 'gallery/tags', { json });
    applied.push(
      ...readRows(reply, taggedPicture).map(({ _id, added, removed }) => ({
        _id,
        add: added,
        remove: removed,
      })),
    );
  }
  return applied;
}

/** Deletes an unused picture. Throws `ApiError`: 409 `IN_USE` lists its uses. */
export async function deletePicture(picture: Picture): Promise<void> {
  await api.send('delete', `gallery/${encodeURIComponent(picture._id)}`, { ifMatch: picture.version });
}

/** Invalidates all queries that show the gallery; updates the query of `changedPicture`. */
export function invalidateGallery(queryClient: QueryClient, changedPicture?: Picture): void {
  if (changedPicture)
    setQueryResponse(queryClient, pictureQuery(changedPicture._id).queryKey, changedPicture);
  void queryClient.invalidateQueries({ queryKey: ['gallery_data'] });
}

/** Removes a deleted picture from the cache, so that it is not requested again. */
export function removeCachedPicture(queryClient: QueryClient, id: string): void {
  queryClient.removeQueries({ queryKey: pictureQuery(id).queryKey });
  void queryClient.invalidateQueries({ queryKey: ['gallery_data'] });
}

const readPictureReply = ({ data }: Reply): Picture => requirePicture(unwrapDocument(data));

function requirePicture(row: JsonRecord): Picture {
  const picture = readPicture(row);
  if (picture === null) throw new TypeError('The response contains no picture');
  return picture;
}

function readPicture(values: JsonRecord): Picture | null {
  const _id = readId(values);
  if (_id === null) return null;
  const name = readText(values['name']) ?? readText(values['title']) ?? gallery.labels.one;
  const altAlt = readText(values['altAlt']);
  return {
    _id,
    ...getDisplayNames(name, readText(values['nameAlt'])),
    isActive: readBoolean(values['isActive'], true),
    values,
    alt: getDisplayNames(readText(values['alt']) ?? '', altAlt).name || altAlt,
    tags: readTexts(values['tags']),
    size: readNumberValue(values['size']),
    width: readNumberValue(values['width']),
    height: readNumberValue(values['height']),
    createdAt: readText(values['createdAt']),
    createdByName: readText(values['createdByName']),
    uses: readNumberValue(values['uses']),
    version: readNumberValue(values['version']),
  };
}
