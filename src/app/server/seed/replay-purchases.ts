import type { InvoiceLineInput } from '#modules/supplier-invoices/input.ts';
import { fromE4, fromPriceMicro, toPriceMicro, computeValueAtPrice } from '#core/money.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { addDays, toUtcDay } from '#core/day.ts';
import { runReplay } from '#platform/documents/server/replay.ts';
import { createInvoice } from '#modules/supplier-invoices/server/create.ts';
import { changeInvoiceStatus } from '#modules/supplier-invoices/server/post.ts';
import type { LoadedInvoice } from '#modules/supplier-invoices/server/rows.ts';
import { createPurchaseOrder } from '#modules/purchase-orders/server/create.ts';
import { transitionPurchase } from '#modules/purchase-orders/server/transition.ts';
import type { LoadedPurchase } from '#modules/purchase-orders/server/rows.ts';
import { createReceipt } from '#modules/goods-receipts/server/create.ts';
import type { LoadedReceipt } from '#modules/goods-receipts/server/rows.ts';
import { recostChanged } from '#modules/recipes/server/recost.ts';
import { receiptCheckRules, trackedItems } from './data/items.ts';
import type { PlannedInvoice, PurchaseEvent, PurchasedLine } from './plan/events.ts';
import { resolveActor, skipCheck, type SeedContext, type SeedStep } from './seed-context.ts';

/** Returns the lot code that the supplier prints on a delivery. */
export const buildLotCode = (at: number): string =>
  `L${new Date(at).toISOString().slice(2, 10).replaceAll('-', '')}`;

/** Replays a purchase step by step, because other events happen between order, receipt and invoice. */
export function createPurchaseSteps(context: SeedContext, event: PurchaseEvent): SeedStep[] {
  const { order, receipt, invoice } = event;
  let purchaseOrder: LoadedPurchase | null = null;
  let postedReceipt: LoadedReceipt | undefined;
  let postedInvoice: LoadedInvoice | undefined;
  const requireDefined = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('A purchase was invoiced before its receipt.');
    return value;
  };
  const creditedAt = invoice?.creditedAt;
  return [
    ...(order
      ? [{ at: event.at, run: async () => void (purchaseOrder = await placeOrder(context, event, order)) }]
      : []),
    ...(receipt
      ? [
          {
            at: receipt.at,
            run: async () => void (postedReceipt = await receive(context, event, receipt, purchaseOrder)),
          },
        ]
      : []),
    ...(invoice
      ? [
          {
            at: invoice.at,
            run: async () =>
              void (postedInvoice = await enterInvoice(
                context,
                event,
                invoice,
                requireDefined(postedReceipt),
              )),
          },
        ]
      : []),
    ...(invoice && creditedAt !== undefined
      ? [
          {
            at: creditedAt,
            run: () => enterCreditNote(context, invoice, creditedAt, requireDefined(postedInvoice)),
          },
        ]
      : []),
  ];
}

/** Places a purchase order at that day's list price. */
function placeOrder(
  context: SeedContext,
  { at, place, supplier, lines }: PurchaseEvent,
  { by, isSent, expectedOn }: NonNullable<PurchaseEvent['order']>,
): Promise<LoadedPurchase> {
  const { tx, ids } = context;
  return runReplay(tx, resolveActor(context, by, at), async (ctx) => {
    const created = await createPurchaseOrder(ctx, {
      supplier: ids.get('supplier', supplier),
      place: ids.get('branch', place),
      expectedOn,
      items: lines.map(({ item, orderedPacks }) => ({
        itemId: ids.get('item', item),
        packagingId: ids.get('packaging', item),
        qty: orderedPacks,
      })),
    });
    if (isSent) await transitionPurchase(ctx, created, 'Sent', skipCheck);
    return created;
  });
}

function receive(
  context: SeedContext,
  { place, supplier, lines }: PurchaseEvent,
  { at, by, supplierRef, freightE4 }: NonNullable<PurchaseEvent['receipt']>,
  purchaseOrder: LoadedPurchase | null,
): Promise<LoadedReceipt> {
  const { tx, ids } = context;
  return runReplay(tx, resolveActor(context, by, at), async (ctx) => {
    const created = await createReceipt(ctx, {
      ...(purchaseOrder
        ? { purchaseOrder: purchaseOrder.header._id }
        : { supplier: ids.get('supplier', supplier), place: ids.get('branch', place) }),
      supplierRef,
      freight: fromE4(freightE4),
      spreadBy: 'value',
      items: lines.map((line, index) => {
        const poLineId = purchaseOrder?.lines[index]?.lineId;
        return {
          ...(poLineId === undefined
            ? { itemId: ids.get('item', line.item), packagingId: ids.get('packaging', line.item) }
            : { poLineId }),
          ...buildReceiptChecks(line, at),
        };
      }),
    });
    await recostChanged(ctx.tx, ctx.now);
    return created;
  });
}

/** Enters the supplier's invoice; an invoice with deviations is posted with a reason or stays a draft. */
function enterInvoice(
  context: SeedContext,
  { supplier, place, lines }: PurchaseEvent,
  plannedInvoice: PlannedInvoice,
  { header: receipt, lines: receiptLines }: LoadedReceipt,
): Promise<LoadedInvoice> {
  const { tx, ids } = context;
  const items = receiptLines.flatMap((line, index): InvoiceLineInput[] => {
    const rejected = plannedInvoice.billsRejected ? (lines[index]?.rejectedPacks ?? 0) : 0;
    const price = fromPriceMicro(line.priceMicro);
    const priceIncreasePercent = index === 0 ? (plannedInvoice.priceIncreasePercent ?? 0) : 0;
    const invoicedPrice =
      priceIncreasePercent === 0 ? price : Math.round(price * (100 + priceIncreasePercent)) / 100;
    const qty = fromMicro(line.qtyMicro) + rejected;
    return qty > 0 ? [{ receiptLineId: line.lineId, qty, price: invoicedPrice }] : [];
  });
  return runReplay(tx, resolveActor(context, plannedInvoice.by, plannedInvoice.at), async (ctx) => {
    const created = await createInvoice(ctx, {
      kind: 'invoice',
      supplier: ids.get('supplier', supplier),
      place: ids.get('branch', place),
      number: plannedInvoice.number,
      date: receipt.businessDay,
      freight: receipt.freightE4 === null ? null : fromE4(receipt.freightE4),
      total: computeTotal(items, receipt.freightE4 ?? 0),
      items,
    });
    if (plannedInvoice.isDraft) return created;
    const hasDeviations = plannedInvoice.billsRejected || plannedInvoice.priceIncreasePercent !== undefined;
    const reason = plannedInvoice.billsRejected
      ? 'Credit note promised for the rejected goods'
      : 'Agreed by phone';
    await changeInvoiceStatus(ctx, created, 'Posted', hasDeviations ? reason : undefined, skipCheck);
    await recostChanged(ctx.tx, ctx.now);
    return created;
  });
}

const computeTotal = (items: readonly InvoiceLineInput[], freightE4: number): number =>
  fromE4(
    items.reduce(
      (sum, { qty, price }) => sum + computeValueAtPrice(toMicro(qty), toPriceMicro(price)),
      freightE4,
    ),
  );

/** Enters the credit note for rejected goods that were invoiced. */
function enterCreditNote(
  context: SeedContext,
  plannedInvoice: PlannedInvoice,
  at: number,
  { header, lines }: LoadedInvoice,
): Promise<void> {
  const items = lines
    .filter(({ qtyMicro, matchedQtyMicro }) => qtyMicro > matchedQtyMicro)
    .map(
      (line): InvoiceLineInput => ({
        creditOf: line.lineId,
        qty: fromMicro(line.qtyMicro - line.matchedQtyMicro),
        price: fromPriceMicro(line.priceMicro),
      }),
    );
  return runReplay(context.tx, resolveActor(context, plannedInvoice.by, at), async (ctx) => {
    const created = await createInvoice(ctx, {
      kind: 'credit',
      supplier: header.supplier,
      place: header.place,
      number: plannedInvoice.number.replace('INV', 'CN'),
      date: toUtcDay(ctx.now),
      total: computeTotal(items, 0),
      items,
    });
    await changeInvoiceStatus(ctx, created, 'Posted', undefined, skipCheck);
  });
}

/** Returns the receipt checks. The seed has no photos; a note describes the result instead. */
function buildReceiptChecks({ item, acceptedPacks, rejectedPacks, lot }: PurchasedLine, at: number) {
  const check = receiptCheckRules.get(item);
  const tracked = trackedItems.get(item);
  const day = toUtcDay(at);
  return {
    qty: acceptedPacks,
    ...(rejectedPacks > 0 && { rejectedQty: rejectedPacks, reason: 'damaged' }),
    ...(tracked?.tracksLots && { lot: lot?.code ?? buildLotCode(at) }),
    ...(tracked && { expiry: lot?.expiry ?? addDays(day, tracked.lifeDays) }),
    ...(check && { temperature: check.typical }),
    ...(check?.photo && { note: 'Packs whole, seal unbroken.' }),
  };
}
