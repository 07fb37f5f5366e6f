import type { DocumentFields } from './document-fields.ts';

/** Goods thrown away at a branch or kitchen. `qty` in `unit`; `cost` is what the ledger took, fixed at the posting. */
export const wastageFields = {
  _id: 'text',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  number: 'text',
  branch: 'id',
  branchName: 'computed text',
  branchNameAlt: 'computed text?',
  dateTime: 'moment',
  /** The day of `dateTime` (YYYY-MM-DD) by the branch's own clock. */
  businessDay: 'text',
  item: 'id',
  itemName: 'text',
  /** Names in the second language as they are now; null without. */
  itemNameAlt: 'computed text?',
  qty: 'quantity',
  unit: 'id',
  unitSymbol: 'text',
  /** The code of a reason for waste, among `/reasons`. */
  reason: 'text',
  note: 'text?',
  cost: 'cost',
  lot: 'computed text?',
  photo: 'text?',
  /** One of `wastageStatuses`. */
  status: 'text',
  userId: 'id',
  userName: 'text',
  /** Only where somebody said how many pieces it was. */
  pieces: 'sparse integer?',
} as const satisfies DocumentFields;
