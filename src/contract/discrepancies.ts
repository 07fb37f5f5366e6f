import { discrepancyActions, discrepancyStatuses, discrepancyTypes } from '#domain/stock/discrepancies.ts';
import { z } from 'zod';
import { discrepancyFields } from './discrepancy-fields.ts';
import { wireObject } from './document-schemas.ts';
import { pageQuery, text } from './numbers.ts';

export const chargeTargets = ['kitchen', 'branch', 'carrier'] as const;

/** What did not arrive as shipped. */
export const discrepancy = wireObject(discrepancyFields, {});
export type Discrepancy = z.output<typeof discrepancy>;

export const resolveDiscrepancyInput = z.strictObject({
  action: z.enum(discrepancyActions),
  /** Who bears the loss; asked for when something damaged is written off, or thrown away and sent again. */
  chargedTo: z.enum(chargeTargets).optional(),
  note: text().optional(),
});
export type ResolveDiscrepancyInput = z.output<typeof resolveDiscrepancyInput>;

export const discrepancyQuery = z.object({
  ...pageQuery(100),
  status: z.enum(discrepancyStatuses).optional(),
  type: z.enum(discrepancyTypes).optional(),
  branch: z.string().optional(),
  kitchen: z.string().optional(),
  orderId: z.string().optional(),
  sort: z.enum(['createdAt', '-createdAt']).default('-createdAt'),
});
export type DiscrepancyQuery = z.output<typeof discrepancyQuery>;
