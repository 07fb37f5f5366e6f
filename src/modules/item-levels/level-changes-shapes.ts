import { type Shape } from '#platform/shapes/shape.ts';

export const levelsSaved = {
  saved: 'integer',
} as const satisfies Shape;

/** Daily usage of an item at a branch, in the item's base unit. */
export const itemDailyUse = {
  itemId: 'required id',
  perDay: 'required quantity',
} as const satisfies Shape;
