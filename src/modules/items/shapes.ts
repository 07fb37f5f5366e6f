import { type Shape, withDefault } from '#platform/shapes/shape.ts';

/** An item as used by lists and searches, from a compact or a complete row. */
export const listedItem = {
  _id: 'key',
  itemCode: 'text',
  name: 'name',
  nameAlt: 'text?',
  category: 'id?',
  section: 'id?',
  baseUnit: 'id',
  orderUnit: 'id?',
  /** One order unit is `orderNum / orderDen` base units; null if there is no conversion. */
  orderNum: 'number?',
  orderDen: 'number?',
  /** Count unit, if it differs from the base unit. */
  countUnit: 'id?',
  barcodes: 'texts',
  /** Id of the item's picture. */
  image: 'text?',
  substitutes: 'texts',
  /** The branches that may order it; empty if all may. */
  branches: 'texts',
  isOrderable: withDefault('flag', true),
  isActive: withDefault('flag', true),
} as const satisfies Shape;

/** Items that may be substituted for an item. */
export const itemSubstitution = {
  substitutes: 'texts',
  /** Whether other substitutes are allowed; null if the branch's setting applies. */
  substituting: 'text?',
} as const satisfies Shape;

/** The nominal weight of one piece of an item, in base units. */
export const pieceWeight = {
  _id: 'key',
  catchWeight: 'flag',
  pieceWeight: 'quantity?',
} as const satisfies Shape;
