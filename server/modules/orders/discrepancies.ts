import { emptyRow } from '#contract/document-rows.ts';
import { orderLineFields } from '#contract/order-fields.ts';
import { followUpNote } from '#domain/orders/follow-up-note.ts';
import type { DiscrepancyType } from '#domain/stock/discrepancies.ts';
import { cutoffFor, localDate, nextDelivery } from '#domain/planning/cutoff.ts';
import { appendHistory } from '../../documents/history.ts';
import type { CommandContext } from '../../documents/context.ts';
import { nextNumber } from '../../documents/kit.ts';
import { orderDocument } from '../../documents/registry.ts';
import { notFound } from '../../http/problems.ts';
import { newId } from '../../ids.ts';
import type { FoundOn } from '../discrepancies/resolve.ts';
import { chargingFor } from '../shipments/charging.ts';
import { calendarOf } from './calendar.ts';
import { recount } from './counts.ts';
import { newHead, orderValueE4 } from './create.ts';
import { changedEvent } from './events.ts';
import { type Line, type LoadedOrder, orderStore } from './rows.ts';

/** What resolving a discrepancy of an order does to orders. */
export const foundOnOrders: FoundOn<LoadedOrder> = {
  readHeld: orderStore.readHeld,
  partiesOf: ({ head }) => head,
  priceOf: async (tx, { head }, itemIds) =>
    (await chargingFor(tx, head.branch, itemIds, () => 'action')).price,
  lineOf,
  sendAgain,
  settled,
};

function lineOf({ lines }: LoadedOrder, lineId: string): Line | undefined {
  return lines.find((line) => line.lineId === lineId);
}

/** The order carries its flag as long as one of its discrepancies is open. */
async function settled(ctx: CommandContext, { head }: LoadedOrder): Promise<void> {
  Object.assign(head, { hasDiscrepancy: 0, version: head.version + 1, updatedAt: ctx.now.toISOString() });
  await orderStore.saveHead(ctx.tx, head);
  await ctx.audit({ action: 'settle', entity: 'orders', id: head._id, after: { hasDiscrepancy: false } });
  ctx.emit(changedEvent(head, 'settled'));
}

/**
 * Makes the order that sends goods again: one line, already at Sent to Central Kitchen, for the branch's next
 * delivery. Nobody has to order or review again what the kitchen owes. Answers its id.
 */
async function sendAgain(
  ctx: CommandContext,
  original: LoadedOrder,
  { lineId, qtyMicro, why }: { lineId: string; qtyMicro: number; why: DiscrepancyType },
): Promise<string> {
  const line = lineOf(original, lineId);
  if (!line) throw notFound();
  const { tx, actor, now } = ctx;
  const { branch, branchName, kitchen, kitchenName, orderNo } = original.head;
  const _id = newId({ now: () => now });
  const { itemNameAlt, category, section } = line;
  const again: Line = {
    ...line,
    // Of what was ordered only the goods are sent again: what was said of them is of the other order.
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
    ...newHead(now),
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
    ...(await nextSlot(ctx, original.head)),
    notes: followUpNote(why, orderNo),
    lineCount: 1,
    valueE4: orderValueE4([again]),
  };
  await orderStore.insert(tx, { head, lines: [again] });
  await appendHistory(ctx, orderDocument, _id, [
    { from: null, to: 'Draft' },
    { from: 'Draft', to: 'Under Review' },
    { from: 'Under Review', to: 'Sent to Central Kitchen' },
  ]);
  await recount(tx, null, head);
  await ctx.audit({
    action: 'create',
    entity: 'orders',
    id: _id,
    after: { orderNo: head.orderNo, followsUp: orderNo },
  });
  ctx.emit(changedEvent(head, head.status));
  return _id;
}

/** The branch's next delivery, or today where it has no delivery days. */
async function nextSlot(
  ctx: CommandContext,
  order: { branch: string; kitchen: string },
): Promise<{ deliveryDate: string; cutoffAt: string | null }> {
  const calendar = await calendarOf(ctx.tx, order);
  const slot = nextDelivery(calendar, ctx.now);
  if (slot) return slot;
  const deliveryDate = localDate(ctx.now, calendar.timezone);
  return { deliveryDate, cutoffAt: cutoffFor(calendar, deliveryDate) };
}
