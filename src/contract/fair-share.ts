import { shareBases } from '#domain/fair-share/bases.ts';
import { z } from 'zod';
import { calendarDate, quantity, text } from './numbers.ts';

/** Multiple of a typical order above which quantities are served last. */
const cap = z.int().min(1).max(100);

/**
 * `GET /fair-share?kitchen=&day=&items=&orders=&basis=&cap=`. Defaults: `kitchen` the caller's only one;
 * `day` all open orders; `items` those in short supply; `basis` and `cap` the kitchen's own. `cap=0` means no
 * limit.
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

const fairShareLine = z.object({
  lineId: z.string(),
  orderId: z.string(),
  orderNo: z.string(),
  /** Sent to Central Kitchen: `asked` becomes the approved quantity. Under Process: also the reserved one. */
  status: z.string(),
  deliveryDate: z.string(),
  branch: z.string(),
  branchName: z.string(),
  /** Priority of the branch's category; lower is served first. */
  priority: z.number(),
  /** Breaks ties: the order sent first. */
  tie: z.string(),
  unit: z.string(),
  unitSymbol: z.string(),
  unitNum: z.number(),
  unitDen: z.number(),
  step: z.number(),
  isWhole: z.boolean(),
  /** In the line's unit: ordered, after review, and currently approved. */
  ordered: z.number(),
  asked: z.number(),
  approved: z.number(),
  /**
   * Of the branch, in base units: average of its last delivered orders, daily usage, on hand plus incoming.
   */
  usual: z.number().nullable(),
  usePerDay: z.number().nullable(),
  has: z.number(),
  /** Proposed quantity in the line's unit; `percent` of the quantity asked, and the reason. */
  proposed: z.number(),
  percent: z.number(),
  staysShort: z.number(),
  why: z.string(),
  /** Fingerprint of the line, sent back when the shares are applied. */
  seen: z.string(),
});
export type FairShareLine = z.output<typeof fairShareLine>;

/** One sentence of the rule by code, with its parameters. Branches by id, quantities in base units. */
const ruleSentence = z.object({
  code: z.string(),
  percent: z.number().optional(),
  wholePacks: z.boolean().optional(),
  tenthsOfDays: z.number().optional(),
  branches: z.array(z.string()).optional(),
  times: z.number().optional(),
  qty: z.number().optional(),
});

/** Stock at the time of the proposal, in base units. */
const supplySeen = {
  onHand: z.number(),
  /** On hold or expired. */
  unusable: z.number(),
  /** Reserved for picked lines or other orders. */
  heldElsewhere: z.number(),
  /** The kitchen's safety stock of the item. */
  keptBack: z.number(),
};

const fairShareItem = z.object({
  itemId: z.string(),
  itemCode: z.string(),
  itemName: z.string(),
  itemNameAlt: z.string().nullable(),
  /** Of the base unit. */
  unitSymbol: z.string(),
  ...supplySeen,
  supply: z.number(),
  asked: z.number(),
  proposed: z.number(),
  leftOver: z.number(),
  /** The basis used: ordered quantity if no branch's usage is known. */
  basis: z.enum(shareBases),
  rule: z.array(ruleSentence),
  lines: z.array(fairShareLine),
});
export type FairShareItem = z.output<typeof fairShareItem>;

export const fairShare = z.object({
  kitchen: z.string(),
  kitchenName: z.string(),
  day: z.string().nullable(),
  basis: z.enum(shareBases),
  cap: z.number().nullable(),
  /** Delivery days of the kitchen's open orders. */
  days: z.array(z.string()),
  items: z.array(fairShareItem),
});
export type FairShare = z.output<typeof fairShare>;

/** `POST /fair-share`: the decided shares, with the data they were based on. */
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
        seen: z.strictObject(supplySeen),
        /** Quantity kept back, if it differs from the kitchen's default. */
        keptBack: quantity.optional(),
        lines: z
          .array(
            z.strictObject({
              lineId: z.string(),
              qty: quantity,
              seen: z.string().max(400),
              /** Required above the quantity asked. */
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

/** Result: the changed orders with their versions. */
export const appliedFairShare = z.object({
  orders: z.array(z.object({ _id: z.string(), orderNo: z.string(), version: z.number() })),
  lines: z.number(),
});
export type AppliedFairShare = z.output<typeof appliedFairShare>;

/** A difference since the proposal, in `details.changed` of a 412. */
export interface FairShareChange {
  what: 'order' | 'new' | 'gone' | 'stock' | 'kept-back';
  itemId: string;
  itemName: string;
  orderId?: string | undefined;
  orderNo?: string | undefined;
  branchName?: string | undefined;
  /** For stock and kept-back quantities, in base units. */
  before?: number | undefined;
  now?: number | undefined;
}
