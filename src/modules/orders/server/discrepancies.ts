import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import { orderLineFields } from '../shapes.ts';
import { buildFollowUpNote } from '#modules/discrepancies/follow-up-note.ts';
import type { DiscrepancyType } from '#modules/discrepancies/discrepancy-rules.ts';
import { getBusinessDay } from '#core/business-day.ts';
import { computeCutoff, findNextDelivery } from '#core/cutoff.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { takeDocumentNumber } from '#platform/documents/server/numbering-and-events.ts';
import { insertDocument, saveEdit } from '#platform/documents/server/write.ts';
import { orderDocument } from './definition.ts';
import { notFound } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import type { DiscrepancySource } from '#modules/discrepancies/server/resolve.ts';
import { loadShipmentCharging } from '#modules/shipments/server/charging.ts';
import { loadDeliveryCalendar } from './calendar.ts';
import { updateOrderCounters } from './order-counters.ts';
import { buildOrderHeader, computeOrderValueE4 } from './create.ts';
import { type StoredOrderLine, type LoadedOrder, orderStore } from './rows.ts';

/** Order-specific part of resolving discrepancies. */
export const orderDiscrepancySource: DiscrepancySource<LoadedOrder> = {
  readLocked: orderStore.readLocked,
  getParties: ({ header }) => header,
  loadPricing: async (tx, { header }, itemIds) =>
    (await loadShipmentCharging(tx, header.branch, itemIds, () => 'action')).price,
  findLine: findOrderLine,
  createFollowUp: createFollowUpOrder,
  onSettled: clearDiscrepancyFlag,
};

function findOrderLine({ lines }: LoadedOrder, lineId: string): StoredOrderLine | undefined {
  return lines.find((line) => line.lineId === lineId);
}

/** Clears the order's flag when it has no open discrepancies. */
async function clearDiscrepancyFlag(ctx: CommandContext, order: LoadedOrder): Promise<void> {
  order.header.hasDiscrepancy = 0;
  await saveEdit(ctx, orderStore, order, {
    action: 'settle',
    after: { hasDiscrepancy: false },
    event: 'settled',
  });
}

/**
 * Creates the follow-up order that replaces missing goods: one line, already in Sent to Central Kitchen, for
 * the branch's next delivery, so that nobody has to order or review it again. Returns its id.
 */
async function createFollowUpOrder(
  ctx: CommandContext,
  original: LoadedOrder,
  { lineId, qtyMicro, type }: { lineId: string; qtyMicro: number; type: DiscrepancyType },
): Promise<string> {
  const line = findOrderLine(original, lineId);
  if (!line) throw notFound();
  const { tx, now } = ctx;
  const { branch, branchName, kitchen, kitchenName, orderNo } = original.header;
  const newHeader = buildOrderHeader(ctx);
  const { itemNameAlt, category, section } = line;
  const followUp: StoredOrderLine = {
    ...line,
    // Only the goods are copied; quantities and notes entered on the original line are not.
    ...buildEmptyRow(orderLineFields),
    itemNameAlt,
    category,
    section,
    lineId: newId({ now: () => now }),
    orderId: newHeader._id,
    position: 0,
    orderQtyMicro: qtyMicro,
    approvedQtyMicro: qtyMicro,
    lots: [],
  };
  const header = {
    ...newHeader,
    orderNo: await takeDocumentNumber(tx, orderDocument, now),
    status: 'Sent to Central Kitchen' as const,
    dateTime: newHeader.createdAt,
    sentAt: newHeader.createdAt,
    branch,
    branchName,
    kitchen,
    kitchenName,
    orderType: 'Regular',
    occasion: original.header.occasion,
    eventAt: original.header.eventAt,
    guests: original.header.guests,
    ...(await findNextDeliverySlot(ctx, original.header)),
    ...(original.header.occasion !== null && { cutoffAt: null }),
    notes: buildFollowUpNote(type, orderNo),
    lineCount: 1,
    valueE4: computeOrderValueE4([followUp]),
  };
  await insertDocument(
    ctx,
    orderStore,
    { header, lines: [followUp] },
    {
      steps: [
        { from: null, to: 'Draft' },
        { from: 'Draft', to: 'Under Review' },
        { from: 'Under Review', to: 'Sent to Central Kitchen' },
      ],
      after: { orderNo: header.orderNo, followsUp: orderNo },
      event: header.status,
    },
  );
  await updateOrderCounters(tx, null, header);
  return header._id;
}

/** Returns the branch's next delivery, or today if it has no delivery days. */
async function findNextDeliverySlot(
  ctx: CommandContext,
  order: { branch: string; kitchen: string },
): Promise<{ deliveryDate: string; cutoffAt: string | null }> {
  const calendar = await loadDeliveryCalendar(ctx.tx, order);
  const slot = findNextDelivery(calendar, ctx.now);
  if (slot) return slot;
  const deliveryDate = getBusinessDay(ctx.now, calendar);
  return { deliveryDate, cutoffAt: computeCutoff(calendar, deliveryDate) };
}
