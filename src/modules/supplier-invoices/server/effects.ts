import { fromE4 } from '#core/money.ts';
import { fromMicro } from '#core/quantity.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { Posting } from '#modules/stock/postings.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { getDocumentByType } from '#platform/documents/server/locks.ts';
import { documentEvent } from '#platform/documents/server/numbering-and-events.ts';
import { createEditStep, saveEdit } from '#platform/documents/server/write.ts';
import { invalid, problem } from '#platform/server/http/problems.ts';
import { type LoadedPurchase, purchaseStore } from '#modules/purchase-orders/server/rows.ts';
import { updateOrderTotals } from '#modules/purchase-orders/server/order-totals.ts';
import { stockEvent } from '#modules/stock/server/events.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { reopenReturn } from '#modules/transfers/server/transition.ts';
import { transferStore } from '#modules/transfers/server/rows.ts';
import { setBilledQuantities } from './billed-quantities.ts';
import { setReturnedQuantities } from './return-matching.ts';
import type { InvoiceHeader, InvoiceLine, LoadedInvoice, MatchRow } from './rows.ts';

/** The part of a match that is posted to the ledger. */
type MatchValue = Pick<MatchRow, 'matchId' | 'itemId' | 'stockE4' | 'varianceE4'>;

/**
 * Posts stock differences and variances of matches to the ledger. The virtual location of both is the
 * supplier.
 */
export async function postMatchValues(
  ctx: CommandContext,
  { _id, number, place }: InvoiceHeader,
  matches: readonly MatchValue[],
  cycle: 0 | 1,
): Promise<void> {
  const move = (
    row: MatchValue,
    otherPlace: string,
    kind: 'invoice_difference' | 'invoice_variance',
    valueE4: number,
  ) => ({
    itemId: row.itemId,
    fromPlace: valueE4 > 0 ? 'supplier' : otherPlace,
    toPlace: valueE4 > 0 ? otherPlace : 'supplier',
    qtyMicro: 0,
    valueE4: Math.abs(valueE4),
    kind,
    docType: 'supplier_invoice' as const,
    docId: _id,
    docLineId: row.matchId,
    lot: '',
  });
  const postings: Posting[] = matches
    .flatMap((row) => [
      move(row, place, 'invoice_difference', row.stockE4),
      move(row, 'adjustment', 'invoice_variance', row.varianceE4),
    ])
    .filter(({ valueE4 }) => valueE4 !== 0);
  if (postings.length === 0) return;
  await postStockChange(
    ctx.tx,
    { postings },
    { userId: ctx.actor._id, now: ctx.now.toISOString(), docNo: number, cycle, emit: ctx.emit },
  );
  ctx.emit(stockEvent(_id, [place], [place]));
}

/** Adds the matched quantities and values to the receipt lines (`sign` 1), or subtracts them (-1). */
export async function updateReceiptBilledQuantities(
  ctx: CommandContext,
  { place }: InvoiceHeader,
  matches: readonly MatchRow[],
  sign: 1 | -1,
): Promise<void> {
  const byLine = Map.groupBy(
    matches.filter(({ receiptLineId }) => receiptLineId !== null),
    ({ receiptLineId }) => receiptLineId as string,
  );
  const ids = [...byLine.keys()].toSorted();
  if (ids.length === 0) return;
  const rows = await ctx.tx
    .selectFrom('goodsReceiptLines')
    .select(['lineId', 'receiptId', 'billedQtyMicro', 'billedValueE4', 'returnedQtyMicro', 'itemName'])
    .where('lineId', 'in', ids)
    .execute();
  for (const row of rows) {
    const lineMatches = byLine.get(row.lineId) ?? [];
    const sum = (key: 'qtyMicro' | 'valueE4') =>
      sign * lineMatches.reduce((total, match) => total + match[key], 0);
    const billedValueE4 = row.billedValueE4 + sum('valueE4');
    const returnedMicro = sign * sumQuantity(lineMatches.filter(({ transferId }) => transferId !== null));
    const billedQtyMicro = row.billedQtyMicro + sum('qtyMicro') - returnedMicro;
    if (billedValueE4 < 0) await throwOvercreditError(ctx, row, lineMatches, sign);
    await ctx.tx
      .updateTable('goodsReceiptLines')
      .set({ billedQtyMicro, billedValueE4, returnedQtyMicro: row.returnedQtyMicro + returnedMicro })
      .where('lineId', '=', row.lineId)
      .execute();
  }
  const receipts = getDocumentByType('goods_receipt');
  for (const _id of new Set(rows.map(({ receiptId }) => receiptId))) {
    const receipt = { _id, place };
    ctx.emit(documentEvent(receipts, receipt, 'edited'));
  }
}

const sumQuantity = (matches: readonly MatchRow[]): number =>
  matches.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);

/**
 * @throws ApiProblem 422 if this credit exceeds the billed value, 409 if a reversal would leave an earlier
 *   credit uncovered
 */
async function throwOvercreditError(
  { tx }: CommandContext,
  row: { lineId: string; billedValueE4: number; itemName: string },
  matches: readonly MatchRow[],
  sign: 1 | -1,
): Promise<never> {
  if (sign === 1) {
    const creditE4 = -matches.reduce((sum, { valueE4 }) => sum + valueE4, 0);
    const reason = refusal('invoice-credit-more', {
      open: String(fromE4(row.billedValueE4)),
      qty: String(fromE4(creditE4)),
    });
    throw invalid({ [`items.${matches[0]?.lineId}.price`]: reason });
  }
  const credit = await tx
    .selectFrom('invoiceMatches')
    .innerJoin('supplierInvoices', 'supplierInvoices._id', 'invoiceMatches.invoiceId')
    .select('supplierInvoices.number')
    .where('invoiceMatches.receiptLineId', '=', row.lineId)
    .where('invoiceMatches.reversedDay', 'is', null)
    .where('supplierInvoices.kind', '=', 'credit')
    .executeTakeFirst();
  throw problem(
    'ILLEGAL_TRANSITION',
    refusal('invoice-credited', { number: credit?.number ?? row.itemName }),
  );
}

/** Adds billed or credited amounts to the purchase orders (`sign` 1), or subtracts them (-1). */
export async function updateOrderBilledQuantities(
  ctx: CommandContext,
  { header, lines }: LoadedInvoice,
  orders: readonly LoadedPurchase[],
  sign: 1 | -1,
): Promise<void> {
  const orderSign = header.kind === 'credit' ? -sign : sign;
  for (const order of orders) {
    const changedLines = new Set<LoadedPurchase['lines'][number]>();
    for (const line of lines) {
      const orderLine = order.lines.find(({ lineId }) => lineId === line.poLineId);
      if (!orderLine || line.transferId !== null) continue;
      orderLine.billedValueE4 += orderSign * line.valueE4;
      changedLines.add(orderLine);
    }
    if (changedLines.size === 0) continue;
    await setBilledQuantities(ctx.tx, [...changedLines], { header, lines }, sign === 1);
    await setReturnedQuantities(ctx.tx, [...changedLines]);
    const { header: orderHeader } = order;
    await updateOrderTotals(ctx, order);
    const { billedByQuantity, billedByAmount } = orderHeader;
    await saveEdit(ctx, purchaseStore, order, {
      lines: changedLines,
      steps: orderHeader.status === 'Sent' ? [createEditStep(orderHeader)] : [],
      after: { invoice: header.number, billedByQuantity, billedByAmount },
    });
  }
}

/** Loads and locks the purchase orders that the lines refer to. */
export async function lockInvoicedOrders(
  ctx: CommandContext,
  lines: readonly InvoiceLine[],
): Promise<LoadedPurchase[]> {
  const ids = [...new Set(lines.flatMap(({ poLineId }) => poLineId ?? []))];
  if (ids.length === 0) return [];
  const rows = await ctx.tx
    .selectFrom('purchaseLines')
    .select('orderId')
    .distinct()
    .where('lineId', 'in', ids)
    .orderBy('orderId')
    .execute();
  const orders: LoadedPurchase[] = [];
  for (const { orderId } of rows) orders.push(await purchaseStore.readLocked(ctx.tx, ctx.actor, orderId));
  return orders;
}

/**
 * Adds credits for billed goods that were never accepted to the billed lines (`sign` 1), or subtracts them
 * (-1).
 *
 * @throws ApiProblem 422 if a credit exceeds the open quantity
 */
export async function updateCreditedQuantities(
  ctx: CommandContext,
  lines: readonly InvoiceLine[],
  sign: 1 | -1,
): Promise<void> {
  for (const line of lines) {
    if (line.creditOf === null) continue;
    const billed = await ctx.tx
      .selectFrom('supplierInvoiceLines')
      .select(['lineId', 'qtyMicro', 'matchedQtyMicro', 'creditedQtyMicro'])
      .where('lineId', '=', line.creditOf)
      .executeTakeFirstOrThrow();
    const openMicro = billed.qtyMicro - billed.matchedQtyMicro - billed.creditedQtyMicro;
    if (sign === 1 && line.qtyMicro > openMicro)
      throw invalid({
        [`items.${line.lineId}.qty`]: refusal('invoice-credit-more', {
          open: String(fromMicro(openMicro)),
          qty: String(fromMicro(line.qtyMicro)),
        }),
      });
    await ctx.tx
      .updateTable('supplierInvoiceLines')
      .set({ creditedQtyMicro: billed.creditedQtyMicro + sign * line.qtyMicro })
      .where('lineId', '=', billed.lineId)
      .execute();
  }
}

/**
 * Records credits for returned goods on their returns. No stock is posted, because the goods have already
 * left.
 */
export async function updateReturnCredits(
  ctx: CommandContext,
  { header, lines }: LoadedInvoice,
  sign: 1 | -1,
): Promise<void> {
  for (const [id, transferLines] of Map.groupBy(lines, ({ transferId }) => transferId)) {
    if (id === null) continue;
    const transfer = await transferStore.readLocked(ctx.tx, ctx.actor, id);
    const { header: returnHeader } = transfer;
    if (sign === 1 && returnHeader.status !== 'Sent')
      throw problem('ILLEGAL_TRANSITION', refusal('invoice-credit-settled'), {
        details: { number: returnHeader.number },
      });
    // Only a sent return accepts credits, so a closed one is reopened to await its next credit.
    if (sign === -1 && returnHeader.status === 'Received') await reopenReturn(ctx, transfer);
    const amountE4 = transferLines.reduce((sum, { baseValueE4 }) => sum + baseValueE4, 0);
    const receivedE4 = (returnHeader.creditReceivedE4 ?? 0) + sign * amountE4;
    Object.assign(returnHeader, {
      creditReceivedE4: receivedE4 === 0 ? null : receivedE4,
      creditNote: sign === 1 ? header.supplierNumber : await loadLastCreditNoteNumber(ctx, id, header._id),
    });
    await saveEdit(ctx, transferStore, transfer, {
      after: { creditReceived: receivedE4 / 10_000, credit: header.number },
    });
  }
}

/** Returns the number of the latest posted credit note for a return, excluding the one being reversed. */
async function loadLastCreditNoteNumber(
  { tx }: CommandContext,
  transferId: string,
  exceptInvoiceId: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom('supplierInvoiceLines')
    .innerJoin('supplierInvoices', 'supplierInvoices._id', 'supplierInvoiceLines.invoiceId')
    .select('supplierInvoices.supplierNumber')
    .where('supplierInvoiceLines.transferId', '=', transferId)
    .where('supplierInvoices.status', '=', 'Posted')
    .where('supplierInvoices._id', '!=', exceptInvoiceId)
    .orderBy('supplierInvoices.postedAt', 'desc')
    .orderBy('supplierInvoices._id', 'desc')
    .executeTakeFirst();
  return row?.supplierNumber ?? null;
}
