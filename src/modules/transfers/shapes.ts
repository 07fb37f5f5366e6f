import { priceRules } from './kinds.ts';
import { computed, type Shape, listOf, oneOf, required, sparse, type Wire } from '#platform/shapes/shape.ts';
import { shippedLot, otherLot } from '#modules/orders/shapes.ts';
import { historyEntry, allowedMove } from '#platform/documents/document-shapes.ts';

/**
 * One line of a transfer. Quantities are in its `unit`; 1 unit = `unitNum / unitDen` base units of the item.
 * Null is "not set", never 0.
 */
export const transferLineFields = {
  lineId: 'line',
  itemId: 'id of items',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  unit: 'id of units',
  unitSymbol: 'text',
  unitNum: 'factor',
  unitDen: 'factor',
  /** Quantity to be transferred, possibly as requested. */
  qty: 'computed quantity',
  /** Quantity sent; null means all of `qty`. */
  shippedQty: 'quantity?',
  receivedQty: 'quantity?',
  damagedQty: 'quantity?',
  shortQty: 'quantity?',
  overQty: 'quantity?',
  /** Pieces sent, of an item counted in pieces; null to derive them from the quantity. */
  pieces: 'integer?',
  /** Reason for the return as text, with its code from `/reasons` and note. */
  reason: 'text?',
  reasonCode: 'text?',
  reasonNote: 'text?',
  /** For a return: its destination, one of `returnDestinations`, determined by the reason. */
  destination: 'text?',
  /** For a return: the line that delivered the goods, and its document number. */
  returnOf: 'id?',
  returnOfNo: 'text?',
  /** Lots sent or to be sent, with the receiver's entries. */
  lots: computed(listOf(shippedLot)),
  /** Charge to the receiver in total and per unit; null until sent. */
  value: 'money?',
  unitPrice: 'computed price?',
  /** Cost to the sender, and the difference from `value`; null without access to the sender's costs. */
  cost: 'computed cost?',
  difference: 'computed cost?',
  /** Reason for a deviation at receipt as text, with its code from `/reasons` and note. */
  receivedReason: 'text?',
  receivedReasonCode: 'text?',
  receivedReasonNote: 'text?',
  note: 'text?',
  photo: 'text?',
} as const satisfies Shape;

/** A transfer or return in lists. Timestamps are null until the step is reached. */
export const transferSummary = {
  _id: 'key',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  number: 'label',
  /** One of `transferKinds`. */
  kind: 'text',
  /** One of `transferStatuses`. */
  status: 'text',
  from: 'id of branch',
  fromName: 'name',
  fromNameAlt: 'text?',
  /** A branch or kitchen; for a return to the supplier, the supplier. */
  to: 'id of branch',
  toName: 'name',
  toNameAlt: 'text?',
  userId: 'id of users',
  userName: 'name',
  /** Whether it was created by the receiver as a request to the sender. */
  isRequest: 'flag',
  noteNo: 'text?',
  sentAt: 'moment?',
  sentBy: 'id?',
  sentByName: 'name?',
  /**
   * When it was reported as arrived before being marked as sent; it is then received as soon as it is sent.
   */
  arrivedAt: 'moment?',
  receivedAt: 'moment?',
  receivedBy: 'id?',
  receivedByName: 'name?',
  driver: 'text?',
  vehicle: 'text?',
  notes: 'text?',
  lineCount: 'integer',
  /** One of `priceRules`; null until sent. */
  priceRule: 'text?',
  /** Total charge to the receiver; null until sent. */
  value: 'money?',
  /** As on the lines; null without access to the sender's costs. */
  cost: 'computed cost?',
  difference: 'computed cost?',
  hasDiscrepancy: 'flag',
  /** For a return to the supplier: the expected credit, the credit received, and the credit note's number. */
  creditExpected: 'money?',
  creditReceived: 'money?',
  creditNote: 'text?',
} as const satisfies Shape;

/** One line of a transfer. */
const transferLine = {
  ...transferLineFields,
  /** Present only if the receiver got lots other than those sent. */
  otherLots: sparse(listOf(otherLot)),
} as const satisfies Shape;
export type TransferLine = Wire<typeof transferLine>;

export type TransferSummary = Wire<typeof transferSummary>;

export const transfer = {
  ...transferSummary,
  items: listOf(transferLine),
  statusHistory: listOf(historyEntry),
  allowedMoves: listOf(allowedMove),
} as const satisfies Shape;
export type Transfer = Wire<typeof transfer>;

/** A line of goods that were delivered, in its own unit. */
export const returnableLine = {
  lineId: 'required id',
  documentNo: 'text',
  receivedAt: 'moment',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  unit: 'id',
  unitSymbol: 'text',
  receivedQty: 'quantity',
  /** Quantity on returns that aren't cancelled. */
  returnedQty: 'quantity',
  leftQty: 'quantity',
  lots: listOf({
    lot: 'text',
    expiry: 'day?',
    leftQty: 'quantity',
  }),
} as const satisfies Shape;
export type ReturnableLine = Wire<typeof returnableLine>;

/** Transfer price rule of a branch, or of the branches in a category. */
export const transferPrice = {
  /** Id of a branch or branch category; the branch's own rule takes precedence. */
  _id: 'key',
  rule: required(oneOf(priceRules)),
  /** With `cost_plus`. */
  percent: 'number?',
  /** Whether the branch is a franchise, which never sees the sender's costs. */
  isFranchise: 'flag',
} as const satisfies Shape;
export type TransferPrice = Wire<typeof transferPrice>;
