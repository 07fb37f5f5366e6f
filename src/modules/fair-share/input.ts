import { shareBases } from './bases.ts';
import { z } from 'zod';
import { calendarDate, quantity, text } from '#platform/shapes/numbers.ts';

/** Multiple of a typical order above which quantities are allocated last. */
const cap = z.int().min(1).max(100);

/**
 * `GET /fair-share?kitchen=&day=&items=&orders=&basis=&cap=`. Defaults: the caller's kitchen if there is only
 * one, all open orders, the items in short supply, and the kitchen's basis and cap. `cap=0` means no limit.
 */
export const fairShareQueryParams = z.object({
  kitchen: z.string().optional(),
  day: calendarDate.optional(),
  items: z.string().max(20_000).optional(),
  orders: z.string().max(20_000).optional(),
  basis: z.enum(shareBases).optional(),
  cap: z.coerce.number().int().min(0).max(100).optional(),
});
export type FairShareQueryParams = z.output<typeof fairShareQueryParams>;

const supplySnapshot = z.strictObject({
  onHand: z.number(),
  unusable: z.number(),
  heldElsewhere: z.number(),
  keptBack: z.number(),
});

/** `POST /fair-share`: the chosen shares, with the data they were based on. */
export const applyFairShare = z.strictObject({
  kitchen: z.string(),
  day: calendarDate.nullable().optional(),
  orders: z.array(z.string()).max(2000).optional(),
  basis: z.enum(shareBases),
  cap: cap.nullable(),
  items: z
    .array(
      z.strictObject({
        itemId: z.string(),
        /** Stock at the time of the proposal, in base units. */
        supplySnapshot,
        /** Quantity kept back, if it differs from the kitchen's default. */
        keptBack: quantity.optional(),
        lines: z
          .array(
            z.strictObject({
              lineId: z.string(),
              qty: quantity,
              fingerprint: z.string().max(400),
              /** Required if the share exceeds the requested quantity. */
              reason: text(500).optional(),
            }),
          )
          .min(1)
          .max(5000)
          .refine(
            (lines) => new Set(lines.map(({ lineId }) => lineId)).size === lines.length,
            'Enter each line only once',
          ),
      }),
    )
    .min(1)
    .max(500),
});
export type ApplyFairShare = z.output<typeof applyFairShare>;
