import type { Generated, Insertable, Selectable } from 'kysely';
import type { PriceSource } from '#modules/prices/price-history.ts';
import type { DayMark } from '#modules/demand/marked-days.ts';
import type { DocumentType } from '#platform/documents/types.ts';
import type { CadenceName } from '#modules/mail/cadence.ts';
import type { RecallOutcome, ScopeReason } from '#modules/recalls/recall-rules.ts';
import type { MailKind, MailLanguage, MailReason, MailState, MailContentType } from '#modules/mail/states.ts';
import type { ReportName } from '#modules/reports/report-shapes.ts';
import type { MoveKind } from '#core/move-kinds.ts';
import type { PriceRule } from '#modules/transfers/kinds.ts';
import type { CostClass } from '#modules/food-cost/cost-classes.ts';
import type { Tables } from './schema/tables.gen.ts';

/** A flag: 0 or 1 on both engines. */
export type Bit = 0 | 1;

/** Columns whose values are a union of strings; narrower than the type declared in the schema. */
interface NarrowedColumns {
  packPrices: { source: PriceSource };
  users: { passwordKind: PasswordKind };
  documentHistory: { docType: DocumentType };
  stockMoves: { docType: DocumentType; kind: MoveKind };
  recallLots: { how: ScopeReason };
  recallFindings: { outcome: Generated<RecallOutcome> };
  demandDays: { kind: DayMark };
  discrepancies: { docType: Generated<DocumentType> };
  transferPrices: { rule: PriceRule };
  attachments: { docType: DocumentType };
  reviews: { source: '' | 'invoice' };
  recipeCosts: { cause: 'recipe' | 'item' | 'unit' | 'day' };
  recipesToCost: { kind: 'item' | 'recipe' | 'all' };
  mailSchedules: { contentType: MailContentType; cadence: CadenceName };
  mailRecipients: { language: MailLanguage | null };
  emails: { kind: MailKind; state: MailState; reason: MailReason | null };
  reportViews: { report: ReportName };
  itemCategories: { costClass: Generated<CostClass> };
}

type Narrowed<T> = T extends keyof NarrowedColumns ? NarrowedColumns[T] : unknown;

/** The tables as Kysely types. Column names and units: schema/schema.ts. */
export type Database = {
  [T in keyof Tables]: {
    [C in keyof Tables[T]]: C extends keyof Narrowed<T> ? Narrowed<T>[C] : Tables[T][C];
  };
};

/** A row as queries return it. */
export type Row<T extends keyof Database> = Selectable<Database[T]>;

/** A row to insert, without the columns that the database fills. */
export type NewRow<T extends keyof Database> = Insertable<Database[T]>;

/**
 * How the password was set: `own` was chosen by the user, `start` is an initial password set by an
 * administrator for the first sign-in, and `demonstration` is public.
 */
export type PasswordKind = 'own' | 'start' | 'demonstration';

export type AttachmentRow = Row<'attachments'>;
export type AuditArchivedRow = Row<'auditArchived'>;
export type AuditRow = Row<'audit'>;
export type BalanceRow = Row<'balances'>;
export type DiscrepancyRow = Row<'discrepancies'>;
export type GoodsReceiptLineRow = Row<'goodsReceiptLines'>;
export type GoodsReceiptRow = Row<'goodsReceipts'>;
export type ImportChangeRow = Row<'importChanges'>;
export type ImportTableRow = Row<'imports'>;
export type ImportedRow = Row<'importRows'>;
export type InvoiceMatchRow = Row<'invoiceMatches'>;
export type JobRow = Row<'jobs'>;
export type LabelPrintRow = Row<'labelPrints'>;
export type MailRecipientRow = Row<'mailRecipients'>;
export type MailRow = Row<'emails'>;
export type MailScheduleRow = Row<'mailSchedules'>;
export type OrderLineRow = Row<'orderLines'>;
export type OrderRow = Row<'orders'>;
export type PackPriceRow = Row<'packPrices'>;
export type PickClaimRow = Row<'pickClaims'>;
export type ProductionBatchRow = Row<'productionBatches'>;
export type ProductionLineRow = Row<'productionLines'>;
export type PurchaseLineRow = Row<'purchaseLines'>;
export type PurchaseOrderRow = Row<'purchaseOrders'>;
export type RecallRow = Row<'recalls'>;
export type RecipeRollupRow = Row<'recipeRollups'>;
export type RecipeVersionRow = Row<'recipeVersions'>;
export type ReportViewRow = Row<'reportViews'>;
export type ReviewRow = Row<'reviews'>;
export type RoleRow = Row<'roles'>;
export type SaleDayRow = Row<'saleDays'>;
export type SaleModifierRow = Row<'saleModifiers'>;
export type SaleRowRow = Row<'saleRows'>;
export type StockClosingDayRow = Row<'stockClosingDays'>;
export type StockCountLineRow = Row<'stockCountLines'>;
export type StockCountRow = Row<'stockCounts'>;
export type StockMoveRow = Row<'stockMoves'>;
export type StockSumDayRow = Row<'stockSumDays'>;
export type SupplierInvoiceLineRow = Row<'supplierInvoiceLines'>;
export type SupplierInvoiceRow = Row<'supplierInvoices'>;
export type TransferLineRow = Row<'transferLines'>;
export type TransferRow = Row<'transfers'>;
export type UserRow = Row<'users'>;
export type WastageRow = Row<'wastage'>;
