import { z } from 'zod';
import { id, queryFlag } from './common.ts';
import { gallery, tag } from './gallery.ts';
import { schemasOf } from './resources/schemas.ts';

/** A picture. `size` is in bytes; `hash` is the SHA-256 of the file in hex. */
export const picture = schemasOf(gallery).row.extend({
  type: z.string(),
  size: z.number(),
  width: z.number(),
  height: z.number(),
  hash: z.string(),
  createdBy: z.string().nullable(),
  createdByName: z.string().nullable(),
  /** Number of rows that use it. */
  uses: z.number(),
});

export const galleryQueryParams = schemasOf(gallery).query.extend({
  tag: tag({ z }).optional(),
  /** Only unused pictures, or only used ones. */
  unused: queryFlag.optional(),
});

/** Name of an upload, if its file isn't sent with metadata. */
export const uploadQueryParams = z.object({
  name: z.string().trim().max(120, 'At most 120 characters').optional(),
});

export const pictureSizes = ['thumb', 'full'] as const;
export const fileQueryParams = z.object({ size: z.enum(pictureSizes, 'One of thumb, full').default('full') });

const someTags = z.array(tag({ z })).max(20, 'At most 20 tags').default([]);

/** Tags to add and remove per picture, so that a bulk change can be undone by the same call. */
export const tagging = z.strictObject({
  pictures: z
    .array(z.strictObject({ _id: id, add: someTags, remove: someTags }))
    .min(1, 'At least one')
    .max(500, 'At most 500'),
});

/** The changed pictures with the tags actually added and removed. */
export const tagged = z.array(
  z.object({ _id: z.string(), added: z.array(z.string()), removed: z.array(z.string()) }),
);

export const tagCount = z.object({ tag: z.string(), count: z.number() });
