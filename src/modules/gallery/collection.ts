import type { SchemaParts } from '#platform/collections/schema-parts.ts';
import { field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';

/** A search tag, stored in lower case to avoid duplicates. */
export const tag = ({ z }: { z: Pick<SchemaParts['z'], 'string'> }) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Enter a tag')
    .max(40, 'At most 40 characters')
    .regex(/^[^"\\]+$/, 'Quotation marks aren’t allowed');

const tags = (parts: SchemaParts) =>
  parts.z
    .array(tag(parts))
    .max(20, 'At most 20 tags')
    .transform((tags) => [...new Set(tags)]);

/** Metadata of gallery pictures. Files are uploaded and downloaded separately. */
export const gallery = defineResource({
  collection: 'gallery',
  path: '/gallery',
  table: 'gallery',
  labels: { one: 'Picture', many: 'Pictures' },
  fields: {
    alt: field
      .text('Alt text', { most: 300, hint: 'Describes the picture for people who can’t see it.' })
      .optional(),
    altAlt: field.text('Localized alt text', { most: 300 }).optional(),
    tags: field.json('Tags', tags, { initial: [] as string[] }).filled(),
  },
  unique: [],
  columns: ['name', 'alt', 'tags'],
  importColumns: [],
  sort: '-createdAt',
});

export type PictureRow = ResourceWireRow<typeof gallery>;
