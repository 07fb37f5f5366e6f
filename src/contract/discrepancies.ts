import { discrepancyActions, discrepancyStatuses, discrepancyTypes } from '#domain/stock/discrepancies.ts';
import { z } from 'zod';
import { pageQuery, text } from './numbers.ts';

export const chargeTargets = ['kitchen', 'branch', 'carrier'] as const;

/** What did not arrive as shipped, one per order line and type. `qty` in the order line's unit. */
export const discrepancy = z.object({
  _id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  orderId: z.string(),
  orderNo: z.string(),
  /** The order line. */
  orderLine: z.string(),
  itemId: z.string(),
  itemName: z.string(),
  /** Names in the second language as they are now; null without. */
  itemNameAlt: z.string().nullable(),
  branch: z.string(),
  branchName: z.string(),
  branchNameAlt: z.string().nullable(),
  kitchen: z.string(),
  /** One of `discrepancyTypes`. */
  type: z.string(),
  qty: z.number(),
  unit: z.string(),
  unitSymbol: z.string(),
  value: z.number(),
  /** Open or Resolved. */
  status: z.string(),
  action: z.string().nullable(),
  chargedTo: z.string().nullable(),
  by: z.string().nullable(),
  byName: z.string().nullable(),
  at: z.string().nullable(),
  note: z.string().nullable(),
  photo: z.string().nullable(),
  /** The order that sends the goods again; null for every other action. */
  followUpOrderId: z.string().nullable(),
});
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
