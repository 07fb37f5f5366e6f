import { type Shape, listOf, sparse, type Wire } from '#platform/shapes/shape.ts';

/** Goods discarded at a branch or kitchen. `qty` in `unit`; `cost` is fixed when posted. */
export const wastageFields = {
  _id: 'key',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  number: 'label',
  branch: 'id of branch',
  branchName: 'computed name',
  branchNameAlt: 'computed text?',
  dateTime: 'moment',
  /** Day of `dateTime` in the branch's time zone. */
  businessDay: 'day',
  item: 'id of items',
  itemName: 'name',
  /** Current localized name; null if there is none. */
  itemNameAlt: 'computed text?',
  qty: 'quantity',
  unit: 'id of units',
  unitSymbol: 'text',
  /** Code of a wastage reason from `/reasons`. */
  reason: 'text',
  note: 'text?',
  cost: 'cost',
  lot: 'computed text?',
  photo: 'text?',
  /** One of `wastageStatuses`. */
  status: 'text',
  userId: 'id of users',
  userName: 'name',
  /** Only if the number of pieces was entered. */
  pieces: 'sparse integer?',
} as const satisfies Shape;

/** The part of a record in one lot, in the record's unit. */
const wastedLot = {
  lot: 'text',
  qty: 'quantity',
} as const satisfies Shape;

/** One waste record. */
export const wastage = {
  ...wastageFields,
  /** Only for several lots; a single one is in `lot`. */
  lots: sparse(listOf(wastedLot)),
} as const satisfies Shape;
export type Wastage = Wire<typeof wastage>;
