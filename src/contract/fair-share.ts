import { shareBases } from '#domain/fair-share/bases.ts';
import { z } from 'zod';
import { calendarDate, quantity, text } from './numbers.ts';

/** At most this many times a usual order counts before the others are served. */
const cap = z.int().min(1).max(100);

/**
 * `GET /fair-share?kitchen=&day=&items=&orders=&basis=&cap=`. Without `kitchen` the caller's only one; without `day` all
 * open orders; without `items` those of which more is asked than there is. `cap=0` is no limit; without `basis` and
 * `cap` the kitchen's own.
 */
export const fairShareQuery = z.object({
  kitchen: z.string().optional(),
  day: calendarDate.optional(),
  items: z.string().max(20_000).optional(),
  orders: z.string().max(20_000).optional(),
  basis: z.enum(shareBases).optional(),
  cap: z.coerce.number().int().min(0).max(100).optional(),
});
export type FairShareQuery = z.output<typeof fairShareQuery>;

const fairShareLine = z.object({
  lineId: z.string(),
  orderId: z.string(),
  orderNo: z.string(),
  /** Sent to Central Kitchen: `asked` becomes what is approved. Under Process: what is held for it, too. */
  status: z.string(),
  deliveryDate: z.string(),
  branch: z.string(),
  branchName: z.string(),
  /** Of the branch's category: the lower is served first. */
  priority: z.number(),
  /** Decides between two that are alike: who was sent first. */
  tie: z.string(),
  unit: z.string(),
  unitSymbol: z.string(),
  unitNum: z.number(),
  unitDen: z.number(),
  step: z.number(),
  isWhole: z.boolean(),
  /** In the line's unit: what the branch ordered, what is asked after review, and what is approved now. */
  ordered: z.number(),
  asked: z.number(),
  approved: z.number(),
  /** Of the branch, in base units: an average order of the last delivered ones, use on a day, on hand with what is coming. */
  usual: z.number().nullable(),
  usePerDay: z.number().nullable(),
  has: z.number(),
  /** What is proposed, in the line's unit; `percent` of what is asked, and why. */
  proposed: z.number(),
  percent: z.number(),
  staysShort: z.number(),
  why: z.string(),
  /** What this line looked like: sent back when shares are applied. */
  seen: z.string(),
});
export type FairShareLine = z.output<typeof fairShareLine>;

/** One sentence of the rule by its code, with what stands in its blanks. Branches by id, quantities in base units. */
const ruleSentence = z.object({
  code: z.string(),
  percent: z.number().optional(),
  wholePacks: z.boolean().optional(),
  tenthsOfDays: z.number().optional(),
  branches: z.array(z.string()).optional(),
  times: z.number().optional(),
  qty: z.number().optional(),
});

/** What was there when shares were proposed, in base units. */
const supplySeen = {
  onHand: z.number(),
  /** On hold or expired. */
  unusable: z.number(),
  /** Held for lines that are picked, or of other orders. */
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
  /** What it was shared by: by ordered quantity where the use of no branch is known. */
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
  /** The delivery days that open orders of the kitchen are for. */
  days: z.array(z.string()),
  items: z.array(fairShareItem),
});
export type FairShare = z.output<typeof fairShare>;

/** `POST /fair-share`: the shares as somebody decided them, with what was seen when they were. */
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
        /** What was kept back, where it is not what the kitchen usually keeps. */
        keptBack: quantity.optional(),
        lines: z
          .array(
            z.strictObject({
              lineId: z.string(),
              qty: quantity,
              seen: z.string().max(400),
              /** Needed for more than was asked. */
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

/** What came of it: orders that changed, each with its version. */
export const appliedFairShare = z.object({
  orders: z.array(z.object({ _id: z.string(), orderNo: z.string(), version: z.number() })),
  lines: z.number(),
});
export type AppliedFairShare = z.output<typeof appliedFairShare>;

/** What changed since shares were proposed: in `details.changed` of a 412. */
export interface FairShareChange {
  what: 'order' | 'new' | 'gone' | 'stock' | 'kept-back';
  itemId: string;
  itemName: string;
  orderId?: string | undefined;
  orderNo?: string | undefined;
  branchName?: string | undefined;
  /** Of stock and what is kept back, in base units. */
  before?: number | undefined;
  now?: number | undefined;
}
