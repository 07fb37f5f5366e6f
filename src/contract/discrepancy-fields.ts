import type { DocumentFields } from './document-fields.ts';

/**
 * A discrepancy, one per line and type. `qty` in the line's unit. For a transfer, `orderId` and `orderNo` are
 * the transfer's, `branch` is the receiver and `kitchen` the sender.
 */
export const discrepancyFields = {
  _id: 'text',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  /** Document type as in the ledger. */
  docType: 'computed text',
  orderId: 'id',
  orderNo: 'text',
  /** The order line. */
  orderLine: 'computed text',
  itemId: 'id',
  itemName: 'text',
  /** Current name in the second language; null without. */
  itemNameAlt: 'computed text?',
  branch: 'id',
  branchName: 'computed text',
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
  by: 'id?',
  byName: 'text?',
  at: 'moment?',
  note: 'text?',
  photo: 'text?',
  /** The follow-up order that sends the goods again; null for other actions. */
  followUpOrderId: 'id?',
} as const satisfies DocumentFields;
