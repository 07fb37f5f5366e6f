import { z } from 'zod';
import { id } from './common.ts';
import { pageQuery } from './numbers.ts';

/** Body of `POST .../archive`: archives rows, or restores them (`isActive: true`), all or none. */
export const archiveInput = z.strictObject({
  ids: z.array(id).min(1, 'At least one').max(500, 'At most 500'),
  isActive: z.boolean(),
});

/** A collection that references a row. */
export const usageRow = z.object({
  collection: z.string(),
  /** Number of its rows; null if the caller may not see them all. */
  count: z.number().nullable(),
  /** The count is a lower bound. */
  capped: z.boolean(),
  /** Whether it prevents deleting the row; otherwise these rows are deleted with it. */
  blocks: z.boolean(),
  /** The referencing fields. */
  fields: z.array(z.string()),
  /** The first few rows by name, if they have one. */
  rows: z.array(z.object({ _id: z.string(), name: z.string() })),
});
export type UsageRow = z.output<typeof usageRow>;

const values = z.record(z.string(), z.unknown());

/**
 * A change of a row: changed fields before and after. A new row has no `before`, a deleted one no `after`.
 */
export const rowChange = z.object({
  seq: z.number(),
  at: z.string(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  /** create, edit, archive, restore, delete, or another action. */
  action: z.string(),
  before: values,
  after: values,
});
export type RowChangeRow = z.output<typeof rowChange>;

const { limit, page } = pageQuery(100);
export const historyQueryParams = z.object({ limit, page });
