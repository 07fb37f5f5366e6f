import type { DocumentFields } from './document-fields.ts';

/** Goods thrown away at a branch or kitchen. `qty` in `unit`; `cost` is fixed when posted. */
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
  /** Day of `dateTime` (YYYY-MM-DD) in the branch's time zone. */
  businessDay: 'text',
  item: 'id',
  itemName: 'text',
  /** Current name in the second language; null without. */
  itemNameAlt: 'computed text?',
  qty: 'quantity',
  unit: 'id',
  unitSymbol: 'text',
  /** Code of a wastage reason from `/reasons`. */
  reason: 'text',
  note: 'text?',
  cost: 'cost',
  lot: 'computed text?',
  photo: 'text?',
  /** One of `wastageStatuses`. */
  status: 'text',
  userId: 'id',
  userName: 'text',
  /** Only if the number of pieces was entered. */
  pieces: 'sparse integer?',
} as const satisfies DocumentFields;
