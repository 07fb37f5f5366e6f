import { discrepancyDocument } from '#modules/discrepancies/server/definition.ts';
import { receiptDocument } from '#modules/goods-receipts/server/definition.ts';
import { orderDocument } from '#modules/orders/server/definition.ts';
import { batchDocument } from '#modules/production/server/definition.ts';
import { purchaseDocument } from '#modules/purchase-orders/server/definition.ts';
import { checkDocument } from '#modules/safety-checks/server/definition.ts';
import { countDocument } from '#modules/stock-counts/server/definition.ts';
import { invoiceDocument } from '#modules/supplier-invoices/server/definition.ts';
import { transferDocument } from '#modules/transfers/server/definition.ts';
import { wastageDocument } from '#modules/wastage/server/definition.ts';
import type { AnyDocument } from '#platform/documents/server/define.ts';

/**
 * All document kinds with a lifecycle. Audit, usage, photos and period checks iterate over this list. Headers
 * are locked in this order, so a settled kind comes before the kinds that settle it.
 */
export const documents: readonly AnyDocument[] = [
  orderDocument,
  wastageDocument,
  transferDocument,
  purchaseDocument,
  receiptDocument,
  invoiceDocument,
  batchDocument,
  discrepancyDocument,
  countDocument,
  checkDocument,
];
