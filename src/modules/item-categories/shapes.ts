import { type Shape, withDefault } from '#platform/shapes/shape.ts';

/** A category in lists; the other fields are in its collection. */
export const listedCategory = {
  _id: 'key',
  name: 'name',
  nameAlt: 'text?',
  sortOrder: 'integer',
  isActive: withDefault('flag', true),
} as const satisfies Shape;
