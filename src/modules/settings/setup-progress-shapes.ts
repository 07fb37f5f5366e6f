import { objectOf, nullable, type Shape, type Wire } from '#platform/shapes/shape.ts';

/**
 * `GET /settings/progress`: progress of a business from setup to its first received order. Counts
 * include only active rows; a null name isn't set yet.
 */
export const setupProgress = {
  businessName: 'text?',
  /** ISO code of the base currency. */
  baseCurrency: 'text?',
  units: 'integer',
  kitchens: 'required integer',
  /** Branches with a supplying kitchen. */
  branches: 'integer',
  /** Branches without a supplying kitchen, which can't order. */
  unsuppliedBranches: 'integer',
  itemCategories: 'integer',
  /** Counted up to 1,000. */
  items: 'integer',
  /** Whether a kitchen or warehouse has been counted or has stock. */
  isStocked: 'flag',
  /** Users who can sign in. */
  people: 'integer',
  /** The most advanced order by status; null before the first. */
  order: nullable(
    objectOf({
      _id: 'key',
      orderNo: 'label',
      status: 'text',
    }),
  ),
} as const satisfies Shape;
export type SetupProgress = Wire<typeof setupProgress>;
