import { sql } from 'kysely';
import { z } from 'zod';
import type { Flag } from '#core/permissions.ts';
import { maxPictureBytes } from '#modules/pictures/picture-rules.ts';
import {
  fileQueryParams,
  galleryQueryParams,
  picture,
  tagging,
  uploadQueryParams,
} from '#modules/pictures/input.ts';
import { gallery } from '../collection.ts';
import { listOf } from '#platform/shapes/shape.ts';
import { tagCount, taggedPicture } from '#modules/pictures/shapes.ts';
import { getSchemas } from '#platform/collections/schemas.ts';
import { buildListResponse } from '#platform/server/http/list.ts';
import { notFound } from '#platform/server/http/problems.ts';
import { type Route, readRoute, uploadRoute, writeRoute } from '#platform/server/http/route.ts';
import { buildRowInfoRoutes } from '#modules/master-data/server/row-info-routes.ts';
import { existsIn } from '#platform/collections/server/exists.ts';
import { changeRow } from '#modules/master-data/server/service.ts';
import { buildRowJson } from '#platform/collections/server/store.ts';
import { preparePicture } from '#modules/attachments/server/files/prepare.ts';
import {
  addPicture,
  countTags,
  deletePicture,
  readPicture,
  readPictureFile,
  replacePicture,
} from './service.ts';
import { buildGalleryConditions, pictureFields, gallerySortFields } from './shape.ts';
import { tagPictures } from './tag-pictures.ts';

const getAccess = (flag: Flag) => ({ kind: 'collection', collection: 'gallery', flag }) as const;
const exists = existsIn(gallery);

export const galleryRoutes: Route[] = [
  readRoute({
    path: '/gallery',
    access: getAccess('canView'),
    summary: 'Lists pictures, optionally only those with a `tag` or `unused`.',
    query: galleryQueryParams,
    response: z.array(picture),
    run: ({ db, query }) =>
      buildListResponse(
        {
          db,
          from: sql`gallery`,
          object: buildRowJson(db.dialect, gallery, { additional: pictureFields }),
          conditions: buildGalleryConditions(query),
          sortable: gallerySortFields,
          key: 'gallery._id',
          defaultSort: gallery.sort,
        },
        query as { limit: number; page: number; sort?: string },
      ),
  }),
  readRoute({
    path: '/gallery/tags',
    access: getAccess('canView'),
    summary: 'Lists the tags in use with their number of pictures.',
    response: listOf(tagCount),
    run: async ({ db }) => ({ status: 200, body: await countTags(db) }),
  }),
  readRoute({
    path: '/gallery/:id',
    access: getAccess('canView'),
    summary: 'Returns one picture.',
    response: picture,
    exists,
    async run({ db, params }) {
      const row = await readPicture(db, params['id'] as string);
      return { status: 200, body: row, version: row.version };
    },
  }),
  readRoute({
    path: '/gallery/:id/file',
    access: getAccess('canView'),
    summary: 'Returns the picture file or its thumbnail.',
    query: fileQueryParams,
    fileType: 'image/webp',
    exists,
    async run(ctx) {
      const response = await readPictureFile(ctx, ctx.params['id'] as string, ctx.query.size);
      if (!response) throw notFound();
      return response;
    },
  }),
  uploadRoute({
    method: 'post',
    success: [201, 200],
    path: '/gallery',
    access: getAccess('canCreate'),
    summary:
      'Adds a picture: the body is the file, at most 8 MB and 40 megapixels. 200 with the existing picture if the gallery already contains it.',
    query: uploadQueryParams,
    maxBytes: maxPictureBytes,
    response: picture,
    prepare: ({ services, body }) => preparePicture(services.images, body),
    async run(ctx) {
      const { isNew, picture: row } = await addPicture(ctx);
      return { status: isNew ? 201 : 200, body: row, version: row.version };
    },
  }),
  uploadRoute({
    method: 'put',
    path: '/gallery/:id/file',
    access: getAccess('canEdit'),
    summary: 'Replaces the file of a picture, wherever it is shown.',
    maxBytes: maxPictureBytes,
    response: picture,
    exists,
    prepare: ({ services, body }) => preparePicture(services.images, body),
    async run(ctx) {
      const row = await replacePicture(ctx, ctx.params['id'] as string);
      return { status: 200, body: row, version: row.version };
    },
  }),
  writeRoute({
    method: 'put',
    path: '/gallery/:id',
    access: getAccess('canEdit'),
    summary: 'Changes the description of a picture; isActive: false archives it.',
    body: getSchemas(gallery).changeInput,
    response: picture,
    exists,
    async run(ctx) {
      const id = ctx.params['id'] as string;
      await changeRow(ctx, gallery, id, ctx.body);
      const row = await readPicture(ctx.db, id);
      return { status: 200, body: row, version: row.version };
    },
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/gallery/tags',
    access: getAccess('canEdit'),
    summary: 'Adds and removes tags of pictures, all or none; returns the changes.',
    body: tagging,
    response: listOf(taggedPicture),
    run: async (ctx) => ({ status: 200, body: await tagPictures(ctx) }),
  }),
  writeRoute({
    method: 'delete',
    path: '/gallery/:id',
    access: getAccess('canDelete'),
    summary: 'Deletes an unused picture.',
    exists,
    async run(ctx) {
      await deletePicture(ctx, ctx.params['id'] as string);
      return { status: 204 };
    },
  }),
  ...buildRowInfoRoutes(gallery, gallery.path),
];
