import { z } from 'zod';
import { id } from './common.ts';
import { pageQuery } from './numbers.ts';

/** Body of `POST .../archive`: archives rows, or takes them back (`isActive: true`), all or none. */
export const archiveInput = z.strictObject({
  ids: z.array(id).min(1, 'At least one').max(500, 'At most 500'),
  isActive: z.boolean(),
});

/** One collection that uses a row. */
export const usageRow = z.object({
  collection: z.string(),
  /** How many of its rows; null where the caller may not see them all. */
  count: z.number().nullable(),
  /** There are more than were counted. */
  capped: z.boolean(),
  /** Whether the row cannot be deleted for it; else these rows go with it. */
  blocks: z.boolean(),
  /** In which of their fields. */
  fields: z.array(z.string()),
  /** The first few by name, where they have one. */
  rows: z.array(z.object({ _id: z.string(), name: z.string() })),
});
export type UsageRow = z.output<typeof usageRow>;

const values = z.record(z.string(), z.unknown());

/** One change of a row: the fields that changed, before and after. A new row has no `before`, a deleted one no `after`. */
export const rowChange = z.object({
  seq: z.number(),
  at: z.string(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  /** create, edit, archive, restore, delete, or what else was done to it. */
  action: z.string(),
  before: values,
  after: values,
});
export type RowChangeRow = z.output<typeof rowChange>;

const { limit, page } = pageQuery(100);
export const historyQuery = z.object({ limit, page });
