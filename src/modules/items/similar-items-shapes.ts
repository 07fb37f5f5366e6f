import { oneOf, withDefault, type Shape, type Wire } from '#platform/shapes/shape.ts';

export const similarItem = {
  _id: 'key',
  itemCode: 'text',
  name: 'label',
  nameAlt: 'text?',
  isActive: withDefault('flag', true),
  /** The match: the name, a barcode of the item, or a barcode of its pack. */
  matchedBy: oneOf(['name', 'barcode', 'pack']),
  /** The matching barcode; null for a match by name. */
  barcode: 'text?',
} as const satisfies Shape;
export type SimilarItem = Wire<typeof similarItem>;

/**
 * Kind of rows that fix an item's base unit: `moves` or a collection of documents; null while it can still be
 * changed.
 */
export const baseUnitState = {
  lockedBy: 'text?',
} as const satisfies Shape;
