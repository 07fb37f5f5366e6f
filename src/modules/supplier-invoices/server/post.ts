import { fromE4, computeValueAtPrice } from '#core/money.ts';
import { canApprovePurchase } from '#modules/purchase-orders/lifecycle.ts';
import type { LoadedPurchase } from '#modules/purchase-orders/server/rows.ts';
import { loadApproverNames } from '#modules/purchase-orders/server/approvals.ts';
import { loadApprovers } from '#modules/purchase-orders/server/order-totals.ts';
import { decideInvoiceDelete } from '../lifecycle.ts';
import { type InvoiceStatus, computeRoundingToleranceE4 } from '../invoices.ts';
import { undoLateDifference } from '../match.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import {
  type DocumentHandlers,
  transitionDocument,
  removeDocument,
} from '#platform/documents/server/transitions.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { assertPermitted } from '#platform/documents/server/write.ts';
import { forbidden, invalid } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import { removeAttachments } from '#modules/attachments/server/store.ts';
import { openBalanceBook } from '#modules/stock/server/balance-book.ts';
import { loadBusinessDay } from '#modules/stock/server/business-day.ts';
import { lockPeriodForPosting } from '#modules/stock/server/accounting-period.ts';
import {
  postMatchValues,
  lockInvoicedOrders,
  updateCreditedQuantities,
  updateOrderBilledQuantities,
  updateReceiptBilledQuantities,
  updateReturnCredits,
} from './effects.ts';
import { recordInvoicePrices, removeInvoicePrices } from './record-prices.ts';
import { assertReferencesCurrent } from './lines.ts';
import {
  loadRemainingOnHand,
  type MatchPlan,
  planMatches,
  findRevaluedItems,
  setMatchStates,
} from './matching.ts';
import { planReturnMatches } from './return-matching.ts';
import {
  selectReceiptLinesById,
  type LoadedInvoice,
  type MatchRow,
  selectMatchesOfInvoice,
  invoiceStore,
  toInvoiceLifecycleInput,
} from './rows.ts';

/** Invoice-specific effects of transitions. */
const invoiceHandlers: DocumentHandlers<LoadedInvoice> = {
  store: invoiceStore,
  async onTransition(ctx, invoice, { verb }) {
    if (verb === 'post') await postInvoice(ctx, invoice);
    else await reverseInvoice(ctx, invoice);
    invoice.header.transitionReason = null;
    return invoice.lines;
  },
  onRemove: (ctx, { header }) => removeAttachments(ctx.tx, 'supplier_invoice', header._id),
  auditSnapshot: ({ header: { number, kind, supplier, supplierNumber, place, totalE4 } }) => ({
    number,
    kind,
    supplier,
    supplierNumber,
    place,
    totalE4,
  }),
};

/**
 * Posts or reverses an invoice; see `transitionDocument`. Differences from the receipt require a reason.
 *
 * @throws ApiProblem 422 `transitionReason` or `total`, 409 if a credit depends on the invoice
 */
export async function changeInvoiceStatus(
  ctx: CommandContext,
  invoice: LoadedInvoice,
  to: InvoiceStatus,
  reason: string | null | undefined,
  check: () => Promise<void>,
): Promise<void> {
  if (reason !== undefined) invoice.header.transitionReason = reason;
  await transitionDocument(ctx, invoiceHandlers, invoice, to, check);
}

/**
 * Deletes a draft.
 *
 * @throws ApiProblem 403, 409 after posting
 */
export async function removeInvoice(
  ctx: CommandContext,
  invoice: LoadedInvoice,
  check: () => Promise<void>,
): Promise<void> {
  assertPermitted(invoiceStore, invoice, decideInvoiceDelete(toInvoiceLifecycleInput(invoice), ctx.actor));
  await check();
  await removeDocument(ctx, invoiceHandlers, invoice);
}

async function postInvoice(ctx: CommandContext, invoice: LoadedInvoice): Promise<void> {
  const { header, lines } = invoice;
  if (Math.abs(header.roundingE4) > computeRoundingToleranceE4(lines.length))
    throw invalid({
      total: refusal('invoice-total', {
        sum: String(fromE4(header.totalE4 - header.roundingE4)),
        total: String(fromE4(header.totalE4)),
      }),
    });
  const orders = await lockInvoicedOrders(ctx, lines);
  await assertWithinApprovalLimit(ctx, invoice, orders);
  await lockBalances(ctx, header.place, await findRevaluedItems(ctx.tx, invoice));
  await assertReferencesCurrent(ctx.tx, lines);
  const plan = await planMatches(ctx.tx, invoice);
  plan.matches.push(...(await planReturnMatches(ctx.tx, invoice, plan)));
  setMatchStates(invoice, plan);
  if (header.matchState !== 'matched' && (header.transitionReason ?? '') === '')
    throw invalid({ transitionReason: refusal('invoice-differs') });
  header.postedDay = await loadBusinessDay(ctx.tx, header.place, header.updatedAt);
  Object.assign(header, { postedAt: header.updatedAt, postedByName: ctx.actor.name });
  await updateCreditedQuantities(ctx, lines, 1);
  await updateReturnCredits(ctx, invoice, 1);
  await writeMatches(ctx, invoice, plan, header.postedDay);
  await updateOrderBilledQuantities(ctx, invoice, orders, 1);
  if (header.kind === 'invoice') await recordInvoicePrices(ctx, invoice);
}

/**
 * Stores the planned matches, updates the billed quantities of receipts and posts the values to the ledger.
 */
export async function writeMatches(
  ctx: CommandContext,
  invoice: LoadedInvoice,
  plan: MatchPlan,
  businessDay: string,
): Promise<void> {
  const { header } = invoice;
  const rows: MatchRow[] = plan.matches.map(({ row }) => ({
    ...row,
    matchId: newId({ now: () => ctx.now }),
    invoiceId: header._id,
    businessDay,
    reversedDay: null,
  }));
  for (const { line, row } of plan.matches)
    if (header.kind === 'invoice' && row.transferId === null) line.matchedQtyMicro += row.qtyMicro;
  await insertRows(ctx.tx, 'invoiceMatches', rows);
  await updateReceiptBilledQuantities(ctx, header, rows, 1);
  await postMatchValues(ctx, header, rows, 0);
}

async function reverseInvoice(ctx: CommandContext, invoice: LoadedInvoice): Promise<void> {
  const { header, lines } = invoice;
  const rows = (await selectMatchesOfInvoice(ctx.tx, header._id)).filter(
    ({ reversedDay }) => reversedDay === null,
  );
  const orders = await lockInvoicedOrders(ctx, lines);
  const items = [...lines, ...rows].map(({ itemId }) => itemId);
  const book = await lockBalances(ctx, header.place, items);
  const receiptLines = await loadReceiptLinesOfMatches(ctx, rows);
  const reversals = [];
  for (const row of rows) {
    const receiptLine = receiptLines.get(row.receiptLineId ?? '');
    const entry = book.entry(header.place, row.itemId);
    const onHandMicro = receiptLine ? await loadRemainingOnHand(ctx.tx, receiptLine, entry.onHandMicro) : 0;
    const reversal = undoLateDifference(entry.valueE4, onHandMicro, row);
    entry.valueE4 += reversal.stockE4;
    reversals.push({ ...row, ...reversal });
  }
  header.reversedDay = await loadBusinessDay(ctx.tx, header.place, header.updatedAt);
  header.uniqueKey = null;
  await ctx.tx
    .updateTable('invoiceMatches')
    .set({ reversedDay: header.reversedDay })
    .where('invoiceId', '=', header._id)
    .where('reversedDay', 'is', null)
    .execute();
  for (const line of lines) line.matchedQtyMicro = 0;
  await updateReceiptBilledQuantities(ctx, header, rows, -1);
  await updateCreditedQuantities(ctx, lines, -1);
  await updateReturnCredits(ctx, invoice, -1);
  await postMatchValues(ctx, header, reversals, 1);
  await updateOrderBilledQuantities(ctx, invoice, orders, -1);
  if (header.kind === 'invoice') await removeInvoicePrices(ctx, invoice);
  header.stockDifferenceE4 += reversals.reduce((sum, { stockE4 }) => sum + stockE4, 0);
  header.varianceE4 += reversals.reduce((sum, { varianceE4 }) => sum + varianceE4, 0);
}

async function loadReceiptLinesOfMatches({ tx }: CommandContext, rows: readonly MatchRow[]) {
  const ids = [...new Set(rows.flatMap(({ receiptLineId }) => receiptLineId ?? []))];
  const loaded = ids.length > 0 ? await selectReceiptLinesById(tx, ids) : [];
  return new Map(loaded.map((receiptLine) => [receiptLine.lineId, receiptLine]));
}

/**
 * Locks the balances whose value changes, so that the planned differences stay valid until they are posted.
 */
async function lockBalances({ tx }: CommandContext, placeId: string, items: readonly string[]) {
  await lockPeriodForPosting(tx);
  return openBalanceBook(
    tx,
    [...new Set(items)].map((itemId) => ({ placeId, itemId })),
  );
}

/**
 * Requires an approver for an invoice that raises the billed value of a purchase order above both the ordered
 * value and an approval limit; otherwise more than the limit could be paid for an order below it.
 *
 * @throws ApiProblem 403 with the order's number and approvers
 */
async function assertWithinApprovalLimit(
  ctx: CommandContext,
  { header, lines }: LoadedInvoice,
  orders: readonly LoadedPurchase[],
): Promise<void> {
  if (header.kind === 'credit') return;
  for (const order of orders) {
    const billedLines = order.lines.map(({ lineId, itemId, qtyMicro, priceMicro, billedValueE4 }) => ({
      itemId,
      valueE4: lines.reduce(
        (sum, line) => (line.poLineId === lineId ? sum + line.valueE4 : sum),
        billedValueE4,
      ),
      allowedE4: computeValueAtPrice(qtyMicro, priceMicro),
    }));
    const approvers = await loadApprovers(ctx.tx, order.header, billedLines, ctx.now);
    if (approvers === '' || canApprovePurchase({ approvers }, ctx.actor)) continue;
    const sum = (key: 'valueE4' | 'allowedE4') => billedLines.reduce((total, line) => total + line[key], 0);
    const params = {
      number: order.header.number,
      billed: String(fromE4(sum('valueE4'))),
      ordered: String(fromE4(sum('allowedE4'))),
    };
    const names = await loadApproverNames(ctx.tx, approvers);
    throw forbidden(
      names.length === 0
        ? refusal('invoice-above-limit-office', params)
        : refusal('invoice-above-limit', { ...params, approvers: names.join(', ') }),
    );
  }
}
