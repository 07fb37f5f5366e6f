import { discrepancyAges } from './discrepancy-ages.ts';
import { oneOf, required, type Shape, type Wire } from '#platform/shapes/shape.ts';

/**
 * A discrepancy, one per line and type. `qty` is in the line's unit. For a transfer, `orderId` and `orderNo`
 * are the transfer's, `branch` is the receiver and `kitchen` the sender. Ids here don't declare their
 * collections: the source document has the same references, and can't be deleted without its discrepancies.
 */
export const discrepancy = {
  _id: 'key',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  /** Document type as in the ledger. */
  docType: 'computed text',
  orderId: 'id',
  orderNo: 'label',
  /** The order line. */
  orderLine: 'computed text',
  itemId: 'id',
  itemName: 'name',
  /** Current localized name; null if there is none. */
  itemNameAlt: 'computed text?',
  branch: 'id',
  branchName: 'computed name',
  branchNameAlt: 'computed text?',
  kitchen: 'id',
  /** One of `discrepancyTypes`. */
  type: 'text',
  qty: 'quantity',
  unit: 'id',
  unitSymbol: 'text',
  value: 'money',
  /** Open or Resolved. */
  status: 'text',
  action: 'text?',
  chargedTo: 'text?',
  resolvedBy: 'id?',
  resolvedByName: 'name?',
  resolvedAt: 'moment?',
  note: 'text?',
  photo: 'text?',
  /** The follow-up order that sends the goods again; null for other actions. */
  followUpOrderId: 'id?',
} as const satisfies Shape;

export type Discrepancy = Wire<typeof discrepancy>;

export const discrepancyAgeing = {
  age: required(oneOf(discrepancyAges)),
  count: 'integer',
  value: 'money?',
} as const satisfies Shape;
export type DiscrepancyAgeing = Wire<typeof discrepancyAgeing>;
