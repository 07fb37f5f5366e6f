import { mapOf, type Shape } from '#platform/shapes/shape.ts';

/** `GET /reports/goals`: goals of the business, and of branches with goals of their own. */
export const tileGoals = {
  business: mapOf('number'),
  branches: mapOf(mapOf('number')),
  /** Changes with every save; also the ETag. */
  version: 'integer',
} as const satisfies Shape;
