import { z } from 'zod';
import { priceSources } from '#domain/costing/price-history.ts';
import { calendarDate, cappedLimit } from './numbers.ts';

/** One price that a pack has had, of the whole pack, in the supplier's currency. */
export const packPrice = z.object({
  seq: z.number(),
  supplierId: z.string().nullable(),
  /** Null: from that day on it has none. */
  price: z.number().nullable(),
  /** The first day (YYYY-MM-DD) on which it holds. */
  validFrom: z.string(),
  source: z.enum(priceSources),
  /** What it came with: `import`, for one; null where it was entered by hand. */
  docType: z.string().nullable(),
  docId: z.string().nullable(),
  createdAt: z.string(),
  /** Against the price that held until then, to two decimals; null for the first one, and after one in another currency. */
  changePercent: z.number().nullable(),
  /** Whether it holds on the day that is asked for. */
  isCurrent: z.boolean(),
});
export type PackPrice = z.output<typeof packPrice>;

/** `on`: as of that day, without what holds only later; left out: today. */
export const packPricesQuery = z.object({
  on: calendarDate.optional(),
  limit: cappedLimit(500).default(50),
});

/**
 * What fixes the contents of a pack, or the currency of a supplier: the collection of a document, or `prices`; null while they can be
 * changed.
 */
export const fixedState = z.object({ fixedBy: z.string().nullable() });
