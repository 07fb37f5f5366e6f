import { computeValueAtPrice } from '#core/money.ts';
import { computeUsualFreight } from '../order-limits.ts';
import { findRequiredApprovers, type SpentLine } from '../lifecycle.ts';
import {
  getBillingStatusByAmount,
  getBillingStatusByQuantity,
  getReceiptStatus,
  computePurchaseTotals,
} from '../purchase-status.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { loadExactRates } from '#modules/prices/server/rates.ts';
import { getLatestCommonDay } from '#modules/stock/server/accounting-period.ts';
import type { LoadedPurchase } from './rows.ts';

const itemCategories = statement((db, ids: readonly string[]) =>
  db.selectFrom('items').select(['_id', 'purchaseCategory']).where('_id', 'in', ids),
);
const supplierFreight = statement((db, id: string) =>
  db
    .selectFrom('suppliers')
    .select(['freightE4 as freight', 'freeFreightFromE4 as freeFreightFrom'])
    .where('_id', '=', id),
);
const approvalLimits = statement((db) =>
  db
    .selectFrom('purchaseCategories')
    .select(['_id', 'approver', 'approvalLimitE4'])
    .where('approvalLimitE4', 'is not', null)
    .where('isActive', '=', 1),
);

/**
 * Updates an order's totals, received and billed status, and in Draft its approvers. A closed order has no
 * outstanding lines.
 *
 * @param isFreightEntered whether this edit sets the freight, so that it isn't replaced by the usual freight
 */
export async function updateOrderTotals(
  { tx: db, now }: Pick<CommandContext, 'tx' | 'now'>,
  { header, lines }: Pick<LoadedPurchase, 'header' | 'lines'>,
  isFreightEntered = false,
): Promise<void> {
  const isDraft = header.status === 'Draft';
  if (isDraft && !isFreightEntered) await updateFreight(db, { header, lines });
  const effectiveLines =
    header.status === 'Closed' ? lines.map((line) => ({ ...line, isClosed: 1 as const })) : lines;
  Object.assign(header, computePurchaseTotals(lines, header.freightE4), {
    lineCount: lines.length,
    receivedStatus: getReceiptStatus(effectiveLines),
    billedByQuantity: getBillingStatusByQuantity(effectiveLines),
    billedByAmount: getBillingStatusByAmount(effectiveLines),
  });
  if (isDraft) header.approvers = await loadOrderApprovers(db, { header, lines }, now);
}

/**
 * Updates a draft's freight to the usual freight for its current lines, unless a different freight was
 * entered.
 */
async function updateFreight(
  db: Queryable,
  { header, lines }: Pick<LoadedPurchase, 'header' | 'lines'>,
): Promise<void> {
  const [supplier] = await supplierFreight(db, header.supplier);
  if (supplier === undefined || supplier.freight === null) return;
  if (header.freightE4 !== computeUsualFreight(supplier, header.goodsValueE4)) return;
  header.freightE4 = computeUsualFreight(supplier, computePurchaseTotals(lines, 0).goodsValueE4);
}

/** Returns an order's approvers according to the current limits. */
export const loadOrderApprovers = (
  db: Queryable,
  { header, lines }: Pick<LoadedPurchase, 'header' | 'lines'>,
  now: Date,
): Promise<string> =>
  loadApprovers(
    db,
    header,
    lines.map(({ itemId, qtyMicro, priceMicro }) => ({
      itemId,
      valueE4: computeValueAtPrice(qtyMicro, priceMicro),
    })),
    now,
  );

/**
 * Returns the approvers needed for an amount according to the current limits, as space-separated ids; empty
 * if none is needed.
 */
export async function loadApprovers(
  db: Queryable,
  { currency }: Pick<LoadedPurchase['header'], 'currency'>,
  lines: readonly (Omit<SpentLine, 'category'> & { itemId: string })[],
  now: Date,
): Promise<string> {
  const categoryLimits = await approvalLimits(db);
  if (categoryLimits.length === 0 || lines.length === 0) return '';
  const categories = await itemCategories(db, [...new Set(lines.map(({ itemId }) => itemId))]);
  const getRate = await loadExactRates(db, await getLatestCommonDay(db, now));
  const categoryByItem = new Map(categories.map(({ _id, purchaseCategory }) => [_id, purchaseCategory]));
  return findRequiredApprovers(
    lines.map(({ itemId, ...spent }) => ({ ...spent, category: categoryByItem.get(itemId) ?? null })),
    categoryLimits.map(({ _id, approver, approvalLimitE4 }) => ({
      category: _id,
      approver,
      limitE4: approvalLimitE4,
    })),
    getRate(currency),
  );
}
