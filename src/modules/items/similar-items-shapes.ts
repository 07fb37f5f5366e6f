import { oneOf, withDefault, type Shape, type Wire } from '#platform/shapes/shape.ts';

export const similarItem = {
  _id: 'key',
  itemCode: 'text',
  name: 'label',
  nameAlt: 'text?',
  isActive: withDefault('flag', true),
  /** What matches: the name, an own barcode, or a pack's barcode. */
  shares: oneOf(['name', 'barcode', 'pack']),
  /** The matching barcode; null for a name. */
  barcode: 'text?',
} as const satisfies Shape;
export type SimilarItem = Wire<typeof similarItem>;

/** What fixes an item's base unit: `moves` or a collection of documents. Null while it can be changed. */
export const baseUnitState = {
  fixedBy: 'text?',
} as const satisfies Shape;
