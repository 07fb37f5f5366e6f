import type { DocumentFields } from './document-fields.ts';

/**
 * One line of an order. All quantities are in the line's `unit`; 1 unit = `unitNum / unitDen` base units of the
 * item. The eight quantities stand side by side; null is "not set", never 0. `unitCost` is per line unit.
 */
export const orderLineFields = {
  lineId: 'text',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'text',
  itemNameAlt: 'text?',
  category: 'id?',
  section: 'id?',
  unit: 'id',
  unitSymbol: 'text',
  /** Exact ratio of the line's unit to the item's base unit, as it was when ordered. */
  unitNum: 'integer',
  unitDen: 'integer',
  orderQty: 'quantity',
  approvedQty: 'quantity?',
  pickedQty: 'quantity?',
  shippedQty: 'quantity?',
  receivedQty: 'quantity?',
  damagedQty: 'quantity?',
  shortQty: 'quantity?',
  overQty: 'quantity?',
  /** Of an item that is counted in pieces: how many the kitchen picked. Null: what follows from the quantity. */
  pieces: 'integer?',
  /** What the kitchen holds for this line; null while nothing is reserved (before acceptance, after shipping). */
  reservedQty: 'computed quantity?',
  /** What the branch had when it ordered; null when it had never held the item. */
  stockAtOrder: 'quantity?',
  suggestedQty: 'quantity?',
  /** As known when ordered; what stock is worth is decided at the posting. */
  unitCost: 'price',
  substituteFor: 'text?',
  /** What the branch says of a substitute before it is shipped: `accepted` or `refused`. */
  substituteAnswer: 'sparse text?',
  /** It ships once the branch has accepted it, and not before (substituting.ts). */
  substituteAsked: 'sparse flag?',
  /** Why, in words; the code of that among `/reasons`, and what was added. Null without a reason. */
  reason: 'text?',
  reasonCode: 'text?',
  reasonNote: 'text?',
  lots: 'computed json',
  note: 'text?',
  photo: 'text?',
  /** What the item asked for when it was shipped: between which degrees Celsius it is taken, and a photo. */
  receivingMinTemp: 'sparse integer?',
  receivingMaxTemp: 'sparse integer?',
  receivingPhoto: 'sparse flag?',
  /** What the branch measured when it came, in degrees Celsius. */
  temperature: 'sparse quantity?',
  /** Note and reason were said of how it came, and not when it was ordered, approved or shipped. */
  noteOfReceipt: 'sparse flag?',
  reasonOfReceipt: 'sparse flag?',
} as const satisfies DocumentFields;

/** One order as lists show it, without its lines. Times are null until the order got there. */
export const orderFields = {
  _id: 'text',
  orderNo: 'text',
  /** One of `orderStatuses`; another server's own word is shown as it came. */
  status: 'text',
  branch: 'id',
  branchName: 'text',
  kitchen: 'id',
  kitchenName: 'text',
  userName: 'text',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  /** When it was submitted; null while it never was. */
  dateTime: 'moment?',
  sentAt: 'moment?',
  acceptedAt: 'moment?',
  shippedAt: 'moment?',
  receivedAt: 'moment?',
  deliveryDate: 'text',
  orderType: 'text',
  cutoffAt: 'moment?',
  notes: 'text?',
  transitionReason: 'text?',
  deliveryNoteNo: 'text?',
  driver: 'text?',
  vehicle: 'text?',
  /** When the vehicle leaves, where that was said; and in how many crates the order travels. */
  departsAt: 'sparse moment?',
  crates: 'sparse integer?',
  /** Substitutes to which the branch has said nothing yet, while they can be answered. */
  substitutesOpen: 'sparse integer?',
  lineCount: 'integer',
  /** At the costs known when ordered, in the base currency. */
  value: 'money',
  /** Submitted after its cut-off. */
  late: 'flag',
  urgent: 'computed flag',
  hasDiscrepancy: 'flag',
  /** Received, rejected or cancelled: nothing but the notes can change. */
  locked: 'computed flag',
} as const satisfies DocumentFields;
