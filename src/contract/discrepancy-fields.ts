import type { DocumentFields } from './document-fields.ts';

/**
 * What did not arrive as shipped, one per line and type. `qty` in the line's unit. Of a transfer, `orderId` and `orderNo` are
 * its own, `branch` is the place that takes and `kitchen` the one that gives.
 */
export const discrepancyFields = {
  _id: 'text',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  /** The kind of document it was found on, as the ledger names it. */
  docType: 'computed text',
  orderId: 'id',
  orderNo: 'text',
  /** The order line. */
  orderLine: 'computed text',
  itemId: 'id',
  itemName: 'text',
  /** Names in the second language as they are now; null without. */
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
  /** The order that sends the goods again; null for every other action. */
  followUpOrderId: 'id?',
} as const satisfies DocumentFields;
