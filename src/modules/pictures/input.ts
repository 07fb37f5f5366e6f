import { z } from 'zod';
import { id, queryFlag } from '#platform/shapes/common.ts';
import { gallery, tag } from '#modules/gallery/collection.ts';
import { getSchemas } from '#platform/collections/schemas.ts';
import { fieldSchemas } from '#platform/shapes/shape-schema.ts';
import { pictureMetadata } from './shapes.ts';

/** A picture. */
export const picture = getSchemas(gallery).row.extend(fieldSchemas(pictureMetadata));

export const galleryQueryParams = getSchemas(gallery).query.extend({
  tag: tag({ z }).optional(),
  /** Only unused pictures, or only used ones. */
  unused: queryFlag.optional(),
});

/** The file name is a parameter because the request body contains only the file. */
export const uploadQueryParams = z.object({
  name: z.string().trim().max(120, 'At most 120 characters').optional(),
});

export const pictureSizes = ['thumb', 'full'] as const;
export const fileQueryParams = z.object({
  size: z.enum(pictureSizes, 'Choose one of: thumb, full').default('full'),
});

const tagList = z.array(tag({ z })).max(20, 'At most 20 tags').default([]);

/** Tags to add and remove per picture, so that a bulk change can be undone with the same endpoint. */
export const tagging = z.strictObject({
  pictures: z
    .array(z.strictObject({ _id: id, add: tagList, remove: tagList }))
    .min(1, 'At least one')
    .max(500, 'At most 500'),
});
