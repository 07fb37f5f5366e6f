import { shareBases } from './bases.ts';
import { withDefault, oneOf, listOf, type Shape, type Wire } from '#platform/shapes/shape.ts';

/** Stock at the time of the proposal, in base units. */
const supplySnapshot = {
  onHand: 'number',
  /** Quantity on hold or expired. */
  unusable: 'quantity',
  /** Reserved for picked lines or other orders. */
  heldElsewhere: 'number',
  /** The kitchen's safety stock of the item. */
  keptBack: 'quantity',
} as const satisfies Shape;

/** One sentence of the rule, as a code with parameters. Branches are ids, quantities are in base units. */
const ruleSentence = {
  code: 'text',
  percent: 'sparse number?',
  wholePacks: 'sparse flag?',
  tenthsOfDays: 'sparse number?',
  branches: 'sparse texts?',
  times: 'sparse number?',
  qty: 'sparse quantity?',
} as const satisfies Shape;

const fairShareLine = {
  lineId: 'line',
  orderId: 'id',
  orderNo: 'text',
  /**
   * For Sent to Central Kitchen, the share becomes the approved quantity; for Under Process, the reserved
   * quantity as well.
   */
  status: 'text',
  deliveryDate: 'text',
  branch: 'id',
  branchName: 'name',
  /** Priority of the branch's category; lower numbers are supplied first. */
  priority: 'integer',
  /** Breaks ties; orders sent earlier come first. */
  tie: 'text',
  unit: 'id',
  unitSymbol: 'text',
  unitNum: 'factor',
  unitDen: 'factor',
  step: withDefault('number', 1),
  isWhole: 'flag',
  /** Ordered quantity, quantity after review, and currently approved quantity, in the line's unit. */
  ordered: 'quantity',
  requested: 'quantity',
  approved: 'quantity',
  /**
   * The branch's average quantity in recent delivered orders, daily usage, and stock on hand plus incoming;
   * in base units.
   */
  typicalOrderQty: 'number?',
  usagePerDay: 'number?',
  stock: 'number',
  /** Proposed quantity in the line's unit, its percentage of the requested quantity, and the reason. */
  proposed: 'quantity',
  percent: 'number',
  shortQty: 'quantity',
  reason: 'text',
  /** Fingerprint of the line, sent back when the shares are applied. */
  fingerprint: 'text',
} as const satisfies Shape;
export type FairShareLine = Wire<typeof fairShareLine>;

const fairShareItem = {
  itemId: 'id',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  /** Symbol of the base unit. */
  unitSymbol: 'text',
  ...supplySnapshot,
  supply: 'quantity',
  requested: 'quantity',
  proposed: 'quantity',
  remaining: 'quantity',
  /** Basis applied: the ordered quantity if no branch has usage data. */
  basis: oneOf(shareBases),
  rule: listOf(ruleSentence),
  lines: listOf(fairShareLine),
} as const satisfies Shape;
export type FairShareItem = Wire<typeof fairShareItem>;

export const fairShare = {
  kitchen: 'id',
  kitchenName: 'name',
  day: 'text?',
  basis: oneOf(shareBases),
  cap: 'number?',
  /** Delivery days of the kitchen's open orders. */
  days: 'texts',
  items: listOf(fairShareItem),
} as const satisfies Shape;
export type FairShare = Wire<typeof fairShare>;

/** The changed orders with their new versions, and the number of changed lines. */
export const appliedFairShare = {
  orders: listOf({
    _id: 'key',
    orderNo: 'label',
    version: 'integer',
  }),
  lines: 'integer',
} as const satisfies Shape;
export type AppliedFairShare = Wire<typeof appliedFairShare>;

/** Differences since the proposal: `details` of a 412. */
export const fairShareChanges = {
  changed: listOf({
    kind: oneOf(['order', 'new', 'gone', 'stock', 'kept-back']),
    itemId: 'id',
    itemName: 'name',
    orderId: 'sparse id?',
    orderNo: 'sparse text?',
    branchName: 'sparse name?',
    /** Stock or kept-back quantity before and now, in base units. */
    before: 'sparse quantity?',
    now: 'sparse quantity?',
  }),
} as const satisfies Shape;
export type FairShareChange = Wire<typeof fairShareChanges>['changed'][number];
