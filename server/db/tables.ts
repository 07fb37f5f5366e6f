import type { discrepancyFields } from '#contract/discrepancy-fields.ts';
import type { countFields, countLineFields } from '#contract/count-fields.ts';
import type { DocumentRow } from '#contract/document-rows.ts';
import type { goodsReceiptFields, goodsReceiptLineFields } from '#contract/goods-receipt-fields.ts';
import type { orderFields, orderLineFields } from '#contract/order-fields.ts';
import type { supplierInvoiceFields, supplierInvoiceLineFields } from '#contract/supplier-invoice-fields.ts';
import type { purchaseLineFields, purchaseOrderFields } from '#contract/purchase-order-fields.ts';
import type { batchFields, batchLineFields } from '#contract/production-fields.ts';
import type { transferFields, transferLineFields } from '#contract/transfer-fields.ts';
import type { wastageFields } from '#contract/wastage-fields.ts';
import type { PriceSource } from '#domain/costing/price-history.ts';
import type { DayMark } from '#domain/planning/marked-days.ts';
import type { DocumentType } from '#domain/documents/types.ts';
import type { CadenceName } from '#domain/mail/cadence.ts';
import type { RecallOutcome, ScopeReason } from '#domain/lots/recalls.ts';
import type { MailKind, MailLanguage, MailReason, MailState, MailSubject } from '#domain/mail/states.ts';
import type { ReportName } from '#domain/reports/shapes.ts';
import type { MoveKind } from '#domain/stock/kinds.ts';
import type { PriceRule } from '#domain/transfers/kinds.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Bit, CommonColumns, Json, MasterTables } from './master-tables.ts';

/**
 * The tables as the code sees them. Columns have the names used on the wire; integers of another scale have a
 * suffix: `...Micro` is millionths of a unit, `...E4` ten-thousandths of the currency. Times are ISO 8601 UTC
 * text, `Json` columns contain JSON text, `Bit` columns 0 or 1 on both engines.
 */
export interface Database extends MasterTables {
  itemBarcodes: { barcode: string; itemId: string };
  itemConversions: ItemConversionRow;
  packPrices: PackPriceRow;
  users: UserRow;
  roles: RoleRow;
  sessions: SessionRow;
  signInFailures: { id: GeneratedAlways<number>; email: string; ip: string; at: string };
  /** Devices that somebody has signed in on, by the hash of the device's token. */
  knownDevices: { userId: string; deviceHash: string; at: string };
  settings: { key: string; value: Json };
  idempotencyKeys: IdempotencyRow;
  sequences: { name: string; next: number };
  orders: OrderRow;
  orderLines: OrderLineRow;
  orderHistory: OrderHistoryRow;
  documentHistory: DocumentHistoryRow;
  orderCounts: { branch: string; kitchen: string; status: string; reached: Bit; count: number };
  reservations: ReservationRow;
  places: { placeId: string; type: string; branchId: string | null; name: string };
  balances: BalanceRow;
  stockMoves: StockMoveRow;
  stockDaily: StockDailyRow;
  stockClosings: StockClosingRow;
  stockClosingDays: StockClosingDayRow;
  stockPlaceSums: StockSums & { placeId: string };
  stockItemSums: StockSums & { itemId: string };
  stockSumDays: StockSumDayRow;
  stockLateSides: StockLateSideRow;
  /** Numbers of items in packed rows; a number is never reused. */
  stockItemNumbers: { itemId: string; number: number };
  /** A location's usage on a closed day: three numbers per item. */
  stockDayUse: { placeId: string; day: string; packed: Uint8Array; mark: number };
  lots: LotRow;
  lotBalances: LotBalanceRow;
  lotReservations: LotReservationRow;
  pickClaims: PickClaimRow;
  /** The SSCC of a crate; `crate` is null when it no longer counts. */
  crates: { sscc: string; orderId: string; crate: number | null; at: string };
  recalls: RecallRow;
  recallPlaces: RecallPlaceRow;
  recallLots: RecallLotRow;
  recallHolds: RecallHoldRow;
  recallNotices: RecallNoticeRow;
  recallFindings: RecallFindingRow;
  recallEnds: RecallEndRow;
  /**
   * A till, with the column layout of its files in `layout`: `{ columns, decimal, dates }`, empty if none was
   * saved.
   */
  saleSources: SaleSourceRow;
  saleArticles: SaleArticleRow;
  saleDays: SaleDayRow;
  saleRows: SaleRowRow;
  /** An exception day for suggestions: of one item, or of the whole branch where `itemId` is null. */
  demandDays: DemandDayRow;
  /** `shape`: seven weights, Monday first, of a category over all branches. */
  /** A branch's expected demand for produced items, as computed on `day`. */
  branchOutlooks: { branchId: string; day: string; stamp: string; outlooks: Json; updatedAt: string };
  /** Locations whose past demand days have changed. */
  demandChanges: { _id: string; placeId: string };
  demandProfiles: { categoryId: string; shape: Json; updatedAt: string };
  discrepancies: DiscrepancyRow;
  wastage: WastageRow;
  stockCounts: StockCountRow;
  stockCountLines: StockCountLineRow;
  stockCountEntries: StockCountEntryRow;
  /** Who counts which section of a count; the empty section is for items without one. */
  stockCountSections: StockCountSectionRow;
  transfers: TransferRow;
  transferLines: TransferLineRow;
  /** Transfer price rule of a branch or a branch category, as the receiver. */
  transferPrices: { _id: string; rule: PriceRule; percentMicro: number | null; isFranchise: Bit };
  purchaseOrders: PurchaseOrderRow;
  purchaseLines: PurchaseLineRow;
  goodsReceipts: GoodsReceiptRow;
  goodsReceiptLines: GoodsReceiptLineRow;
  supplierInvoices: SupplierInvoiceRow;
  supplierInvoiceLines: SupplierInvoiceLineRow;
  invoiceMatches: InvoiceMatchRow;
  productionBatches: ProductionBatchRow;
  productionLines: ProductionLineRow;
  productionParts: ProductionPartRow;
  labelPrints: LabelPrintRow;
  audit: AuditRow;
  files: FileRow;
  attachments: AttachmentRow;
  reviews: ReviewRow;
  imports: ImportTableRow;
  importRows: ImportedRow;
  importChanges: ImportChangeRow;
  importSteps: ImportStepRow;
  auditArchives: AuditArchiveRow;
  auditArchived: AuditArchivedRow;
  recipeVersions: RecipeVersionRow;
  recipeUses: RecipeUseRow;
  recipeRollups: RecipeRollupRow;
  recipeCosts: RecipeCostRow;
  /** Former values of rows that reports on past days use; written by triggers. */
  formerValues: { seq: GeneratedAlways<number>; ofRow: string; field: string; at: string; was: string };
  /** Version of the inputs of dish costs; written by triggers. */
  costMarks: { seq: GeneratedAlways<number>; mark: number };
  /** Changes that recipe costs don't include yet; written by triggers. */
  recipesToCost: { seq: GeneratedAlways<number>; kind: 'item' | 'recipe' | 'all'; id: string; since: string };
  jobs: JobRow;
  /** When each schedule was last handled. */
  jobSchedules: { name: string; lastDue: string };
  mailSchedules: MailScheduleRow;
  mailRecipients: MailRecipientRow;
  mailRuns: MailRunRow;
  mails: MailRow;
  reportViews: ReportViewRow;
}

/** The bytes of a file; its id is its only name. */
interface FileRow {
  _id: string;
  type: string;
  bytes: Uint8Array;
}

/** A photo of a document; `lineId` is empty for the whole document. */
export interface AttachmentRow {
  _id: string;
  docType: DocumentType;
  docId: string;
  lineId: string;
  createdAt: string;
  createdBy: string | null;
  createdByName: string;
  type: string;
  size: number;
  width: number;
  height: number;
  /** SHA-256 of the file, in hex. */
  hash: string;
  fileId: string;
  thumbId: string;
}

/** 1 fromUnit = num/den toUnit, for one item. */
export interface ItemConversionRow extends CommonColumns {
  itemId: string;
  fromUnit: string;
  toUnit: string;
  num: number;
  den: number;
}

/** A price of a pack; null means no price from then on. */
export interface PackPriceRow {
  seq: GeneratedAlways<number>;
  packagingId: string;
  supplierId: string | null;
  priceMicro: number | null;
  validFrom: string;
  source: PriceSource;
  docType: string | null;
  docId: string | null;
  createdAt: string;
}

/** A recipe's version from a day on; `content` never changes. */
export interface RecipeVersionRow {
  _id: string;
  recipeId: string;
  no: number;
  validFrom: string;
  content: Json;
  createdAt: string;
}

/** An item, recipe or unit that a version of a recipe uses. */
interface RecipeUseRow {
  seq: GeneratedAlways<number>;
  versionId: string;
  recipeId: string;
  itemId: string | null;
  subRecipeId: string | null;
  unit: string | null;
  isAlternative: Bit;
}

/** Cost of a batch by list prices, exact (`cost`, as text) and rounded; null where something is missing. */
export interface RecipeRollupRow {
  recipeId: string;
  versionId: string;
  day: string;
  costedAt: string;
  cost: string | null;
  costE4: number | null;
  plateCostE4: number | null;
  marginE4: number | null;
  foodCostPercentMicro: number | null;
  missing: Json;
  allergens: Json;
}

/** A change of a recipe's cost, with its cause. */
interface RecipeCostRow {
  seq: GeneratedAlways<number>;
  recipeId: string;
  versionId: string;
  at: string;
  day: string;
  costE4: number | null;
  plateCostE4: number | null;
  why: 'recipe' | 'item' | 'unit' | 'day';
  whyId: string | null;
}

/** Origin of a password: chosen by its owner, set by somebody else, or the demonstration's public one. */
export type PasswordKind = 'own' | 'start' | 'demonstration';

export interface UserRow extends CommonColumns {
  name: string;
  email: string;
  passwordHash: string;
  /** Incremented with each new password; rehashing keeps it. */
  passwordVersion: number;
  passwordKind: PasswordKind;
  role: string;
  isMasterAdmin: Bit;
  canCreate: Bit;
  canEdit: Bit;
  canDelete: Bit;
  canView: Bit;
  allowedPages: Json;
  roleDescription: string | null;
  branches: Json;
  kitchens: Json;
  lastLogin: string | null;
  /** The language of the last sign-in (`en`, `ar`), used for mails. Null before the first one. */
  language: string | null;
}

export interface RoleRow extends CommonColumns {
  key: string;
  label: string;
  description: string | null;
  canCreate: Bit;
  canEdit: Bit;
  canDelete: Bit;
  canView: Bit;
  allowedPages: Json;
  /** Changes of items, packs and prices by users with this role wait for review. */
  asksReview: Bit;
}

/** A change that waits or waited for review; see `review` in the contract. */
export interface ReviewRow extends Omit<CommonColumns, 'isActive'> {
  collection: string;
  operation: string;
  rowId: string | null;
  itemId: string | null;
  name: string;
  nameAlt: string | null;
  search: string;
  change: Json;
  base: Json | null;
  baseVersion: number | null;
  status: string;
  /** Origin of the change where nobody typed it. */
  source: '' | 'invoice';
  byId: string;
  byName: string;
  at: string;
  reason: string | null;
  decidedById: string | null;
  decidedByName: string | null;
  decidedAt: string | null;
  /** When the proposer was shown the decision; null before. */
  seenAt: string | null;
  history: Json;
}

export interface SessionRow {
  tokenHash: string;
  sessionId: string;
  userId: string;
  createdAt: string;
  expiresAt: string;
  ip: string;
  userAgent: string;
  /** To within five minutes; null until then. */
  lastSeenAt: string | null;
}

export interface IdempotencyRow {
  userId: string;
  key: string;
  /** Hash of method, path and body: the same key with another fingerprint is a client error. */
  fingerprint: string;
  status: number;
  /** The response; empty where it is long enough to be `packed`. */
  body: string;
  packed: Uint8Array | null;
  version: number | null;
  createdAt: string;
}

export interface OrderRow extends DocumentRow<typeof orderFields> {
  userId: string;
  /** Shipping day by the kitchen's clock; receiving day by the branch's. */
  shippedDay: string | null;
  receivedDay: string | null;
  /** Incremented with each unship, so that the same lines can be shipped again. */
  cycle: number;
  /** Of the shipment: lines ordered and shipped complete, base units ordered and shipped; null before. */
  linesOrdered: number | null;
  linesShippedComplete: number | null;
  unitsOrderedMicro: number | null;
  unitsShippedMicro: number | null;
  /** Lines whose ordered quantity was accepted in full at receipt. */
  linesReceivedComplete: number | null;
  /** The order as lists show it, as JSON text: updated with every change of the row. */
  summary: Json;
}

export interface OrderLineRow extends DocumentRow<typeof orderLineFields> {
  orderId: string;
  position: number;
  lots: Json;
  /**
   * Quantity requested, in the line's unit, before a fair share was approved; null where it was not shared.
   */
  sharedFromMicro: number | null;
}

/** One step of a document's lifecycle. */
interface HistoryRow {
  seq: GeneratedAlways<number>;
  from: string | null;
  to: string;
  by: string;
  byName: string;
  at: string;
  reason: string | null;
  reasonCode: string | null;
  reasonNote: string | null;
}

export interface OrderHistoryRow extends HistoryRow {
  orderId: string;
}

/** History of document kinds without their own history table. */
interface DocumentHistoryRow extends HistoryRow {
  docType: DocumentType;
  docId: string;
  /** The transition, or `edit`; null at creation. */
  verb: string | null;
}

/** Base units that an accepted order line needs and has reserved at the kitchen. */
export interface ReservationRow {
  lineId: string;
  orderId: string;
  itemId: string;
  placeId: string;
  wantedMicro: number;
  qtyMicro: number;
  /** Order of acceptance, in which arriving stock is reserved. */
  acceptedAt: string;
}

export interface BalanceRow {
  placeId: string;
  itemId: string;
  onHandMicro: number;
  reservedMicro: number;
  valueE4: number;
  /** Last known average cost per base unit; used for issues from an empty or negative balance. */
  lastCostE4: number;
  /** Of catch-weight items; 0 for all others. */
  pieces: Generated<number>;
}

export interface StockMoveRow {
  seq: GeneratedAlways<number>;
  postedAt: string;
  effectiveAt: string;
  /** The day of `effectiveAt` by the clock of `fromPlace`, or of `toPlace` where goods come from outside. */
  businessDay: Generated<string>;
  /** The day of `effectiveAt` by the clock of `toPlace`. */
  arrivalDay: Generated<string>;
  itemId: string;
  fromPlace: string;
  toPlace: string;
  qtyMicro: number;
  /**
   * Exact value of the quantity: leaves `fromPlace`, arrives at `toPlace`. A `revaluation` moves only value.
   */
  valueE4: number;
  unitCostE4: number;
  lot: string;
  docType: DocumentType;
  docId: string;
  /** The document's number at posting; null where it has none. */
  docNo: Generated<string | null>;
  docLineId: string;
  kind: MoveKind;
  cycle: number;
  reason: string | null;
  userId: string;
  reversesSeq: number | null;
  /** Of items that track lots; null for others and for moves from before they did. */
  lotId: Generated<string | null>;
  /** The lot that it arrived as, where that differs. */
  toLotId: Generated<string | null>;
  /** Null for items that are not catch weight. */
  pieces: number | null;
}

/** A lot of an item that tracks them. The lot without a code contains stock without a named lot. */
export interface LotRow extends Omit<CommonColumns, 'isActive'> {
  itemId: string;
  code: string;
  /** The folded code, for search. */
  search: Generated<string>;
  /** The last day on which it is good (YYYY-MM-DD). */
  expiry: string | null;
  /** The document and location of origin, with the day by that location's clock. */
  originType: string;
  originId: string;
  originNo: string | null;
  originDay: string;
  originPlace: string;
  /** On hold since, by whom and why; null where it is not on hold. */
  heldAt: string | null;
  heldBy: string | null;
  heldByName: string | null;
  holdReason: string | null;
  holdNote: string | null;
  /** The recall that put it on hold; null for a manual hold. */
  heldByRecall: string | null;
}

export interface SaleSourceRow {
  _id: string;
  name: string;
  /** Folded text for lookups. */
  folded: string;
  layout: Json;
  createdAt: string;
  updatedAt: string;
  version: number;
}

/** Mapping of a till's article: portions of a recipe, base units of an item, or no food. */
export interface SaleArticleRow {
  _id: string;
  sourceId: string;
  code: string;
  recipeId: string | null;
  itemId: string | null;
  qtyMicro: number;
  isNoFood: Bit;
  userId: string | null;
  updatedAt: string;
  version: number;
}

/** An exception day that a user marked. */
interface DemandDayRow {
  _id: string;
  branchId: string;
  itemId: string | null;
  day: string;
  kind: DayMark;
  note: string | null;
  userName: string;
  updatedAt: string;
}

/** A branch's sales on a day from one till. */
export interface SaleDayRow {
  _id: string;
  sourceId: string;
  branchId: string;
  day: string;
  netE4: number;
  qtyMicro: number;
  /** Whether these sales deplete stock: the branch's setting at the last import. */
  takesStock: Bit;
  /** Sales that depleted nothing, and why. */
  gaps: Json;
  userId: string;
  userName: string;
  createdAt: string;
  updatedAt: string;
  version: number;
}

/**
 * Sales of one article on a day; the code is empty where the recipe was named directly. Refunds are negative.
 */
export interface SaleRowRow {
  dayId: string;
  rowNo: number;
  code: string;
  recipeId: string | null;
  name: string | null;
  qtyMicro: number;
  netE4: number;
}

/** A recall of a lot, as it was started. Quantities of the lot and its derivatives, in the base unit. */
export interface RecallRow {
  _id: string;
  number: string;
  startedAt: string;
  userId: string;
  userName: string;
  isPractice: Bit;
  note: string | null;
  itemId: string;
  itemCode: string;
  itemName: string;
  unitSymbol: string;
  lotId: string;
  lot: string;
  /** Received from outside. */
  cameMicro: number;
  /** Used, sold, wasted or returned by documents. */
  documentedMicro: number;
}

/** Book quantity of a lot at a location when its recall started. */
export interface RecallPlaceRow {
  recallId: string;
  placeId: string;
  placeName: string;
  lotId: string;
  lot: string;
  expectedMicro: number;
}

/** A reported finding; the last one of a location and lot counts. */
export interface RecallFindingRow {
  recallId: string;
  _id: string;
  placeId: string;
  lotId: string;
  at: string;
  userId: string;
  userName: string;
  note: string | null;
  qtyMicro: number;
  /** What was done with the goods. */
  outcome: Generated<RecallOutcome>;
}

/** A lot in scope of a recall and how it got there: `how` and the document lead from `fromLotId` to it. */
export interface RecallLotRow {
  recallId: string;
  lotId: string;
  addedAt: string;
  how: ScopeReason;
  depth: number;
  fromLotId: string | null;
  docType: string | null;
  docId: string | null;
  docNo: string | null;
}

/** A lot on hold for a recall, until it is released. */
export interface RecallHoldRow {
  recallId: string;
  lotId: string;
  at: string;
  releasedAt: string | null;
  releasedBy: string | null;
  releasedByName: string | null;
  releaseReason: string | null;
  releaseNote: string | null;
}

/** When a location was notified of a recall by mail: `no` counts from 1. */
export interface RecallNoticeRow {
  recallId: string;
  branchId: string;
  no: number;
  at: string;
}

/** The result of a recall. */
export interface RecallEndRow {
  recallId: string;
  at: string;
  userId: string;
  userName: string;
  note: string | null;
  foundMicro: number;
  placesAsked: number;
  placesConfirmed: number;
  seconds: number;
}

/** Balance of a lot at a location, and how much of it is picked. Zero balances have no row. */
export interface LotBalanceRow {
  placeId: string;
  itemId: string;
  lotId: string;
  onHandMicro: number;
  reservedMicro: number;
}

/** Quantity of a lot picked for a line of an accepted order: part of its reservation. */
export interface LotReservationRow {
  lineId: string;
  lotId: string;
  orderId: string;
  placeId: string;
  itemId: string;
  qtyMicro: number;
}

/** Who picks or has picked a line of an order in process. */
export interface PickClaimRow {
  lineId: string;
  orderId: string;
  /** When it was taken, picked or put back. */
  at: string;
  /** Null when it was put back and waits for a picker. */
  userId: string | null;
  userName: string | null;
  /** When it was picked; null while in progress. */
  pickedAt: string | null;
}

/** Ledger totals of a location with stock by day of its own clock and by kind; issues are negative. */
interface StockDailyRow {
  placeId: string;
  itemId: string;
  kind: string;
  businessDay: string;
  qtyMicro: number;
  valueE4: number;
}

/** Stock at the end of a day; a missing row means zero. */
interface StockClosingRow {
  day: string;
  placeId: string;
  itemId: string;
  /** By effective time: includes late entries. */
  onHandMicro: number;
  valueE4: number;
  /** By entry time: entered before the day's end in UTC. */
  enteredMicro: number;
  enteredE4: number;
}

/** A day whose closing is stored or being computed. */
export interface StockClosingDayRow {
  day: string;
  /** Progress of the effective quantities: up to this location and item; complete once `isSummed`. */
  placeId: string;
  itemId: string;
  /** Progress of the entered quantities: up to this move; complete once `isWhole`. */
  enteredAt: string;
  enteredSeq: number;
  isSummed: number;
  isWhole: number;
}

/**
 * Totals of moves of a kind into (positive) or out of a location on a day, or of an item over all locations.
 */
interface StockSums {
  day: string;
  kind: string;
  /** 1: cumulative totals until the end of the day. */
  isClosing: number;
  /** Value in ten-thousandths, as high and low parts (`sumHighLow`). */
  billions: number;
  rest: number;
}

/** A day for which cumulative totals are stored; with `isClosing` 0 the next day to aggregate. */
export interface StockSumDayRow {
  day: string;
  isClosing: number;
  /** The next day is aggregated up to this location. */
  placeId: string;
  /** The Sunday whose closing is computed first, and up to which item; empty for none. */
  closes: string;
  itemId: string;
}

/** One side of a move that arrived after its day was aggregated, until the nightly job adds it. */
interface StockLateSideRow {
  seq: number;
  placeId: string;
  itemId: string;
  kind: string;
  day: string;
  isOnShelf: number;
  valueE4: number;
}

export interface DiscrepancyRow extends DocumentRow<typeof discrepancyFields> {
  docType: Generated<DocumentType>;
  lineId: string;
  /**
   * The day on which the resolution moved stock, by the clock of the source location; null when it moved
   * none.
   */
  businessDay: string | null;
}

export interface WastageRow extends Omit<DocumentRow<typeof wastageFields>, 'businessDay'> {
  businessDay: Generated<string>;
  /** Empty for none. */
  lot: string;
  /** Several lots, as JSON: `[{ lot, qtyMicro }]`. */
  lots: Generated<string>;
  unitNum: number;
  unitDen: number;
  cycle: Generated<number>;
}

export interface StockCountRow extends DocumentRow<typeof countFields> {
  approvedBy: string | null;
}

export interface StockCountLineRow extends DocumentRow<typeof countLineFields> {
  countId: string;
  /** Empty for none. */
  lot: string;
  countUnit: string | null;
  /** The earliest ledger position that any of its entries had seen; null for none. */
  fromSeq: number | null;
  /** Late moves up to this position are answered by `movesAnswer`. */
  answeredSeq: number | null;
  /** Why its difference was not posted after the approval. */
  leftWhy: string | null;
  /** Whether a submitted line needs a look. */
  asking: 0 | 1;
}

/** One counted quantity; entries are append-only. */
export interface StockCountEntryRow {
  seq: GeneratedAlways<number>;
  countId: string;
  lineId: string;
  device: string;
  deviceSeq: number;
  by: string;
  byName: string;
  /** When the device counted it, and when the server received it. */
  at: string;
  receivedAt: string;
  mode: string;
  /** The units counted in, as JSON: `[{ qty, unit, unitSymbol }]`. */
  parts: Json;
  /** Null withdraws the count of the line. */
  qtyMicro: number | null;
  pieces: number | null;
  round: number;
  /** The newest entry of the line that the device had seen; 0 for none. */
  seen: number;
  bookSeq: number;
}

export interface StockCountSectionRow {
  countId: string;
  section: string;
  takenBy: string;
  takenByName: string;
  takenAt: string | null;
}

export interface TransferRow extends DocumentRow<typeof transferFields> {
  arrivedBy: string | null;
  /** Sending day by the sender's clock and receiving day by the receiver's. */
  sentDay: string | null;
  receivedDay: string | null;
  /** Cost to the sender; null until it is sent. */
  costE4: number | null;
  /** Incremented with each reversed sending, so that the same lines can be sent again. */
  cycle: number;
  /**
   * The last version that each side changed, so that one side's edit doesn't make the other's version stale.
   */
  giverVersion: number;
  takerVersion: number;
}

export interface TransferLineRow extends DocumentRow<typeof transferLineFields> {
  transferId: string;
  position: number;
  /** `qty`. */
  orderQtyMicro: number;
  /** Per unit, as charged; 0 until it is sent. */
  unitCostMicro: number;
  costE4: number | null;
  lots: Json;
  /** What the receiver entered before it was sent, as JSON. */
  said: Json | null;
}

export type PurchaseOrderRow = DocumentRow<typeof purchaseOrderFields>;

/** Value of the inputs, including labour; `labourE4` belongs to the part being entered. */
export type ProductionBatchRow = DocumentRow<typeof batchFields> & { labourE4: number; valueE4: number };
export type ProductionLineRow = DocumentRow<typeof batchLineFields> & {
  batchId: string;
  position: number;
  fixedValueE4: number | null;
  valueE4: number;
};

/** Labels of one lot that were printed at once, and their content. */
export interface LabelPrintRow {
  _id: string;
  batchId: string;
  itemId: string;
  lot: string;
  /** One of `labelCauses`. */
  cause: string;
  useBy: string | null;
  /** JSON: `{ allergen, state }` each. */
  allergens: string;
  copies: number;
  at: string;
  userId: string;
  userName: string;
}

/** A finished part of a batch. */
export interface ProductionPartRow {
  partId: string;
  batchId: string;
  /** 1, 2, 3; also the cycle of its moves. */
  no: number;
  at: string;
  byName: string;
  goodMicro: number;
  lostMicro: number;
  reason: string | null;
  reasonCode: string | null;
  reasonNote: string | null;
  labourE4: number;
  /** Value of the inputs, including labour, and the part of it lost. */
  valueE4: number;
  lostE4: number;
  takenBackAt: string | null;
}

export interface PurchaseLineRow extends DocumentRow<typeof purchaseLineFields> {
  orderId: string;
  position: number;
}

export type GoodsReceiptRow = DocumentRow<typeof goodsReceiptFields>;

export interface GoodsReceiptLineRow extends DocumentRow<typeof goodsReceiptLineFields> {
  receiptId: string;
  position: number;
}

export interface SupplierInvoiceRow extends DocumentRow<typeof supplierInvoiceFields> {
  /** Supplier and printed number, so that it can't be entered twice; null once reversed. */
  uniqueKey: string | null;
  stockDifferenceE4: number;
  varianceE4: number;
}

export interface SupplierInvoiceLineRow extends DocumentRow<typeof supplierInvoiceLineFields> {
  invoiceId: string;
  position: number;
}

/**
 * One pair of an invoice match. `amountE4`, in the base currency and negative for a credit, consists of the
 * expected value (`releasedE4` of goods, `releasedChargeE4` of freight and charges) and the difference, in
 * stock (`stockE4`) and as a variance.
 */
export interface InvoiceMatchRow {
  matchId: string;
  invoiceId: string;
  lineId: string;
  /** The receipt's line; of credits also the billed line, the return that is credited, or the line itself. */
  pairedWith: string;
  receiptLineId: string | null;
  /** The supplier return that took the rest of the receipt's line; null for billed or credited lines. */
  transferId: string | null;
  poLineId: string | null;
  itemId: string;
  place: string;
  /** When it took effect and when it was reversed; null while it is in effect. */
  businessDay: string;
  reversedDay: string | null;
  qtyMicro: number;
  priceMicro: number;
  /** In the invoice's currency, without freight. */
  valueE4: number;
  amountE4: number;
  releasedE4: number;
  releasedChargeE4: number;
  stockE4: number;
  varianceE4: number;
  /** Quantity on hand at that time, in base units. */
  onHandMicro: number;
}

export interface AuditRow {
  seq: GeneratedAlways<number>;
  at: string;
  userId: string | null;
  userName: string | null;
  ip: string;
  action: string;
  entity: string;
  entityId: string | null;
  before: Json | null;
  after: Json | null;
  requestId: string;
}

export interface ImportTableRow {
  _id: string;
  createdAt: string;
  updatedAt: string;
  version: number;
  userId: string;
  kind: string;
  fileName: string;
  status: string;
  /** Options of the import. */
  input: Json;
  /** Number of rows, by the last check. */
  rows: number;
  faulty: number;
  created: number;
  changed: number;
  unchanged: number;
  others: number;
  committedAt: string | null;
  /** Characters of all stored cells. */
  size: number;
  /** Rows that its undo left unchanged: the first ones, and their number. */
  kept: Json;
  keptCount: number;
  /** An undo in steps is complete, but hasn't been reported yet. */
  isUndoUntold: Bit;
}

/** A row of an imported file, until the import is committed or discarded. */
export interface ImportedRow {
  importId: string;
  /** In the file, 1 is its first line. */
  row: number;
  cells: Json;
  /** Parsed cells, by column. */
  values: Json;
  /** Cells that could not be parsed. */
  faults: Json;
  outcome: string;
  /** Problems found by the last check. */
  problems: Json;
  /** Changed values, by the last check. */
  changes: Json;
  /** Original values of corrected cells, by column. */
  corrections: Json;
}

/** A committed import's change of one row, for its undo. */
export interface ImportChangeRow {
  importId: string;
  /** The order in which the rows were written. */
  position: number;
  collection: string;
  rowId: string;
  /** The row's version afterwards. */
  version: number;
  /** The row before; null when the import created it. */
  before: Json | null;
}

/** A planned part of an import, deleted once written. */
export interface ImportStepRow {
  importId: string;
  position: number;
  content: Json;
}

/** A file with audit rows: every day from `from` up to `before` (UTC). */
export interface AuditArchiveRow {
  file: string;
  from: string;
  before: string;
  lastSeq: number;
  rows: number;
  /** SHA-256 of its lines. */
  hash: string;
  createdAt: string;
}

/** How many audit rows of a document are in files. */
export interface AuditArchivedRow {
  entity: string;
  entityId: string;
  rows: number;
}

/** A job and its progress. */
export interface JobRow {
  _id: string;
  createdAt: string;
  kind: string;
  payload: Json;
  /** Results of completed steps, by name. */
  steps: Json;
  /** waiting, running, done or failed. */
  state: string;
  /** Deduplication key: at most one stored job has it. */
  key: string | null;
  /** Earliest start; null for immediately. */
  runAt: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  /** End of retention once it has ended. */
  keepUntil: string | null;
  /** Token and lease end of the worker that runs it. */
  token: string | null;
  leaseUntil: string | null;
  /** Why the last attempt failed: `{ code, message }`. */
  error: Json | null;
  attempts: number;
  version: number;
}

/** A scheduled mail, set up by its owner. */
export interface MailScheduleRow {
  _id: string;
  createdAt: string;
  updatedAt: string;
  version: number;
  isActive: Bit;
  owner: string;
  name: string;
  about: MailSubject;
  report: string | null;
  /** The report's filters, besides its days. */
  params: Json;
  every: CadenceName;
  onDay: number | null;
  at: string;
  timezone: string;
  onlyWithRows: Bit;
  withFile: Bit;
  /** Since when this setting applies: earlier due times are not caught up on. */
  since: string;
}

/** A recipient of scheduled mails: a user, or an external address with its language. */
export interface MailRecipientRow {
  _id: string;
  scheduleId: string;
  userId: string | null;
  address: string | null;
  language: MailLanguage | null;
  /** Unsubscribe token; part of the links in the mails. */
  token: string;
  unsubscribedAt: string | null;
}

/** One run of a schedule, and how many of its mails have ended. */
export interface MailRunRow {
  _id: string;
  scheduleId: string;
  due: string;
  createdAt: string;
  fromDay: string;
  toDay: string;
  missed: number;
  mails: number;
  ended: number;
}

/** A saved report view. */
export interface ReportViewRow {
  _id: string;
  createdAt: string;
  updatedAt: string;
  version: number;
  owner: string;
  report: ReportName;
  name: string;
  /** The folded name, unique per owner and report. */
  nameKey: string;
  /** The report's query parameters. */
  asked: Json;
  isShared: Bit;
}

/** One mail to one recipient, and its result. Its content is rendered when it is sent, and not stored. */
export interface MailRow {
  _id: string;
  createdAt: string;
  version: number;
  kind: MailKind;
  state: MailState;
  scheduleId: string | null;
  runId: string | null;
  /** Its document. */
  docId: string | null;
  recipientId: string | null;
  userId: string | null;
  toName: string | null;
  address: string | null;
  subject: string | null;
  /** The message id before the sender's domain: the same for every attempt. */
  messageId: string;
  /** Further content: the language, and the text sent along with a document. */
  payload: Json;
  fromDay: string | null;
  toDay: string | null;
  missed: number;
  reason: MailReason | null;
  answer: string | null;
  attempts: number;
  /** How often a user had it sent again. */
  round: number;
  endedAt: string | null;
}
