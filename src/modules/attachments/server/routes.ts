import { listOf } from '#platform/shapes/shape.ts';
import { maxPictureBytes } from '#modules/pictures/picture-rules.ts';
import { attachmentFileQueryParams, attachQueryParams } from '../input.ts';
import { attachment } from '../shapes.ts';
import { notFound } from '#platform/server/http/problems.ts';
import { type Route, readRoute, uploadRoute, writeRoute } from '#platform/server/http/route.ts';
import { preparePicture } from './files/prepare.ts';
import { sendPicture } from './files/send-picture.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import type { AnyDocument } from '#platform/documents/server/define.ts';
import { documentExists, getPhotoRules } from '#platform/documents/server/numbering-and-events.ts';
import { documents } from '#modules/documents/server/registry.ts';
import { findAttachable } from './documents.ts';
import { attachPhoto, removePhoto, toAttachment } from './service.ts';
import { listAttachments, findAttachment } from './store.ts';

/**
 * Routes for the photos of a document kind. Reading requires access to the document; the kind's photo rules
 * govern changes.
 */
function buildRoutes(kind: AnyDocument): Route[] {
  const { type, collection } = kind;
  const { flag } = getPhotoRules(kind);
  const path = `/${collection}`;
  const getAccess = (requiredFlag: typeof flag) =>
    ({ kind: 'collection', collection, flag: requiredFlag }) as const;
  const exists = documentExists(kind);
  return [
    readRoute({
      path: `${path}/:id/attachments`,
      access: getAccess('canView'),
      exists,
      summary: 'Lists the photos of a document and its lines, oldest first',
      response: listOf(attachment),
      async run({ db, actor, params, now }) {
        const user = requireActor(actor);
        const document = await findAttachable(db, kind, user, params['id'] ?? '');
        if (!document) throw notFound();
        const rows = await listAttachments(db, type, params['id'] ?? '');
        const canAttach = document.canAttach(now);
        return { status: 200, body: rows.map((row) => toAttachment(row, user, canAttach)) };
      },
    }),
    readRoute({
      path: `${path}/:id/attachments/:attachment/file`,
      access: getAccess('canView'),
      exists,
      summary: 'Returns the photo file or its thumbnail',
      query: attachmentFileQueryParams,
      fileType: 'image/webp',
      async run(ctx) {
        const { id = '', attachment: photoId = '' } = ctx.params;
        const row = await findAttachment(ctx.db, type, id, photoId);
        const response = row && (await sendPicture(ctx, { ...row, name: 'Photo' }, ctx.query.size));
        if (!response) throw notFound();
        return response;
      },
    }),
    uploadRoute({
      method: 'post',
      success: [201, 200],
      path: `${path}/:id/attachments`,
      access: getAccess(flag),
      exists,
      summary:
        'Attaches a photo to a document or to one of its lines: the body is the file, at most 8 MB and 40 megapixels. 200 with the existing photo if it has already been attached.',
      query: attachQueryParams,
      maxBytes: maxPictureBytes,
      response: attachment,
      prepare: ({ services, body }) => preparePicture(services.images, body),
      async run(ctx) {
        const { isNew, attachment: created } = await attachPhoto(ctx, kind, ctx.params['id'] ?? '');
        return { status: isNew ? 201 : 200, body: created };
      },
    }),
    writeRoute({
      method: 'delete',
      path: `${path}/:id/attachments/:attachment`,
      access: getAccess(flag),
      exists,
      summary: 'Removes a photo that the caller added, while the document accepts photos',
      async run(ctx) {
        await removePhoto(ctx, kind, ctx.params['id'] ?? '', ctx.params['attachment'] ?? '');
        return { status: 204 };
      },
    }),
  ];
}

export const attachmentRoutes: readonly Route[] = documents.flatMap(buildRoutes);
