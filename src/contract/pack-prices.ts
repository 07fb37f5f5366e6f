import { z } from 'zod';
import { priceSources } from '#domain/costing/price-history.ts';
import { calendarDate, cappedLimit } from './numbers.ts';

/** One price in the history of a pack, for the whole pack in the supplier's currency. */
export const packPrice = z.object({
  seq: z.number(),
  supplierId: z.string().nullable(),
  /** Null: no price from that day on. */
  price: z.number().nullable(),
  /** First day (YYYY-MM-DD) of validity. */
  validFrom: z.string(),
  source: z.enum(priceSources),
  /** Its source, such as `import`; null if entered manually. */
  docType: z.string().nullable(),
  docId: z.string().nullable(),
  createdAt: z.string(),
  /** Change from the previous price, to two decimals; null for the first one, or after another currency. */
  changePercent: z.number().nullable(),
  /** Whether it is valid on the requested day. */
  isCurrent: z.boolean(),
});
export type PackPrice = z.output<typeof packPrice>;

/** `on`: as of that day, without later prices; default today. */
export const packPricesQueryParams = z.object({
  on: calendarDate.optional(),
  limit: cappedLimit(500).default(50),
});

/**
 * What fixes the contents of a pack, or the currency of a supplier: the collection of a document, or
 * `prices`; null while they can be changed.
 */
export const fixedState = z.object({ fixedBy: z.string().nullable() });
