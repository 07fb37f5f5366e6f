import { listOf, withDefault, type Shape, type Wire } from '#platform/shapes/shape.ts';

/** A collection that references a row. */
export const usageRow = {
  collection: 'required text',
  /** Number of referencing rows; null if the caller may not see all of them. */
  count: 'integer?',
  /** Whether the count is a lower bound. */
  isCapped: 'flag',
  /**
   * Whether the references prevent deletion of the row; otherwise the referencing rows are deleted with it.
   */
  blocks: withDefault('flag', true),
  /** The referencing fields. */
  fields: 'texts',
  /** The first few rows by name, if they have one. */
  rows: listOf({
    _id: 'key',
    name: 'label',
  }),
} as const satisfies Shape;
export type UsageRow = Wire<typeof usageRow>;

/**
 * A change of a row: changed fields before and after. A new row has no `before`, a deleted one no `after`.
 */
export const rowChange = {
  seq: 'integer',
  at: 'moment',
  userId: 'id?',
  userName: 'text?',
  /** create, edit, archive, restore, delete, or another action. */
  action: 'text',
  before: 'values',
  after: 'values',
} as const satisfies Shape;
export type RowChange = Wire<typeof rowChange>;
