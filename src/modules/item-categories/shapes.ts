import { type Shape, withDefault } from '#platform/shapes/shape.ts';

/** The category fields that list endpoints return. The other fields are defined in `collection.ts`. */
export const listedCategory = {
  _id: 'key',
  name: 'name',
  nameAlt: 'text?',
  sortOrder: 'integer',
  isActive: withDefault('flag', true),
} as const satisfies Shape;
