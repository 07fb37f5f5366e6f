import { emptyRow } from '#platform/documents/document-rows.ts';
import { orderLineFields } from '../shapes.ts';
import { followUpNote } from '#modules/discrepancies/follow-up-note.ts';
import type { DiscrepancyType } from '#modules/discrepancies/discrepancy-rules.ts';
import { cutoffFor, localDate, nextDelivery } from '#core/cutoff.ts';
import { appendHistory } from '#platform/documents/server/history.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { nextNumber } from '#platform/documents/server/numbering-and-events.ts';
import { orderDocument } from './definition.ts';
import { notFound } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import type { DiscrepancySource } from '#modules/discrepancies/server/resolve.ts';
import { loadShipmentCharging } from '#modules/shipments/server/charging.ts';
import { loadDeliveryCalendar } from './calendar.ts';
import { updateOrderCounters } from './order-counters.ts';
import { newOrderHeader, computeOrderValueE4 } from './create.ts';
import { orderChangedEvent } from './events.ts';
import { type StoredOrderLine, type LoadedOrder, orderStore } from './rows.ts';

/** Order-specific part of resolving discrepancies. */
export const orderDiscrepancySource: DiscrepancySource<LoadedOrder> = {
  readLocked: orderStore.readLocked,
  partiesOf: ({ head }) => head,
  priceOf: async (tx, { head }, itemIds) =>
    (await loadShipmentCharging(tx, head.branch, itemIds, () => 'action')).price,
  lineOf: findOrderLine,
  createFollowUp: createFollowUpOrder,
  onSettled: clearDiscrepancyFlag,
};

function findOrderLine({ lines }: LoadedOrder, lineId: string): StoredOrderLine | undefined {
  return lines.find((line) => line.lineId === lineId);
}

/** Clears the order's flag once none of its discrepancies is open. */
async function clearDiscrepancyFlag(ctx: CommandContext, { head }: LoadedOrder): Promise<void> {
  Object.assign(head, { hasDiscrepancy: 0, version: head.version + 1, updatedAt: ctx.now.toISOString() });
  await orderStore.saveHead(ctx.tx, head);
  await ctx.audit({ action: 'settle', entity: 'orders', id: head._id, after: { hasDiscrepancy: false } });
  ctx.emit(orderChangedEvent(head, 'settled'));
}

/**
 * Creates the follow-up order that sends goods again: one line, already in Sent to Central Kitchen, for the
 * branch's next delivery, so that nobody has to order or review it again. Returns its id.
 */
async function createFollowUpOrder(
  ctx: CommandContext,
  original: LoadedOrder,
  { lineId, qtyMicro, why }: { lineId: string; qtyMicro: number; why: DiscrepancyType },
): Promise<string> {
  const line = findOrderLine(original, lineId);
  if (!line) throw notFound();
  const { tx, actor, now } = ctx;
  const { branch, branchName, kitchen, kitchenName, orderNo } = original.head;
  const _id = newId({ now: () => now });
  const { itemNameAlt, category, section } = line;
  const followUp: StoredOrderLine = {
    ...line,
    // Only the goods are copied; entries belong to the original order.
    ...emptyRow(orderLineFields),
    itemNameAlt,
    category,
    section,
    lineId: newId({ now: () => now }),
    orderId: _id,
    position: 0,
    orderQtyMicro: qtyMicro,
    approvedQtyMicro: qtyMicro,
    lots: [],
  };
  const at = now.toISOString();
  const head = {
    ...newOrderHeader(now),
    _id,
    orderNo: await nextNumber(tx, orderDocument, now),
    status: 'Sent to Central Kitchen' as const,
    dateTime: at,
    sentAt: at,
    branch,
    branchName,
    kitchen,
    kitchenName,
    userId: actor._id,
    userName: actor.name,
    orderType: 'Regular',
    ...(await nextDeliverySlot(ctx, original.head)),
    notes: followUpNote(why, orderNo),
    lineCount: 1,
    valueE4: computeOrderValueE4([followUp]),
  };
  await orderStore.insert(tx, { head, lines: [followUp] });
  await appendHistory(ctx, orderDocument, _id, [
    { from: null, to: 'Draft' },
    { from: 'Draft', to: 'Under Review' },
    { from: 'Under Review', to: 'Sent to Central Kitchen' },
  ]);
  await updateOrderCounters(tx, null, head);
  await ctx.audit({
    action: 'create',
    entity: 'orders',
    id: _id,
    after: { orderNo: head.orderNo, followsUp: orderNo },
  });
  ctx.emit(orderChangedEvent(head, head.status));
  return _id;
}

/** The branch's next delivery, or today where it has no delivery days. */
async function nextDeliverySlot(
  ctx: CommandContext,
  order: { branch: string; kitchen: string },
): Promise<{ deliveryDate: string; cutoffAt: string | null }> {
  const calendar = await loadDeliveryCalendar(ctx.tx, order);
  const slot = nextDelivery(calendar, ctx.now);
  if (slot) return slot;
  const deliveryDate = localDate(ctx.now, calendar.timezone);
  return { deliveryDate, cutoffAt: cutoffFor(calendar, deliveryDate) };
}
