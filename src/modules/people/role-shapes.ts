import { type Shape } from '#platform/shapes/shape.ts';

/** Number of users changed; the others already had these rights. */
export const roleApplicationResult = {
  changed: 'integer',
} as const satisfies Shape;
