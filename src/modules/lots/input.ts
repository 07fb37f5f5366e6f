import { holdReasons, releaseReasons } from './holds.ts';
import { z } from 'zod';
import { pageQuery, text } from '#platform/shapes/numbers.ts';

/** By expiry, earliest first. `state=held` returns those on hold. */
export const lotQueryParams = z.object({
  ...pageQuery(100),
  itemId: z.string().optional(),
  placeId: z.string().optional(),
  branchId: z.string().optional(),
  lot: z.string().max(60).optional(),
  state: z.enum(['held']).optional(),
});
export type LotQueryParams = z.output<typeof lotQueryParams>;

/** Most recently received first. */
export const existingLotQueryParams = z.object({
  ...pageQuery(50),
  itemId: z.string().optional(),
  lot: z.string().max(60).optional(),
  state: z.enum(['held']).optional(),
});
export type ExistingLotQueryParams = z.output<typeof existingLotQueryParams>;

/** Puts a lot on hold or releases it. `lot: null` means stock without a lot. */
export const holdLotInput = z
  .strictObject({
    itemId: z.string().min(1),
    lot: z.string().trim().min(1).max(60).nullable(),
    hold: z.boolean(),
    reasonCode: z.enum([...holdReasons, ...releaseReasons]),
    note: text().optional(),
  })
  .refine((body) => (body.hold ? holdReasons : releaseReasons).some((code) => code === body.reasonCode), {
    error: 'Enter a reason for the hold or the release.',
    path: ['reasonCode'],
  })
  .refine(({ reasonCode, note }) => reasonCode !== 'other' || Boolean(note), {
    error: 'This reason needs a note.',
    path: ['note'],
  });
export type HoldLotInput = z.output<typeof holdLotInput>;

export const traceQueryParams = z.object({
  itemId: z.string().min(1),
  /** Omit for stock without a lot. */
  lot: z.string().max(60).optional(),
  direction: z.enum(['forward', 'backward']).default('forward'),
});
