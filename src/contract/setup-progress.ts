import { z } from 'zod';

/**
 * `GET /settings/progress`: progress of a business from setup to its first received order. Counts are of
 * active rows; a null name isn't set yet.
 */
export const setupProgress = z.object({
  businessName: z.string().nullable(),
  /** ISO code of the base currency. */
  baseCurrency: z.string().nullable(),
  units: z.number(),
  kitchens: z.number(),
  /** Branches with a supplying kitchen. */
  branches: z.number(),
  /** Branches without a supplying kitchen, which can't order. */
  unsuppliedBranches: z.number(),
  itemCategories: z.number(),
  /** Counted up to 1,000. */
  items: z.number(),
  /** A kitchen or warehouse was counted, or has stock. */
  isStocked: z.boolean(),
  /** Users who can sign in. */
  people: z.number(),
  /** The most advanced order by status; null before the first. */
  order: z.object({ _id: z.string(), orderNo: z.string(), status: z.string() }).nullable(),
});
export type SetupProgress = z.output<typeof setupProgress>;
