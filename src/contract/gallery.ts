import { z } from 'zod';
import { queryFlag } from './common.ts';
import { field } from './resources/fields.ts';
import { defineResource, type RowOf } from './resources/kit.ts';

/** A word to find pictures by: lower case, so that one tag is not kept twice. */
export const tag = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'A tag is needed')
  .max(40, 'At most 40 characters')
  .regex(/^[^"\\]+$/, 'No quotation marks');

const tags = z
  .array(tag)
  .max(20, 'At most 20 tags')
  .transform((all) => [...new Set(all)]);

/** The pictures of the gallery: what people say about them. The file itself is uploaded and read apart. */
export const gallery = defineResource({
  collection: 'gallery',
  path: '/gallery',
  table: 'gallery',
  labels: { one: 'Picture', many: 'Pictures' },
  fields: {
    alt: field
      .text('Alt text', { most: 300, hint: 'What the picture shows, for those who cannot see it.' })
      .optional(),
    altAlt: field.text('Alt text in the second language', { most: 300 }).optional(),
    tags: field.json('Tags', tags, { initial: [] as string[] }).filled(),
  },
  unique: [],
  columns: ['name', 'alt', 'tags'],
  importColumns: [],
  sort: '-createdAt',
});

/** A picture as it is answered. `size` is in bytes; `hash` is the SHA-256 of the file, in hex. */
export const picture = gallery.row.extend({
  type: z.string(),
  size: z.number(),
  width: z.number(),
  height: z.number(),
  hash: z.string(),
  createdBy: z.string().nullable(),
  createdByName: z.string().nullable(),
  /** How many rows show it. */
  uses: z.number(),
});

export const galleryQuery = gallery.query.extend({
  tag: tag.optional(),
  /** Only what nothing shows, or only what something does. */
  unused: queryFlag.optional(),
});

/** What an upload is called, where its file does not come with words. */
export const uploadQuery = z.object({
  name: z.string().trim().max(120, 'At most 120 characters').optional(),
});

export const pictureSizes = ['thumb', 'full'] as const;
export const fileQuery = z.object({ size: z.enum(pictureSizes, 'thumb or full').default('full') });

export const tagCount = z.object({ tag: z.string(), count: z.number() });

export type PictureRow = RowOf<typeof gallery>;
