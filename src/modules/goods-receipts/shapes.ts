import { historyEntry, allowedMove } from '#platform/documents/document-shapes.ts';
import { type Shape, listOf, type Wire } from '#platform/shapes/shape.ts';

/**
 * One line of a goods receipt, in supplier packs or a unit of the item: one counted unit = `unitNum /
 * unitDen` base units. Prices and charges are in the receipt's currency, the landed value in the base
 * currency.
 */
export const goodsReceiptLine = {
  lineId: 'line',
  /** The purchase order line that it fulfils; null if it wasn't ordered. */
  poLineId: 'id?',
  itemId: 'id of items',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  /** For a substitute: the ordered item, and its name. */
  substituteFor: 'id?',
  substituteForName: 'name?',
  packagingId: 'id of packagings?',
  /** Null if counted in packs. */
  unit: 'id of units?',
  unitSymbol: 'text',
  unitNum: 'factor',
  unitDen: 'factor',
  /** Accepted: in stock and payable. */
  qty: 'quantity',
  /** Delivered and rejected: never in stock; a credit is expected if it is billed. */
  rejectedQty: 'quantity',
  /** Free of charge, in stock in addition to `qty`. */
  freeQty: 'quantity',
  /** Total quantity that entered stock, in base units. */
  baseQty: 'quantity',
  /** Quantities of the purchase line covered by `qty` and by `rejectedQty`, in that line's unit. */
  coversQty: 'quantity?',
  coversRejectedQty: 'quantity?',
  /** Per counted unit, without tax. */
  price: 'price',
  /** Price in the purchase order before the discount; null without a discount. */
  listPrice: 'computed price?',
  /** `qty` at `price`; null if out of range. */
  value: 'computed money?',
  /** Share of freight and charges. */
  charge: 'money',
  /** Landed cost: value and charges, in the base currency. */
  landedValue: 'money',
  lot: 'text?',
  /** Last day on which the goods can be used. */
  expiry: 'day?',
  /** Measured at receipt, in degrees Celsius. */
  temperature: 'quantity?',
  pieces: 'integer?',
  reason: 'text?',
  reasonCode: 'text?',
  reasonNote: 'text?',
  note: 'text?',
  /** Whether the receiver took a photo, which is attached to the receipt. */
  hasPhoto: 'flag',
  /** Quantity and amount matched by invoices. */
  billedQty: 'quantity',
  /** Quantity returned to the supplier and not billed. */
  returnedQty: 'quantity',
  billedValue: 'money',
  /** Whether the line was reversed, which removed its goods from stock. */
  isReversed: 'flag',
} as const satisfies Shape;

/** Fields of a goods receipt in list responses; the lines are part of `goodsReceipt`. */
export const goodsReceiptSummary = {
  _id: 'key',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  number: 'label',
  /** One of `receiptStatuses`. */
  status: 'text',
  purchaseOrder: 'id?',
  purchaseOrderNo: 'text?',
  supplier: 'id of suppliers',
  supplierName: 'name',
  supplierNameAlt: 'text?',
  place: 'id of branch',
  placeName: 'name',
  placeNameAlt: 'text?',
  userId: 'id of users',
  userName: 'name',
  /** When the goods arrived; `businessDay` is that day in the location's time zone. */
  receivedAt: 'moment',
  businessDay: 'day',
  /** Number of the supplier's delivery note. */
  supplierRef: 'text?',
  notes: 'text?',
  /** The receipt's currency, which is the supplier's; null for the base currency. */
  currency: 'id of currencies?',
  /** Base currency per unit of the receipt's currency, as a decimal number. */
  rate: 'text',
  lineCount: 'integer',
  /** Accepted goods at their prices. */
  goodsValue: 'money',
  freight: 'money',
  charges: 'money',
  /** Allocation of freight and charges to lines: one of `chargeSpreads`. */
  spreadBy: 'text',
  /** Landed cost of the lines that aren't reversed, in the base currency. */
  landedValue: 'money',
  /** Rejected goods at their prices. */
  expectedCredit: 'money',
  transitionReason: 'text?',
  reversedAt: 'moment?',
  reversedByName: 'text?',
} as const satisfies Shape;

export type GoodsReceiptLine = Wire<typeof goodsReceiptLine>;

export type GoodsReceiptSummary = Wire<typeof goodsReceiptSummary>;

export const goodsReceipt = {
  ...goodsReceiptSummary,
  items: listOf(goodsReceiptLine),
  statusHistory: listOf(historyEntry),
  allowedMoves: listOf(allowedMove),
} as const satisfies Shape;
export type GoodsReceipt = Wire<typeof goodsReceipt>;

/** A previous receipt of an item. Prices are in that receipt's currency. */
export const receiptPrice = {
  itemId: 'required id',
  lineId: 'line',
  receiptId: 'id',
  number: 'text',
  day: 'day',
  supplier: 'id',
  supplierName: 'name',
  supplierNameAlt: 'text?',
  placeName: 'text',
  currency: 'id?',
  qty: 'quantity',
  unitSymbol: 'text',
  unitNum: 'factor',
  unitDen: 'factor',
  price: 'required price',
} as const satisfies Shape;
export type ReceiptPrice = Wire<typeof receiptPrice>;

/**
 * A recipe that uses the item. Costs are per portion if it has portions, null if another cost is missing.
 */
export const priceEffect = {
  recipeId: 'required id',
  name: 'name',
  nameAlt: 'text?',
  isPortion: 'flag',
  before: 'cost?',
  after: 'cost?',
  percent: 'number?',
} as const satisfies Shape;
export type PriceEffect = Wire<typeof priceEffect>;

export const receiptRequirement = {
  itemId: 'required id',
  tracksLots: 'flag',
  /** The printed lot number is required; otherwise lots are numbered automatically. */
  requiresLotNumber: 'flag',
  tracksExpiry: 'flag',
  shelfLifeDays: 'integer?',
  minTemp: 'number?',
  maxTemp: 'number?',
  requiresPhoto: 'flag',
  minLifeDays: 'integer?',
  rejectsShortShelfLife: 'flag',
  isPieces: 'flag',
  baseSymbol: 'text',
  overReceiptPercent: 'number',
  overReceiptQty: 'quantity',
  priceTolerancePercent: 'number',
} as const satisfies Shape;
export type ReceiptRequirement = Wire<typeof receiptRequirement>;
