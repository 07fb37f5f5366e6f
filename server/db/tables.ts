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
 * The tables as the code sees them. Columns carry the names used on the wire; where a column holds an
 * integer of another scale it says so: `...Micro` is millionths of a unit, `...E4` ten-thousandths of the
 * currency. Times are ISO-8601 UTC text, `Json` columns hold JSON text, `Bit` columns hold 0 or 1 on both engines.
 */
export interface Database extends MasterTables {
  itemBarcodes: { barcode: string; itemId: string };
  itemConversions: ItemConversionRow;
  packPrices: PackPriceRow;
  users: UserRow;
  roles: RoleRow;
  sessions: SessionRow;
  signInFailures: { id: GeneratedAlways<number>; email: string; ip: string; at: string };
  /** Devices that somebody has signed in on; the token itself is on the device alone. */
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
  /** The numbers of items in what is kept of many of them together; they keep them for good. */
  stockItemNumbers: { itemId: string; number: number };
  /** What a place used on a day that is over: figures of its items, three numbers each. */
  stockDayUse: { placeId: string; day: string; packed: Uint8Array; mark: number };
  lots: LotRow;
  lotBalances: LotBalanceRow;
  lotReservations: LotReservationRow;
  pickClaims: PickClaimRow;
  /** The SSCC of a crate; `crate` is null for one that is not counted any more. */
  crates: { sscc: string; orderId: string; crate: number | null; at: string };
  recalls: RecallRow;
  recallPlaces: RecallPlaceRow;
  recallLots: RecallLotRow;
  recallHolds: RecallHoldRow;
  recallNotices: RecallNoticeRow;
  recallFindings: RecallFindingRow;
  recallEnds: RecallEndRow;
  /** A till, and in `layout` which columns its files have: `{ columns, decimal, dates }`, empty where none was kept. */
  saleSources: SaleSourceRow;
  saleArticles: SaleArticleRow;
  saleDays: SaleDayRow;
  saleRows: SaleRowRow;
  /** A day that suggestions take otherwise: of one item, or of the whole branch where `itemId` is null. */
  demandDays: DemandDayRow;
  /** `shape`: seven numbers, Monday first, of a category over all branches. */
  /** What a branch is expected to want of what is made, as it was worked out on its `day`. */
  branchOutlooks: { branchId: string; day: string; stamp: string; outlooks: Json; updatedAt: string };
  /** A place of which days that are over were changed since. */
  demandChanges: { _id: string; placeId: string };
  demandProfiles: { categoryId: string; shape: Json; updatedAt: string };
  discrepancies: DiscrepancyRow;
  wastage: WastageRow;
  stockCounts: StockCountRow;
  stockCountLines: StockCountLineRow;
  stockCountEntries: StockCountEntryRow;
  /** Who has taken which section of a count; the empty one is what stands in none. */
  stockCountSections: StockCountSectionRow;
  transfers: TransferRow;
  transferLines: TransferLineRow;
  /** Of a branch or a branch category: what it is charged for what others send it. */
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
  /** What a row said until it was written otherwise, of what past days are told by; the database adds the rows itself. */
  formerValues: { seq: GeneratedAlways<number>; ofRow: string; field: string; at: string; was: string };
  /** Says whether anything was written that dishes are costed by; the database makes the marks itself. */
  costMarks: { seq: GeneratedAlways<number>; mark: number };
  /** What has changed that the cost of recipes depends on, and is not in it yet; the database adds the rows itself. */
  recipesToCost: { seq: GeneratedAlways<number>; kind: 'item' | 'recipe' | 'all'; id: string; since: string };
  jobs: JobRow;
  /** When each schedule was due last, as far as it was seen to. */
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

/** A photo of a document; `lineId` is empty where it is of the whole. */
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

/** A price that a pack has had; null says that it has none from then on. */
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

/** What a recipe is made by from a day on; `content` never changes. */
export interface RecipeVersionRow {
  _id: string;
  recipeId: string;
  no: number;
  validFrom: string;
  content: Json;
  createdAt: string;
}

/** That a version of a recipe takes an item or another recipe, or measures in a unit. */
interface RecipeUseRow {
  seq: GeneratedAlways<number>;
  versionId: string;
  recipeId: string;
  itemId: string | null;
  subRecipeId: string | null;
  unit: string | null;
  isAlternative: Bit;
}

/** What a batch costs by list prices, exactly (`cost`, as text) and rounded; null where something is missing. */
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

/** A step in what a recipe costs, and what it follows from. */
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

/** Whose a password is: its owner's choice, given by somebody else to start with, or the demonstration's public one. */
export type PasswordKind = 'own' | 'start' | 'demonstration';

export interface UserRow extends CommonColumns {
  name: string;
  email: string;
  passwordHash: string;
  /** One higher with each other password; a hash that is only made anew leaves it. */
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
  /** The language in which they signed in last (`en`, `ar`): mails are written in it. Null before the first time. */
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
  /** Changes of items, packs and prices by people with this role wait for somebody's look. */
  asksReview: Bit;
}

/** A change that waits, or waited; see `review` in the contract. */
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
  /** What it comes from where nobody typed it. */
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
  /** Method, path and body, hashed: the same key with another fingerprint is a mistake of the client. */
  fingerprint: string;
  status: number;
  /** The answer; empty where it is long enough to be `packed`. */
  body: string;
  packed: Uint8Array | null;
  version: number | null;
  createdAt: string;
}

export interface OrderRow extends DocumentRow<typeof orderFields> {
  userId: string;
  /** The day of the shipment by the kitchen's clock, and of the receipt by the branch's. */
  shippedDay: string | null;
  receivedDay: string | null;
  /** Rises with each un-ship, so that the same lines can be shipped again. */
  cycle: number;
  /** Of the shipment: lines that were ordered and how many went complete, base units ordered and shipped; null while there is none. */
  linesOrdered: number | null;
  linesShippedComplete: number | null;
  unitsOrderedMicro: number | null;
  unitsShippedMicro: number | null;
  /** Lines of which all that was ordered was accepted at the receipt. */
  linesReceivedComplete: number | null;
  /** The order as lists show it, as JSON text: written with every change of the row, so that lists only read it. */
  summary: Json;
}

export interface OrderLineRow extends DocumentRow<typeof orderLineFields> {
  orderId: string;
  position: number;
  lots: Json;
  /** What was asked, in the line's unit, before a share of it was approved in a shortage; null where it was not shared. */
  sharedFromMicro: number | null;
}

/** One step of a document's life. */
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

/** Of every kind of document that keeps no table of its own for it. */
interface DocumentHistoryRow extends HistoryRow {
  docType: DocumentType;
  docId: string;
  /** The move, or `edit`; null at its making. */
  verb: string | null;
}

/** What an accepted order line wants and holds at the kitchen, in base units. */
export interface ReservationRow {
  lineId: string;
  orderId: string;
  itemId: string;
  placeId: string;
  wantedMicro: number;
  qtyMicro: number;
  /** The order of acceptance: who waits longest is served first when stock comes. */
  acceptedAt: string;
}

export interface BalanceRow {
  placeId: string;
  itemId: string;
  onHandMicro: number;
  reservedMicro: number;
  valueE4: number;
  /** Last known average per base unit; what an empty or negative balance issues at. */
  lastCostE4: number;
  /** Of items that are counted in pieces; 0 of all others. */
  pieces: Generated<number>;
}

export interface StockMoveRow {
  seq: GeneratedAlways<number>;
  postedAt: string;
  effectiveAt: string;
  /** The day of `effectiveAt` by the clock of `fromPlace`; of `toPlace`, where goods come from outside. */
  businessDay: Generated<string>;
  /** The same by the clock of `toPlace`: another day where the two places' clocks differ. */
  arrivalDay: Generated<string>;
  itemId: string;
  fromPlace: string;
  toPlace: string;
  qtyMicro: number;
  /** What the quantity is worth, exactly: leaves `fromPlace`, arrives at `toPlace`. A `revaluation` moves nothing else. */
  valueE4: number;
  unitCostE4: number;
  lot: string;
  docType: DocumentType;
  docId: string;
  /** The number people know the document by, as it was when it posted; null where it has none. */
  docNo: Generated<string | null>;
  docLineId: string;
  kind: MoveKind;
  cycle: number;
  reason: string | null;
  userId: string;
  reversesSeq: number | null;
  /** Of items that are kept by lots; null for all others, and for moves of before they were. */
  lotId: Generated<string | null>;
  /** The lot that it arrived as, where that is another. */
  toLotId: Generated<string | null>;
  /** Null of items that are not counted in pieces. */
  pieces: number | null;
}

/** A lot of an item that tracks them. The one without a code holds what nobody named a lot for. */
export interface LotRow extends Omit<CommonColumns, 'isActive'> {
  itemId: string;
  code: string;
  /** The code folded, as what people type is. */
  search: Generated<string>;
  /** The last day on which it is good (YYYY-MM-DD). */
  expiry: string | null;
  /** The document that it came into stock by, on which day by the clock of which place. */
  originType: string;
  originId: string;
  originNo: string | null;
  originDay: string;
  originPlace: string;
  /** On hold since then, by whom and why; null where it is not. */
  heldAt: string | null;
  heldBy: string | null;
  heldByName: string | null;
  holdReason: string | null;
  holdNote: string | null;
  /** The recall whose hold it is; null for a hold that somebody made by hand. */
  heldByRecall: string | null;
}

export interface SaleSourceRow {
  _id: string;
  name: string;
  /** By which it is found, however it is typed. */
  folded: string;
  layout: Json;
  createdAt: string;
  updatedAt: string;
  version: number;
}

/** What an article of a till is: so many portions of a recipe, or base units of an item, or nothing to eat. */
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

/** A day that somebody marked. */
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

/** What a branch sold on a day by one till. */
export interface SaleDayRow {
  _id: string;
  sourceId: string;
  branchId: string;
  day: string;
  netE4: number;
  qtyMicro: number;
  /** Whether it takes stock: as the branch said when it came last. */
  takesStock: Bit;
  /** What took nothing, and why. */
  gaps: Json;
  userId: string;
  userName: string;
  createdAt: string;
  updatedAt: string;
  version: number;
}

/** What one article was sold of on a day; the code is empty where the recipe itself was named. Refunds are below zero. */
export interface SaleRowRow {
  dayId: string;
  rowNo: number;
  code: string;
  recipeId: string | null;
  name: string | null;
  qtyMicro: number;
  netE4: number;
}

/** A recall of a lot, as it was started. Quantities are of the lot and of what it became, in the base unit. */
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
  /** From outside. */
  cameMicro: number;
  /** Used, sold, thrown away or sent back, by documents. */
  documentedMicro: number;
}

/** What the books said that a place has of a lot when its recall was started. */
export interface RecallPlaceRow {
  recallId: string;
  placeId: string;
  placeName: string;
  lotId: string;
  lot: string;
  expectedMicro: number;
}

/** What somebody found; the last one of a place and lot counts. */
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

/** A lot in scope of a recall, and how it came into it: `how` and the document lead from `fromLotId` to it. */
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

/** A lot that a recall holds, until it is released from it. */
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

/** How a recall ended. */
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

/** How much of a lot a place has, and how much of that is picked. Lots of which it has nothing have no row. */
export interface LotBalanceRow {
  placeId: string;
  itemId: string;
  lotId: string;
  onHandMicro: number;
  reservedMicro: number;
}

/** How much of a lot is picked for a line of an accepted order: part of what is reserved for it. */
export interface LotReservationRow {
  lineId: string;
  lotId: string;
  orderId: string;
  placeId: string;
  itemId: string;
  qtyMicro: number;
}

/** Who is picking a line of an order in process, or has. */
export interface PickClaimRow {
  lineId: string;
  orderId: string;
  /** When it was taken, picked or put back. */
  at: string;
  /** Null: it was put back, and waits for somebody. */
  userId: string | null;
  userName: string | null;
  /** When it was fetched; null while somebody is at it. */
  pickedAt: string | null;
}

/** What moved at a place with stock on a day of its own clock, by kind; below zero is what went. The ledger added up. */
interface StockDailyRow {
  placeId: string;
  itemId: string;
  kind: string;
  businessDay: string;
  qtyMicro: number;
  valueE4: number;
}

/** What stood where at the end of a day; what is not there was nothing. */
interface StockClosingRow {
  day: string;
  placeId: string;
  itemId: string;
  /** By when it happened: also what was entered later. */
  onHandMicro: number;
  valueE4: number;
  /** By when it was entered: before the day's end by UTC. */
  enteredMicro: number;
  enteredE4: number;
}

/** A day whose closing is kept, or is being made. */
export interface StockClosingDayRow {
  day: string;
  /** Up to this place and item what happened stands in it; all once `isSummed`. */
  placeId: string;
  itemId: string;
  /** Up to this move what was entered stands in it; all once `isWhole`. */
  enteredAt: string;
  enteredSeq: number;
  isSummed: number;
  isWhole: number;
}

/** What moves of a kind brought to a place (above zero) or took from it on a day, or of an item to and from all shelves. */
interface StockSums {
  day: string;
  kind: string;
  /** 1: what they brought and took until the end of the day, since the first. */
  isClosing: number;
  /** Worth in ten-thousandths, in two halves (`sumHighLow`). */
  billions: number;
  rest: number;
}

/** A day until whose end sums are kept as well; and with `isClosing` 0 the one day that is next, before which all days are added up. */
export interface StockSumDayRow {
  day: string;
  isClosing: number;
  /** Up to this place the next day is added up. */
  placeId: string;
  /** The Sunday whose closing is made before that, and up to which item it is; nothing where none is. */
  closes: string;
  itemId: string;
}

/** One side of a move that came when its day was added up already, until the night adds it. */
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
  /** The day on which a decision moved stock, by the clock of the place that gave it; null when it moved none. */
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
  /** The earliest position of the ledger that one of the entries it stands on had seen. */
  fromSeq: number | null;
  /** Moves up to here that came late are answered by `movesAnswer`. */
  answeredSeq: number | null;
  /** Why its difference was not posted after the approval. */
  leftWhy: string | null;
  /** Whether it asks something, of a submitted count. */
  asking: 0 | 1;
}

/** One thing that somebody counted; they only grow. */
export interface StockCountEntryRow {
  seq: GeneratedAlways<number>;
  countId: string;
  lineId: string;
  device: string;
  deviceSeq: number;
  by: string;
  byName: string;
  /** When it was counted by the device, and when it came. */
  at: string;
  receivedAt: string;
  mode: string;
  /** In which units, as JSON: `[{ qty, unit, unitSymbol }]`. */
  parts: Json;
  /** Null took the count of the line back. */
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
  /** The day it went by the clock of the giver, and the day it came by that of the taker. */
  sentDay: string | null;
  receivedDay: string | null;
  /** What it cost the giver; null until it is sent. */
  costE4: number | null;
  /** Rises whenever its sending is taken back, so that the same lines can be sent again. */
  cycle: number;
  /** The last version in which each side said something: what one says does not make the other's word an old one. */
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
  /** What the taker said of it before it was sent, as JSON. */
  said: Json | null;
}

export type PurchaseOrderRow = DocumentRow<typeof purchaseOrderFields>;

/** What went in is worth so much, labour included; `labourE4` is of the part that is being entered. */
export type ProductionBatchRow = DocumentRow<typeof batchFields> & { labourE4: number; valueE4: number };
export type ProductionLineRow = DocumentRow<typeof batchLineFields> & {
  batchId: string;
  position: number;
  fixedValueE4: number | null;
  valueE4: number;
};

/** Labels of one lot that were printed at once, and what they said. */
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

/** A part of a batch that was finished. */
export interface ProductionPartRow {
  partId: string;
  batchId: string;
  /** 1, 2, 3; its moves are of this cycle. */
  no: number;
  at: string;
  byName: string;
  goodMicro: number;
  lostMicro: number;
  reason: string | null;
  reasonCode: string | null;
  reasonNote: string | null;
  labourE4: number;
  /** What went in, labour included, and what of it is in nothing good. */
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
  /** Its supplier and the printed number, so that nobody enters it twice; null once it was taken back. */
  uniqueKey: string | null;
  stockDifferenceE4: number;
  varianceE4: number;
}

export interface SupplierInvoiceLineRow extends DocumentRow<typeof supplierInvoiceLineFields> {
  invoiceId: string;
  position: number;
}

/**
 * What one line of an invoice was matched with: once for each pair. `amountE4`, in the money of the business and below zero of a
 * credit, is what was expected (`releasedE4` of goods, `releasedChargeE4` of freight and charges) and what differs from it, in
 * stock (`stockE4`) and as a variance.
 */
export interface InvoiceMatchRow {
  matchId: string;
  invoiceId: string;
  lineId: string;
  /** The line of a receipt; of credits also the billed line or the return that is credited, or the line itself. */
  pairedWith: string;
  receiptLineId: string | null;
  /** The return to the supplier by which the rest of the receipt's line went back; null of what was billed or credited. */
  transferId: string | null;
  poLineId: string | null;
  itemId: string;
  place: string;
  /** When it took effect, and when it was taken back; null: it stands. */
  businessDay: string;
  reversedDay: string | null;
  qtyMicro: number;
  priceMicro: number;
  /** In the money of the invoice, without freight. */
  valueE4: number;
  amountE4: number;
  releasedE4: number;
  releasedChargeE4: number;
  stockE4: number;
  varianceE4: number;
  /** How much of the quantity was on hand then, in base units. */
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
  /** What the import was told before its first row. */
  input: Json;
  /** How many, by the last check. */
  rows: number;
  faulty: number;
  created: number;
  changed: number;
  unchanged: number;
  others: number;
  committedAt: string | null;
  /** Letters of all cells that are kept. */
  size: number;
  /** What its undo left as it is: the first rows, and how many there are. */
  kept: Json;
  keptCount: number;
  /** An undo in steps was done, and not answered yet. */
  isUndoUntold: Bit;
}

/** A row of an imported file, until the import is committed or given up. */
export interface ImportedRow {
  importId: string;
  /** In the file, 1 is its first line. */
  row: number;
  cells: Json;
  /** What could be read of the cells, by column. */
  values: Json;
  /** What could not be read, whatever the database says. */
  faults: Json;
  outcome: string;
  /** What is wrong by the last check. */
  problems: Json;
  /** What a changed row changes, by the last check. */
  changes: Json;
  /** By column what the file says of cells that were put right. */
  corrections: Json;
}

/** What a committed import did to one row, for its undo. */
export interface ImportChangeRow {
  importId: string;
  /** The order in which the rows were written. */
  position: number;
  collection: string;
  rowId: string;
  /** The row's version afterwards. */
  version: number;
  /** The row as it was; null when the import made it. */
  before: Json | null;
}

/** Part of an import that was decided, as it will be written: gone once it is. */
export interface ImportStepRow {
  importId: string;
  position: number;
  content: Json;
}

/** A file with rows of the audit: every day from `from` up to `before` (UTC), as far as they were there then. */
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

/** How many audit rows of a document stand in files. */
export interface AuditArchivedRow {
  entity: string;
  entityId: string;
  rows: number;
}

/** Something to be done, and how far it is. */
export interface JobRow {
  _id: string;
  createdAt: string;
  kind: string;
  payload: Json;
  /** By name what was done of it and is not done again: the results. */
  steps: Json;
  /** waiting, running, done or failed. */
  state: string;
  /** Names the work: at most one job that is kept has it. */
  key: string | null;
  /** Not before; null for as soon as can be. */
  runAt: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  /** Until when it is kept once it has ended. */
  keepUntil: string | null;
  /** Of who runs it, and until when nobody else does. */
  token: string | null;
  leaseUntil: string | null;
  /** Why it did not succeed the last time: `{ code, message }`. */
  error: Json | null;
  attempts: number;
  version: number;
}

/** What is mailed again and again, by its owner's choice. */
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
  /** What the report is narrowed to, besides its days. */
  params: Json;
  every: CadenceName;
  onDay: number | null;
  at: string;
  timezone: string;
  onlyWithRows: Bit;
  withFile: Bit;
  /** Since when it stands as it does: what fell due before is nothing that was missed. */
  since: string;
}

/** Who gets the mails of a schedule: a user, or an address outside with its language. */
export interface MailRecipientRow {
  _id: string;
  scheduleId: string;
  userId: string | null;
  address: string | null;
  language: MailLanguage | null;
  /** Ends these mails for whoever has it: it stands in the links of the mails. */
  token: string;
  unsubscribedAt: string | null;
}

/** One time of a schedule, and how many of its mails have ended. */
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

/** A question to a report that somebody has saved under a name. */
export interface ReportViewRow {
  _id: string;
  createdAt: string;
  updatedAt: string;
  version: number;
  owner: string;
  report: ReportName;
  name: string;
  /** The name folded: one for each owner and report. */
  nameKey: string;
  /** The question by the names in addresses. */
  asked: Json;
  isShared: Bit;
}

/** One mail to one recipient, and what became of it. What it says is made when it is sent, and is not kept. */
export interface MailRow {
  _id: string;
  createdAt: string;
  version: number;
  kind: MailKind;
  state: MailState;
  scheduleId: string | null;
  runId: string | null;
  /** The document that it is of. */
  docId: string | null;
  recipientId: string | null;
  userId: string | null;
  toName: string | null;
  address: string | null;
  subject: string | null;
  /** Names the mail to mail servers, before the domain of the sender: the same however often it is tried. */
  messageId: string;
  /** What else it is made of: the language and the words that go with a document. */
  payload: Json;
  fromDay: string | null;
  toDay: string | null;
  missed: number;
  reason: MailReason | null;
  answer: string | null;
  attempts: number;
  /** How often a person had it sent again. */
  round: number;
  endedAt: string | null;
}
