import { type Shape, type Wire } from '#platform/shapes/shape.ts';

/**
 * The largest recent quantity of an item, in the pack or unit used in the document; new quantities are
 * compared with it.
 */
export const typicalQuantity = {
  itemId: 'required id',
  /** Id of a pack or unit. */
  unitOrPackId: 'required text',
  qty: 'required quantity',
} as const satisfies Shape;
export type TypicalQuantity = Wire<typeof typicalQuantity>;
