import { z } from 'zod';

/**
 * `GET /settings/progress`: how far a business is on its way from set-up to its first received order. Counts are of
 * rows that are in use (not archived); a null of a name means that nobody has said it yet.
 */
export const setupProgress = z.object({
  businessName: z.string().nullable(),
  /** ISO code of the base currency. */
  baseCurrency: z.string().nullable(),
  units: z.number(),
  kitchens: z.number(),
  /** Branches that a kitchen supplies. */
  branches: z.number(),
  /** Branches that no kitchen supplies: they cannot order. */
  unsuppliedBranches: z.number(),
  itemCategories: z.number(),
  /** Counted up to 1,000. */
  items: z.number(),
  /** A kitchen or warehouse was counted, or holds something. */
  isStocked: z.boolean(),
  /** People who may sign in. */
  people: z.number(),
  /** The order that came furthest, by its status; null before the first. */
  order: z.object({ _id: z.string(), orderNo: z.string(), status: z.string() }).nullable(),
});
export type SetupProgress = z.output<typeof setupProgress>;
